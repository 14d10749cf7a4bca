"""Imagined hands: every world that the facts allow, and no other."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import parlour
from parlour.core.rng import Rng
from parlour.games.wink.worlds import Deals, can_deal, card_by_card, tried

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")


def every_way(rooms: list[int], barred: list[int]) -> set[tuple[int, ...]]:
    slots = [place for place, room in enumerate(rooms) for _ in range(room)]
    ways = {way[: len(barred)] for way in permutations(slots)}
    return {w for w in ways if not any(m >> p & 1 for m, p in zip(barred, w, strict=True))}


CASES = [
    ([2, 1, 1], [0, 0, 0, 0]),
    ([2, 1, 1], [1, 1, 0, 2]),
    ([2, 2, 1], [1, 1, 4, 4, 4]),
    ([1, 1, 1, 1], [0b0111, 0b1011, 0, 0]),
    ([2, 2], [1, 1, 0, 0]),
    ([0, 2, 2], [0, 4, 4, 0]),
    ([3, 2, 2], [0b110, 0b001, 0b001, 0b010, 0b100, 0, 0]),
]


@pytest.mark.parametrize(("rooms", "barred"), CASES)
def test_dealing_reaches_every_world_and_no_other(rooms: list[int], barred: list[int]) -> None:
    ways = every_way(rooms, barred)
    assert ways
    rng, deals = Rng(7), Deals(rooms, barred)
    for drawn in (
        [deals.draw(rng) for _ in range(400)],
        [card_by_card(rooms, barred, rng) for _ in range(400)],
    ):
        found = Counter(tuple(places or ()) for places in drawn)
        assert set(found) == ways
        assert min(found.values()) > 400 / len(ways) / 6


@pytest.mark.parametrize(("rooms", "barred"), CASES)
def test_chance_alone_is_fair_though_it_may_fail(rooms: list[int], barred: list[int]) -> None:
    """By chi-square: every world as often as another."""
    ways = every_way(rooms, barred)
    rng, deals = Rng(3), Deals(rooms, barred)
    found = Counter(tuple(deals.by_chance(rng) or ()) for _ in range(6000))
    del found[()]
    assert set(found) == ways
    mean = found.total() / len(ways)
    assert mean > 60
    excess = sum((count - mean) ** 2 / mean for count in found.values())
    assert excess < len(ways) + 4 * (2 * len(ways)) ** 0.5


def test_no_way_is_said_to_be_none() -> None:
    for rooms, barred in (([1, 1], [1, 1]), ([1, 1], [3, 0]), ([2, 2, 1], [6, 6, 6, 0, 0])):
        assert Deals(rooms, barred).draw(Rng(1)) is None
    assert Deals([0], []).draw(Rng(1)) == []
    assert not can_deal([1, 1, 1], [0b110, 0b110, 0])
    assert can_deal([2, 1, 0], [0b110, 0b110, 0])
    assert can_deal([1], [0])
    assert not can_deal([1], [1])


def test_roomier_places_are_tried_first_more_often() -> None:
    rng = Rng(1)
    first = Counter(tried([3, 1, 0, 2], 0b1000, rng)[0] for _ in range(400))
    assert set(first) == {0, 1}
    assert 240 < first[0] < 360
    assert sorted(tried([3, 1, 0, 2], 0, rng)) == [0, 1, 3]


def test_facts_leave_a_single_world() -> None:
    """A caller lacks what he called, and so do an accuser and the wrongly accused.  [WINK-A5]"""
    hands = [["1", "2"], ["5", "6"], ["7", "8"], ["10", "11"]]
    facts = {"players": 4, "hands": hands, "tokens": [5, 0, 0, 0], "options": {"pace": "same_room"}}
    t = GAME.drawn(facts, Rng(1))
    t.answer(2, "accuse:5@3")
    for seed in range(20):
        world = GAME.imagine(t.look(0), Rng(seed))
        assert world.holder(5) == 1
        assert world.look(0) == t.look(0)
        assert GAME.imagine(t.look(None), Rng(seed)).holder(5) == 1
    assert {GAME.imagine(t.look(0), Rng(seed)).holder(6) for seed in range(60)} == {1, 2, 3}


def test_a_wink_seen_proves_its_holder_to_whoever_saw_it() -> None:
    """[WINK-13] [WINK-11]"""
    hands = [["1", "2"], ["5", "6"], ["7", "8"], ["10", "11"]]
    facts = {"players": 4, "hands": hands, "tokens": [5, 0, 0, 0], "phase": "ticks"}
    t = GAME.drawn(facts | {"options": {"by_turns_ticks": 1}}, Rng(1))
    for winker, text in enumerate(["look@1", "wink@0", "look@crowd", "look@1"]):
        t.answer(winker, text)
    for seat, holders in ((0, {1}), (3, {1}), (2, {1, 3}), (None, {1, 2, 3})):
        found = {GAME.imagine(t.look(seat), Rng(seed)).holder(5) for seed in range(60)}
        assert found == holders


def test_imagined_worlds_are_uniform_where_facts_are_few() -> None:
    hands = [["1"], ["2"], ["3"], ["4"]]
    t = GAME.drawn({"players": 4, "hands": hands, "tokens": [2, 0, 0, 0]}, Rng(1))
    mind, rng = GAME.mind(t.look(3)), Rng(5)
    found: Counter[Any] = Counter()
    for _ in range(1200):
        world = mind.world(rng)
        found[tuple(world.holder(n) for n in (1, 2, 3))] += 1
    assert set(found) == {p for p in permutations((0, 1, 2)) if p[1] != 0}
    assert all(abs(count - 300) < 75 for count in found.values())
