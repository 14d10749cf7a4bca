"""Chances of winning: told where they were learnt, corrected, and better than a guess."""

import pytest

import parlour
from parlour.bots.chances import Chances, Correction, corrections
from parlour.bots.learned import is_learnt
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.lab.chances import Found, Told, asked, brier, corrected, fitted, groups, loss, picture

GAMES = [game for game in parlour.all_games().values() if is_learnt(game.package)]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
UNUSED = range(70_000, 70_020)
"""Deals from which no correction was found."""


@games
def test_a_chance_is_told_for_every_number_of_players(game: Game) -> None:
    chances = Chances(game)
    for players in range(game.least, game.most + 1):
        t = game.new(players, 5)
        found = [chances(t.look(seat), seat) for seat in range(players)]
        assert all(chance is not None and 0.01 < chance < 0.99 for chance in found)


def test_none_is_told_where_nothing_was_learnt() -> None:
    wink = parlour.game("wink")
    assert Chances(wink)(wink.new(5, 5).look(0), 0) is None


def test_none_is_told_of_tables_that_it_was_not_trained_for() -> None:
    kings = parlour.game("kings")
    t = kings.new(2, 5, {"tie_break": True})
    assert Chances(kings)(t.look(0), 0) is None


@pytest.mark.once
@pytest.mark.rules
@games
def test_chances_are_better_than_to_know_how_often_seats_win(game: Game) -> None:
    players = game.least
    told = corrected(asked(game.id, players, UNUSED), corrections(game)[players])
    rate = sum(one.won for one in told) / len(told)
    assert brier(told) < brier([Told(rate, one.won) for one in told])


def test_a_correction_is_found_again() -> None:
    """Chances that are too sure of themselves, by a known amount."""
    luck, wanted = Rng(5), Correction(0.4, 0.5)
    said = [(k % 97 + 1) / 99 for k in range(4_000)]
    told = [Told(chance, luck.below(1_000) < 1_000 * wanted(chance)) for chance in said]
    found = fitted(told)
    assert abs(found.shift - wanted.shift) < 0.15
    assert abs(found.slope - wanted.slope) < 0.15
    assert loss(corrected(told, found)) < loss(told)


def test_groups_and_the_picture_show_what_came_true() -> None:
    told = [Told(0.25, k % 4 == 0) for k in range(8)] + [Told(0.95, True)]
    assert groups(told) == [(0.25, 0.25, 8), (0.95, 1.0, 1)]
    drawn = picture("kings", [Found(4, Correction(), told)])
    assert drawn.startswith("<svg")
    assert "4 players" in drawn
