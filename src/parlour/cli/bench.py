"""`parlour bench`: how quick the games are, and with `--peers` how quick beside others."""

import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec

import parlour
from parlour.cli.bench_report import ComparisonReport, GamesReport, Report, conditions
from parlour.cli.progress import watched
from parlour.cli.say import text
from parlour.core.game import Game
from parlour.lab.bench.compare import COMPARED, Pair
from parlour.lab.bench.lanes import CannotMeasure, Child, Here, Lane, other_build
from parlour.lab.bench.measures import Job, jobs_of
from parlour.lab.bench.peers import peers
from parlour.lab.bench.rounds import Results, measure

ROUNDS, QUICK_ROUNDS = 5, 3
SECONDS, QUICK_SECONDS = 0.1, 0.02
"""How many rounds, and how long each thing is measured in a round."""
CANNOT = 2
INTERRUPTED = 130


def bench(args: Namespace) -> int:
    if args.picture and not Path(args.picture).absolute().parent.is_dir():
        return complain("no_folder", args.picture)
    pairs = chosen_pairs(args) if args.peers else []
    jobs = [] if args.peers else chosen_jobs(args)
    if not (pairs or jobs):
        return complain("nothing")
    if args.peers or args.build == "both":
        print(text("bench.preparing"), file=sys.stderr)
    with ExitStack() as stack:
        builds = chosen_builds(args, stack)
        report: Report
        if args.peers:
            report = ComparisonReport(pairs, builds, added(peers, "no_peers", stack))
        else:
            report = GamesReport(jobs, builds)
        return run(report, args)


def run(report: Report, args: Namespace) -> int:
    """Measure, and tell what there is, also when interrupted."""
    rounds = args.rounds or (QUICK_ROUNDS if args.quick else ROUNDS)
    seconds = QUICK_SECONDS if args.quick else SECONDS
    results, complete = Results(), False
    readings = measure(report.tasks, rounds, seconds)
    try:
        for so_far in watched(readings, rounds * len(report.tasks), "bench"):
            results = so_far
        complete = True
    except KeyboardInterrupt:
        print(file=sys.stderr)
    facts = conditions() | {"rounds": rounds, "seconds": seconds, "complete": complete}
    if args.json:
        print(msgspec.json.encode(facts | report.data(results)).decode())
    else:
        print(text("bench.head", **facts))
        print("\n".join(report.lines(results)))
    if args.picture:
        Path(args.picture).write_text(report.picture(results), encoding="utf-8")
    return 0 if complete else INTERRUPTED


# --- what is measured -------------------------------------------------------------------------


def chosen_jobs(args: Namespace) -> list[Job]:
    games = [parlour.game(args.game)] if args.game else list(parlour.all_games().values())
    return [
        job for game in games for players in counts(game, args) for job in jobs_of(game, players)
    ]


def counts(game: Game, args: Namespace) -> list[int]:
    """The numbers of players to measure: those wanted, one in the middle, or all."""
    if args.players and args.game:
        for players in args.players:
            game.check_players(players)
    if args.players:
        return [players for players in args.players if game.least <= players <= game.most]
    if args.quick:
        return [(game.least + game.most) // 2]
    return list(range(game.least, game.most + 1))


def chosen_pairs(args: Namespace) -> list[Pair]:
    if args.game:
        parlour.game(args.game)
    return [
        pair
        for pair in COMPARED
        if args.game in (None, pair.ours.game)
        and (not args.players or pair.ours.players in args.players)
    ]


# --- who measures -----------------------------------------------------------------------------


def chosen_builds(args: Namespace, stack: ExitStack) -> list[Lane]:
    """This process, and the other build if it is wanted; a compiled one comes first."""
    builds: list[Lane] = [Here()]
    if (args.build or ("both" if args.peers else "this")) == "both":
        other = added(other_build, "no_build", stack)
        builds += [other] if other is not None else []
    return sorted(builds, key=lambda lane: lane.name != "compiled")


def added(start: Callable[[], Child], otherwise: str, stack: ExitStack) -> Child | None:
    """A further process, if it can be had; otherwise a sentence says why it cannot."""
    try:
        return stack.enter_context(start())
    except (CannotMeasure, OSError) as why:
        complain(otherwise, str(why))
        return None


def complain(key: str, what: str = "") -> int:
    print(text(f"bench.{key}", what=what), file=sys.stderr)
    return CANNOT
