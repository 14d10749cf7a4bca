"""How good the chances of winning are that learned players tell, and how to correct them.

    python -m parlour.lab.chances kings --games 400 --picture kings.svg [--write]

Bots of all kinds play, drawn anew for each game.  Now and then a seat is asked how likely it is to
win, from what it sees.  The first half of the games finds two numbers for each number of players
(`bots/chances.py`), the second half tells how good the chances are with and without them: Brier
score and logarithmic loss beside those of somebody who knows only how often seats win there, and in
ten groups what was said and what came true.  `--write` writes the numbers into the room's folder.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from functools import partial
from importlib.resources import files
from itertools import chain
from math import exp, log
from pathlib import Path
from typing import Final

import msgspec

import parlour
from parlour.bots.chances import FILE, Chances, Correction, odds
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.lab.learn.curves import COLOURS, FRAME, said
from parlour.lab.simulate import play_bots, seated_bots
from parlour.lab.workers import Workers, cores, workers_for

COMPANY: Final = ("easy", "normal", "normal-cautious", "normal-bold", "normal-sly", "expert@1")
EVERY: Final = 8
"""One choice of so many is followed by a question."""
GROUPS: Final = 10
STEPS: Final = 20
SIDE, EDGE = 420, 60


class Told(msgspec.Struct, frozen=True):
    """What a seat said of its chance, and whether it won."""

    chance: float
    won: bool


def asked(game: str, players: int, seeds: range) -> list[Told]:
    """What was told in these games."""
    room = parlour.game(game)
    chances = Chances(room)
    return [told for seed in seeds for told in asked_in(room, chances, players, seed)]


def asked_in(game: Game, chances: Chances, players: int, seed: int) -> list[Told]:
    luck = Rng(seed).split()
    bots = [COMPANY[luck.below(len(COMPANY))] for _ in range(players)]
    t = game.new(players, seed, quiet=True)
    said_by: list[tuple[int, float]] = []

    def ask() -> None:
        if t.outcome is None and luck.below(EVERY) == 0:
            seat = luck.below(players)
            chance = chances.raw(t.look(seat), seat)
            if chance is not None:
                said_by.append((seat, chance))

    play_bots(t, seated_bots(game, bots, seed), game.bound(players), ask)
    assert t.outcome is not None
    return [Told(chance, seat in t.outcome.winners) for seat, chance in said_by]


def fitted(told: Iterable[Told]) -> Correction:
    """The most likely two numbers, by Newton's method."""
    points = [(odds(one.chance), float(one.won)) for one in told]
    shift, slope = 0.0, 1.0
    for _ in range(STEPS):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, won in points:
            p = 1 / (1 + exp(-shift - slope * x))
            weight = p * (1 - p)
            g0, g1 = g0 + won - p, g1 + (won - p) * x
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        whole = h00 * h11 - h01 * h01
        if whole <= 0:
            break
        shift += (h11 * g0 - h01 * g1) / whole
        slope += (h00 * g1 - h01 * g0) / whole
    return Correction(round(shift, 3), round(slope, 3))


def brier(told: list[Told]) -> float:
    return sum((one.chance - one.won) ** 2 for one in told) / len(told)


def loss(told: list[Told]) -> float:
    """Logarithmic."""
    return -sum(log(one.chance if one.won else 1 - one.chance) for one in told) / len(told)


def corrected(told: list[Told], correction: Correction) -> list[Told]:
    return [Told(correction(one.chance), one.won) for one in told]


def groups(told: list[Told]) -> list[tuple[float, float, int]]:
    """What was said and what came true, on average, and how often; empty groups are left out."""
    parts: list[list[Told]] = [[] for _ in range(GROUPS)]
    for one in told:
        parts[min(GROUPS - 1, int(one.chance * GROUPS))].append(one)
    return [
        (sum(o.chance for o in part) / len(part), sum(o.won for o in part) / len(part), len(part))
        for part in parts
        if part
    ]


class Found(msgspec.Struct, frozen=True):
    """Of one number of players: the correction, and the games that did not make it."""

    players: int
    correction: Correction
    raw: list[Told]

    @property
    def told(self) -> list[Told]:
        return corrected(self.raw, self.correction)

    def lines(self) -> list[str]:
        rate = sum(one.won for one in self.raw) / len(self.raw)
        rows = {
            "how often seats win": [Told(rate, one.won) for one in self.raw],
            "as it was learnt": corrected(self.raw, Correction()),
            "corrected": self.told,
        }
        return [
            f"{self.players} players, {len(self.raw)} questions, seats win {rate:.3f}",
            *(f"  {n:22} Brier {brier(r):.3f}  log loss {loss(r):.3f}" for n, r in rows.items()),
            *(f"  said {a:.2f}, came true {b:.2f} ({n})" for a, b, n in groups(self.told)),
        ]


def measured(game: Game, players: int, games: int, seed: int, workers: Workers) -> Found:
    part = max(1, games // (4 * cores()))
    seeds = [range(k, min(k + part, seed + games)) for k in range(seed, seed + games, part)]
    told = list(workers.parts(partial(asked, game.id, players), iter(seeds)))
    half = len(told) // 2
    return Found(players, fitted(chain(*told[:half])), list(chain(*told[half:])))


# --- what is written --------------------------------------------------------------------------


def picture(game: str, found: list[Found]) -> str:
    """What came true over what was said; on the diagonal they are the same."""
    inside = [said(16, 28, f"{game}: what was said, and what came true")]
    inside.append(f'<path d="M{at(0)} {down(0)}L{at(1)} {down(1)}" stroke="#bbb"/>')
    for share in (0.0, 0.5, 1.0):
        inside.append(said(16, down(share) + 5, f"{share:.1f}"))
        inside.append(said(at(share) - 10, down(0) + 24, f"{share:.1f}"))
    for number, one in enumerate(found):
        colour = COLOURS[number % len(COLOURS)]
        points = groups(one.told)
        line = " ".join(f"{at(a)},{down(b)}" for a, b, _ in points)
        inside.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        inside.append(said(at(0) + 12, 60 + 20 * number, f"{one.players} players", colour))
    return FRAME.format(w=SIDE + 2 * EDGE, h=SIDE + 2 * EDGE, inside="\n".join(inside))


def at(share: float) -> int:
    return round(EDGE + SIDE * share)


def down(share: float) -> int:
    return round(EDGE + SIDE * (1 - share))


def as_toml(found: list[Found]) -> str:
    head = "# How chances of winning are corrected, by the number of players (bots/chances.py).\n"
    rows = [
        f"{one.players} = {{ shift = {one.correction.shift}, slope = {one.correction.slope} }}\n"
        for one in found
    ]
    return head + "".join(rows)


def arguments() -> ArgumentParser:
    parser = ArgumentParser("parlour.lab.chances", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; all, if none")
    parser.add_argument("--games", type=int, default=400, help="of each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--write", action="store_true", help="into the room's folder")
    parser.add_argument("--jobs", type=int, default=0)
    return parser


def main(argv: list[str] | None = None) -> int:
    args = arguments().parse_args(argv)
    game = parlour.game(args.game)
    found = []
    with workers_for(args.jobs or cores()) as workers:
        for players in args.players or range(game.least, game.most + 1):
            found.append(measured(game, players, args.games, args.seed, workers))
            print("\n".join(found[-1].lines()), flush=True)
    if args.picture:
        args.picture.write_text(picture(args.game, found), encoding="utf-8")
    if args.write:
        Path(str(files(game.package).joinpath(FILE))).write_text(as_toml(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
