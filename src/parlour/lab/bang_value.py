"""Fits what bots of BANG! hold a table to be worth (`games/bang/value_table.py`).

    python -m parlour.lab.bang_value [--games N] [--seed N] [--write]

Games among bots of level `normal` with 4, 5 and 7 players.  At the beginning of every third turn it
is noted what `bots_value.features` says, and at the end which side won.  A softmax over the three
sides is fitted by gradient descent with momentum (multinomial logistic regression), and judged on
every fifth game, which was held out, against how often each side won.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from math import exp, log, sqrt
from pathlib import Path
from typing import Final, NamedTuple

import parlour
from parlour.bots import make_bot
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games.bang import value_table
from parlour.games.bang.bots_value import LONER, PER_ROLE, SIDE_OF, features
from parlour.games.bang.kinds import RENEGADE
from parlour.games.bang.state import BangTable
from parlour.lab.simulate import poll

GAME: Final = parlour.game("bang")
TABLE: Final = Path(value_table.__file__).with_suffix(".py")
STEPS: Final = 80
PULL: Final = 1e-3
HELD_OUT: Final = 5
SOME: Final = 3


class Seen(NamedTuple):
    """A table when a turn began, and the side that won in the end."""

    game: int
    features: list[float]
    side: int


def watched(players: int, seeds: range) -> Iterator[Seen]:
    for seed in seeds:
        t = GAME.new(players, seed, quiet=True)
        assert isinstance(t, BangTable)
        rng, last, turns, noted = Rng(seed), NO_ONE, 0, []
        bots = [make_bot(GAME, "normal", rng.split()) for _ in range(players)]
        while t.outcome is None:
            if t.turn != last:
                last, turns = t.turn, turns + 1
                if turns % SOME == 0:
                    noted.append(features(t))
            if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
                t.pass_time()
        for seat in t.outcome.winners[:1]:
            yield from (Seen(seed, one, SIDE_OF[t.roles[seat]]) for one in noted)


def chances(one: Seen, table: list[list[float]]) -> list[float]:
    logs = [sum([a * b for a, b in zip(row, one.features, strict=True)]) for row in table]
    if not one.features[PER_ROLE * RENEGADE]:
        logs[LONER] = -50.0
    best = max(logs)
    found = [exp(number - best) for number in logs]
    return [number / sum(found) for number in found]


def fitted(seen: list[Seen], table: list[list[float]]) -> list[list[float]]:
    size = len(table[0])
    scale = [sqrt(sum([s.features[k] ** 2 for s in seen]) / len(seen)) + 0.1 for k in range(size)]
    speed = [[0.0] * size for _ in table]
    for _ in range(STEPS):
        slope = [[PULL * number for number in row] for row in table]
        for one in seen:
            found = chances(one, table)
            for side in range(len(table)):
                miss = (found[side] - (side == one.side)) / len(seen)
                if miss:
                    row = slope[side]
                    for k in range(size):
                        row[k] += miss * one.features[k]
        for side in range(len(table)):
            for k in range(size):
                step = 0.3 * slope[side][k] / scale[k] ** 2
                speed[side][k] = 0.9 * speed[side][k] - step
                table[side][k] += speed[side][k]
    return table


def judged(seen: list[Seen], table: list[list[float]]) -> str:
    """Log loss and Brier score, and those of the shares that the sides won here."""
    base = [sum([one.side == side for one in seen]) / len(seen) for side in range(len(table))]
    loss, lost, score, scored = 0.0, 0.0, 0.0, 0.0
    for one in seen:
        found = chances(one, table)
        loss -= log(max(1e-9, found[one.side]))
        lost -= log(base[one.side])
        score += sum([(found[side] - (side == one.side)) ** 2 for side in range(len(table))])
        scored += sum([(base[side] - (side == one.side)) ** 2 for side in range(len(table))])
    count = len(seen)
    return (
        f"{count} tables: log loss {loss / count:.3f} (by and large {lost / count:.3f}), "
        f"Brier {score / count:.3f} (by and large {scored / count:.3f})"
    )


def write(table: list[list[float]]) -> None:
    lines = ["SIDES: Final[list[list[float]]] = ["]
    for row in table:
        fours = [row[k : k + PER_ROLE] for k in range(0, len(row), PER_ROLE)]
        said = [", ".join([f"{number:.3f}" for number in four]) for four in fours]
        lines += ["    [", *[f"        {four}," for four in said], "    ],"]
    head = TABLE.read_text("utf-8").partition("SIDES: Final")[0]
    TABLE.write_text(head + "\n".join([*lines, "]", ""]), "utf-8")


def main() -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2_000_000)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    seen: list[Seen] = []
    for players in (4, 5, 7):
        seen += watched(players, range(args.seed, args.seed + args.games))
    held = [one for one in seen if one.game % HELD_OUT == 0]
    table = [row[:] for row in value_table.SIDES]
    if args.write:
        table = fitted([one for one in seen if one.game % HELD_OUT], table)
        write(table)
    print(judged(held, table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
