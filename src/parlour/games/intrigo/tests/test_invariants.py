"""What holds at every moment of every game."""

from typing import Any

import pytest

from parlour.core.ids import CardId
from parlour.core.rng import Rng
from parlour.core.rollout import play_out, some_asked
from parlour.games.intrigo import GAME
from parlour.games.intrigo.examiner import EXAMINER
from parlour.games.intrigo.kinds import DUCAT, INFLUENCE, KINDS
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.view import IntrigoView
from parlour.lab.conformance import CHECKS, walk
from parlour.lab.conformance import texts as texts_of

pytestmark = pytest.mark.rules

COUNTS = pytest.mark.parametrize("players", [3, 4])


@COUNTS
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_room_keeps_what_every_game_keeps(check: Any, players: int) -> None:
    check(GAME, players, 11 + players)


@COUNTS
def test_plots_in_hands_are_the_empty_gaps_and_the_influence_cards(players: int) -> None:
    """So phase 2 cannot jam, and nobody has a fifth turn.  [INT-14] [INT-18]"""
    for seed in range(12):
        for t in walk(GAME, players, seed):
            laid = sum(card >= INFLUENCE for card in t.gaps)
            held = sum(map(len, t.hands))
            if not any(t.packs):
                assert held == len(t.empty_gaps()) + laid
                assert held >= len(t.empty_gaps())
            assert held + sum(map(len, t.packs)) + len(t.plot_gaps()) == 4 * players
            assert all(len(kept) == 4 - len(t.packs[0]) for kept in t.kept)


@COUNTS
def test_nobody_acts_more_than_four_times_in_a_round(players: int) -> None:
    """[INT-14] [INT-17]"""
    for seed in range(12):
        *_, t = walk(GAME, players, seed)
        acts: dict[int, int] = {}
        for event in t.heard(None):
            if event["type"] == "began":
                acts = {}
            if event["type"] in ("placed", "bought"):
                seat: Any = event["seat"]
                acts[seat] = acts.get(seat, 0) + 1
                assert acts[seat] <= 4


@COUNTS
def test_tokens_are_neither_made_nor_lost(players: int) -> None:
    """Ducats and seals; a seal that is won returns to the bag.  [INT-27] [INT-37]"""
    for seed in range(12):
        for t in walk(GAME, players, seed):
            assert t.bank + sum(t.purses) + t.tokens.count(DUCAT) == 32
            assert t.bank >= 0
            for k in range(5):
                assert t.bag[k] + t.tokens.count(k) == 3
            for kind in range(len(KINDS)):
                assert t.gaps.count(CardId(INFLUENCE + kind)) <= t.sold[kind] <= 3
            assert sum(0 <= token < DUCAT for token in t.tokens) <= 2 * players + 3
            assert sum(t.bag) >= 4
            everything = EXAMINER.inventory(t)
            assert len(everything) == 4 * players + 18 + 15 + 32
            assert len(set(everything)) == len(everything)


@COUNTS
def test_nobody_wins_in_round_one_without_a_merchant(players: int) -> None:
    """Kinds alternate, so a family wins at most three seals a round.  [INT-8]"""
    for seed in range(40):
        t = GAME.new(players, seed, quiet=True)
        play_out(t, Rng(seed), GAME.bound(players))
        if t.sold[KINDS.index("merchant")] == 0:
            assert t.round > 1


def plot(text: str) -> tuple[str, int]:
    """House and value of a face-up plot; value 0 for anything else."""
    if text == "empty" or text in KINDS or text.endswith("/dead"):
        return "", 0
    return text[:-1], int(text[-1])


@COUNTS
def test_the_walk_pays_what_the_preview_said(players: int) -> None:
    """Computed anew from the view before the last card.  [INT-25] [INT-26] [INT-30] [INT-31]"""
    rounds = 0
    for seed in range(10):
        before: IntrigoView | None = None
        for t in walk(GAME, players, seed):
            if before is not None and len(t.log or ()) > 0 and t.log is not None:
                text = t.log[-1][1]
                last_plot = before.gaps.count("empty") == 1 and plot(text.partition("@")[0])[1:]
                if (
                    "@g" in text
                    and last_plot
                    and text[0] != "g"
                    and text.split("@")[0][-1] in "234"
                ):
                    rounds += 1
                    compare(t, before, text)
            stack = t.stack[-1].ask if t.stack else ""
            before = GAME.look(t, None) if stack == "act" else None
    assert rounds > 10


