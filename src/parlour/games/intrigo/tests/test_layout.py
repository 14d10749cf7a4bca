"""Drawn positions: what is filled in, and what is refused."""

from collections import Counter
from typing import Any

import pytest

from parlour.core.errors import BadText
from parlour.core.rng import Rng
from parlour.games.intrigo import GAME
from parlour.games.intrigo.state import IntrigoTable

pytestmark = pytest.mark.rules

FULL = "? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?"


def laid(players: int = 4, seed: int = 0, **position: Any) -> IntrigoTable:
    return GAME.drawn({"players": players} | position, Rng(seed))


def refused(players: int = 4, **position: Any) -> str:
    with pytest.raises(BadText) as found:
        laid(players, **position)
    assert found.value.code == "bad_position"
    return str(found.value.facts["reason"])


def test_what_is_not_drawn_is_as_at_the_start_of_a_round() -> None:
    t = laid()
    assert (t.turn, t.first, t.round) == (0, 0, 1)
    assert t.purses == [1] * 4
    assert t.bank == 20
    assert sorted(t.families) == [0, 1, 2, 3]
    assert [len(hand) for hand in t.hands] == [4] * 4
    assert t.packs == [()] * 4
    assert t.sold == [0] * 6
    assert all(t.tokens[b] == 5 for b in range(1, 16, 2))
    assert all(0 <= t.tokens[b] < 5 for b in range(0, 16, 2))
    assert sum(t.bag) == 7
    assert t.stack[-1].ask == "act"
    assert t.kept == t.hands
    assert [t.knows.masks[card] for card in t.hands[2]] == [0b100] * 4


def test_fills_differ() -> None:
    lines = {laid(seed=seed).line() for seed in range(10)}
    assert len(lines) == 10
    orders = {
        str(GAME.position(laid(seed=s, hands={"0": "contarini4 ? ? ?"}))["picks"]) for s in range(6)
    }
    assert orders == {"[[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]"}
    firsts = {laid(seed=s, hands={"0": "contarini4 ? ? ?"}).hands[0].index(2) for s in range(30)}
    assert firsts == {0, 1, 2, 3}  # at which pick it was kept, nobody drew


def test_turn_and_first_player() -> None:
    t = laid(turn=2)
    assert (t.turn, t.first) == (2, 2)
    t = laid(first=1)
    assert (t.turn, t.first) == (1, 1)
    t = laid(first=1, turn=3, round=7)
    assert (t.turn, t.first, t.round) == (3, 1, 7)
    assert "turn must be" in refused(turn=4)
    assert "first must be" in refused(3, first=3)


def test_hands_not_drawn_share_the_rest() -> None:
    t = laid(turn=1, gaps={"g1": "?", "g2": "?", "g3": "thief"})
    assert [len(hand) for hand in t.hands] == [3, 4, 4, 3]
    t = laid(turn=1, hands={"1": "? ?"}, gaps={"g1": "?", "g2": "?"})
    assert [len(hand) for hand in t.hands] == [4, 2, 4, 4]
    t = laid(gaps={"g1": "?", "g2": "?"}, by={"g1": 0, "g2": 0})
    assert [len(hand) for hand in t.hands] == [2, 4, 4, 4]
    assert [t.by[gap] for gap in range(3)] == [0, 0, -1]
    t = laid(turn=3, gaps={"g3": "thief"})
    assert t.by[2] == 3
    t = laid(turn=3, gaps={"g3": "thief"}, by={"g3": 1})
    assert t.by[2] == 1


def test_everybody_had_four_plots() -> None:
    for seed in range(5):
        t = laid(seed=seed, turn=1, gaps={"g1": "contarini4", "g5": "dandolo2", "g9": "?"})
        assert all(len(kept) == 4 for kept in t.kept)
        assert len({card for kept in t.kept for card in kept}) == 16
        for gap in (0, 4, 8):
            assert t.gaps[gap] in t.kept[t.by[gap]]
        for seat in range(4):
            assert [card for card in t.kept[seat] if card in t.hands[seat]] == list(t.hands[seat])
    assert "more than 4 plots" in refused(hands={"0": "? ? ? ?"}, gaps={"g1": "?"}, by={"g1": 0})
    assert "plots in hands =" in refused(hands=["? ? ? ?", "? ? ? ?", "? ? ? ?", "? ? ?"])
    assert "more than 4 plots" in refused(hands={"0": "? ? ? ? ?"})
    assert "plots in hands =" in refused(hands={"0": ""})
    assert "there is no seat 4" in refused(gaps={"g1": "?"}, by={"g1": 4})
    assert "more cards are drawn" in refused(hands=["? ? ? ?"] * 4, gaps={"g1": "?"})


def test_picks_that_are_drawn_are_kept() -> None:
    t = laid(
        turn=1,
        hands={"0": "contarini4 dandolo2 dandolo3"},
        picks=[[3, 1, 4], None, None, None],
        gaps={"g7": "tiepolo2"},
        gap_picks={"g7": 2},
        by={"g7": 0},
    )
    assert [t.text(card) for card in t.kept[0]] == [
        "dandolo2",
        "tiepolo2",
        "contarini4",
        "dandolo3",
    ]
    assert GAME.look(t, 0).hands[0] == ["dandolo2", "contarini4", "dandolo3"]
    assert GAME.look(t, 0).picks == [[1, 3, 4], [], [], []]
    assert GAME.look(t, 0).gap_picks[6] == 2
    assert GAME.look(t, 1).gap_picks[6] is None
    assert GAME.look(t, 1).picks[0] == []


