"""Series among bots, each game with a record."""

from collections.abc import Iterator

from parlour.bots import make_bot
from parlour.core.errors import BadTable
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


def own_plan(game: Game, players: int, first: int = 0) -> Plan:
    """The room's own tournament with all that only it allows; two games where there is none."""
    options = {name: True for name, option in game.option_list.items() if option.series}
    plan = Plan(game.id, players, options, TOURNAMENT, first=first)
    try:
        Series(game, plan)
    except BadTable:
        return Plan(game.id, players, {}, GAMES, 2, first)
    return plan


def later(game: Game, players: int, seed: int) -> Setting:
    """How the second game of a series is opened, after a random first one."""
    series = Series(game, own_plan(game, players, seed % players))
    t = series.open(seed, quiet=True)
    play_out(t, Rng(seed), game.bound(players))
    series.add(t)
    return Setting(series.plan.options, series.carry())
