"""`parlour arena`: bots against fixed references over paired deals."""

import sys
from argparse import Namespace
from itertools import product
from pathlib import Path
from typing import TextIO

import msgspec

import parlour
from parlour.cli.lab import STOPPED, checked, followed, run_of, tell_stopped
from parlour.core.game import Game
from parlour.lab.arena import DuelResult, Question, duel
from parlour.lab.arena_report import NORMAL, figures, gaps, picture, told
from parlour.lab.kept import Head
from parlour.lab.run import Run
from parlour.lab.specs import CHEAT, identity, usual_bot, usual_references, with_budget

Pair = tuple[int, str, str]
"""Players, challenger, reference."""


def arena(args: Namespace) -> int:
    game = parlour.game(args.game)
    challengers, references = bots_of(args, game)
    counts = args.players or list(range(game.least, game.most + 1))
    for players in counts:
        checked(game, players, challengers + references, {})
    pairs = [one for one in product(counts, challengers, references) if one[1] != one[2]]
    results: list[DuelResult] = []
    out = sys.stdout  # a run may put something else in its place meanwhile
    try:
        with run_of(args, head_of(args, game, counts, challengers, references), args.deals) as run:
            for pair in pairs:
                results.append(DuelResult(game.id, *pair))
                fought(args, game, pair, run, results)
                show(args, results[-1], out)
    except KeyboardInterrupt:
        tell_stopped(args, results[-1].deals if results else 0)
        if results:
            show(args, results[-1], out)
        return STOPPED
    finally:
        write_picture(args, results)
    for line in gaps(results) if args.gap and not args.json else ():
        print(line, file=out)
    return 0


def bots_of(args: Namespace, game: Game) -> tuple[list[str], list[str]]:
    """Challengers and references, each with its budget, none twice."""
    challengers = args.bots or [usual_bot(game)]
    references = args.against or usual_references(game)
    if args.matrix:
        references = challengers + (references if args.against else [])
    if args.gap:
        challengers = [*challengers, NORMAL, CHEAT]
    if not args.bots and not args.against and references == challengers:
        references = ["random"]

    def budgeted(bots: list[str]) -> list[str]:
        return list(dict.fromkeys(with_budget(one, args.playouts, args.seconds) for one in bots))

    return budgeted(challengers), budgeted(references)


def head_of(
    args: Namespace, game: Game, counts: list[int], challengers: list[str], references: list[str]
) -> Head:
    """Whether it stops early is part of what the run is: nothing was played beyond that."""
    options = {
        "against": [identity(one) for one in references],
        "watch": args.watch,
        "until_decided": args.until_decided,
    }
    bots = [identity(one) for one in challengers]
    return Head("arena", game.id, counts, bots, options, args.seed)


def fought(args: Namespace, game: Game, pair: Pair, run: Run, results: list[DuelResult]) -> None:
    """One duel; the last result is always what has been played so far."""
    question = Question(watch=args.watch, until_decided=args.until_decided)
    players, challenger, reference = pair
    deals = duel(game, players, args.deals, challenger, reference, args.seed, run, question)
    label = f"{game.id} {players} {challenger} : {reference}"
    for so_far in followed(deals, lambda result: result.deals, args.deals, label):
        results[-1] = so_far


def show(args: Namespace, result: DuelResult, out: TextIO) -> None:
    said = msgspec.json.encode(figures(result)).decode() if args.json else told(result)
    print(said, file=out, flush=True)


def write_picture(args: Namespace, results: list[DuelResult]) -> None:
    if args.picture and results:
        Path(args.picture).write_text(picture(results), encoding="utf-8")
