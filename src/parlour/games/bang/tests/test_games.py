"""Whole games: how they end, what never gets lost, positions that cannot be, names."""

from typing import Any

import pytest

from parlour.core.errors import BadText
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.games.bang import GAME
from parlour.games.bang.examiner import EXAMINER
from parlour.games.bang.state import BangTable
from parlour.lab.conformance import walk

pytestmark = pytest.mark.rules


def dealt(players: int, seed: int, **options: object) -> BangTable:
    return GAME.new(players, seed, options)


def drawn(players: int, **position: object) -> BangTable:
    facts: dict[str, Any] = {"players": players, **position}
    return GAME.drawn(facts, Rng(0))


@pytest.mark.parametrize("players", range(3, 9))
def test_random_games_end_with_a_reason_of_their_number_of_players(players: int) -> None:
    """[BANG-20] [BANG-76] [BANG-77]"""
    reasons = {"quarry", "last_survivor"} if players == 3 else set(GAME.reasons[:3])
    for seed in range(40):
        t = dealt(players, 100 + seed)
        play_out(t, Rng(seed), GAME.bound(players))
        assert t.outcome is not None
        assert t.outcome.reason in reasons
        assert set(t.ring) | {seat for seat, _, _ in t.fallen} == set(range(players))
        assert "?" not in GAME.look(t, None).roles


def test_a_quiet_game_is_drawn() -> None:
    """[BANG-A66]"""
    for rounds in (1, 2):
        t = drawn(4, options={"quiet_rounds": rounds}, phase="start")
        began = 0
        while t.outcome is None:
            seat = t.asked.bit_length() - 1
            t.answer(seat, "end" if t.stack[-1].ask == "play" else t.choices(seat)[0])
            began = len([event for event in t.sink or [] if type(event).__name__ == "TurnBegan"])
        assert began == 4 * rounds
        assert t.outcome.reason == "quiet"
        assert t.outcome.winners == ()


def test_the_dead_are_asked_for_nothing_but_their_discards() -> None:
    """[BANG-A32]"""
    for seed in range(30):
        for t in walk(GAME, 6, seed):
            for seat in range(6):
                if t.asked >> seat & 1 and not t.alive(seat):
                    assert t.stack[-1].ask == "last_will"


@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_ever_made_or_lost(seed: int) -> None:
    """Through reshuffles, loot and stolen discards there are 80 cards.  [BANG-10] [BANG-A19]"""
    t: Any = GAME.new(4 + seed % 5, seed, {"quiet_rounds": 5})
    rng = Rng(seed)
    while t.outcome is None:
        open_now = next(one for one in t.decisions() if one.ask)
        t.answer(open_now.seat, open_now.choices[rng.below(len(open_now.choices))].text)
        assert sorted(EXAMINER.inventory(t)) == list(range(80))


def test_a_drawn_position_that_cannot_be_is_refused() -> None:
    for wrong in (
        {"hands": [["bang:7C"], ["bang:7C"], [], []]},
        {"front": [["bang:7C"], [], [], []]},
        {"front": [["volcanic:10C", "schofield:JC"], [], [], []]},
        {"life": [9, 4, 4, 4]},
        {"life": [0, 4, 4, 4]},
        {"roles": ["sheriff", "deputy", "outlaw", "outlaw"]},
        {"characters": ["nobody", None, None, None]},
        {"fallen": [0], "turn": 0},
        {"fallen": [2], "hands": ["", "", "?", ""]},
        {"phase": "siesta"},
        {"rest": "pocket"},
        {"shots": [[1], [], [], []]},
    ):
        with pytest.raises(BadText):
            drawn(4, **wrong)


def test_a_card_is_named_with_its_rank_and_suit_and_all_else_by_its_own_name() -> None:
    assert GAME.name("bang:7C", "en") == "BANG! 7♣"
    assert GAME.name("barrel:QS", "ru").endswith("Q♠")
    assert GAME.name("barrel", "en") == GAME.name("barrel:QS", "en").removesuffix(" Q♠")
    for token in ("bang:7X", "bang:1C", "nothing:7C"):
        assert "♣" not in GAME.name(token, "en")
        assert GAME.name(token, "en") != GAME.name("bang:7C", "en")
