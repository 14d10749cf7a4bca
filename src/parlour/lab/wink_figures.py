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
from math import sqrt
from typing import Any, Final

import parlour
from parlour.bots import PolicyBot, weights_of
from parlour.core.bot import Bot
from parlour.core.ids import CardId
from parlour.core.policy import Weights
from parlour.core.rng import Rng
from parlour.games.wink.state import WinkTable
from parlour.lab.human import person
from parlour.lab.simulate import poll

T95: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)
FIGURES: Final = (
    *("exposed", "found", "mistaken", "lapsed", "right", "wrong"),
    *("heads_only", "minutes", "person", "person_right", "bot_right", "winks", "clean"),
)


AIMS: Final = {"exposed": (35.0, 60.0), "person": (-20.0, 20.0), "minutes": (4.0, 12.0)}
"""Minutes count live: by turns nobody knows how long people take."""


class Watch:
    """Counts what became of the links of one game."""

    def __init__(self, t: WinkTable) -> None:
        self.t: Final = t
        self.links = list(t.links)
        self.caught = list(t.caught)
        self.ended = 0
        self.heads_only = 0

    def look(self) -> None:
        """After every choice."""
        t = self.t
        for seat in range(t.players):
            if t.caught[seat] != self.caught[seat]:
                self.caught[seat] = t.caught[seat]
                number = t.open[seat][-1]
                self.heads_only += self.read_heads(seat, number)
            if self.links[seat] and t.links[seat] != self.links[seat]:
                self.ended += 1
            self.links[seat] = t.links[seat]

    def read_heads(self, by: int, number: CardId) -> bool:
        """Whether the accuser neither saw a wink nor knew that nobody else can hold the number."""
        t = self.t
        if number in t.admitted or any(w.number == number for w in t.seen[by]):
            return False
        return t.players - (t.lacks[number] | 1 << by).bit_count() > 1

    def figures(self, one: int | None) -> dict[str, float]:
        t = self.t
        exposed, mistaken = sum(t.caught), len(t.face_down)
        found = (sum(map(len, t.open)) - 2 * exposed) / 2
        ended = max(1, self.ended)
        played = sum(t.rules.cards - left for left in t.cards)
        points = t.scores()
        others = [seat for seat in range(t.players) if seat != one]
        mean = sum(points[s] for s in others) / len(others)
        return {
            "exposed": 100 * exposed / ended,
            "found": found,
            "mistaken": mistaken,
            "lapsed": ended - exposed - found - mistaken,
            "right": exposed,
            "wrong": played - exposed,
            "heads_only": 100 * self.heads_only / max(1, exposed),
            "minutes": t.tick_number * t.rules.timing.tick_ms / 60_000,
            "person": 100 * (points[one] / mean - 1) if one is not None else 0.0,
            "person_right": t.caught[one] if one is not None else 0.0,
            "bot_right": sum(t.caught[s] for s in others) / len(others),
            "winks": len(t.winks),
            "clean": 100 * sum(w.seen == 1 << w.to for w in t.winks) / max(1, len(t.winks)),
        }


def play(players: int, pace: str, seed: int, bots: list[Bot], one: int | None) -> dict[str, float]:
    game = parlour.game("wink")
    t: Any = game.new(players, seed, {"pace": pace}, quiet=True)
    watch = Watch(t)
    while t.outcome is None:
        if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
            t.pass_time()
        watch.look()
    return watch.figures(one)


def seated(players: int, seed: int, weights: Weights, one: int | None) -> list[Bot]:
    game, rng = parlour.game("wink"), Rng(seed)
    assert game.policy is not None
    policy = game.policy(weights)
    return [
        person(rng.split()) if seat == one else PolicyBot(game, policy, rng.split())
        for seat in range(players)
    ]


def measured(
    players: int, pace: str, seeds: range, weights: Weights, human: bool = True
) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in FIGURES}
    for seed in seeds:
        one = seed % players if human else None
        figures = play(players, pace, seed, seated(players, seed, weights, one), one)
        for name, value in figures.items():
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
