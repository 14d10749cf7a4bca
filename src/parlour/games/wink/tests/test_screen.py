"""The table in a terminal, in both languages."""

from typing import Any

import pytest

import parlour
from parlour.core.rng import Rng
from parlour.core.rollout import random_step

GAME: Any = parlour.game("wink")
NAMES = ["Anna", "Bruno", "Carla", "Dmitri"]
HANDS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("pace", ["by_turns", "live", "same_room"])
def test_a_whole_game_can_be_shown(lang: str, pace: str) -> None:
    t = GAME.new(4, 3, {"pace": pace, "live_least": 2, "live_longest": 5}, quiet=True)
    rng = Rng(3)
    while t.outcome is None:
        for seat in (0, None):
            shown = GAME.screen(t.look(seat), lang, NAMES)
            assert "{" not in shown
            assert "None" not in shown
        random_step(t, rng)
    shown = GAME.screen(t.look(2), lang, NAMES)
    assert ("такт" in shown or "tick" in shown) == (pace != "same_room")


def test_it_tells_duties_and_discoveries() -> None:
    facts = {
        "players": 4,
        "hands": HANDS,
        "tokens": [5, 0, 0, 0],
        "phase": "ticks",
        "covered": [["20"], [], [], []],
        "open": [["21", "21"], [], [], []],
        "heads": ["crowd", 0, 0, 0],
        "lowered": [False, True, False, False],
        "seen": [{"by": 2, "seat": 1, "to": 0, "number": 5}],
    }
    t = GAME.drawn(facts, Rng(1))
    contact = GAME.screen(t.look(1), "en", NAMES)
    assert "Anna is looking for you (5)" in contact
    assert "5^" in contact
    assert "(20)" in contact
    assert "head: Anna, eyes: the crowd" in contact
    witness = GAME.screen(t.look(2), "en", NAMES)
    assert "You saw a wink: Bruno at Anna (5)" in witness
    assert "3 cards (5)" in witness
    t.answer(1, "look@2")
    assert GAME.screen(t.look(1), "en", NAMES).splitlines()[-1] == "Glances given: look@2"
