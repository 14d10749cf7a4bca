"""What an arena counts in games of BANG!."""

from math import log

import pytest

import parlour
from parlour.games.bang.kinds import DEPUTY, OUTLAW, RENEGADE, SHERIFF
from parlour.games.bang.state import BangTable
from parlour.games.bang.watch import BangWatch, brier, cast_alone

GAME = parlour.game("bang")


def table(players: int = 5) -> BangTable:
    t = GAME.new(players, 1, quiet=True)
    assert isinstance(t, BangTable)
    return t


def aim(t: BangTable, by: int, at: int, shots: int, tricks: int = 0) -> None:
    t.shots[by * t.players + at] = shots
    t.tricks[by * t.players + at] = tricks


def test_friendly_fire_is_what_was_aimed_at_ones_own_side() -> None:
    t = table()
    sheriff, deputy = t.roles.index(SHERIFF), t.roles.index(DEPUTY)
    outlaws = [seat for seat in range(5) if t.roles[seat] == OUTLAW]
    aim(t, deputy, sheriff, shots=2, tricks=1)
    aim(t, deputy, outlaws[0], shots=4)
    aim(t, outlaws[0], outlaws[1], shots=1)
    aim(t, outlaws[0], sheriff, shots=5)
    watch = BangWatch(t)
    assert watch.numbers(t, deputy)["deputy: friendly fire"] == 3
    assert watch.numbers(t, outlaws[0])["outlaw: friendly fire"] == 1
    assert watch.numbers(t, outlaws[1])["outlaw: friendly fire"] == 0
    assert watch.numbers(t, sheriff)["sheriff: friendly fire"] == 0
    renegade = t.roles.index(RENEGADE)
    assert "renegade: friendly fire" not in watch.numbers(t, renegade), "he is alone"


def test_a_sheriff_who_kills_a_deputy_is_counted() -> None:
    t = table()
    sheriff, deputy = t.roles.index(SHERIFF), t.roles.index(DEPUTY)
    outlaw = t.roles.index(OUTLAW)
    t.fallen = ((deputy, outlaw, 1),)
    assert BangWatch(t).numbers(t, sheriff)["sheriff: killed a Deputy"] == 0
    t.fallen = ((outlaw, sheriff, 1), (deputy, sheriff, 2))
    assert BangWatch(t).numbers(t, sheriff)["sheriff: killed a Deputy"] == 1


def test_a_renegade_alone_with_the_sheriff_has_reached_the_last_duel() -> None:
    t = table()
    sheriff, renegade = t.roles.index(SHERIFF), t.roles.index(RENEGADE)
    name = "renegade: reached the last duel"
    for others, expected in ((t.roles.index(OUTLAW), 0), (renegade, 1)):
        t.ring = tuple(sorted((sheriff, others)))
        watch = BangWatch(t)
        watch.see(t)
        assert watch.numbers(t, renegade)[name] == expected


def test_an_outlaw_who_shoots_the_sheriff_is_found_out_and_who_does_nothing_is_not() -> None:
    t = table()
    sheriff = t.roles.index(SHERIFF)
    loud, quiet = [seat for seat in range(5) if t.roles[seat] == OUTLAW]
    watch = BangWatch(t)
    aim(t, loud, sheriff, shots=3)
    for seat in (*range(t.turn + 1, 5), *range(t.turn + 1)):
        t.turn = seat
        watch.see(t)
    assert watch.numbers(t, loud)["outlaw: found out"] == 1
    assert watch.numbers(t, loud)["outlaw: hidden for (of the game)"] < 0.5
    assert watch.numbers(t, quiet)["outlaw: hidden for (of the game)"] >= 0.5


def test_the_prior_of_the_sheriff_with_five_players_is_as_known() -> None:
    t = table()
    sheriff = t.roles.index(SHERIFF)
    watch = BangWatch(t)
    for seat in (*range(t.turn + 1, 5), *range(t.turn + 1)):
        t.turn = seat
        watch.see(t)
    found = watch.numbers(t, sheriff)
    assert found["round 1: Brier, Sheriff's prior"] == pytest.approx(0.625)
    assert found["round 1: Brier, Sheriff's belief"] == pytest.approx(0.625, abs=0.15)
    strangers = [seat for seat in range(5) if seat != sheriff]
    prior = cast_alone(t, sheriff, strangers)
    assert prior == [0, 0.25, 0.5, 0.25]
    exact = sum(-log(prior[t.roles[seat]]) for seat in strangers)
    assert exact / 4 == pytest.approx(1.5 * log(2))


def test_brier_is_0_for_who_knows_and_2_for_who_is_sure_and_wrong() -> None:
    assert brier([0, 1, 0, 0], DEPUTY) == 0
    assert brier([0, 0, 0, 1], DEPUTY) == 2
