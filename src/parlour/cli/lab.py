"""`parlour sim`, and what it shares with `parlour arena`."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

import parlour
from parlour.cli.progress import bar
from parlour.cli.say import text
from parlour.core.build import build
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.lab.kept import Head, Kept
from parlour.lab.refusals import LabRefusal
from parlour.lab.rows import Rows
from parlour.lab.run import Run
from parlour.lab.simulate import Tally, no_games, seated, simulate
from parlour.lab.specs import made
from parlour.lab.workers import cores, workers_for

REFUSED: Final = 2
STOPPED: Final = 130
T = TypeVar("T")


def lab(args: Namespace) -> int:
    """Either command; what it cannot do is said in a sentence."""
    try:
        if args.command == "sim":
            return sim(args)
        from parlour.cli.arena import arena

        return arena(args)
    except LabRefusal as refusal:
        said = sentence(refusal)
    except BrokenPipeError:
        raise
    except OSError as wrong:
        said = text("lab.failed", reason=str(wrong))
    print(said, file=sys.stderr)
    return REFUSED


def sentence(refusal: LabRefusal) -> str:
    facts: dict[str, Any] = dict(refusal.facts)
    each = [
        text("lab.difference", name=name, there=plain(there), here=plain(here))
        for name, there, here in facts.pop("differences", [])
    ]
    facts["list"] = "; ".join(each)
    return text(f"lab.{refusal.code}", **facts)


def plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


# --- what both commands do --------------------------------------------------------------------


def checked(
    game: Game, players: int, bots: list[str], options: dict[str, object]
) -> dict[str, object]:
    """The options that differ from the defaults; BadTable now, and not in some worker."""
    for spec in bots:
        made(game, spec, Rng(0))
    return game.new(players, 0, options, quiet=True).options


def run_of(args: Namespace, head: Head, games: int) -> Run:
    rows = Rows(Path(args.parquet)) if args.parquet else None
    kept = Kept(Path(args.keep), head) if args.keep else None
    return Run(workers_for(min(args.jobs or cores(), games), args.ray), kept, rows)


def followed(
    results: Iterator[T], count: Callable[[T], int], total: int, label: str
) -> Iterator[T]:
    """The same results, with a bar that begins with what was kept."""
    first = next(results)
    done = count(first)
    if done:
        print(text("lab.resumed", count=done), file=sys.stderr)
    with bar(label, total, done) as step:
        yield first
        for result in results:
            yield result
            step(count(result) - done)
            done = count(result)


def tell_stopped(args: Namespace, count: int) -> None:
    how = "lab.goes_on" if args.keep else "lab.can_be_kept"
    print(f"\n{text('lab.stopped', count=count)} {text(how)}", file=sys.stderr)


# --- sim --------------------------------------------------------------------------------------


def sim(args: Namespace) -> int:
    game = parlour.game(args.game)
    bots = seated(args.bots.split(","), args.players)
    options = checked(game, args.players, bots, dict(args.option))
    head = Head("sim", game.id, [args.players], bots, options, args.seed)
    tally = no_games(game.id, bots)
    try:
        with run_of(args, head, args.games) as run:
            games = simulate(game, args.players, args.games, bots, args.seed, options, run)
            label = f"{game.id} {args.players}"
            for so_far in followed(games, lambda tally: tally.games, args.games, label):
                tally = so_far
    except KeyboardInterrupt:  # what has been played is worth telling
        tell_stopped(args, tally.games)
    if args.json:
        print(msgspec.json.encode(tally.summary() | {"build": build()}).decode())
    else:
        print(told(tally))
    return 0 if tally.games == args.games else STOPPED


def told(tally: Tally) -> str:
    s = tally.summary()
    rate = s["choices_per_second"]
    shares = " ".join(f"{share:.3f}" for share in s["shares"])
    scores = " ".join(f"{score:.1f}" for score in s["scores"])
    reasons = ", ".join(f"{name} {n}" for name, n in tally.reasons.items())
    return (
        f"{tally.game}, {tally.players} players ({', '.join(tally.bots)}), {build()}\n"
        f"  games              {tally.games}  ({s['games_per_second']:,.0f} per second of CPU)\n"
        f"  decisions          {tally.choices}  ({rate:,.0f} per second of CPU)\n"
        f"  decisions a game   {s['choices_per_game']:.1f}, longest {tally.longest}\n"
        f"  win share by seat  {shares}\n"
        f"  score by seat      {scores}\n"
        f"  ended by           {reasons}"
    )
