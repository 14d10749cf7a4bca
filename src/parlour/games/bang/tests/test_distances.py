"""Distances round the table, what weapons reach, and what a view says of both."""

from typing import Any

import pytest

from parlour.core.errors import IllegalChoice
from parlour.core.rng import Rng
from parlour.core.seats import around
from parlour.games.bang import GAME

pytestmark = pytest.mark.rules

SIX = range(6)


def drawn(players: int = 4, **facts: Any) -> Any:
    return GAME.drawn({"players": players} | facts, Rng(5))


def refusal(t: Any, seat: int, text: str) -> IllegalChoice:
    found = t.why_not(seat, text)
    assert isinstance(found, IllegalChoice)
    return found


def seen_from(t: Any, seat: int) -> list[int]:
    """The distances of all others, clockwise; two ways of asking agree."""
    others = t.others(seat)
    found = [t.distance(seat, other) for other in others]
    for most in range(1, 7):
        near = [other for other, far in zip(others, found, strict=True) if far <= most]
        assert around(t.within(seat, most), seat) == near
    return found


def seen_by(t: Any, seat: int) -> list[int]:
    """How far away the others see this seat."""
    return [t.distance(other, seat) for other in t.others(seat)]


@pytest.mark.parametrize(
    ("players", "ring"),
    [
        (3, [1, 1]),
        (4, [1, 2, 1]),
        (5, [1, 2, 2, 1]),
        (6, [1, 2, 3, 2, 1]),
        (7, [1, 2, 3, 3, 2, 1]),
        (8, [1, 2, 3, 4, 3, 2, 1]),
    ],
)
def test_distances_round_the_table(players: int, ring: list[int]) -> None:
    """The shorter way round counts, from every seat.  [BANG-21]"""
    t = drawn(players)
    for seat in range(players):
        assert seen_from(t, seat) == ring
        assert t.distance(seat, seat) == 0


@pytest.mark.parametrize("seat", SIX)
def test_the_whole_tables_of_mustang_and_scope(seat: int) -> None:
    """The tables of the rulebook, for whoever has the horse.  [BANG-21] [BANG-22] [BANG-23]"""
    rider = drawn(6, front=[["mustang:8H"] if s == seat else [] for s in SIX])
    assert seen_by(rider, seat) == [2, 3, 4, 3, 2]
    assert seen_from(rider, seat) == [1, 2, 3, 2, 1]
    scout = drawn(6, front=[["scope:AS"] if s == seat else [] for s in SIX])
    assert seen_from(scout, seat) == [1, 1, 2, 1, 1]
    assert seen_by(scout, seat) == [1, 2, 3, 2, 1]


def test_both_horses() -> None:
    """Scope and Mustang add up, and never to less than one.  [BANG-24] [BANG-23]"""
    front = [["scope:AS", "mustang:8H"], [], ["mustang:9H"], [], [], []]
    t = drawn(6, front=front)
    assert seen_from(t, 0) == [1, 2, 2, 1, 1]
    assert seen_from(t, 2) == [1, 2, 3, 3, 1]
    assert seen_by(t, 2) == [2, 3, 4, 2, 2]


def test_nobody_is_at_distance_zero() -> None:
    """Scope and Rose Doolan together leave a neighbour at 1.  [BANG-23] [BANG-A40]"""
    t = drawn(6, characters=["rose_doolan"] + [None] * 5, front=[["scope:AS"]] + [None] * 5)
    assert seen_from(t, 0) == [1, 1, 1, 1, 1]


def test_distance_is_a_sum_with_a_floor() -> None:
    """Seats + Mustang + Regret − Scope − Doolan, then at least 1.  [BANG-A40]"""
    t = drawn(
        6,
        characters=["rose_doolan", "paul_regret", None, "paul_regret", None, None],
        front=[["scope:AS"], ["mustang:8H"], [], ["mustang:9H"], [], []],
    )
    assert seen_from(t, 0) == [1, 1, 3, 1, 1]
    assert seen_by(t, 1) == [3, 4, 5, 4, 1]
    assert seen_by(t, 0) == [1, 2, 3, 2, 1]


def test_the_dead_are_skipped_in_the_count() -> None:
    """Of six sit four: the table is a ring of four.  [BANG-21]"""
    t = drawn(6, fallen=[1, 4])
    assert t.others(0) == [2, 3, 5]
    assert seen_from(t, 0) == [1, 2, 1]
    assert seen_from(t, 5) == [1, 2, 1]
    assert seen_from(t, 3) == [1, 2, 1]


@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("reach", range(1, 6))
def test_within_reach_is_distance(seat: int, reach: int) -> None:
    """Whoever is counted as within reach is at that distance or nearer.  [BANG-A40]"""
    t = drawn(
        6,
        characters=["rose_doolan", "paul_regret", None, "paul_regret", None, "rose_doolan"],
        front=[["scope:AS"], ["mustang:8H"], ["mustang:9H"], [], [], []],
    )
    near = [other for other in t.others(seat) if t.distance(seat, other) <= reach]
    assert around(t.within(seat, reach), seat) == near


@pytest.mark.parametrize(
    ("weapon", "reach"),
    [
        ("", 1),
        ("volcanic:10C", 1),
        ("schofield:JC", 2),
        ("remington:KC", 3),
        ("rev_carabine:AC", 4),
        ("winchester:8S", 5),
    ],
)
def test_the_reach_of_every_weapon(weapon: str, reach: int) -> None:
    """A Colt reaches one; horses do not change what a weapon reaches.  [BANG-24]"""
    t = drawn(front=[["mustang:8H", "scope:AS", *weapon.split()], [], [], []])
    assert t.reach(0) == reach
    assert t.reach(1) == 1


def test_a_refusal_says_how_far_it_is() -> None:
    """Out of reach: the distance and the reach; too far: the distance.  [BANG-25] [BANG-36]"""
    front = [["mustang:8H"] if seat == 3 else [] for seat in SIX]
    t = drawn(6, hands=[["bang:7C", "panic:JH"]] + [["?"]] * 5, front=front)
    shot = refusal(t, 0, "bang:7C@3")
    assert shot.facts == {"distance": 4, "reach": 1, "target": 3}
    assert refusal(t, 0, "panic:JH@2").facts == {"distance": 2, "target": 2}
    assert refusal(t, 0, "bang:7C@0").facts == {"card": "bang"}


def test_a_view_says_how_far_everybody_is() -> None:
    """[BANG-21] [BANG-22] [BANG-24]: a Mustang, a Schofield, somebody out of the game."""
    position: dict[str, object] = {
        "roles": ["sheriff", "outlaw", "renegade", "outlaw", "deputy"],
        "front": [["schofield:JC"], [], ["mustang:8H"], [], []],
        "fallen": [4],
    }
    t = drawn(5, **position)
    view = GAME.look(t, 0)
    assert view.full == [5, 4, 4, 4, 4]
    assert view.sight is not None
    assert (view.sight.reach, view.sight.distances) == (2, [0, 1, 3, 1, 0])
    assert (view.sight.within, view.sight.threats) == ([1, 3], [1, 3])
    assert GAME.look(t, None).sight is None, "a bystander is nowhere"
    assert GAME.look(t, 4).sight is None, "nor are the dead"
    lying = drawn(5, **position, full=[9] * 5, sight={"reach": 9})
    assert GAME.look(lying, 0) == view, "what follows from the rest is not believed"
