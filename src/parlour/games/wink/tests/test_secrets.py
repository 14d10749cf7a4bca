"""Twin worlds of winks: two games that differ only in a wink a seat did not look at."""

from typing import Any

import pytest

import parlour
from parlour.core.rng import Rng
from parlour.core.seats import HOUSE
from parlour.lab.conformance import CHECKS, NONSENSE, Setting
from parlour.lab.secrets import check_changed
from parlour.lab.sent import sent
from parlour.lab.twins import check_twins

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")
HANDS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]
TRIES = [*NONSENSE, "wink@0", "look@1", "accuse:5@1", "accuse:5@3", "lower@1", "name@1", "nobody"]


def pair(options: dict[str, object], **facts: Any) -> tuple[Any, Any]:
    """The same table twice, from one line."""
    usual = {"players": 4, "hands": HANDS, "tokens": [5, 0, 0, 0], "options": options}
    line = GAME.drawn(usual | facts, Rng(4)).line()
    return GAME.parse(line), GAME.parse(line)


def both(tables: tuple[Any, Any], seat: int, text: str) -> None:
    for t in tables:
        t.answer(seat, text)


def same(tables: tuple[Any, Any], seat: int | None) -> bool:
    ours, theirs = (sent(GAME, t, seat, TRIES) for t in tables)
    return ours == theirs


def test_live_a_wink_sends_no_byte_to_a_seat_that_does_not_look() -> None:
    """Tick by tick: Bruno winks at Anna; Carla looks at Dmitri, Dmitri at Bruno.  [WINK-11]"""
    gazes = ["crowd", 0, 3, 1]
    tables = pair({"pace": "live"}, turn=1, phase="ticks", gazes=gazes)
    winking, quiet = tables
    winking.answer(1, "wink@0")
    for blind in (0, 2, None):
        assert same(tables, blind), "a wink given is known to nobody else"
    assert same(tables, 3)
    for tick in range(16):
        both(tables, HOUSE, "tick")
        for blind in (0, 2, None):
            assert same(tables, blind), f"tick {tick}: seat {blind} was sent a trace of the wink"
        assert not same(tables, 1)
        assert not same(tables, 3), f"tick {tick}: Dmitri saw it"
    told = [event["type"] for event in winking.heard(3)]
    assert told.count("winked") == 1
    assert "winked" not in [event["type"] for event in quiet.heard(3)]
    assert winking.look(3).hands[1] == ["c5", "?", "?"]
    assert winking.look(2).hands[1] == ["?", "?", "?"]


def test_live_the_one_who_looks_later_sees_what_is_left_of_it() -> None:
    """Carla's eyes arrive in the last tick of the wink.  [WINK-11]"""
    tables = pair({"pace": "live"}, turn=1, phase="ticks", gazes=["crowd", 0, "crowd", "crowd"])
    winking, _ = tables
    winking.answer(1, "wink@0")
    both(tables, HOUSE, "tick")
    both(tables, 2, "look@1")
    both(tables, HOUSE, "tick")
    assert same(tables, 2), "the head still turns"
    both(tables, HOUSE, "tick")
    assert not same(tables, 2)
    assert winking.look(2).seen[0].tick == 3
    assert same(tables, 0)


def test_live_numbers_of_a_decision_do_not_count_what_others_do() -> None:
    """Nobody else's glance, wink or seal shows in the number of my question."""
    tables = pair({"pace": "live"}, gazes=["crowd", 3, "crowd", "crowd"], tokens=[0, 0, 0, 5])
    busy, _ = tables
    before = busy.decision(0).id
    busy.answer(1, "wink@3")
    assert busy.serial[1] == tables[1].serial[1] + 1
    both(tables, 2, "look@1")
    assert busy.decision(0).id == before
    assert same(tables, 0)


@pytest.mark.parametrize("looking", [False, True])
def test_by_turns_a_wink_is_seen_by_those_who_look(looking: bool) -> None:
    """The same three glances, with and without a wink in the second.  [WINK-11]"""
    tables = pair({}, phase="ticks")
    for seat in (0, 2, 3):
        looks = "look@1" if looking else "look@crowd"
        for text in ("look@crowd", looks, "look@crowd"):
            both(tables, seat, text)
            assert same(tables, seat)
    both(tables, 1, "look@0")
    tables[0].answer(1, "wink@0")
    tables[1].answer(1, "look@0")
    for anybody in (0, 2, 3, None):
        assert same(tables, anybody)
    both(tables, 1, "look@0")
    for eye in (0, 2, 3):
        assert same(tables, eye) != looking
    assert same(tables, None)


def test_that_a_seat_has_given_one_glance_is_known_to_nobody() -> None:
    tables = pair({}, phase="ticks")
    tables[0].answer(1, "wink@0")
    for seat in (0, 2, 3, None):
        assert same(tables, seat)
    tables[0].answer(1, "look@0")
    tables[0].answer(1, "look@0")
    assert tables[0].look(2).answered == [1]
    assert not same(tables, 2), "that it has finished is visible"


def test_refusals_are_no_oracle() -> None:
    """Whoever holds 5, the others are refused alike.  [WINK-A19] [WINK-A5]"""
    other = [HANDS[0], ["4", "7", "6"], ["5", "8", "9"], HANDS[3]]
    usual: dict[str, Any] = {"players": 4, "tokens": [5, 0, 0, 0], "options": {"pace": "live"}}
    a, b = (GAME.drawn(usual | {"hands": h, "turn": 3}, Rng(4)) for h in (HANDS, other))
    tries = [f"{w}@{s}" for w in ("wink", "look", "accuse:5", "accuse:7", "name") for s in range(4)]
    for seat in (0, 3):
        for text in tries:
            assert str(a.why_not(seat, text)) == str(b.why_not(seat, text)), (seat, text)


PACES: dict[str, dict[str, object]] = {
    "live": {"pace": "live", "live_least": 1, "live_longest": 4},
    "slow": {
        "pace": "live",
        "live_least": 2,
        "live_longest": 5,
        "live_turn": 2,
        "live_hold": 3,
        "live_wink": 4,
        "live_seen": 2,
        "live_cooldown": 3,
    },
    "same_room": {"pace": "same_room"},
}


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize(
    "check", [*CHECKS, check_twins, check_changed], ids=lambda check: check.__name__
)
def test_every_pace_keeps_what_every_game_keeps(pace: str, check: Any) -> None:
    small = {"in_play": [16, 35, 36, 35, 32]}
    check(GAME, 4, 1, Setting(PACES[pace] | small))
