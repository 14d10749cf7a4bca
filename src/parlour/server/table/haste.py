"""How quickly bots answer: as the host wants it, and at once when people have only the end to see.

Only pauses of bots are meant.  What is answered for a person keeps the ordinary one, and where
time passes by itself, ticks are the pace.
"""

from typing import Final

import msgspec

from parlour.core.errors import Refusal
from parlour.server.table import rows
from parlour.server.table.deeds import Deed
from parlour.server.table.sitting import Sitting

DIVISORS: Final[dict[rows.Haste, float]] = {"slow": 0.5, "normal": 1, "quick": 3, "once": 20}
"""What the pauses of bots are divided by."""


class HasteWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    haste: rows.Haste


class HurryWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wants: bool = True


def hasten(haste: rows.Haste) -> Deed:
    """The host wants bots to answer so quickly from now on."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.phase in ("frozen", "closed"):
            raise Refusal(f"table_{s.phase}")
        return [] if s.config.haste == haste else [rows.Hastened(haste)]

    return deed


def hurry(seat: int, wants: bool) -> Deed:
    """Somebody wants to see the end soon, or no longer.  `seat`: NO_ONE for a host without one."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if not s.playing:
            raise Refusal("no_game")
        return [] if wants == (seat in s.hurried) else [rows.Hurried(seat, wants)]

    return deed


def haste_now(s: Sitting) -> rows.Haste:
    """Nobody is hurried who still plays: a wish to see the end waits until they are out."""
    return "once" if s.hurried and not people_play(s) else s.config.haste


def people_play(s: Sitting) -> bool:
    """Whether a person is still in the game.  Whoever has lost their line may come back to it."""
    t = s.game_table
    people = [k for k, seat in enumerate(s.seats) if seat.is_person and not seat.left]
    return t is not None and any(t.plays(seat) for seat in people)
