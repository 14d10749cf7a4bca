"""`parlour learn`: train a player of a game, in pieces of some minutes."""

import sys
from argparse import Namespace
from pathlib import Path

import parlour
from parlour.cli.lab import sentence
from parlour.lab.encoding import encoding_of
from parlour.lab.refusals import LabRefusal, optional

REFUSED = 2


def learn(args: Namespace) -> int:
    try:
        train_by(args)
    except LabRefusal as refusal:
        print(sentence(refusal), file=sys.stderr)
        return REFUSED
    return 0


def train_by(args: Namespace) -> None:
    game = parlour.game(args.game)
    encoding_of(game)
    if game.policy is None:
        raise LabRefusal("no_policy", facts={"name": "learn", "game": game.id})
    optional("torch", "learn")
    from parlour.lab.learn.company import Room
    from parlour.lab.learn.training import Plan, train

    players = args.players or list(range(game.least, game.most + 1))
    for number in players:
        game.check_players(number)
    plan = Plan(
        Room(game.id, players, args.mixed),
        Path(args.folder or f"learn-{game.id}"),
        args.minutes,
        args.imitation,
        args.jobs,
        args.tables,
        args.seed,
        args.cools,
    )
    train(plan)
