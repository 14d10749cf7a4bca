"""Who plays better: paired deals, one seat replaced, seats rotated, intervals printed.

A deal is a seed.  On each deal the reference plays all seats, and the challenger takes each seat
once against the same reference on the same deal.  What is analysed is the deal, never the game:
the difference between the challenger's win and what the reference won in that very seat.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

import msgspec

import parlour
from parlour.bots import make_bot
from parlour.core.game import Game
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.lab.examiners import examiner_of
from parlour.lab.simulate import play_bots

CHUNK = 5
"""Deals a process plays before it reports."""


class Sample(msgspec.Struct):
    """Numbers, one per deal, and what they come to."""

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.deals += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: "Sample") -> None:
        self.deals += other.deals
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        return self.total / max(1, self.deals)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, by the normal approximation over deals."""
        if self.deals < 2:
            return 1.0
        variance = (self.squares - self.total**2 / self.deals) / (self.deals - 1)
        return 1.96 * sqrt(max(0.0, variance) / self.deals)

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.margin:.3f}"


class DuelResult(msgspec.Struct):
    """The challenger's share of victories, and its wins beyond the reference's, by group."""

    game: str
    players: int
    challenger: str
    reference: str
    share: Sample
    gain: Sample
    groups: dict[str, Sample]

    @property
    def deals(self) -> int:
        return self.share.deals

    @property
    def fair(self) -> float:
        return 1 / self.players

    def merge(self, other: "DuelResult") -> None:
        self.share.merge(other.share)
        self.gain.merge(other.gain)
        for name, sample in other.groups.items():
            self.groups.setdefault(name, Sample()).merge(sample)

    def __str__(self) -> str:
        share = self.share
        said = (
            f"{self.game}, {self.players} players: {self.challenger} against {self.reference}, "
            f"{self.deals} paired deals, one seat replaced, every seat once; 95 % intervals\n"
            f"  win share  {share.mean:.3f} ± {share.margin:.3f}, fair {self.fair:.3f}, "
            f"lower end {share.mean - share.margin - self.fair:+.3f}\n"
            f"  wins beyond the reference in the same seat  {self.gain}"
        )
        return said + "".join(f"\n    {name:<10} {s}" for name, s in sorted(self.groups.items()))


def duel(
    game: Game,
    players: int,
    deals: int,
    challenger: str,
    reference: str,
    seed: int = 0,
    jobs: int = 1,
) -> Iterator[DuelResult]:
    """The result so far, after every few deals."""
    so_far = no_deals(game.id, players, challenger, reference)
    chunks = [
        (game.id, players, range(first, min(first + CHUNK, seed + deals)), challenger, reference)
        for first in range(seed, seed + deals, CHUNK)
    ]
    if jobs == 1:
        for chunk in chunks:
            so_far.merge(some_deals(chunk))
            yield so_far
        return
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(some_deals, chunks):
            so_far.merge(part)
            yield so_far


def no_deals(game: str, players: int, challenger: str, reference: str) -> DuelResult:
    return DuelResult(game, players, challenger, reference, Sample(), Sample(), {})


def some_deals(work: tuple[str, int, range, str, str]) -> DuelResult:
    id, players, deals, challenger, reference = work
    game = parlour.game(id)
    found = no_deals(id, players, challenger, reference)
    for deal in deals:
        one_deal(game, players, deal, found)
    return found


def one_deal(game: Game, players: int, deal: int, found: DuelResult) -> None:
    base, groups = outcome(game, players, deal, [found.reference] * players)
    shares: list[float] = []
    gains: dict[str, list[float]] = {}
    for seat in range(players):
        levels = [found.challenger if k == seat else found.reference for k in range(players)]
        result, _ = outcome(game, players, deal, levels)
        shares.append(result.share(seat))
        gain = float(seat in result.winners) - float(seat in base.winners)
        gains.setdefault(groups[seat], []).append(gain)
    found.share.add(sum(shares) / players)
    found.gain.add(sum(map(sum, gains.values())) / players)
    for name, values in gains.items():
        if name:
            found.groups.setdefault(name, Sample()).add(sum(values) / len(values))


def outcome(game: Game, players: int, deal: int, levels: list[str]) -> tuple[Outcome, list[str]]:
    """How one game ended, and the group each seat belongs to."""
    t = game.new(players, deal, quiet=True)
    groups = [examiner_of(game).group(t, seat) for seat in range(players)]
    rng = Rng(deal)
    play_bots(t, [make_bot(game, level, rng.split()) for level in levels], game.bound(players))
    assert t.outcome is not None
    return t.outcome, groups
