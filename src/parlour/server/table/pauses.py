"""Pauses: whose it is, when it ends by itself, and how much of their allowance people have used.

A pause is ended by whoever called it, by anybody once that person has left, or by the house when
the allowance is used up.  Nobody waits for a person who is alone with bots: they pause freely.
"""

from parlour.core.errors import Refusal
from parlour.core.seats import HOUSE, NO_ONE
from parlour.server.settings import Settings
from parlour.server.table import rows
from parlour.server.table.clocks import DAY_MS
from parlour.server.table.deeds import Deed
from parlour.server.table.saved import Pause
from parlour.server.table.sitting import Sitting


def pause(seat: int, settings: Settings) -> Deed:
    """`seat`: NO_ONE for a host who has none."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if not s.playing:
            raise Refusal("no_game")
        if s.paused_at is not None:
            return []
        if not _others(s, seat):
            return [rows.Paused(seat)]
        used = [taken.ms for taken in s.pauses.taken if taken.seat == seat]
        left = allowance(s, settings) - sum(used)
        if len(used) >= settings.pauses or left <= 0:
            minutes = allowance(s, settings) // 60_000
            raise Refusal("no_more_pauses", facts={"number": settings.pauses, "count": minutes})
        return [rows.Paused(seat, left)]

    return deed


def allowance(s: Sitting, settings: Settings) -> int:
    """How long one person may pause a game in all; by days as long as an answer may take."""
    pace = s.config.pace
    return max(settings.pause_ms, pace.days * DAY_MS if pace.kind == "days" else 0)


def _others(s: Sitting, seat: int) -> bool:
    """Whether anybody else plays here, who would have to wait."""
    return any(one.is_person and not one.left for other, one in enumerate(s.seats) if other != seat)


def resume(seat: int) -> Deed:
    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.paused_at is None:
            return []
        if not may_end(s, s.pauses.open, seat):
            raise Refusal("not_your_pause")
        return [rows.Resumed(HOUSE if seat == NO_ONE else seat, ends=True)]

    return deed


def may_end(s: Sitting, pause: Pause | None, seat: int) -> bool:
    """Also anybody, where an older version did not note whose it is, or its person has left."""
    if pause is None or pause.seat == seat:
        return True
    return pause.seat != NO_ONE and s.seats[pause.seat].left


def time_up(s: Sitting, now: int) -> list[rows.Body]:
    """The house ends a pause whose time is up."""
    pause = s.pauses.open
    if s.paused_at is None or pause is None or pause.until is None or now < pause.until:
        return []
    return [rows.Resumed(HOUSE, ends=True)]
