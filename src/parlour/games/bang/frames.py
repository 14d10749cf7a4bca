"""Attacks and what they are answered with: shots, Indians, Duels."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice, RulesBug
from parlour.core.frame import Frame, Nested
from parlour.core.frame_fields import NUMBER, SEAT, Fields
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import events, wounds
from parlour.games.bang.burial import Burial
from parlour.games.bang.kinds import BARREL, PASS, TRY_BARREL
from parlour.games.bang.reading import dodges, kind_of, shoots
from parlour.games.bang.state import HEARTS, BangTable
from parlour.games.bang.wounds import answer_brief, answer_text, why_not_answer, wound


def attack(t: BangTable, me: int, answers: list[Frame[BangTable]]) -> None:
    """Everybody answers in turn; then those who died of it leave.  [BANG-A1]"""
    t.push(Burial(me))
    t.push_all(answers)


# --- "draw!" ------------------------------------------------------------------------------------


class Judged(Frame[BangTable]):
    """A frame that may turn a card from the deck, and goes on by what it shows.  [BANG-30]"""

    reason: ClassVar[str] = ""
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def judged(self, t: BangTable, card: int) -> None:
        """The card that counts, or NO_CARD: then the "draw!" has failed.  [BANG-A20]"""
        raise RulesBug(f"{self} turns a card for nothing")


def flip(t: BangTable, then: Judged) -> None:
    """Turn the top card; it is discarded and decides.  [BANG-30] [BANG-49]"""
    seat = then.seat
    turned: tuple[int, ...] = ()
    for _ in range(t.who[seat].flips):
        card = t.top()
        if card >= 0:
            turned += (card,)
    if turned and t.sink is not None:
        t.tell(events.Flipped(seat, t.texts(turned), then.reason))
    if len(turned) > 1:
        t.knows.show_all(turned, EVERYONE)
        t.turned = turned
        t.push(PickFlip(then))
        return
    for card in turned:
        t.discard(card)
    then.judged(t, turned[0] if turned else -1)


@final
class PickFlip(Frame[BangTable]):
    """Lucky Duke says which of his two cards counts.  [BANG-49] [BANG-A43]"""

    ask: ClassVar[str] = "pick_flip"
    fields: ClassVar[Fields] = {"then": Nested(Judged)}

    def __init__(self, then: Judged) -> None:
        self.then: Final = then

    def asks(self, t: BangTable) -> int:
        return 1 << self.then.seat

    def options(self, t: BangTable, seat: int) -> list[int]:
        return t.each(t.turned)

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        for card in t.turned:
            if card != choice:
                t.discard(card)
        t.discard(choice)
        t.turned = ()
        if t.sink is not None:
            t.tell(events.FlipChosen(seat, t.text(choice)))
        self.then.judged(t, choice)

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return t.text(choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return t.text(choice).partition(":")[2]

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"reason": self.then.reason}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.refuse("not_there", {"card": text}, "BANG-49")


# --- answers ------------------------------------------------------------------------------------


@final
class Shot(Judged):
    """A BANG!, or one barrel of a Gatling: play a Missed! or be hit.  [BANG-25] [BANG-26]

    `needed` Missed! are still wanted; `tries` barrels have been tried [BANG-A22].
    """

    ask: ClassVar[str] = "shot"
    reason: ClassVar[str] = BARREL
    fields: ClassVar[Fields] = {"seat": SEAT, "by": SEAT, "needed": NUMBER, "tries": NUMBER}

    def __init__(self, seat: int, by: int, needed: int, tries: int) -> None:
        super().__init__(seat)
        self.by: Final = by
        self.needed: Final = needed
        self.tries: Final = tries

    def asks(self, t: BangTable) -> int:
        """Whoever has something to answer with, as far as others can see."""
        seat = self.seat
        return 1 << seat if t.hands[seat] or self.tries < t.barrels(seat) else NOBODY

    def act(self, t: BangTable) -> None:
        wound(t, self.seat, self.by, 1)

    def options(self, t: BangTable, seat: int) -> list[int]:
        found = [PASS]
        if self.tries < t.barrels(seat):
            found.append(TRY_BARREL)
        return found + t.dodging(seat)

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            wound(t, seat, self.by, 1)
        elif choice == TRY_BARREL:
            flip(t, Shot(seat, self.by, self.needed, self.tries + 1))
        else:
            answer(t, seat, choice, "shot")
            self.missed(t)

    def judged(self, t: BangTable, card: int) -> None:
        """A heart counts as a Missed!.  [BANG-31] [BANG-A23]"""
        if card >= 0 and t.rules.suit[card] == HEARTS:
            self.missed(t)
        else:
            t.push(self)

    def missed(self, t: BangTable) -> None:
        """One Missed! more; against Slab it takes two.  [BANG-53] [BANG-A62]"""
        if self.needed > 1:
            t.push(Shot(self.seat, self.by, self.needed - 1, self.tries))
        elif t.sink is not None:
            t.tell(events.Dodged(self.seat))

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return BARREL if choice == TRY_BARREL else answer_text(t, choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return BARREL if choice == TRY_BARREL else answer_brief(t, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"by": self.by, "needed": self.needed}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if text == BARREL:
            return t.refuse("barrel_tried" if t.barrels(seat) else "no_barrel")
        return why_not_answer(t, seat, text, "needs_missed")

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """A Missed! or a Barrel is for a shot at oneself.  [BANG-26] [BANG-31] [BANG-A1]"""
        kind = kind_of(t, text)
        if kind is None or not (kind.barrels or dodges(t, seat, kind)):
            return super().unasked(t, seat, text)
        if any(isinstance(frame, Shot) and frame.seat == seat for frame in t.stack):
            return t.awaits("not_yet", "BANG-A1")
        rule = "BANG-31" if kind.barrels else "BANG-26"
        return t.refuse("shot_at_another", {"card": kind.name, "target": self.seat}, rule)


@final
class Indians(Frame[BangTable]):
    """Discard a BANG! or lose a life point.  [BANG-45]"""

    ask: ClassVar[str] = "indians"
    fields: ClassVar[Fields] = {"seat": SEAT, "by": SEAT}

    def __init__(self, seat: int, by: int) -> None:
        self.seat: Final = seat
        self.by: Final = by

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if t.hands[self.seat] else NOBODY

    def act(self, t: BangTable) -> None:
        wound(t, self.seat, self.by, 1)

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [PASS, *t.shooting(seat)]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            wound(t, seat, self.by, 1)
        else:
            answer(t, seat, choice, "indians")

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return answer_text(t, choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return answer_brief(t, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"by": self.by}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_not_answer(t, seat, text, "indians_need_bang")

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """A BANG! answers in one's own slot alone.  [BANG-45] [BANG-A1]"""
        if not shoots(t, seat, text) or seat == self.by:
            return super().unasked(t, seat, text)
        coming = any(isinstance(frame, Indians) and frame.seat == seat for frame in t.stack)
        return t.awaits("not_yet" if coming else "no_longer", "BANG-A1")


