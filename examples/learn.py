"""A learner that improves within five minutes on two cores: PPO in plain NumPy.

    python examples/learn.py --game kings --players 2 --bots random --picture curve.svg

It sits in one seat, bots in the others, at many tables at once (`VectorTables`).  What it learns
from is the encoding of what its seat knows; what it may do is the mask.  The reward comes at the
end of a game.  Needs `parlour[gymnasium]`, of which it uses NumPy alone.
"""

import argparse
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from parlour.lab.adapters.play import Setup
from parlour.lab.adapters.vector import VectorTables

Array = Any
HIDDEN: Final = 128
STEPS: Final = 64
"""Answers of each table between two updates."""
EPOCHS, BATCH = 3, 1024
DISCOUNT, TRACE = 0.995, 0.95
CLIP, ENTROPY, RATE = 0.2, 0.01, 1e-3
FORBIDDEN: Final = np.float32(-1e9)


class Net:
    """One hidden layer; from it a number for each action, and the value of the position."""

    def __init__(self, size: int, actions: int, rng: Array) -> None:
        self.weights: Final = {
            "in": rng.normal(0, size**-0.5, (size, HIDDEN)).astype(np.float32),
            "bias": np.zeros(HIDDEN, np.float32),
            "act": rng.normal(0, 0.01, (HIDDEN, actions)).astype(np.float32),
            "value": np.zeros((HIDDEN, 1), np.float32),
            "mean": np.zeros(1, np.float32),
        }
        self._first: Final = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._second: Final = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def forward(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the chances of the actions, the values."""
        w = self.weights
        hidden = np.tanh(seen @ w["in"] + w["bias"])
        raw = np.where(masks, hidden @ w["act"], FORBIDDEN)
        raw -= raw.max(1, keepdims=True)
        chances = np.exp(raw)
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
    masks: Array
    actions: Array
    chances: Array
    gains: Array
    returns: Array


def slopes_of(net: Net, batch: Batch) -> dict[str, Array]:
    """The slopes of PPO's loss: clipped policy, squared value, entropy."""
    hidden, chances, values = net.forward(batch.seen, batch.masks)
    rows = np.arange(len(values))
    ratio = chances[rows, batch.actions] / batch.chances
    kept = np.where(batch.gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    push = -(batch.gains * ratio * kept)[:, None]
    chosen = np.zeros_like(chances)
    chosen[rows, batch.actions] = 1
    logs = np.log(chances + 1e-9)
    entropy = -(chances * logs).sum(1, keepdims=True)
    raw = (push * (chosen - chances) + ENTROPY * chances * (logs + entropy)) / len(values)
    error = (0.5 * (values - batch.returns) / len(values))[:, None]
    back = (raw @ net.weights["act"].T + error @ net.weights["value"].T) * (1 - hidden**2)
    return {
        "in": batch.seen.T @ back,
        "bias": back.sum(0),
        "act": hidden.T @ raw,
        "value": hidden.T @ error,
        "mean": error.sum(0),
    }


class Learner:
    """Plays at all tables, and learns from it."""

    def __init__(self, tables: VectorTables, seed: int) -> None:
        self.tables: Final = tables
        self.rng: Final = np.random.default_rng(seed)
        self.scale: Final = np.ones(tables.encoding.size, np.float32)
        self.net: Final = Net(tables.encoding.size, tables.actions, self.rng)

    def seen(self) -> Array:
        """What the seats know, each column by the greatest number it has ever held."""
        rows = self.tables.observations.astype(np.float32)
        np.maximum(self.scale, rows.max(0), out=self.scale)
        return rows / self.scale

    def sampled(self, chances: Array) -> Array:
        sums = chances.cumsum(1)
        return (sums < self.rng.random((len(sums), 1), np.float32) * sums[:, -1:]).sum(1)

    def play(self) -> tuple[Batch, list[float]]:
        """Some answers at every table, and what the games gave that ended meanwhile."""
        t, kept, ended = self.tables, [], []
        for _ in range(STEPS):
            seen, masks = self.seen(), t.masks.copy()
            _, chances, values = self.net.forward(seen, masks)
            actions = self.sampled(chances)
            t.step(actions)
            earned = t.earned()
            ended += earned[t.over].tolist()
            likely = chances[np.arange(t.tables), actions]
            kept.append((seen, masks, actions, likely, values, earned, t.over.copy()))
        _, _, after = self.net.forward(self.seen(), t.masks)
        return judged([np.stack(part) for part in zip(*kept, strict=True)], after), ended

    def learn(self, batch: Batch) -> None:
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(batch.actions))
            for first in range(0, len(order), BATCH):
                some = order[first : first + BATCH]
                self.net.descend(slopes_of(self.net, Batch(*(part[some] for part in batch))))


def judged(parts: list[Array], after: Array) -> Batch:
    """How much better each answer was than expected, by generalised advantages."""
    seen, masks, actions, chances, values, earned, over = parts
    gains = np.zeros_like(values)
    trace = np.zeros_like(after)
    for k in reversed(range(len(values))):
        goes_on = 1 - over[k].astype(np.float32)
        error = earned[k] + DISCOUNT * after * goes_on - values[k]
        trace = error + DISCOUNT * TRACE * goes_on * trace
        gains[k], after = trace, values[k]
    returns = gains + values
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    flat = (seen, masks, actions, chances, gains, returns)
    return Batch(*(part.reshape(-1, *part.shape[2:]) for part in flat))


# --- the picture --------------------------------------------------------------------------------


def picture(points: list[tuple[float, float]], title: str) -> str:
    """A curve of what games gave over minutes, as SVG."""
    longest = max(x for x, _ in points) or 1.0
    low, high = min(0.0, *(y for _, y in points)), max(1.0, *(y for _, y in points))
    places = [(60 + 520 * x / longest, 300 - 250 * (y - low) / (high - low)) for x, y in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    marks = [(60, 316, "0"), (560, 316, f"{longest:.1f} min"), (16, 304, f"{low:g}")]
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
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="kings")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", default="random", help="the level of the bots")
    parser.add_argument("--reward", default="share", help="share, score or lead")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", default="", help="where to write the curve, as SVG")
    return parser.parse_args()


def run(learner: Learner, minutes: float) -> list[tuple[float, float]]:
    """Play and learn for so long; the means of what games gave, by the minute they ended."""
    begun, games, steps = time.monotonic(), 0, 0
    curve: list[tuple[float, float]] = []
    waiting: list[float] = []
    while (now := (time.monotonic() - begun) / 60) < minutes:
        batch, ended = learner.play()
        learner.learn(batch)
        steps += len(batch.actions)
        games += len(ended)
        waiting += ended
        if len(waiting) >= 200:
            curve.append((now, float(np.mean(waiting))))
            rate = steps / (60 * now + 1e-9)
            print(f"{now:5.2f} min {games:7d} games {rate:7.0f} steps/s {curve[-1][1]:8.3f}")
            waiting = []
    return curve


def main() -> None:
    args = arguments()
    setup = Setup(args.game, args.players, bots=args.bots, reward=args.reward)
    with VectorTables(setup, args.tables, args.processes, args.seed) as tables:
        curve = run(Learner(tables, args.seed), args.minutes)
    if args.picture and curve:
        title = f"{args.game}, {args.players} players, against {args.bots} bots: {args.reward}"
        Path(args.picture).write_text(picture(curve, title), encoding="utf-8")


if __name__ == "__main__":
    main()
