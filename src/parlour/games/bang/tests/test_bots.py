"""The heuristic player: what it believes of roles, and whom it shoots at."""

from typing import Any

import pytest

from parlour.core.rng import Rng
from parlour.games.bang import GAME
from parlour.games.bang.belief import Belief, layouts
from parlour.games.bang.bots import BangBot
from parlour.games.bang.kinds import DEPUTY, OUTLAW, SHERIFF
from parlour.games.bang.state import BangTable
from parlour.lab.simulate import play_bots

pytestmark = pytest.mark.rules


def drawn(players: int, **position: object) -> BangTable:
    facts: dict[str, Any] = {"players": players, **position}
    return GAME.drawn(facts, Rng(0))


def test_there_are_as_many_layouts_as_the_mathematics_say() -> None:
    counts = {4: 3, 5: 12, 6: 20, 7: 60, 8: 210}
    for players, count in counts.items():
        assert len(layouts(players, (SHERIFF, *[-1] * (players - 1)))) == count


def test_a_shot_at_the_sheriff_makes_an_outlaw_likelier() -> None:
    view = GAME.look(drawn(5, shots=[[0] * 5, [2, 0, 0, 0, 0], [0] * 5, [0] * 5, [0] * 5]), 0)
    chance = Belief(view).chance
    assert chance[1][OUTLAW] > chance[2][OUTLAW]
    assert chance[1][DEPUTY] < chance[2][DEPUTY]
    assert abs(sum(chance[1]) - 1) < 1e-9


def choice_of_bot(t: BangTable, seat: int) -> str:
    decision = t.decision(seat)
    assert decision is not None
    choice = BangBot(Rng(1)).choose(GAME.look(t, seat), decision)
    assert choice is not None
    return choice.text


def test_a_deputy_does_not_shoot_the_sheriff() -> None:
    """Nor does he set Indians on a Sheriff who could die of them."""
    roles = ["sheriff", "deputy", "outlaw", "outlaw", "renegade"]
    near = drawn(5, turn=1, roles=roles, hands=["?", "bang:7C", "", "?", "?"], fallen=[2])
    assert choice_of_bot(near, 1) == "bang:7C@3"
    hands = ["?", "bang:7C indians:KD", "", "", "?"]
    last = drawn(5, turn=1, roles=roles, hands=hands, fallen=[2, 3], life=[1, 4, 0, 0, 4])
    assert choice_of_bot(last, 1) == "bang:7C@4"


def test_outlaws_shoot_the_sheriff_and_the_renegade_waits() -> None:
    roles = ["sheriff", "outlaw", "outlaw", "renegade"]
    assert choice_of_bot(drawn(4, turn=1, roles=roles, hands=["?", "bang:7C", "?", "?"]), 1) == (
        "bang:7C@0"
    )
    waits = drawn(4, turn=3, roles=roles, hands=["?", "?", "?", "bang:7C"])
    assert choice_of_bot(waits, 3) == "bang:7C@2"
    strikes = drawn(4, turn=3, roles=roles, hands=["?", "", "", "bang:7C"], fallen=[1, 2])
    assert choice_of_bot(strikes, 3) == "bang:7C@0"


@pytest.mark.parametrize("players", range(3, 9))
def test_bots_play_every_variant_to_the_end(players: int) -> None:
    options: dict[str, object] = {"two_characters": True, "no_mercy": True}
    for seed in range(2):
        t = GAME.new(players, seed, options, quiet=True)
        play_bots(t, [BangBot(Rng(seat)) for seat in range(players)], GAME.bound(players))
        assert t.outcome is not None