def compare(t: IntrigoTable, before: IntrigoView, text: str) -> None:
    card, _, gap = text.partition("@")
    gaps = list(before.gaps)
    gaps[int(gap[1:]) - 1] = card
    told = [e for e in t.heard(None) if e["type"] in ("awarded", "stayed", "began")]
    if t.outcome is None:
        told.pop()
    while told and told[0]["type"] != "began":
        told.pop(0)
    starts = [k for k, e in enumerate(told) if e["type"] == "began"]
    paid = told[starts[-1] + 1 :]
    expected = []
    for k, token in enumerate(before.tokens):
        if token == "empty":
            continue
        left, right = plot(gaps[k - 1]), plot(gaps[k])
        best = max(left, right, key=lambda side: side[1])[0]
        won = left[1] != right[1] and best in before.families and "/" not in token
        seat = before.families.index(best) if won else None
        expected.append((f"b{k + 1}", seat))
    found = [(e["building"], e.get("seat")) for e in paid]
    assert found == expected[: len(found)]
    assert t.outcome is not None or len(found) == len(expected)


@COUNTS
def test_a_hundred_random_games_end_in_time(players: int) -> None:
    """[INT-2] [INT-34]"""
    for seed in range(100):
        t = GAME.new(players, seed, quiet=True)
        made = play_out(t, Rng(seed), GAME.bound(players))
        assert made < GAME.bound(players) / 4
        assert t.outcome is not None
        winner = t.outcome.winners[0]
        counts = t.seals_of(winner)
        assert max(counts) == 4 or min(counts) == 1
        for seat in range(players):
            if seat != winner:
                assert t.victory(seat) == ""
        assert t.outcome.scores == tuple(sum(t.seals_of(seat)) for seat in range(players))


def test_bounds() -> None:
    """A hundred rounds: three picks and four turns for every seat, and each power once."""
    assert GAME.bound(3) == 2118
    assert GAME.bound(4) == 2818


USED = {
    "traded": {"empty", "plot", "dead", "influence"},
    "murdered": {"plot", "dead"},
    "called": {"empty"},
    "ferried": {"plot", "dead"},
    "marched": {"plot", "dead"},
    "stole": {"empty", "plot", "dead", "influence"},
}


def scheming_game(seed: int) -> IntrigoTable:
    """Rich seats that buy as much as they lay: assassins, then whatever reaches the dead."""
    t = GAME.new(4, seed, {"start_ducats": 8})
    rng = Rng(seed)
    while t.outcome is None:
        seat = some_asked(t, rng)
        texts = texts_of(t, seat)
        bought = [text for text in texts if text.partition("@")[0] in KINDS]
        if bought and rng.below(2):
            kills = [text for text in bought if text.startswith("assassin")]
            texts = beside(t, bought, "/dead") or beside(t, kills, "4") or texts
        t.answer(seat, texts[rng.below(len(texts))])
    return t


def beside(t: IntrigoTable, texts: list[str], ending: str) -> list[str]:
    """Those that lay a card next to something in the palace that ends so."""
    gaps = GAME.look(t, None).gaps
    there = [k for k in range(16) if gaps[k].endswith(ending)]
    near = {f"g{(k + step) % 16 + 1}" for k in there for step in (-1, 1)}
    return [text for text in texts if text.partition("@")[2] in near]


def test_powers_meet_the_kinds_of_gap_that_they_can_act_on() -> None:
    """As the events tell.  [INT-16] [INT-A1] [INT-A2] [INT-A3]"""
    used: dict[str, set[str]] = {name: set() for name in USED}
    declined: set[object] = set()
    idle: set[object] = set()
    for seed in range(25):
        for event in scheming_game(seed).heard(None):
            facing: Any = event.get("facing")
            if event["type"] in used:
                used[str(event["type"])].add(facing)
            elif event["type"] == "declined":
                declined.add(event["kind"])
            elif event["type"] == "idle":
                idle.add(event["kind"])
                assert event["kind"] != "assassin" or not {"plot", "dead"} & set(facing)
                assert event["kind"] != "courtesan" or "empty" not in facing
    for name, facings in USED.items():
        assert used[name] <= facings
        assert used[name] >= facings - {"dead"}  # the dead are rare; scenarios meet them all
    assert declined == set(KINDS)
    assert idle >= {"assassin", "courtesan", "gondolier", "guard"}
