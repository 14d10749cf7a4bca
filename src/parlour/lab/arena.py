"""Who plays better: paired deals, one seat replaced, seats rotated, intervals printed.

A deal is a seed.  On each deal the reference plays all seats, and the challenger takes each seat
once against the same reference on the same deal.  What is analysed is the deal, never the game:
the difference between the challenger's win and what the reference won in that very seat.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import sqrt
from time import process_time
from typing import NamedTuple

import msgspec

import parlour
from parlour.core.game import Game
from parlour.core.outcome import Outcome
from parlour.core.table import Table
from parlour.lab.examiners import examiner_of
from parlour.lab.rows import Row, rows_of
from parlour.lab.run import Part, Run
from parlour.lab.simulate import bots_game, share


class Sample(msgspec.Struct, frozen=True):
    """Numbers, one per deal, and what they come to.  The sums are exact."""

    deals: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def __add__(self, later: "Sample") -> "Sample":
        return Sample(
            self.deals + later.deals, self.total + later.total, self.squares + later.squares
        )

    @property
    def mean(self) -> float:
        return float(self.total / max(1, self.deals))

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, by the normal approximation over deals."""
        if self.deals < 2:
            return 1.0
        variance = (self.squares - self.total**2 / self.deals) / (self.deals - 1)
        return 1.96 * sqrt(variance / self.deals)

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.margin:.3f}"


def one(value: Fraction) -> Sample:
    return Sample(1, value, value * value)


class DuelResult(msgspec.Struct, frozen=True):
    """The challenger's share of victories, and its wins beyond the reference's, by group."""

    game: str
    players: int
    challenger: str
    reference: str
    share: Sample = Sample()
    gain: Sample = Sample()
    groups: dict[str, Sample] = {}
    seconds: float = 0.0

    @property
    def deals(self) -> int:
        return self.share.deals

    @property
    def fair(self) -> float:
        return 1 / self.players

    def __add__(self, later: "DuelResult") -> "DuelResult":
        groups = dict(self.groups)
        for name, sample in later.groups.items():
            groups[name] = groups.get(name, Sample()) + sample
        return DuelResult(
            *(self.game, self.players, self.challenger, self.reference),
            share=self.share + later.share,
            gain=self.gain + later.gain,
            groups=groups,
            seconds=self.seconds + later.seconds,
        )

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
    run: Run | None = None,
) -> Iterator[DuelResult]:
    """The result so far: at the start, then after every chunk of deals."""
    run = run or Run()
    nothing = DuelResult(game.id, players, challenger, reference)
    play = partial(some_deals, nothing, run.rows is not None)
    return run.tallies(play, range(seed, seed + deals), nothing)


def some_deals(nothing: DuelResult, with_rows: bool, deals: range) -> Part[DuelResult]:
    """A chunk."""
    found = nothing
    rows: list[Row] = []
    for deal in deals:
        begun = process_time()
        games = list(paired_games(nothing, deal))
        found = found + compared(nothing, games, process_time() - begun)
        if with_rows:
            rows += [row for played in games for row in played.rows(deal)]
    return Part(deals, found, rows)


class Paired(NamedTuple):
    """One of the games of a deal, which is over."""

    challenger: int | None
    """Its seat; in the first game of a deal the reference has all seats."""
    bots: list[str]
    t: Table
    choices: int

    @property
    def outcome(self) -> Outcome:
        assert self.t.outcome is not None
        return self.t.outcome

    def rows(self, deal: int) -> list[Row]:
        return rows_of(self.t.game, self.t, deal, self.bots, self.choices, self.challenger)


def paired_games(duel: DuelResult, deal: int) -> Iterator[Paired]:
    """The reference in all seats, then the challenger in each of them."""
    game = parlour.game(duel.game)
    for seat in (None, *range(duel.players)):
        bots = [duel.challenger if k == seat else duel.reference for k in range(duel.players)]
        yield Paired(seat, bots, *bots_game(game, bots, {}, deal))


def compared(nothing: DuelResult, games: list[Paired], seconds: float) -> DuelResult:
    """What one deal came to."""
    players, base = nothing.players, games[0]
    examiner = examiner_of(base.t.game)
    shares = Fraction(0)
    gains: dict[str, list[int]] = {}
    for seat, played in enumerate(games[1:]):
        shares += share(played.outcome, seat)
        gain = (seat in played.outcome.winners) - (seat in base.outcome.winners)
        gains.setdefault(examiner.group(base.t, seat), []).append(gain)
    return msgspec.structs.replace(
        nothing,
        share=one(shares / players),
        gain=one(Fraction(sum(map(sum, gains.values())), players)),
        groups={name: one(Fraction(sum(v), len(v))) for name, v in gains.items() if name},
        seconds=seconds,
    )
