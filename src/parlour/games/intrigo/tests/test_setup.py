"""The box, the options and the deal."""

from collections import Counter
from typing import Any

import pytest

from parlour.core.errors import BadTable
from parlour.core.seats import NO_ONE
from parlour.games.intrigo import GAME
from parlour.games.intrigo.kinds import HOUSES, REFUSALS

pytestmark = pytest.mark.rules


def refused(players: int = 4, **options: Any) -> tuple[str, str]:
    with pytest.raises(BadTable) as found:
        GAME.new(players, 1, options)
    return found.value.code, found.value.rule


def test_three_or_four_can_play() -> None:
    """[INT-1]"""
    assert GAME.new(3, 1).players == 3
    assert GAME.new(4, 1).players == 4
    assert refused(2) == ("wrong_players", "INT-1")
    assert refused(5) == ("wrong_players", "INT-1")


def test_the_box_holds_what_the_rulebook_lists() -> None:
    """[INT-3] [INT-7]"""
    t = GAME.new(4, 1)
    assert t.rules.ring == 16
    assert t.rules.plots == 16
    assert Counter(HOUSES[house] for house in t.rules.house) == {
        "contarini": 3,
        "dandolo": 3,
        "gradenigo": 3,
        "morosini": 3,
        "tiepolo": 4,
    }
    assert [t.rules.value[c] for c in range(16) if t.rules.house[c] == 0] == [2, 3, 4]
    assert [t.rules.value[c] for c in range(16) if t.rules.house[c] == 4] == [2, 3, 3, 4]
    assert t.rules.prices == [(1, 2, 3)] * 6
    assert t.bank + sum(t.purses) + t.tokens.count(5) == 32
    assert sum(t.bag) + sum(0 <= token < 5 for token in t.tokens) == 15
    assert [t.bag[k] + t.tokens.count(k) for k in range(5)] == [3] * 5


def test_three_players_thin_the_box_out() -> None:
    """[INT-4]"""
    t = GAME.new(3, 1)
    assert t.rules.ring == 12
    assert sorted(t.rules.house) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    left = ({0, 1, 2, 3} - set(t.families)).pop()
    assert t.owner(left) == NO_ONE
    assert [t.owner(family) for family in t.families] == [0, 1, 2]
    assert t.owner(4) == NO_ONE
    assert [t.prints_seal(b) for b in range(12)] == [True, False] * 6


def test_families_and_the_lead_are_drawn_by_lot() -> None:
    """[INT-5] [INT-6]"""
    tables = [GAME.new(3, seed) for seed in range(60)]
    assert {t.first for t in tables} == {0, 1, 2}
    assert {family for t in tables for family in t.families} == {0, 1, 2, 3}
    assert len({t.families for t in tables}) > 12
    assert all(len(set(t.families)) == 3 for t in tables)


def test_seals_are_drawn_blindly() -> None:
    """Every token of the bag is as likely as another.  [INT-9]"""
    drawn = Counter(GAME.look(GAME.new(4, seed), None).tokens[0] for seed in range(600))
    assert set(drawn) == {"merchants", "military", "clergy", "farmers", "workers"}
    assert min(drawn.values()) > 80


def test_plots_are_shuffled() -> None:
    """Everybody gets everything in the long run.  [INT-12]"""
    packs = [GAME.position(GAME.new(4, seed))["packs"] for seed in range(120)]
    for seat in range(4):
        assert len({card for deal in packs for card in deal[seat]}) == 15
    assert all(len({card for pack in deal for card in pack}) == 15 for deal in packs)


def test_numbers_of_the_game_can_be_overridden() -> None:
    """[INT-3] [INT-10]"""
    options = {
        "tiepolo": [9, 1, 5, 5],
        "family_values": [1, 5, 9],
        "prices": [0, 2, 7],
        "ducats": 50,
        "start_ducats": 3,
        "first_player": "seat3",
    }
    t = GAME.new(4, 1, options)
    assert [t.rules.value[c] for c in range(12, 16)] == [1, 5, 5, 9]
    assert t.rules.value[:3] == [1, 5, 9]
    assert t.rules.prices == [(0, 2, 7)] * 6
    assert t.purses == [3] * 4
    assert t.bank == 50 - 12 - 8
    assert t.first == 3
    assert t.price(0) == 0
    by_kind = [[k, k + 1, k + 2] for k in range(6)]
    assert GAME.new(4, 1, {"prices": by_kind}).rules.prices[5] == (5, 6, 7)


def test_impossible_numbers_are_refused() -> None:
    """[INT-3] [INT-5] [INT-6] [INT-10] [INT-A18]"""
    assert refused(tiepolo=[2, 3, 4]) == ("bad_tiepolo", "INT-3")
    assert refused(tiepolo=[2, 3, 4, 4, 4]) == ("bad_tiepolo", "INT-3")
    assert refused(tiepolo=[[2], 3, 4, 4]) == ("bad_tiepolo", "INT-3")
    assert refused(tiepolo=[0, 3, 4, 4]) == ("bad_option", "INT-3")
    assert refused(family_values=[2, 3, 3]) == ("bad_family_values", "INT-A18")
    assert refused(family_values=[2, 3]) == ("bad_family_values", "INT-A18")
    assert refused(family_values=[2, [3], 4]) == ("bad_family_values", "INT-A18")
    assert refused(prices=[1, 2]) == ("bad_prices", "INT-3")
    assert refused(prices=[1, 2, 3, 4]) == ("bad_prices", "INT-3")
    assert refused(prices=[[1, 2, 3]] * 5) == ("bad_prices", "INT-3")
    assert refused(prices=[[1, 2, 3]] * 5 + [[1, 2]]) == ("bad_prices", "INT-3")
    assert refused(prices=[[1, 2, 3]] * 5 + [4]) == ("bad_prices", "INT-3")
    assert refused(prices=[[1, 2, 3]] * 5 + [[[1], [2], [3]]]) == ("bad_prices", "INT-3")
    assert refused(prices=[1, 1, 2]) == ("prices_must_rise", "INT-10")
    assert refused(prices=[3, 2, 1]) == ("prices_must_rise", "INT-10")
    assert refused(prices=[1, 3, 2]) == ("prices_must_rise", "INT-10")
    assert refused(ducats=3) == ("too_few_ducats", "INT-6")
    assert refused(start_ducats=9) == ("too_few_ducats", "INT-6")
    assert refused(3, first_player="seat3") == ("no_such_first", "INT-5")
    assert refused(first_player="seat4") == ("bad_option", "INT-5")
    assert GAME.look(GAME.new(4, 1, {"ducats": 4}), 0).bank == 0
    assert GAME.look(GAME.new(4, 1, {"start_ducats": 8}), 0).purses == [8] * 4


def test_every_refusal_names_a_rule() -> None:
    """Codes have rules, and rules have numbers."""
    assert all(rule.startswith("INT-") for rule in REFUSALS.values())
