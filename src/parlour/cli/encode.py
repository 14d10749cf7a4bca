"""`parlour encode`: what learners are given of a game, column by column."""

import sys
from argparse import Namespace

import parlour
from parlour.cli.say import text
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.rollout import random_step
from parlour.core.table import Table
from parlour.lab.encoding import Encoding, encoding_of
from parlour.lab.refusals import LabRefusal

REFUSED = 2


def encode(args: Namespace) -> int:
    game = parlour.game(args.game)
    try:
        encoding = encoding_of(game)
    except LabRefusal as refusal:
        print(text(f"lab.{refusal.code}", game=game.id), file=sys.stderr)
        return REFUSED
    print(text("encode.head", game=game.id, version=encoding.version, stamp=encoding.stamp))
    if args.explain:
        explain(encoding)
    else:
        show(encoding, position(game, args), args.seat)
    return 0


def explain(encoding: Encoding) -> None:
    """Every column and every action, by number."""
    for kind, names in (
        ("observation", encoding.names),
        ("choice", encoding.choice_names),
        ("action", encoding.action_names),
    ):
        print(f"\n{text(f'encode.{kind}', count=len(names))}")
        for number, name in enumerate(names):
            print(f"{number:6} {name}")


def position(game: Game, args: Namespace) -> Table:
    """A fresh deal of this seed, and so many random choices after it."""
    t = game.new(args.players or game.least, args.seed, dict(args.option), quiet=True)
    rng = Rng(0)
    for _ in range(args.after):
        if t.outcome is None:
            random_step(t, rng)
    return t


def show(encoding: Encoding, t: Table, asked: int | None) -> None:
    """The columns that are not 0: of what a seat knows, and of each of its choices."""
    seat = asked if asked is not None else (t.wanted() or [t.on_turn()])[0]
    if not 0 <= seat < t.players:
        raise t.refuse("no_such_seat", {"number": seat})
    row = bytearray(encoding.size)
    encoding.observe(t, seat, row)
    print(f"\n{text('encode.seat', seat=seat, count=sum(map(bool, row)))}")
    for name, value in zip(encoding.names, row, strict=True):
        if value:
            print(f"  {name} {value}")
    for id in t.choices(seat):
        one = bytearray(encoding.choice_size)
        encoding.candidates(t, seat, [id], one)
        number = encoding.number(t, seat, id)
        told = [f"{name} {v}" for name, v in zip(encoding.choice_names, one, strict=True) if v]
        action = encoding.action_names[number]
        print(f"\n{t.choice(seat, id).text}: {number} {action}\n  {', '.join(told)}")
