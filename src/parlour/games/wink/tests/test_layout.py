"""Drawn positions: what can lie on a table, and what cannot."""

from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.errors import BadText
from parlour.core.rng import Rng
from parlour.core.rollout import random_step

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")
HANDS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]


def drawn(**facts: Any) -> Any:
    return GAME.drawn({"players": 4, "hands": HANDS} | facts, Rng(5))


@pytest.mark.parametrize(
    "facts",
    [
        {"hands": [["1", "1"], ["2"], ["3"], ["4"]]},
        {"hands": [["99"], ["2"], ["3"], ["4"]]},
        {"hands": [["c0"], ["2"], ["3"], ["4"]]},
        {"tokens": [1, 0, 0, 0]},
        {"tokens": [5, 5, 0, 0]},
        {"tokens": [20, 0, 0, 0]},
        {"tokens": [5, 0, 0, 0], "links": [6, 0, 0, 0]},
        {"open": [["20"], [], [], []]},
        {"open": [["20", "20"], [], [], []], "covered": [["20"], [], [], []]},
        {"face_down": [20]},
        {"crowd": [1, 2, 3]},
        {"crowd": list(range(1, 14))},
        {"layout": [1, 2, 3]},
        {"heads": [0, 1, 2, 3]},
        {"plans": [["stare@1"], [], [], []]},
        {"winking": [1]},
        {"phase": "later"},
        {"idle": -2},
        {
            "lacks": [[], [], [], [20]],
            "hands": [["1"], ["2"], ["3"], ["?"]],
            "crowd": [1, 2, 3, 20],
        },
        {"stack": ["Nonsense(1)"]},
        {"mood": "gay"},
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(BadText) as caught:
        drawn(**facts)
    assert caught.value.code == "bad_position"


def test_hands_that_are_not_drawn_share_what_is_left() -> None:
    t = GAME.drawn({"players": 4, "hands": [["1"], None, None, None]}, Rng(1))
    assert [len(hand) for hand in t.hands] == [1, 9, 9, 9]
    assert len(t.aside) == 36 - 28
    assert not set(t.aside) & set(t.crowd)
    assert all(t.knows.masks[n] == 0xFFFF for n in t.aside)
    t = GAME.drawn({"players": 4, "crowd": list(range(1, 10))}, Rng(1))
    assert [len(hand) for hand in t.hands] == [2, 2, 2, 3]


def test_a_view_can_be_sent_and_reads_back() -> None:
    t = GAME.new(4, 9)
    rng = Rng(9)
    for _ in range(120):
        random_step(t, rng)
    assert t.outcome is None
    for seat in range(4):
        view = t.look(seat)
        sent = msgspec.json.encode(view)
        assert msgspec.json.decode(sent, type=GAME.view_type) == view
        assert GAME.imagine(view, Rng(1)).look(seat) == view