def test_a_draft_is_drawn() -> None:
    t = laid(phase="draft")
    assert [len(pack) for pack in t.packs] == [4] * 4
    assert t.asked == 0b1111
    t = laid(3, packs={"0": "contarini4 dandolo2 ?"}, hands={"1": "contarini2"})
    assert [len(hand) for hand in t.hands] == [1] * 3
    assert [len(pack) for pack in t.packs] == [3] * 3
    assert t.kept == t.hands
    assert t.asked == 0b111
    assert "kept equally many" in refused(packs={"0": "? ? ?"})
    assert "kept equally many" in refused(
        phase="draft", hands={"0": "?", "1": ""}, packs={"1": "? ? ?"}
    )
    assert "no plot is laid" in refused(phase="draft", gaps={"g1": "?"}, packs={"0": "? ? ?"})


def test_phases() -> None:
    assert "the phase is draft, place or award" in refused(phase="dance")
    assert "gaps are empty while" in refused(phase="award")
    assert "gaps are empty while" in refused(phase="place", gaps=FULL)
    assert laid(phase="award", gaps=FULL).round == 2
    assert laid(phase="place").stack[-1].ask == "act"


def test_tokens() -> None:
    t = laid(tokens={"b1": "ducat", "b2": "clergy/stolen", "b3": "empty", "b16": "?"})
    assert t.tokens[:3] == [5, 2, -1]
    assert t.stolen[:3] == [False, True, False]
    assert t.tokens[15] == 5
    assert t.bank == 32 - 4 - t.tokens.count(5)
    assert Counter(t.tokens)[2] + t.bag[2] == 3
    assert "is no token" in refused(tokens={"b1": "florin"})
    assert "only 3 seals" in refused(tokens={f"b{k}": "clergy" for k in (1, 3, 5, 7)})
    assert "needs 16 values" in refused(tokens="ducat ducat")
    assert "no 'b17'" in refused(tokens={"b17": "ducat"})
    assert "no 'g1'" in refused(tokens={"g1": "ducat"})
    t = laid(tokens={f"b{k}": "clergy" for k in (1, 3, 5)})
    assert t.bag[2] == 0


def test_ducats() -> None:
    t = laid(purses={"0": 20, "1": 4})
    assert t.purses == [20, 4, 1, 1]
    assert t.bank == 0
    assert [t.tokens[b] for b in range(1, 16, 2)] == [5] * 6 + [-1] * 2
    assert "the bank has" in refused(purses={"0": 33})
    assert "the bank has 20" in refused(bank=19)
    assert laid(bank=20).bank == 20
    t = laid(options={"unlimited_ducats": True}, purses={"0": 90})
    assert t.bank == 0
    assert GAME.look(t, 0).bank is None
    assert t.tokens.count(5) == 8


def test_influence() -> None:
    t = laid(gaps={"g4": "thief", "g5": "thief"}, piles={"guard": 1, "merchant": [3]})
    assert t.sold == [2, 0, 0, 0, 2, 2]
    assert t.gaps[3:5] == [64 + 5, 64 + 5]
    assert laid(gaps={"g4": "thief"}, piles={"thief": 0}).sold[5] == 3
    assert "only 3 cards of thief" in refused(gaps={"g4": "thief"}, piles={"thief": 3})
    assert "only 3 cards of thief" in refused(piles={"thief": -1})
    assert "only 3 cards of thief" in refused(gaps={f"g{k}": "thief" for k in range(1, 5)})


def test_plots_that_are_not_there() -> None:
    assert "laid out already" in refused(hands={"0": "contarini4 contarini4 ? ?"})
    assert "there is no 'duke9'" in refused(hands={"0": "duke9 ? ? ?"})
    assert "there is no 'tiepolo3'" in refused(3, gaps={"g1": "tiepolo3"})
    assert "there is no 'tiepolo3'" in refused(3, lacks={"0": "tiepolo3"})
    assert laid(gaps={"g1": "tiepolo3", "g2": "tiepolo3"}).unplaced(13) == 0
    t = laid(gaps={"g1": "tiepolo3/dead"})
    assert t.unplaced(t.rules.look_text.index("tiepolo3")) == 1
    assert t.dead[0]
    assert t.knows.masks[t.gaps[0]] == 0xFFFF


def test_hands_lack_what_they_are_known_to_lack() -> None:
    for seed in range(20):
        t = laid(seed=seed, lacks={"1": "tiepolo3", "2": "tiepolo3"})
        for seat in (1, 2):
            assert "tiepolo3" not in [t.text(card) for card in t.hands[seat]]
    assert "known to lack" in refused(hands={"1": "tiepolo3 ? ? ?"}, lacks={"1": "tiepolo3"})


def test_unknown_names_are_refused() -> None:
    assert "nothing is called 'doge'" in refused(doge=1)
    assert "there is no 'medici'" in refused(families={"0": "medici"})


def test_who_knows_a_hidden_plot_can_be_drawn() -> None:
    t = laid(hands={"0": "contarini4+1 ? ? ?"})
    assert GAME.look(t, 1).hands[0] == ["contarini4", "?", "?", "?"]
    assert GAME.look(t, 2).hands[0] == ["?"] * 4
    assert GAME.parse(t.line()).line() == t.line()


def test_a_seat_s_line_can_be_read() -> None:
    t = laid(3, seed=4)
    there = GAME.parse(t.line(1), Rng(3))
    assert there.line(1) == t.line(1)
