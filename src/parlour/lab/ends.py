"""However a game ends, and whatever is unfinished then: the table can be looked at and kept.

    python -m parlour.lab.ends                 # every room, number of players and pace
    python -m parlour.lab.ends wink --games 2000 --jobs 2

Whole games among the room's own bots, played by `Table.answer`.  At the end of each every seat
looks, the line is read again, the record is replayed, and the next game of a series begins.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import msgspec

import parlour
from parlour.bots import make_bot
from parlour.core.game import Game
from parlour.core.ids import NO_CHOICE
from parlour.core.options import Values
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.lab.conformance import PLAIN, Setting, sampled, told, walk
from parlour.lab.simulate import play_bots
from parlour.lab.specs import usual_bot


def check_over(game: Game, t: Table) -> None:
    """A finished table: seen from every seat, asked nothing, read again from its line."""
    assert t.outcome is not None
    assert not t.decisions()
    for seat in [*range(t.players), None]:
        view = t.look(seat)
        msgspec.json.encode(view)
        assert view.over is not None
        assert not view.stack
        assert not view.answered
        assert t.line(seat)
    again = game.parse(t.line())
    assert again.line() == t.line()
    assert again.outcome == t.outcome
    assert len(game.series.pays(t)) == t.players
    json.dumps(game.series.carries(t))


def check_replay(game: Game, t: Table) -> None:
    """The record of a finished table gives the same table, down to what everybody was told."""
    again = game.load(t.record())
    assert told(again) == told(t)


def check_rematch(game: Game, t: Table) -> None:
    """Another game can follow, also as the next of a series, which some options need."""
    if not t.carry:
        game.new(t.players, 1, t.options)
    game.new(t.players, 1, t.options, carry=t.carry | {"first": t.players - 1})


def check_end(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """A game cut off at any moment, in every way the room can end, sealed choices open or not."""
    for number, t in enumerate(walk(game, players, seed, setting)):
        if t.outcome is not None:
            check_over(game, t)
        elif sampled(number, 3 if max(t.sealed) != NO_CHOICE else 9):
            for reason in game.reasons:
                cut = t.clone()
                cut.finish(Outcome((0,), tuple(range(players)), reason))
                cut.settle()
                check_over(game, cut)
                check_rematch(game, cut)


def played(game: Game, players: int, seed: int, options: Values) -> Table:
    """One game among the best quick bots of the room, told and recorded."""
    t = game.new(players, seed, options)
    rng = Rng(seed)
    level = usual_bot(game)
    play_bots(t, [make_bot(game, level, rng.split()) for _ in range(players)], game.bound(players))
    return t


def check_games(game: Game, players: int, first: int, games: int, options: Values) -> Counter[str]:
    """So many games from seed `first` on; how they ended.  The first fault names its seed."""
    ended: Counter[str] = Counter()
    for seed in range(first, first + games):
        try:
            t = played(game, players, seed, options)
            check_over(game, t)
            check_replay(game, t)
            check_rematch(game, t)
        except Exception as wrong:
            where = f"{game.id}, {players} players, seed {seed}, options {options}"
            raise AssertionError(f"{where}: {type(wrong).__name__}: {wrong}") from wrong
        assert t.outcome is not None
        ended[t.outcome.reason] += 1
    return ended


def paces(game: Game) -> list[Values]:
    """The options that make time pass differently: each value of `pace`, where a room has it."""
    option = game.option_list.get("pace")
    return [{"pace": value} for value in option.words] if option else [{}]


def tables(ids: list[str]) -> Iterator[tuple[str, int, Values]]:
    for id in ids or list(parlour.all_games()):
        game = parlour.game(id)
        for players in range(game.least, game.most + 1):
            for options in paces(game):
                yield id, players, options


def _share(task: tuple[str, int, int, int, Values]) -> Counter[str]:
    id, players, first, games, options = task
    return check_games(parlour.game(id), players, first, games, options)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="ends")
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=2000, help="for each table")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all cores by default")
    args = parser.parse_args()
    share = max(1, min(100, args.games))
    with ProcessPoolExecutor(args.jobs) as pool:
        for id, players, options in tables(args.game):
            tasks = [
                (id, players, first, min(share, args.games - first), options)
                for first in range(0, args.games, share)
            ]
            ended: Counter[str] = sum(pool.map(_share, tasks), Counter[str]())
            told = ", ".join(f"{reason} {count}" for reason, count in ended.most_common())
            pace = "".join(f", {value}" for value in options.values())
            print(f"{id}, {players} players{pace}: {ended.total()} games: {told}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
