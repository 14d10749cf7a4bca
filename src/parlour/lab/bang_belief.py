"""Fits and judges what bots of BANG! believe of roles, over games among a mix of bots.

    python -m parlour.lab.bang_belief [--players N] [--games N] [--seed N] [--write]

A position is looked at through the Sheriff's eyes when each round begins, while the game lasts.
Printed for each round: the Brier score and the log loss of the belief, and those of the prior.
`--write` first fits `games/bang/belief_table.py` to games of other seeds.

The fit: the posterior is a softmax over layouts of a sum of table entries, so its log loss is
convex in the table.  Gradient descent with momentum, a small pull to zero, and one game in ten
with a bot that plays at random, so that odd moves keep their place.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from math import exp, log
from pathlib import Path
from typing import Final, NamedTuple

import parlour
from parlour.bots import TEMPERS, make_bot
from parlour.core.bot import Bot
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games.bang import belief_table
from parlour.games.bang.belief import KINDS, Acts, Layout, known_roles, layouts
from parlour.games.bang.kinds import DEPUTY, OUTLAW, RENEGADE
from parlour.games.bang.state import BangTable
from parlour.lab.references.bang import BangBot
from parlour.lab.simulate import poll

MIX: Final = ("normal", "normal", "cautious", "bold", "sly", "easy", "reference", "random")
ROUNDS: Final = 6
MOST: Final = 8.0
CELLS: Final = KINDS * KINDS
STEPS: Final = 60
NOISE: Final = 0.1
PULL: Final = 2e-4
GAME: Final = parlour.game("bang")
TABLE: Final = Path(belief_table.__file__).with_suffix(".py")


class Position(NamedTuple):
    """What one seat has seen at the beginning of a round, and the truth."""

    round: int
    sheriff: bool
    """Whether it is the Sheriff who looks."""
    counts: list[dict[int, float]]
    """For each layout: how often each entry of the table is added."""
    layouts: list[Layout]
    truth: int


def some_bot(name: str, rng: Rng) -> Bot:
    if name == "reference":
        return BangBot(rng)
    temper = name in TEMPERS
    return make_bot(GAME, "normal" if temper else name, rng, name if temper else "")


def positions(players: int, seeds: range) -> Iterator[Position]:
    """Games among the mix, seen by the Sheriff and by one of the others."""
    for seed in seeds:
        rng = Rng(seed)
        t = GAME.new(players, seed, quiet=True)
        assert isinstance(t, BangTable)
        few = MIX if rng.below(10) == 0 else MIX[:-1]
        bots = [some_bot(few[rng.below(len(few))], rng.split()) for _ in range(players)]
        rounds, last = 0, NO_ONE
        while t.outcome is None and rounds <= ROUNDS:
            if t.turn != last:
                last = t.turn
                if last == t.first():
                    other = t.ring[rng.below(len(t.ring))]
                    yield from (position(t, eye, rounds) for eye in {last, other})
                    rounds += 1
            if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
                t.pass_time()


def position(t: BangTable, eye: int, number: int) -> Position:
    acts = Acts(t, eye, 1.0, MOST)
    found = layouts(t.players, known_roles(t, eye))
    counts = [counted(acts, layout) for layout in found]
    return Position(number, eye == t.first(), counts, found, found.index(t.roles))


def counted(acts: Acts, layout: Layout) -> dict[int, float]:
    found: dict[int, float] = {}
    for k in range(len(acts.by)):
        roles = layout[acts.by[k]] * KINDS + layout[acts.at[k]]
        entry = acts.kind[k] * CELLS + roles
        found[entry] = found.get(entry, 0.0) + acts.says[k]
        bold = len(belief_table.AIMS) * CELLS + layout[acts.by[k]]
        found[bold] = found.get(bold, 0.0) + acts.says[k]
    return found


# --- fitting ----------------------------------------------------------------------------------


def shares(at: Position, table: list[float]) -> list[float]:
    """The posterior over layouts."""
    logs = [sum([table[e] * n for e, n in counts.items()]) for counts in at.counts]
    best = max(logs)
    found = [exp(one - best) for one in logs]
    total = sum(found)
    return [one / total for one in found]


def fitted(seen: list[Position], table: list[float]) -> list[float]:
    """Gradient descent on the log loss, with momentum."""
    speed = [0.0] * len(table)
    told = [at for at in seen if len(at.layouts) > 1]
    for step in range(STEPS):
        slope = [PULL * len(told) * number for number in table]
        loss = 0.0
        for at in told:
            found = shares(at, table)
            loss -= log(found[at.truth])
            for k, share in enumerate(found):
                miss = share - (k == at.truth)
                for entry, n in at.counts[k].items():
                    slope[entry] += miss * n
        for k in range(len(table)):
            speed[k] = 0.9 * speed[k] - 1.0 * slope[k] / len(told)
            table[k] += speed[k]
        if step % 10 == 0:
            print(f"  step {step}: log loss {loss / len(told):.4f}", flush=True)
    return table


def noisy(table: list[float]) -> list[float]:
    """One act in so many is a whim of somebody of any role, whatever the games say."""
    found = table[:]
    for first in range(0, len(belief_table.AIMS) * CELLS, CELLS):
        for at in range(KINDS):
            rows = [first + by * KINDS + at for by in (DEPUTY, OUTLAW, RENEGADE)]
            whole = sum([exp(table[row]) for row in rows])
            for row in rows:
                likely = (1 - NOISE) * exp(table[row]) + NOISE * whole / len(rows)
                found[row] = log(likely)
    return found


def flat() -> list[float]:
    return [one for row in belief_table.AIMS for one in row] + belief_table.BOLD


def write(table: list[float]) -> None:
    head = TABLE.read_text("utf-8").partition("AIMS: Final")[0]
    rows = [table[k : k + KINDS] for k in range(0, len(table), KINDS)]
    said = [", ".join([f"{one:.3f}" for one in row]) for row in rows]
    tables = [said[k : k + KINDS] for k in range(0, len(said) - 1, KINDS)]
    lines = ["AIMS: Final[list[list[float]]] = ["]
    for four in tables:
        lines += ["    [", *[f"        {row}," for row in four], "    ],"]
    lines += ["]", "", f"BOLD: Final[list[float]] = [{said[-1]}]", ""]
    TABLE.write_text(head + "\n".join(lines), "utf-8")


# --- judging ----------------------------------------------------------------------------------


def brier(at: Position, found: list[float]) -> float:
    """Over the hidden seats, on average: the squared error over all four roles."""
    seats = [s for s in range(len(at.layouts[0])) if len({one[s] for one in at.layouts}) > 1]
    total = 0.0
    for seat in seats:
        chance = [0.0] * KINDS
        for k, share in enumerate(found):
            chance[at.layouts[k][seat]] += share
        true = at.layouts[at.truth][seat]
        total += sum([(chance[role] - (role == true)) ** 2 for role in range(KINDS)])
    return total / len(seats)


def judged(seen: list[Position], table: list[float]) -> list[str]:
    """For each round: positions, Brier score and log loss of the belief and of the prior."""
    lines = []
    for number in range(ROUNDS + 1):
        some = [at for at in seen if at.round == number and at.sheriff and len(at.layouts) > 1]
        if not some:
            continue
        sums = [0.0] * 4
        for at in some:
            even = [1 / len(at.layouts)] * len(at.layouts)
            for k, found in enumerate((shares(at, table), even)):
                sums[k] += brier(at, found)
                sums[2 + k] -= log(found[at.truth])
        belief, prior, loss, lost = [one / len(some) for one in sums]
        lines.append(
            f"after round {number}: {len(some)} positions, Brier {belief:.3f} (prior {prior:.3f}), "
            f"log loss {loss:.3f} (prior {lost:.3f})"
        )
    return lines


def main() -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    table = flat()
    if args.write:
        seen: list[Position] = []
        for players in (4, 5, 6, 7):
            begin = 1_000_000 * players + args.seed
            seen += positions(players, range(begin, begin + args.games))
        table = noisy(fitted(seen, table))
        write(table)
    seen = list(positions(args.players, range(args.seed, args.seed + args.games)))
    print("\n".join(judged(seen, table)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
