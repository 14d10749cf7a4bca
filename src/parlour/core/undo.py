"""Taking back: whether a seat's last choice can be, and whether the others must agree to it.

Freely, while nobody has learnt anything from it that the chooser did not know and nobody else is
asked because of it.  By consent, once another seat is asked and has not answered.  Never otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from parlour.core.decision import FIRST_OFFER
from parlour.core.event import Undone
from parlour.core.seats import UNTOLD

if TYPE_CHECKING:
    from parlour.core.errors import IllegalChoice
    from parlour.core.ids import ChoiceId
    from parlour.core.table import Table

UNDO: Final = "undo"
AGREED: Final = "undo:agreed"
"""The entry of an undo that the others had to agree to."""

May = Literal["free", "consent", "no"]
FREE: Final = "free"
CONSENT: Final = "consent"
NO: Final = "no"
"""Compare with `==`: as conditions all three are true."""


def keep(t: Table, seat: int, choice: ChoiceId) -> None:
    """Before an answer: record it, and keep what taking it back needs."""
    if t.takes_back:
        t.before = t.clone()
        t.before.asking = t.asking[:]
        t.last = seat
        t.last_undoable = choice >= FIRST_OFFER or t.stack.top().undoable
    if t.log is not None:
        t.log.append((seat, t.choice(seat, choice).text))


def may_undo(t: Table, seat: int) -> May:
    """FREE, CONSENT or NO."""
    before = _before(t, seat)
    if before is None or t.knows.learnt(before.knows, seat) or t.learnt(before, seat):
        return NO
    return CONSENT if _asks_others(t, before, seat) else FREE


def once_undone(t: Table, seat: int) -> bool:
    """For old records: whether undo was allowed when only what the chooser had learnt counted."""
    before = _before(t, seat)
    if before is None or t.knows.learnt_by(before.knows, seat):
        return False
    return not t.learnt(before, seat)


def why_not_undo(t: Table, seat: int, agreed: bool) -> IllegalChoice | None:
    """`agreed`: whoever had to be asked has agreed; that is not for the rules to find out."""
    may = may_undo(t, seat)
    if may == NO:
        return t.refuse("cannot_undo")
    return t.refuse("undo_needs_consent") if may == CONSENT and not agreed else None


def _before(t: Table, seat: int) -> Table | None:
    """The table as it was, if the last choice was the seat's and no die has been thrown since."""
    before = t.before
    if before is None or t.last != seat or not t.last_undoable or t.outcome is not None:
        return None
    # Dice that were laid down beforehand leave a queue.
    thrown = t.dice.thrown != before.dice.thrown or len(t.dice.queue) != len(before.dice.queue)
    return None if thrown else before


def _asks_others(t: Table, before: Table, seat: int) -> bool:
    """Whether a question is put to another seat that was not put to it before.

    By the very frame: a decision's number also changes when a standing offer is taken.
    """
    for other in range(t.players):
        asking = t.asking[other]
        if other != seat and asking is not None and asking is not before.asking[other]:
            return True
    return False


def undo(t: Table, seat: int, agreed: bool) -> None:
    """Take the seat's last choice back; a refusal if it may not."""
    if (refusal := why_not_undo(t, seat, agreed)) is not None:
        raise refusal
    take_back(t, seat, AGREED if agreed else UNDO)


def replay(t: Table, seat: int, text: str) -> None:
    """Play an entry of a record: an answer, or an undo as the version allowed that wrote it."""
    if text == UNDO and once_undone(t, seat):
        take_back(t, seat, UNDO)
    else:
        t.answer(seat, text)


def take_back(t: Table, seat: int, entry: str) -> None:
    """The table as it was before the last choice; what has been shown since stays known."""
    before = t.before
    assert before is not None
    shown = t.knows
    t.knows = before.knows.copy()
    t.dice = before.dice.copy()
    t.stack = before.stack
    t.asked = before.asked
    t.ids_told_to = UNTOLD
    t.counted_for = UNTOLD
    t.sealed = before.sealed
    t.serial = [number + 1 for number in t.serial]
    t.asking = before.asking
    t.assign(before)
    t.knows.also(shown)
    t.before = None
    t.last_undoable = False
    if t.log is not None:
        t.log.append((seat, entry))
    t.tell(Undone(seat))
