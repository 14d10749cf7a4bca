"""The doors of a table of Wink: standing offers, and time."""

from typing import final

from parlour.core.errors import IllegalChoice
from parlour.games.wink.accuse import accusations, accuse, accuse_text, why_not_accuse
from parlour.games.wink.body import glance_text
from parlour.games.wink.glances import (
    live_glances,
    pass_tick,
    why_not_now,
    why_not_yet,
)
from parlour.games.wink.kinds import ACCUSE, BY_TURNS, MANNERS
from parlour.games.wink.state import WinkState


@final
class WinkTable(WinkState):
    """A table with its doors: accusations at any moment, and live every glance."""

    def blank(self) -> "WinkTable":
        return WinkTable(self.rules, self.players, self.dice.copy(), self.knows.copy())

    def standing(self, seat: int) -> list[int]:
        """[WINK-18]"""
        offers = accusations(self, seat)
        return offers + live_glances(self, seat) if self.is_live() else offers

    def offer_text(self, seat: int, offer: int) -> str:
        return accuse_text(offer) if offer >= ACCUSE else glance_text(offer)

    def offer_refusal(self, seat: int, text: str) -> IllegalChoice | None:
        if text.startswith("accuse:"):
            return why_not_accuse(self, seat, text)
        if text.partition("@")[0] not in MANNERS:
            return None
        if self.rules.pace == BY_TURNS:
            return why_not_yet(self, seat)
        return why_not_now(self, seat, text)

    def take(self, seat: int, offer: int) -> None:
        if offer >= ACCUSE:
            accuse(self, seat, offer)
        else:
            self.plans[seat] = (offer,)

    def ticking(self) -> bool:
        return self.is_live() and self.outcome is None

    def tick(self) -> None:
        """Glances and winks first; then, at its longest, the turn answers by default."""
        pass_tick(self)
        self.clock += 1
        if self.clock >= self.rules.timing.longest:
            while self.stack[-1].asks(self):
                self.lapse(self.turn)
