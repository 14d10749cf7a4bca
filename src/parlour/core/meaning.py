"""Which choice is meant by a text or an id; and if none is, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.decision import Decision
from parlour.core.ids import as_choices
from parlour.core.undo import AGREED, UNDO, why_not_undo

if TYPE_CHECKING:
    from parlour.core.decision import Choice
    from parlour.core.errors import IllegalChoice
    from parlour.core.ids import ChoiceId
    from parlour.core.table import Table


def decision(t: Table, seat: int) -> Decision | None:
    """All that the seat may answer now; None if that is nothing."""
    ids = t.choices(seat)
    if not ids:
        return None
    choices = [t.choice(seat, id) for id in ids]
    number = t.serial[seat] if t.numbers else 0
    if not t.asked >> seat & 1:
        return Decision(seat, number, "", {}, choices, None)
    top = t.stack.top()
    default = t.choice(seat, top.default(t, seat))
    return Decision(seat, number, top.ask, top.about(t, seat), choices, default)


def meant(
    t: Table,
    seat: int,
    choice: ChoiceId | str,
    number: int | None = None,
    known: Decision | None = None,
) -> Choice:
    """The one choice of the seat that this can be; IllegalChoice says why there is none.

    `number`: of the decision that is answered; `known`: that decision, if it is at hand.
    """
    check_open(t, seat)
    if number is not None and t.numbers and number != t.serial[seat]:
        raise t.refuse("stale")
    if not isinstance(choice, str):
        check_offered(t, seat, choice)
        return t.choice(seat, choice)
    open_now = known or t.decision(seat)
    fitting = open_now.find(choice) if open_now is not None else []
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise t.refuse("ambiguous", {"text": choice, "list": [c.text for c in fitting]})
    raise _refusal(t, seat, choice)


def check_offered(t: Table, seat: int, id: ChoiceId) -> None:
    """A program that is mistaken about an id is told what it could have chosen."""
    check_open(t, seat)
    ids = t.choices(seat)
    if id not in ids:
        raise _not_offered(t, seat, id, ids)


def wrong_number(t: Table, seat: int, number: int) -> IllegalChoice:
    """The same for a number that no choice of the seat has."""
    check_open(t, seat)
    return _not_offered(t, seat, number, as_choices(list(range(len(t.choices(seat))))))


def _not_offered(t: Table, seat: int, asked: int, numbers: list[ChoiceId]) -> IllegalChoice:
    """`numbers`: of the choices there are, by which they are told."""
    ids = t.choices(seat)
    if not ids:
        return _unasked(t, seat, str(asked))
    offered = [f"{numbers[k]} ({t.choice(seat, ids[k])})" for k in range(len(ids))]
    return t.refuse("not_offered", {"number": asked, "list": offered})


def check_open(t: Table, seat: int) -> None:
    if not 0 <= seat < t.players:
        raise t.refuse("no_such_seat", {"number": seat})
    if t.outcome is not None:
        raise t.refuse("game_over")


def _refusal(t: Table, seat: int, text: str) -> IllegalChoice:
    if text in (UNDO, AGREED):  # no choice, and it has reasons of its own
        why = why_not_undo(t, seat, agreed=text == AGREED)
        return why or t.refuse("unknown_choice", {"text": text})
    asked = t.asked >> seat & 1
    offer = t.offer_refusal(seat, text) if asked or t.plays(seat) else None
    if offer is not None:
        return offer
    return t.stack.top().refusal(t, seat, text) if asked else _unasked(t, seat, text)


def _unasked(t: Table, seat: int, text: str) -> IllegalChoice:
    if not t.plays(seat):
        return t.refuse("out_of_play")
    return t.stack.top().unasked(t, seat, text)
