"""A turn of Wink, step by step.  Read from the top: it happens in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from parlour.core.errors import Facts, IllegalChoice
from parlour.core.frame import Frame, OfSeat
from parlour.core.frame_fields import NUMBER, SEAT, Fields, Word
from parlour.core.ids import CardId, ChoiceId, as_card, as_choices
from parlour.core.outcome import Outcome
from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.games.wink import tell_gen as tell
from parlour.games.wink.glances import Glances, Linger
from parlour.games.wink.kinds import BEFORE, BY_TURNS, DECLINED, LIVE, NAMED, NO_NUMBER, NOTHING

if TYPE_CHECKING:
    from parlour.games.wink.state import WinkTable

PASS: Final = ChoiceId(0)


@final
class Turn(OfSeat["WinkTable"]):
    """A seat's turn: name one's contact, if there is a link, then call.  [WINK-14] [WINK-17]"""

    def act(self, t: WinkTable) -> None:
        t.turn = self.seat
        t.clock = 0
        t.push(Name(self.seat) if t.links[self.seat] else Call(self.seat, NOTHING))


@final
class Name(OfSeat["WinkTable"]):
    """Who is my contact?  One may say nobody.  [WINK-14] [WINK-A2] [WINK-A12]"""

    ask: ClassVar[str] = "name"

    def asks(self, t: WinkTable) -> int:
        return only(self.seat) if t.links[self.seat] else NOBODY

    def act(self, t: WinkTable) -> None:
        """The link was exposed while its caller thought: nothing to name.  [WINK-23]"""
        t.push(Call(self.seat, NOTHING))

    def options(self, t: WinkTable, seat: int) -> list[ChoiceId]:
        return as_choices([seat] + [other for other in range(t.players) if other != seat])

    def resolve(self, t: WinkTable, seat: int, choice: ChoiceId) -> None:
        """One's own number stands for nobody."""
        number = t.links[seat]
        t.end_link(seat)
        if choice == seat:
            tell.declined(t, seat, number)
            t.push(Call(seat, DECLINED))
        else:
            t.push_all([Naming(seat, choice, number), TheEnd(), Call(seat, NAMED)])

    def text(self, t: WinkTable, seat: int, choice: ChoiceId) -> str:
        return "nobody" if choice == seat else f"name@{choice}"

    def about(self, t: WinkTable, seat: int) -> Facts:
        return {"number": t.links[seat]}

    def refusal(self, t: WinkTable, seat: int, text: str) -> IllegalChoice:
        if text == f"name@{seat}":
            return t.refuse("name_yourself")
        place = text.removeprefix("name@")
        if place != text and place.isdecimal() and int(place) >= t.players:
            return t.refuse("no_such_seat", {"number": int(place)})
        return t.refuse("must_name", {"text": text})


@final
class Naming(Frame["WinkTable"]):
    """The card alone decides whether the name is right.  [WINK-15] [WINK-16] [WINK-A18]"""

    fields: ClassVar[Fields] = {"seat": SEAT, "target": SEAT, "number": NUMBER}

    def __init__(self, seat: int, target: int, number: CardId) -> None:
        self.seat: Final = seat
        self.target: Final = target
        self.number: Final = number

    def act(self, t: WinkTable) -> None:
        number = self.number
        holder = t.holder(number)
        t.leave_hand(holder, number)
        t.tokens[self.seat] = NO_NUMBER
        if holder == self.target:
            t.open[self.seat] += (number,)
            t.open[holder] += (number,)
            tell.found(t, self.seat, holder, number)
        else:
            t.face_down += (number,)
            t.covered[holder] += (number,)
            tell.mistaken(t, self.seat, self.target, number, holder)


