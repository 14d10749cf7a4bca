"""Who plays better: paired deals, one seat replaced, seats rotated, intervals printed.

A deal is a seed.  On each deal the reference plays all seats, and the challenger takes each seat
once against the same reference on the same deal.  What is analysed is the deal, never the game.
"""

from collections.abc import Iterator
from math import sqrt

import msgspec

from parlour.bots import make_bot
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.lab.simulate import play_bots


class Standing(msgspec.Struct):
    """The challenger's share of wins, deal by deal."""

    game: str
    players: int
    challenger: str
    reference: str
    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> None:
        self.deals += 1
        self.total += share
        self.squares += share * share

    @property
    def mean(self) -> float:
        return self.total / self.deals

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, by the normal approximation over deals."""
        if self.deals < 2:
            return 1.0
        variance = (self.squares - self.total**2 / self.deals) / (self.deals - 1)
        return 1.96 * sqrt(max(0.0, variance) / self.deals)

    @property
    def fair(self) -> float:
        return 1 / self.players

    def __str__(self) -> str:
        return (
            f"{self.game}, {self.players} players: {self.challenger} against {self.reference}, "
            f"{self.deals} paired deals: win share {self.mean:.3f} ± {self.margin:.3f} "
            f"(95 %), fair {self.fair:.3f}, lower end {self.mean - self.margin - self.fair:+.3f}"
        )


def duel(
    game: Game, players: int, deals: int, challenger: str, reference: str, seed: int = 0
) -> Iterator[Standing]:
    """One seat replaced, on every seat of every deal."""
    standing = Standing(game.id, players, challenger, reference)
    for deal in range(seed, seed + deals):
        shares = [
            _share(game, players, deal, seat, challenger, reference) for seat in range(players)
        ]
        standing.add(sum(shares) / players)
        yield standing


def _share(
    game: Game, players: int, deal: int, seat: int, challenger: str, reference: str
) -> float:
    t = game.new(players, deal, quiet=True)
    rng = Rng(deal)
    levels = [challenger if k == seat else reference for k in range(players)]
    play_bots(t, [make_bot(game, level, rng.split()) for level in levels], game.bound(players))
    assert t.outcome is not None
    return t.outcome.share(seat)
