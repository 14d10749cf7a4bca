"""What games of Wink among bots are like, in figures, and how a model of a person fares there.

    python -m parlour.lab.wink_figures [--players 4 5 …] [--pace live by_turns] [--games N]

In every game one seat is a model of a person (`lab/human.py`), each in turn; the others are bots of
one level.  Intervals are Student's t over games, 95 %.  `exposed` and `heads_only` are per cent of
links that ended and of exposures, `clean` of winks that the caller alone saw; `person` says by how
many per cent the model's points differ from those of the bots at its table; all else is by game.
A mean that misses its aim has a `!`, and the exit status is 1.
"""

import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from math import sqrt
from typing import Any, Final

import parlour
from parlour.bots import PolicyBot, weights_of
from parlour.core.bot import Bot
from parlour.core.policy import Weights
from parlour.core.rng import Rng
from parlour.games.wink.state import WinkTable
from parlour.games.wink.watch import WinkWatch
from parlour.lab.human import person
from parlour.lab.simulate import play_bots

T95: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)
FIGURES: Final = (
    *("exposed", "found", "mistaken", "lapsed", "right", "wrong"),
    *("heads_only", "minutes", "person", "person_right", "bot_right", "winks", "clean"),
)


AIMS: Final = {"exposed": (35.0, 60.0), "person": (-20.0, 20.0), "minutes": (4.0, 12.0)}
"""Minutes count live: by turns nobody knows how long people take."""


def figures(t: WinkTable, watch: WinkWatch, one: int) -> dict[str, float]:
    """What the room's watch counted, and how the model of a person in seat `one` fared."""
    told = [watch.numbers(t, seat) for seat in range(t.players)]
    others = [numbers for seat, numbers in enumerate(told) if seat != one]
    mean = {name: sum(n[name] for n in others) / len(others) for name in told[one]}
    return {
        "exposed": mean["links exposed, %"],
        "found": mean["contacts found"],
        "mistaken": mean["contacts mistaken"],
        "lapsed": mean["links lapsed"],
        "right": sum(n["own accusations right"] for n in told),
        "wrong": sum(n["own accusations wrong"] for n in told),
        "heads_only": mean["exposures by heads alone, %"],
        "minutes": mean["minutes live"],
        "person": 100 * (told[one]["own points"] / mean["own points"] - 1),
        "person_right": told[one]["own accusations right"],
        "bot_right": mean["own accusations right"],
        "winks": mean["winks"],
        "clean": mean["winks only the caller saw, %"],
    }


def play(players: int, pace: str, seed: int, bots: list[Bot], one: int) -> dict[str, float]:
    game = parlour.game("wink")
    t: Any = game.new(players, seed, {"pace": pace}, quiet=True)
    watch = WinkWatch(t)
    play_bots(t, bots, game.bound(players), partial(watch.see, t))
    return figures(t, watch, one)


def seated(players: int, seed: int, weights: Weights, one: int) -> list[Bot]:
    game, rng = parlour.game("wink"), Rng(seed)
    assert game.policy is not None
    policy = game.policy(weights)
    return [
        person(rng.split()) if seat == one else PolicyBot(game, policy, rng.split())
        for seat in range(players)
    ]


def measured(players: int, pace: str, seeds: range, weights: Weights) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in FIGURES}
    for seed in seeds:
        one = seed % players
        played = play(players, pace, seed, seated(players, seed, weights, one), one)
        for name, value in played.items():
            found[name].append(value)
    return found


def interval(values: list[float]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    n = len(values)
    mean = sum(values) / max(1, n)
    if n < 2:
        return mean, float("inf")
    spread = sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n)
    return mean, (T95[n - 2] if n - 2 < len(T95) else 1.96 + 2.5 / n) * spread


def misses(pace: str, name: str, mean: float) -> bool:
    if name not in AIMS or (name == "minutes" and pace != "live"):
        return False
    least, most = AIMS[name]
    return not least <= mean <= most


def table(args: Namespace) -> int:
    """Prints it; returns how many means miss their aim."""
    missed = 0
    game = parlour.game("wink")
    weights = weights_of(game, args.level, args.temper)
    print("pace     n  games " + "".join(f"{name:>14}" for name in FIGURES))
    for pace in args.pace:
        for players in args.players:
            seeds = range(args.seed, args.seed + args.games)
            found = measured(players, pace, seeds, weights)
            said = ""
            for name in FIGURES:
                mean, half = interval(found[name])
                wrong = misses(pace, name, mean)
                missed += wrong
                said += f"{f'{mean:.1f} ± {half:.1f}' + '!' * wrong:>14}"
            print(f"{pace:8} {players} {args.games:6} {said}", flush=True)
    return missed


def main() -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[4, 5, 6, 7, 8])
    parser.add_argument("--pace", nargs="+", default=["live", "by_turns"])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--temper", default="")
    return 1 if table(parser.parse_args()) else 0


if __name__ == "__main__":
    sys.exit(main())