@final
class Duel(Frame[BangTable]):
    """Discard a BANG! or lose a life point; then it is the rival's turn.  [BANG-41] [BANG-A6]

    `by` played the card, and answers for what its target loses [BANG-A4].
    """

    ask: ClassVar[str] = "duel"
    fields: ClassVar[Fields] = {"seat": SEAT, "rival": SEAT, "by": SEAT}

    def __init__(self, seat: int, rival: int, by: int) -> None:
        self.seat: Final = seat
        self.rival: Final = rival
        self.by: Final = by

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if t.hands[self.seat] else NOBODY

    def act(self, t: BangTable) -> None:
        wound(t, self.seat, self.by, 1)

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [PASS, *t.shooting(seat)]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            wound(t, seat, self.by, 1)
        else:
            parry(t, seat, choice, "duel")
            t.push(Duel(self.rival, seat, self.by))

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return answer_text(t, choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return answer_brief(t, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"target": self.rival}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_not_answer(t, seat, text, "duel_needs_bang")

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        """The two discard in turns, and nobody else does.  [BANG-41]"""
        if not shoots(t, seat, text):
            return super().unasked(t, seat, text)
        if seat == self.rival:
            return t.awaits("not_yet", "BANG-41")
        return t.refuse("not_your_duel", {"seats": [self.seat, self.rival]})


def parry(t: BangTable, seat: int, card: int, to: str) -> None:
    t.drop(seat, card)
    if t.sink is not None:
        t.tell(events.Answered(seat, t.text(card), to))


def answer(t: BangTable, seat: int, card: int, to: str) -> None:
    """An answer is resolved when its own slot ends: a hand may be empty now.  [BANG-A26]"""
    parry(t, seat, card, to)
    t.refill(seat)


FRAMES: Final = (PickFlip, Shot, Indians, Duel, *wounds.FRAMES)
