"""What is done while time passes by itself: collected until the tick ends, then put in order.

An act counts from when it was sent, as far as that can be known: when it came, less half of its
sender's round trip.  It never leaves the tick in which it came.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from parlour.core.errors import Refusal
from parlour.server.table import deeds, rows
from parlour.server.table.deeds import Deed
from parlour.server.table.sitting import Sitting

MOST_WAY_MS: Final = 150
"""No line is forgiven more than this, however long it is or seems to be."""
MOST_EACH: Final = 8
"""PendingActs of one seat in one tick."""
MOST_MOVED: Final = 64

Reply = Callable[[Refusal | None], None]
"""How whoever did it hears of it: None says that it is done and on the disk."""


class Act(msgspec.Struct, frozen=True):
    """What a seat wants done.  `at`: when it came; `half`: half a round trip of its sender.

    `number`: of the decision it answers.  `undo`: it takes the last choice back instead.
    `until`: when the node that it came from has tried it itself; 0: it came here.
    """

    seat: int
    text: str
    number: int
    by: rows.By
    at: int
    half: int = 0
    mid: str = ""
    undo: bool = False
    until: int = 0

    def deed(self, number: int) -> Deed:
        deed = self._deed(number)

        def in_time(s: Sitting, now: int) -> list[rows.Body]:
            """Its sender may have heard by then that it was refused."""
            if self.until and now >= self.until:
                raise Refusal("busy")
            return deed(s, now)

        return in_time

    def _deed(self, number: int) -> Deed:
        if self.undo:
            return deeds.undo(self.seat, self.mid)
        if self.by == "timeout":
            return deeds.time_out(self.seat, number)
        return deeds.answer(self.seat, self.text, number, self.by, self.mid, self.half, self.at)


class No(msgspec.Struct, frozen=True):
    """What the node that collects says of an act that came from another and was refused."""

    seat: int
    mid: str
    code: str
    rule: str
    facts: dict[str, Any]


Waiting = tuple[Act, Reply]


class PendingActs:
    """The acts of one table that wait for the end of their tick, and what came of them."""

    def __init__(self) -> None:
        self.waiting: list[Waiting] = []
        self.far: dict[tuple[int, str], tuple[int, Act, Reply]] = {}  # seat and mid: until, act
        self.replies: list[tuple[Reply, Refusal | None]] = []
        self._moved: dict[tuple[int, int, int], int] = {}  # game, seat, number: its number now

    def add(self, act: Act, told: Reply) -> None:
        if act.by == "person":
            mine = sum(act.seat == other.seat for other, _ in self.waiting)
            if mine >= MOST_EACH:
                raise Refusal("too_fast")
        self.waiting.append((act, told))

    def by_house(self, seat: int) -> bool:
        """Whether the house has done something for this seat that is still to come."""
        if not self.waiting:
            return False
        return any(act.seat == seat and act.by != "person" for act, _ in self.waiting)

    def take(self, before: int | None) -> list[Waiting]:
        """Those that came before this moment (None: all), in their order; the others wait on."""
        came, self.waiting = self.waiting, []
        if before is not None:
            self.waiting = [entry for entry in came if entry[0].at >= before]
            came = [entry for entry in came if entry[0].at < before]
        return in_order(came)

    def shift(self, ms: int) -> None:
        """The clock was set by so much."""
        self.waiting = [(_shifted(act, ms), told) for act, told in self.waiting]
        self.far = {
            key: (until + ms, _shifted(act, ms), told)
            for key, (until, act, told) in self.far.items()
        }

    # --- numbers ----------------------------------------------------------------------------

    def number(self, s: Sitting, act: Act) -> int:
        """The number that the decision has now, if only the seat's own offers have moved it.

        An offer that a seat takes gives its decision a new number, which it hears of when the
        tick is over.  What it does meanwhile still means the same question.
        """
        number = act.number
        while (moved := self._moved.get((s.number, act.seat, number))) is not None:
            number = moved
        return number

    def took_offer(self, s: Sitting, seat: int, before: int) -> None:
        """A seat has taken an offer; `before` was the number of its decision."""
        t = s.game_table
        if t is not None and t.serial[seat] == before + 1:
            self._moved[s.number, seat, before] = before + 1
        while len(self._moved) > MOST_MOVED:
            del self._moved[next(iter(self._moved))]

    # --- other nodes ------------------------------------------------------------------------

    def send_on(self, act: Act, told: Reply, until: int) -> None:
        """Another node collects it.  What has not come of it by then is tried from here."""
        self.far[act.seat, act.mid] = (until, act, told)

    def heard(self, s: Sitting) -> None:
        """What stands in the log is done, whoever wrote it."""
        for seat, mid in [key for key in self.far if s.heard_of(*key)]:
            self.answered(seat, mid, None)

    def answered(self, seat: int, mid: str, refusal: Refusal | None) -> None:
        if (found := self.far.pop((seat, mid), None)) is not None:
            self.replies.append((found[2], refusal))

    # --- replies ----------------------------------------------------------------------------

    def tell(self) -> None:
        """Everybody at once: how long a reply takes tells nothing of what others did."""
        replies, self.replies = self.replies, []
        for told, refusal in replies:
            told(refusal)


def _shifted(act: Act, ms: int) -> Act:
    until = act.until + ms if act.until else 0
    return msgspec.structs.replace(act, at=act.at + ms, until=until)


def in_order(came: list[Waiting]) -> list[Waiting]:
    """By when they were sent; nobody overtakes themselves; else as they came."""
    last: dict[tuple[int, str], int] = {}
    keyed: list[tuple[int, int]] = []
    for place, (act, _) in enumerate(came):
        sender = (act.seat, act.by)
        sent = act.at - min(act.half, MOST_WAY_MS)
        last[sender] = max(sent, last.get(sender, sent))
        keyed.append((last[sender], place))
    return [came[place] for _, place in sorted(keyed)]


def is_offer(s: Sitting, act: Act) -> bool:
    """Whether this takes a standing offer, as things are now."""
    if act.undo or not s.running:
        return False
    try:
        decision = s.decision(act.seat)
    except Exception:  # rules that raise: whoever carries the act out will see
        return False
    return decision is not None and any(c.is_offer for c in decision.find(act.text))