@final
class Call(Frame["WinkTable"]):
    """The token goes to another card of the crowd.  [WINK-9] [WINK-10] [WINK-17]

    `before`: whether somebody was named, nobody was, or there was nothing to name.
    """

    ask: ClassVar[str] = "call"
    fields: ClassVar[Fields] = {"seat": SEAT, "before": Word(BEFORE)}

    def __init__(self, seat: int, before: int) -> None:
        self.seat: Final = seat
        self.before: Final = before

    def asks(self, t: WinkTable) -> int:
        return only(self.seat)

    def options(self, t: WinkTable, seat: int) -> list[ChoiceId]:
        """Nobody can tell from the question that a hand leaves nothing to call.  [WINK-A1]"""
        return as_choices(t.callable(seat)) or [PASS]

    def resolve(self, t: WinkTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            pass_by(t, seat)
        else:
            number = as_card(choice)
            t.new_link(seat, number)
            tell.called(t, seat, number)
        t.push_all(after_call(t, seat))

    def text(self, t: WinkTable, seat: int, choice: ChoiceId) -> str:
        return "pass" if choice == PASS else f"call@{choice}"

    def refusal(self, t: WinkTable, seat: int, text: str) -> IllegalChoice:
        if text == "nobody" or text.startswith("name@"):
            return why_not_name(t, self.before)
        return why_not_call(t, seat, text)


def pass_by(t: WinkTable, seat: int) -> None:
    """No card may be called: so every card without a token is in this hand.  [WINK-A1]"""
    t.tokens[seat] = NO_NUMBER
    tell.passed(t, seat)
    # All that was free to call is here, or it could have been called.
    held = tuple([n for n in t.hands[seat] if n not in t.tokens])
    if held:
        t.admitted += tuple([n for n in held if n not in t.admitted])
        t.knows.show_all(held, EVERYONE)
        tell.admitted(t, seat, held)


def after_call(t: WinkTable, seat: int) -> list[Frame[WinkTable]]:
    """Time to wink, then the turn passes to the left."""
    if t.rules.pace == BY_TURNS:
        return [Glances((1 << t.players) - 1), Next(seat)]
    return [Linger(), Next(seat)] if t.rules.pace == LIVE else [Next(seat)]


def why_not_name(t: WinkTable, before: int) -> IllegalChoice:
    """[WINK-A20] [WINK-14]"""
    if before == NAMED:
        return t.refuse("named_already")
    return t.refuse("declined_already" if before == DECLINED else "nothing_to_name")


def why_not_call(t: WinkTable, seat: int, text: str) -> IllegalChoice:
    """The first reason that holds, from what the seat itself can see.  [WINK-10] [WINK-A3]"""
    digits = text.removeprefix("call@")
    if not digits.isdecimal():
        return t.refuse("must_call" if t.callable(seat) else "must_pass", {"text": text})
    number = CardId(int(digits))
    facts: Facts = {"number": number}
    if not 1 <= number <= t.rules.numbers:
        return t.refuse("no_such_number", facts)
    if number in t.hands[seat]:
        return t.refuse("own_number_called", facts)
    if number == t.tokens[seat]:
        return t.refuse("own_token", facts)
    if number in t.tokens:
        return t.refuse("token_there", facts)
    if number in t.face_down:
        return t.refuse("lies_face_down", facts)
    if number not in t.crowd:
        return t.refuse("not_in_crowd", facts)
    return t.refuse("must_call", {"text": text})


@final
class Next(OfSeat["WinkTable"]):
    """The turn passes to the left, unless the game has stood still too long.  [WINK-A24]"""

    def act(self, t: WinkTable) -> None:
        t.idle += 1
        if t.idle >= t.rules.still_rounds * t.players:
            finish(t, "stands_still", "WINK-A24")
        else:
            t.push(Turn((self.seat + 1) % t.players))


@final
class TheEnd(Frame["WinkTable"]):
    """At once, when a hand is empty or nobody in the crowd shows a face.  [WINK-24] [WINK-A15]"""

    def act(self, t: WinkTable) -> None:
        if () in t.hands:
            finish(t, "hand_empty", "WINK-24")
        elif not t.crowd:
            finish(t, "crowd_empty", "WINK-24")


def finish(t: WinkTable, reason: str, rule: str) -> None:
    scores = t.scores()
    t.finish(Outcome(winners(t, scores), scores, reason, rule))


def winners(t: WinkTable, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Score, then cards played, then cards face down; then it is shared.  [WINK-27] [WINK-A14]"""
    ranks = [(scores[s], t.played(s), len(t.covered[s])) for s in range(t.players)]
    best = max(ranks)
    return tuple([seat for seat in range(t.players) if ranks[seat] == best])
