"""Counter-intelligence: who may accuse whom of what, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from parlour.core.decision import pack, unpack_card
from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame
from parlour.core.frame_fields import NUMBER, SEAT, Fields
from parlour.core.ids import CardId, ChoiceId, as_choices
from parlour.core.piles import lies_in
from parlour.core.seats import EVERYONE, NO_ONE, only
from parlour.games.wink import tell_gen as tell
from parlour.games.wink.kinds import ACCUSE, FOUR, NO_NUMBER
from parlour.games.wink.turn import TheEnd

if TYPE_CHECKING:
    from parlour.games.wink.state import WinkTable


@final
class Accusation(Frame["WinkTable"]):
    """A card is played: does the target hold the number?  [WINK-18] [WINK-A18]"""

    fields: ClassVar[Fields] = {"by": SEAT, "target": SEAT, "number": NUMBER}

    def __init__(self, by: int, target: int, number: CardId) -> None:
        self.by: Final = by
        self.target: Final = target
        self.number: Final = number

    def act(self, t: WinkTable) -> None:
        t.cards[self.by] -= 1
        if self.number in t.hands[self.target]:
            expose(t, self.by, self.target, self.number)
        else:
            fail(t, self.by, self.target, self.number)


def expose(t: WinkTable, by: int, target: int, number: CardId) -> None:
    """Both cards of the number go to the accuser; the caller has no contact.  [WINK-19] [WINK-23]

    [WINK-A16]
    """
    caller = t.caller(number)
    tell.exposed(t, by, target, number, caller)
    t.caught[by] += 1
    t.leave_hand(target, number)
    t.open[by] += (number, number)
    t.tokens[caller] = NO_NUMBER
    t.end_link(caller)


def fail(t: WinkTable, by: int, target: int, number: CardId) -> None:
    """The card is lost, the link lives on; with four players it is closed.  [WINK-20] [WINK-22]

    Neither of the two holds the number, and all have heard it.  [WINK-A5] [WINK-A23]
    """
    tell.failed(t, by, target, number)
    t.lacks[number] |= only(by) | only(target)
    if t.players == FOUR:
        barred = EVERYONE if t.rules.closed_to_all else EVERYONE & ~only(by)
        t.closed[t.caller(number)] |= barred
        tell.closed(t, number)


def accusations(t: WinkTable, seat: int) -> list[ChoiceId]:
    """Every accusation the seat may make now, as offers.  [WINK-A4] [WINK-A5] [WINK-A6]"""
    if not t.cards[seat]:
        return []
    found: list[int] = []
    for caller in range(t.players):
        if open_to(t, seat, caller):
            number = t.links[caller]
            for target in range(t.players):
                if target not in (seat, caller):
                    found.append(ACCUSE + pack(number, target))
    return as_choices(found)


def may_accuse(t: WinkTable, seat: int) -> bool:
    """Whether there is any accusation that the seat may make now."""
    if not t.cards[seat]:
        return False
    return any(open_to(t, seat, caller) for caller in range(t.players))


def open_to(t: WinkTable, seat: int, caller: int) -> bool:
    """Whether the seat may accuse somebody of this caller's number."""
    number = t.links[caller]
    if not number or caller == seat or t.closed[caller] >> seat & 1:
        return False
    return not lies_in(t.hands[seat], number)


def accuse_text(offer: ChoiceId) -> str:
    number, target = unpack_card(ChoiceId(offer - ACCUSE))
    return f"accuse:{number}@{target}"


def accuse(t: WinkTable, seat: int, offer: ChoiceId) -> None:
    number, target = unpack_card(ChoiceId(offer - ACCUSE))
    t.push_all([Accusation(seat, target, number), TheEnd()])


def why_not_accuse(t: WinkTable, seat: int, text: str) -> IllegalChoice:
    """The first reason that holds, from what the seat itself knows: no oracle.  [WINK-A5]"""
    digits, _, place = text.removeprefix("accuse:").partition("@")
    if not t.cards[seat]:
        return t.refuse("no_cards_left")
    if not (digits.isdecimal() and place.isdecimal()):
        return t.refuse("must_accuse", {"text": text})
    number, target = CardId(int(digits)), int(place)
    if not 1 <= number <= t.rules.numbers:
        return t.refuse("no_such_number", {"number": number})
    if target >= t.players:
        return t.refuse("no_such_seat", {"number": target})
    return _why_not(t, seat, number, target) or t.refuse("must_accuse", {"text": text})


def _why_not(t: WinkTable, seat: int, number: CardId, target: int) -> IllegalChoice | None:
    caller = t.caller(number)
    if caller == NO_ONE:
        return t.refuse("not_called", {"number": number})
    if caller == seat:
        return t.refuse("own_call", {"number": number})
    if number in t.hands[seat]:
        return t.refuse("own_number", {"number": number})
    if target == caller:
        return t.refuse("accuse_caller", {"number": number, "target": target})
    if target == seat:
        return t.refuse("accuse_yourself")
    if t.closed[caller] >> seat & 1:
        return t.refuse("number_closed", {"number": number})
    return None
