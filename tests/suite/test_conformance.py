"""The suite that adopts: every discovered game, at every number of players."""

import itertools
import os
from collections.abc import Callable

import pytest

import parlour
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.core.series import load_series
from parlour.lab.conformance import CHECKS, PLAIN, Setting
from parlour.lab.ends import check_end, check_games, paces
from parlour.lab.examiners import examiner_of
from parlour.lab.exhaustive import missing
from parlour.lab.secrets import check_changed, check_hidden, check_shown, check_stack
from parlour.lab.series import later, own_plan, play_series
from parlour.lab.twins import enough_twins

pytestmark = pytest.mark.rules

SAMPLE = os.environ.get("PARLOUR_SAMPLE", "")
"""With `make test` each build checks tables of other sizes: both play the same, digests say.

The interpreted one, which is the slower, has the smallest; the compiled one has the largest and one
of those between, another in every run.  `make room` and `make steady` check every size.
"""
DRAWN = int(os.environ.get("PARLOUR_ORDER") or 0)


def sizes(game: Game) -> list[int]:
    every = list(range(game.least, game.most + 1))
    between = every[1:-1]
    drawn = between[DRAWN % len(between) :][:1] if between else []
    return {"": every, "least": every[:1], "others": [*drawn, every[-1]]}[SAMPLE]


TABLES = [
    pytest.param(game, players, id=f"{game.id}-{players}")
    for game in parlour.all_games().values()
    for players in sizes(game)
]
tables = pytest.mark.parametrize(("game", "players"), TABLES)


@tables
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_every_game_keeps(
    game: Game, players: int, check: Callable[[Game, int, int], None]
) -> None:
    for seed in range(2):
        check(game, players, seed)


@tables
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_every_later_game_of_a_series_keeps(
    game: Game, players: int, check: Callable[[Game, int, int, Setting], None]
) -> None:
    check(game, players, 5, later(game, players, 5))


@tables
def test_who_begins_is_whom_the_series_says(game: Game, players: int) -> None:
    for first in range(players):
        for seed in range(3):
            assert game.new(players, seed, carry={"first": first}).on_turn() == first


@tables
def test_a_short_series_is_played_again_from_its_record(game: Game, players: int) -> None:
    games = play_series(game, own_plan(game, players), ["random"], players)
    series = next(itertools.islice(games, 1, None))
    again, _ = load_series(game, series.record())
    assert again.standing() == series.standing()
    assert again.carry() == series.carry()


@tables
def test_random_games_end_within_the_bound(game: Game, players: int) -> None:
    for seed in range(30):
        t = game.new(players, seed, quiet=True)
        play_out(t, Rng(seed), game.bound(players))
        assert t.outcome is not None
        assert t.outcome.winners or t.outcome.reason in game.reasons
        assert t.outcome.reason in game.reasons
        assert len(t.outcome.scores) == players


@tables
def test_most_of_what_there_is_gets_used_in_a_few_games(game: Game, players: int) -> None:
    """`make exhaustive` goes on until everything has been."""
    left, _ = missing(game, players, games=40)
    assert len(left) <= len(examiner_of(game).usable(players)) / 4, left


@tables
def test_a_seat_is_sent_the_same_bytes_in_twin_worlds(game: Game, players: int) -> None:
    enough_twins(game, players)
    enough_twins(game, players, later(game, players, 7))


@tables
def test_all_that_a_view_hides_is_listed_as_hidden(game: Game, players: int) -> None:
    for setting in (PLAIN, later(game, players, 7)):
        for seed in range(2):
            check_hidden(game, players, seed, setting)
            check_shown(game, players, seed, setting)
            check_changed(game, players, seed, setting)


@tables
def test_no_frame_holds_what_somebody_must_not_know(game: Game, players: int) -> None:
    assert check_stack(game, players, 1) + check_stack(game, players, 2, later(game, players, 7))


@tables
def test_however_a_game_is_cut_off_its_table_can_be_looked_at(game: Game, players: int) -> None:
    for options in paces(game):
        check_end(game, players, 0, Setting(options))
    check_end(game, players, 5, later(game, players, 5))


@tables
def test_games_among_bots_are_looked_at_replayed_and_followed_by_others(
    game: Game, players: int
) -> None:
    """`make ends` plays 2,000 of each."""
    for options in paces(game):
        check_games(game, players, 40, 2, options)
