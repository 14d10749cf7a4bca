"""Finds the numbers of Wink's bots: a small evolution towards the figures that a good game has.

    python -m parlour.lab.wink_tune [--generations N] [--seed N] [--games N] [--level normal]

Each generation every parent has children whose numbers differ a little; all play the same deals,
new ones in each generation, with a model of a person at every table.  What counts is how far the
figures of `wink_figures` lie outside their aims.  Deals from HELD_OUT on are never tuned on: the
last line says how the winner does there.  Everything printed can be had again from the seed.
"""

import sys
from argparse import ArgumentParser
from math import exp
from typing import Final

import parlour
from parlour.bots import weights_of
from parlour.core.policy import Weights
from parlour.core.rng import Rng
from parlour.lab.wink_figures import interval, measured

HELD_OUT: Final = 1_000_000
AIMS: Final = {
    "exposed": (40.0, 55.0, 5.0),
    "person": (-14.0, 14.0, 6.0),
    "heads_only": (0.0, 8.0, 10.0),
}
"""Least, most, and how much outside counts as one."""
LIVE: Final = {"minutes": (4.4, 11.0, 0.3)}
FOUND: Final = 0.03
"""What each contact found in a game counts for, so that hiding pays."""
FIXED: Final = ("balance", "longest", "reaction", "sure", "guess", "thought")
KINDS: Final = [(pace, n) for pace in ("live", "by_turns") for n in (4, 6, 8)]


def loss(weights: Weights, seeds: range) -> float:
    total = 0.0
    for pace, players in KINDS:
        found = measured(players, pace, seeds, weights)
        aims = AIMS | LIVE if pace == "live" else AIMS
        for name, (least, most, unit) in aims.items():
            mean = interval(found[name])[0]
            total += (max(0.0, least - mean, mean - most) / unit) ** 2
        total -= FOUND * interval(found["found"])[0]
    return total / len(KINDS)


def child(of: Weights, other: Weights, rng: Rng, reach: float) -> Weights:
    """Each number from one of the two, some of them changed by a factor."""
    made = {name: of[name] if rng.below(2) else other[name] for name in of}
    for name, value in made.items():
        if name not in FIXED and rng.below(3) == 0:
            spread = (rng.below(2001) - 1000) / 1000
            made[name] = round(value * exp(reach * spread), 3)
    for name in ("facing", "watcher", "vain", "overlook", "again"):
        made[name] = min(0.98, made[name])
    return made


def evolve(start: Weights, seed: int, generations: int, games: int) -> Weights:
    rng = Rng(seed)
    parents = [start]
    for generation in range(generations):
        first = seed * 10_000 + generation * games
        seeds = range(first, first + games)
        brood = parents[:]
        while len(brood) < 8:
            pair = [parents[rng.below(len(parents))] for _ in range(2)]
            brood.append(child(pair[0], pair[1], rng, 0.5 * 0.9**generation))
        marked = sorted([(loss(one, seeds), k) for k, one in enumerate(brood)])
        parents = [brood[k] for _, k in marked[:3]]
        print(generation, [round(mark, 3) for mark, _ in marked[:4]], parents[0], flush=True)
    return parents[0]


def main() -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=6, help="of each number of players and pace")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="normal")
    args = parser.parse_args()
    start = weights_of(parlour.game("wink"), args.level)
    best = evolve(start, args.seed, args.generations, args.games)
    held = range(HELD_OUT, HELD_OUT + 2 * args.games)
    print(f"seed {args.seed}, {args.generations} generations of {args.games} games")
    print(f"held out: {loss(start, held):.3f} at the start, {loss(best, held):.3f} now")
    for name, value in best.items():
        print(f"{name} = {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
