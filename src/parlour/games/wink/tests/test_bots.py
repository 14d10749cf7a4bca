"""The heuristic player: what it believes, and what it does about it."""

from typing import Any

import pytest

import parlour
from parlour.bots import make_bot
from parlour.core.rng import Rng
from parlour.games.wink.bots import judged_wink, suspects
from parlour.lab.arena import duel
from parlour.lab.simulate import play_bots

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")
HANDS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]


def drawn(**facts: Any) -> Any:
    usual = {"players": 4, "hands": HANDS, "options": {"by_turns_ticks": 1}}
    return GAME.drawn(usual | facts, Rng(4))


def chosen(t: Any, seat: int, luck: int = 1) -> str:
    bot = make_bot(GAME, "heuristic", Rng(luck))
    choice = bot.choose(t.look(seat), t.decision(seat))
    return str(choice)


SEEN = [{"by": 2, "seat": 1, "to": 0, "number": 5}]


def test_it_accuses_whom_it_saw_and_nobody_else() -> None:
    t = drawn(tokens=[5, 0, 0, 0], turn=1, seen=SEEN)
    assert chosen(t, 2) == "accuse:5@1"
    assert chosen(t, 3) == "None"


def test_it_names_whom_it_saw() -> None:
    t = drawn(tokens=[5, 0, 0, 0], seen=[{"by": 0, "seat": 1, "to": 0, "number": 5}])
    assert {chosen(t, 0, luck) for luck in range(9)} == {"name@1"}


def test_it_believes_what_was_said() -> None:
    t = drawn(tokens=[5, 0, 0, 0], lacks=[[], [], [5], []], turn=1)
    assert suspects(t.look(3), 3, 5) == [0.0, 1.0, 0.0, 0.0]
    assert suspects(t.look(1), 1, 5) == [0.0, 0.0, 0.0, 0.0]
    assert sum(suspects(t.look(0), 0, 5)) == pytest.approx(1.0)


def test_it_winks_when_the_caller_looks_and_nobody_else_does() -> None:
    calm = drawn(tokens=[5, 0, 0, 0], phase="ticks", gazes=[1, 0, "crowd", "crowd"])
    assert {chosen(calm, 1, luck) for luck in range(9)} == {"wink@0"}
    watched = drawn(tokens=[5, 0, 0, 0], phase="ticks", gazes=["crowd", 0, 1, 1])
    assert judged_wink(watched.look(1), 1, 0) < 0.1 < judged_wink(calm.look(1), 1, 0)


def test_it_calls_a_number_whose_holder_it_knows() -> None:
    t = drawn(turn=2, seen=SEEN)
    found = [chosen(t, 2, luck) for luck in range(9)]
    assert found.count("call@5") >= 7


@pytest.mark.parametrize("pace", ["by_turns", "live", "same_room"])
def test_it_plays_every_pace(pace: str) -> None:
    t = GAME.new(5, 1, {"pace": pace}, quiet=True)
    play_bots(t, [make_bot(GAME, "heuristic", Rng(k)) for k in range(5)], 20_000)
    assert t.outcome is not None


def test_it_beats_chance_at_a_small_table() -> None:
    *_, standing = duel(GAME, 4, 4, "heuristic", "random")
    assert standing.share.mean > 0.6
