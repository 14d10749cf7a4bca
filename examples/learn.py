"""A learner that improves within five minutes on two cores: PPO in plain NumPy.

    python examples/learn.py --game kings --players 2 --bots random --picture curve.svg

It sits in one seat, bots in the others, at many tables at once (`VectorTables`).  From what its
seat knows one hidden layer makes a wish; each choice is as likely as its description fits the wish.
The reward comes at the end of a game: by how much the learner leads.  Needs `parlour[gymnasium]`,
of which it uses NumPy alone.
"""

import argparse
import os
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from parlour.lab.adapters.play import Setup
from parlour.lab.adapters.vector import VectorTables

Array = Any
HIDDEN: Final = 64
STEPS: Final = 64
"""Answers of each table between two updates."""
EPOCHS, BATCH = 4, 512
TRACE: Final = 0.97
CLIP, ENTROPY, RATE = 0.2, 0.003, 3e-3
FORBIDDEN: Final = np.float32(-1e9)


class Net:
    """One hidden layer; from it a wish, which choices are compared with, and a value."""

    def __init__(self, size: int, choice_size: int, rng: Array) -> None:
        shapes = {"in": (size, HIDDEN), "bias": (HIDDEN,), "wish": (HIDDEN, choice_size)}
        shapes |= {"always": (choice_size,), "value": (HIDDEN, 1), "mean": (1,)}
        self.weights: Final[dict[str, Array]] = {
            n: np.zeros(shape, np.float32) for n, shape in shapes.items()
        }
        self.weights["in"] += rng.normal(0, size**-0.5, (size, HIDDEN))
        self._most: Final[tuple[Array, Array]] = (
            np.ones(size, np.float32),
            np.ones(choice_size, np.float32),
        )
        self._first: Final = {n: np.zeros_like(w) for n, w in self.weights.items()}
        self._second: Final = {n: np.zeros_like(w) for n, w in self.weights.items()}
        self._steps = 0

    def scaled(self, seen: Array, choices: Array) -> tuple[Array, Array]:
        """Each column by the greatest number that it has ever held."""
        np.maximum(self._most[0], seen.max(0), out=self._most[0])
        np.maximum(self._most[1], choices.max((0, 1)), out=self._most[1])
        return seen / self._most[0], choices / self._most[1]

    def forward(self, seen: Array, choices: Array, counts: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the chances of the choices, the values."""
        w = self.weights
        hidden = np.tanh(seen @ w["in"] + w["bias"])
        wish = hidden @ w["wish"] + w["always"]
        raw = (choices @ wish[:, :, None])[:, :, 0]
        raw = np.where(np.arange(raw.shape[1]) < counts[:, None], raw, FORBIDDEN)
        chances = np.exp(raw - raw.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, (hidden @ w["value"] + w["mean"])[:, 0]

    def descend(self, slopes: dict[str, Array]) -> None:
        """One step of Adam, the slopes cut to a length of 1."""
        self._steps += 1
        length = float(np.sqrt(sum(float((s * s).sum()) for s in slopes.values())))
        for name, steep in slopes.items():
            slope = steep * min(1.0, 1.0 / (length + 1e-8))
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            ahead = first / (1 - 0.9**self._steps)
            scale = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-6
            self.weights[name] -= RATE * ahead / scale


class Batch(NamedTuple):
    """What was seen and done, how likely that was, and what came of it."""

    seen: Array
    choices: Array
    counts: Array
    picked: Array
    likely: Array
    gains: Array
    returns: Array


def slopes_of(net: Net, batch: Batch) -> dict[str, Array]:
    """The slopes of PPO's loss: clipped policy, squared value, entropy."""
    seen, choices = net.scaled(batch.seen, batch.choices)
    hidden, chances, values = net.forward(seen, choices, batch.counts)
    rows = np.arange(len(values))
    ratio = chances[rows, batch.picked] / batch.likely
    kept = np.where(batch.gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    push = -(batch.gains * ratio * kept)[:, None]
    picked = np.zeros_like(chances)
    picked[rows, batch.picked] = 1
    logs = np.log(chances + 1e-9)
    entropy = -(chances * logs).sum(1, keepdims=True)
    raw = (push * (picked - chances) + ENTROPY * chances * (logs + entropy)) / len(values)
    wish = (raw[:, None, :] @ choices)[:, 0]
    error = (0.5 * (values - batch.returns) / len(values))[:, None]
    back = (wish @ net.weights["wish"].T + error @ net.weights["value"].T) * (1 - hidden**2)
    return {
        "in": seen.T @ back,
        "bias": back.sum(0),
        "wish": hidden.T @ wish,
        "always": wish.sum(0),
        "value": hidden.T @ error,
        "mean": error.sum(0),
    }


class Learner:
    """Plays at all tables, and learns from it."""

    def __init__(self, tables: VectorTables, seed: int) -> None:
        self.tables: Final = tables
        self.scale: Final = 1.0 if tables.setup.reward == "share" else 10.0
        """Scores and leads are some tens; values are learnt more easily near 1."""
        self.rng: Final = np.random.default_rng(seed)
        code = tables.encoding
        self.net: Final = Net(code.size, code.choice_size, self.rng)

    def look(self) -> tuple[Array, Array, Array]:
        """What seats know, what they may do, and how many choices these are."""
        t = self.tables
        there = np.arange(t.numbers.shape[1]) < t.counts[:, None]
        return t.observations.copy(), t.candidates * there[:, :, None], t.counts.copy()

    def sampled(self, chances: Array) -> Array:
        sums = chances.cumsum(1)
        drawn = (sums < self.rng.random((len(sums), 1), np.float32)).sum(1)
        return np.minimum(drawn, (chances > 0).cumsum(1).argmax(1))

    def play(self) -> tuple[Batch, list[float]]:
        """Some answers at every table, and what the games gave that ended meanwhile."""
        t, kept, ended = self.tables, [], []
        rows = np.arange(t.tables)
        for _ in range(STEPS):
            seen, choices, counts = self.look()
            wide = counts.max()
            scaled = self.net.scaled(seen, choices[:, :wide])
            _, chances, values = self.net.forward(*scaled, counts)
            picked = self.sampled(chances)
            t.step(t.numbers[rows, picked])
            earned = t.earned()
            ended += earned[t.over].tolist()
            likely = chances[rows, picked]
            kept.append((seen, choices, counts, picked, likely, values, earned, t.over.copy()))
        seen, choices, counts = self.look()
        _, _, after = self.net.forward(*self.net.scaled(seen, choices), counts)
        return self.judged([np.stack(part) for part in zip(*kept, strict=True)], after), ended

    def judged(self, parts: list[Array], after: Array) -> Batch:
        """How much better each answer was than expected, by generalised advantages."""
        seen, choices, counts, picked, likely, values, earned, over = parts
        gains = np.zeros_like(values)
        trace = np.zeros_like(after)
        for k in reversed(range(len(values))):
            goes_on = 1 - over[k].astype(np.float32)
            error = earned[k] / self.scale + after * goes_on - values[k]
            trace = error + TRACE * goes_on * trace
            gains[k], after = trace, values[k]
        returns = gains + values
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        done = (seen, choices[:, :, : counts.max()], counts, picked, likely, gains, returns)
        return Batch(*(part.reshape(-1, *part.shape[2:]) for part in done))

    def learn(self, batch: Batch) -> None:
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(batch.picked))
            for first in range(0, len(order), BATCH):
                some = order[first : first + BATCH]
                self.net.descend(slopes_of(self.net, Batch(*(part[some] for part in batch))))


# --- the picture --------------------------------------------------------------------------------


def picture(points: list[tuple[float, float]], title: str) -> str:
    """A curve of the part of the victories over the number of games, as SVG."""
    longest = max(x for x, _ in points) or 1.0
    low, high = min(0.0, *(y for _, y in points)), max(1.0, *(y for _, y in points))
    places = [(60 + 520 * x / longest, 300 - 250 * (y - low) / (high - low)) for x, y in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    marks = [(60, 316, "0"), (490, 316, f"{longest:.0f} games"), (16, 304, f"{low:g}")]
    marks += [(16, 54, f"{high:g}"), (60, 30, title)]
    texts = "".join(f'<text x="{x}" y="{y}">{said}</text>' for x, y, said in marks)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 330" font-family="sans-serif"'
        ' font-size="13"><rect width="600" height="330" fill="#fff"/>'
        '<path d="M60 50V300H580" fill="none" stroke="#888"/>'
        f'<polyline points="{line}" fill="none" stroke="#2f6f4f" stroke-width="2"/>{texts}</svg>\n'
    )


# --- the command --------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="kings")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", default="random", help="the level of the bots")
    parser.add_argument("--reward", default="lead", help="share, score or lead")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=10**9, help="stop earlier, after so many")
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", default="", help="where to write the curve, as SVG")
    return parser.parse_args()


