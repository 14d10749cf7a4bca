"""Series among bots, each game through the checked door so that it leaves a record."""

from collections.abc import Iterator

from parlour.bots import make_bot
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.core.series import GAMES, TOURNAMENT, Plan, Series
from parlour.lab.conformance import Setting
from parlour.lab.simulate import play_bots


def play_series(game: Game, plan: Plan, levels: list[str], seed: str | int) -> Iterator[Series]:
    """The same series after each of its games.  Every deal comes from the seed and its number."""
    series = Series(game, plan)
    seats = [levels[k % len(levels)] for k in range(plan.players)]
    for level in seats:
        make_bot(game, level, Rng(0))  # refuses a level that there is none of
    while not series.over:
        number = len(series.results) + 1
        t = series.open(f"{seed}/{number}")
        rng = Rng(int(t.start[:16], 16) ^ 1)  # not the dice's: bots must not know the deal
        play_bots(
            t, [make_bot(game, level, rng.split()) for level in seats], game.bound(plan.players)
        )
        series.add(t)
        yield series


def later(game: Game, players: int, seed: int, options: dict[str, object]) -> Setting:
    """How the second game of a series is opened: the room's own tournament, where it has one."""
    own = game.tournament(players) > 1
    plan = Plan(
        game.id, players, options, TOURNAMENT if own else GAMES, 0 if own else 2, seed % players
    )
    series = Series(game, plan)
    t = series.open(seed, quiet=True)
    play_out(t, Rng(seed), game.bound(players))
    series.add(t)
    return Setting(options, series.carry())
