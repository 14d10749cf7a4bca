"""What can be done at a table while a game is on, each as a question to the sitting.

A deed takes the sitting and the time, and returns the rows to write, or refuses.  It changes
nothing: the keeper writes the rows, and asks again if somebody was quicker.
"""

from collections.abc import Callable

from parlour.core.decision import Choice
from parlour.core.errors import IllegalChoice, Refusal
from parlour.core.meaning import meant
from parlour.core.seats import HOUSE
from parlour.core.table import Table
from parlour.core.undo import AGREED, CONSENT, FREE, UNDO
from parlour.server.table import clocks as clock
from parlour.server.table import rows
from parlour.server.table.pleas import Plea
from parlour.server.table.sitting import Sitting

Deed = Callable[[Sitting, int], list[rows.Body]]


def may_hint(s: Sitting) -> bool:
    """Whether there are hints at this table: one person among bots, and nothing counts elsewhere.

    Somebody for whom a bot stands in is a person, too.
    """
    people = sum(seat.is_person or seat.who == "open" for seat in s.seats)
    able = s.game is not None and s.game.policy is not None
    return able and people == 1 and not s.config.evening


def bots_alone(s: Sitting) -> bool:
    """Whether nobody plays here any more."""
    return all(seat.who == "bot" or seat.left for seat in s.seats)


def running(s: Sitting) -> Table:
    """The rules' table, if something may be done at it now."""
    if s.phase in ("frozen", "closed"):
        raise Refusal(f"table_{s.phase}")
    if s.phase != "playing":
        raise Refusal("no_game" if s.phase == "lobby" else "game_over")
    if s.game_table is None:
        raise Refusal("other_rules")
    if s.paused_at is not None:
        raise Refusal("paused")
    return s.game_table


def chosen(s: Sitting, seat: int, text: str, number: int | None) -> Choice:
    """The one choice that this text means, or the reason why there is none."""
    return meant(running(s), seat, text, number, s.decision(seat))


def answer(
    seat: int,
    text: str,
    number: int | None,
    by: rows.By,
    mid: str = "",
    lag: int = 0,
    at: int | None = None,
) -> Deed:
    """An answer.  `lag`: half of its sender's round trip; `at`: when it came, if it has waited."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.heard_of(seat, mid):
            return []
        choice = chosen(s, seat, text, number)
        assert s.clocks is not None
        came = now if at is None else at
        left, forgiven = clock.after_answer(s.config.pace, s.clocks, seat, came, lag)
        if choice.is_offer:  # the question stays open, and the clock goes on
            left, forgiven = None, 0
        row = rows.Chose(seat, choice.text, by, s.idle, left, forgiven, mid)
        return [*back(s, seat, by), row]

    return deed


def back(s: Sitting, seat: int, by: rows.By) -> list[rows.Body]:
    """A person who does something has their seat again."""
    return [rows.Back(seat)] if by == "person" and s.seats[seat].away else []


def undo(seat: int, mid: str) -> Deed:
    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.heard_of(seat, mid):
            return []
        refusal = running(s).why_not(seat, UNDO)
        if refusal is not None:
            raise refusal
        return [_taken_back(s, seat, now, UNDO, mid)]

    return deed


def plead(seat: int, mid: str, present: set[int], ms: int) -> Deed:
    """Ask the others to let one's last choice be taken back.

    People who are here must agree, each of them; bots do, and so do seats that nobody sits in.
    """

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.heard_of(seat, mid):
            return []
        t = running(s)
        refusal = t.why_not(seat, AGREED)
        if refusal is not None:
            raise refusal
        if t.may_undo(seat) == FREE:
            raise Refusal("no_plea_needed")
        if s.pleas.last is not None:
            raise Refusal("pleaded_already")
        others = sorted(present - {seat})
        waits = [k for k in others if s.seats[k].is_person and not s.seats[k].away]
        plea = rows.Pleaded(seat, waits, ms, mid)
        return [plea] if waits else [plea, _taken_back(s, seat, now, AGREED)]

    return deed


def reply(seat: int, number: int, agrees: bool, mid: str) -> Deed:
    """A word on the plea of this number; the last yes takes the choice back."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.heard_of(seat, mid):
            return []
        t = running(s)
        plea = s.pleas.open
        if plea is None or plea.id != number or outlived(plea, t, now):
            raise Refusal("no_plea")
        if seat not in plea.waits:
            raise Refusal("not_awaited")
        if not agrees:
            return [rows.Declined(seat, mid)]
        word = rows.Agreed(seat, mid)
        return [word, _taken_back(s, plea.seat, now, AGREED)] if plea.waits == [seat] else [word]

    return deed


def outlived(plea: Plea, t: Table, now: int) -> bool:
    """Its time is up, or time that passed at the table has settled the matter."""
    return now >= plea.until or t.may_undo(plea.seat) != CONSENT


def settle_plea(s: Sitting, now: int) -> list[rows.Body]:
    """What becomes of a plea if nobody says anything: it lapses, or nobody is left to ask."""
    plea = s.pleas.open
    if plea is None or not s.running:
        return []
    if outlived(plea, running(s), now):
        return [rows.Lapsed()]
    return [] if plea.waits else [_taken_back(s, plea.seat, now, AGREED)]


def _taken_back(s: Sitting, seat: int, now: int, text: str, mid: str = "") -> rows.Chose:
    assert s.clocks is not None
    left = clock.after_undo(s.config.pace, s.clocks, seat, now)
    return rows.Chose(seat, text, "person", s.idle, left, mid=mid)


def why(s: Sitting, seat: int, text: str) -> IllegalChoice | None:
    """Why this cannot be chosen now; None if it can."""
    try:
        chosen(s, seat, text, None)
    except IllegalChoice as refusal:
        return refusal
    return None


def time_out(seat: int, number: int) -> Deed:
    """Time is up: the decision's default, and the log says so."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        running(s)
        decision = s.decision(seat)
        if decision is None or decision.default is None or decision.id != number:
            return []
        assert s.clocks is not None
        left, _ = clock.after_answer(s.config.pace, s.clocks, seat, now, 0)
        return [rows.Chose(seat, decision.default.text, "timeout", s.idle, left)]

    return deed


def away(seat: int, left: bool = False) -> Deed:
    def deed(s: Sitting, now: int) -> list[rows.Body]:
        here = s.seats[seat]
        if not s.playing or not here.is_person or (here.away and here.left == left):
            return []
        return [rows.Away(seat, left)]

    return deed


def come_back(seat: int) -> Deed:
    """Somebody looks again.  Who left a table of an evening, or was removed, has to answer."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        gone = s.config.evening and s.seats[seat].left
        return [] if gone else back(s, seat, "person")

    return deed


def broken_off(s: Sitting, reason: rows.BreakReason, seat: int = HOUSE) -> list[rows.Body]:
    """The shuffle that is on comes to no game, and everybody is told so."""
    return [] if s.shuffles.now is None else [rows.BrokenOff(reason, seat)]


def close_by(reason: str) -> Deed:
    """The table ends; whoever may decide that has been asked elsewhere."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.phase in ("closed", "frozen"):
            return []
        return [*broken_off(s, "closed"), rows.Closed(reason)]

    return deed


def unlist(s: Sitting, now: int) -> list[rows.Body]:
    return [rows.Unlisted()] if s.config.public else []