def won(rewards: list[float], reward: str) -> float:
    """The part of the victories in games that gave this: a lead of nothing is half of one."""
    found = np.array(rewards)
    return float(found.mean() if reward == "share" else ((np.sign(found) + 1) / 2).mean())


def run(learner: Learner, args: argparse.Namespace) -> list[tuple[float, float]]:
    """Play and learn for so long; the part of the victories, by the number of games so far."""
    begun, games, steps = time.monotonic(), 0, 0
    curve: list[tuple[float, float]] = []
    waiting: list[float] = []
    while games < args.games and (now := (time.monotonic() - begun) / 60) < args.minutes:
        batch, ended = learner.play()
        learner.learn(batch)
        steps += len(batch.picked)
        games += len(ended)
        waiting += ended
        if len(waiting) >= 100:
            curve.append((games, won(waiting, args.reward)))
            told = f"{games:6d} games, {steps:7d} answers, won {curve[-1][1]:.3f}"
            print(f"{now:5.2f} min {told}, reward {np.mean(waiting):8.3f}", flush=True)
            waiting = []
    return curve


def main() -> None:
    args = arguments()
    setup = Setup(args.game, args.players, bots=args.bots, reward=args.reward, candidates=True)
    with VectorTables(setup, args.tables, args.processes, args.seed) as tables:
        curve = run(Learner(tables, args.seed), args)
    spent = os.times()
    print(f"{spent.user + spent.system + spent.children_user:.0f} s of CPU time")
    if args.picture and curve:
        title = f"{args.game}, {args.players} players, against {args.bots} bots: victories"
        Path(args.picture).write_text(picture(curve, title), encoding="utf-8")


if __name__ == "__main__":
    main()
