"""Attacks and what they are answered with: shots, Indians, Duels, wounds, death's door."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice, RulesBug
from parlour.core.frame import Frame
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import events
from parlour.games.bang.burial import Burial
from parlour.games.bang.kinds import BARREL, CARDS, NO_ONE, PAIR, PASS, TRY_BARREL
from parlour.games.bang.state import HEARTS, BangTable, responsible


def attack(t: BangTable, me: int, answers: list[Frame[BangTable]]) -> None:
    """Everybody answers in turn; then those who died of it leave.  [BANG-A1]"""
    t.push(Burial(me))
    t.push_all(answers)


def held(t: BangTable, seat: int, text: str) -> int:
    """The hand card somebody means, by its full text or its name alone; -1 if there is none."""
    for card in t.hands[seat]:
        if text in (t.text(card), t.kinds[card].name):
            return card
    return -1


# --- "draw!" ------------------------------------------------------------------------------------


class Judged(Frame[BangTable]):
    """A frame that may turn a card from the deck, and goes on by what it shows.  [BANG-30]"""

    reason: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("seat",)

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
    fields: ClassVar[tuple[str, ...]] = ("then",)

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
        return t.refuse("not_there", {"card": text})


# --- answers ------------------------------------------------------------------------------------


@final
class Shot(Judged):
    """A BANG!, or one barrel of a Gatling: play a Missed! or be hit.  [BANG-25] [BANG-26]

    `needed` Missed! are still wanted; `tries` barrels have been tried [BANG-A22].
    """

    ask: ClassVar[str] = "shot"
    reason: ClassVar[str] = BARREL
    fields: ClassVar[tuple[str, ...]] = ("seat", "by", "needed", "tries")

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


@final
class Indians(Frame[BangTable]):
    """Discard a BANG! or lose a life point.  [BANG-45]"""

    ask: ClassVar[str] = "indians"
    fields: ClassVar[tuple[str, ...]] = ("seat", "by")

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


@final
class Duel(Frame[BangTable]):
    """Discard a BANG! or lose a life point; then it is the rival's turn.  [BANG-41] [BANG-A6]

    `by` played the card, and answers for what its target loses [BANG-A4].
    """

    ask: ClassVar[str] = "duel"
    fields: ClassVar[tuple[str, ...]] = ("seat", "rival", "by")

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


def parry(t: BangTable, seat: int, card: int, to: str) -> None:
    t.drop(seat, card)
    if t.sink is not None:
        t.tell(events.Answered(seat, t.text(card), to))


def answer(t: BangTable, seat: int, card: int, to: str) -> None:
    """An answer is resolved when its own slot ends: a hand may be empty now.  [BANG-A26]"""
    parry(t, seat, card, to)
    t.refill(seat)


def answer_text(t: BangTable, choice: int) -> str:
    return "pass" if choice == PASS else t.text(choice)


def answer_brief(t: BangTable, choice: int) -> str:
    return "pass" if choice == PASS else t.kinds[choice].name


def why_not_answer(t: BangTable, seat: int, text: str, code: str) -> IllegalChoice:
    if text not in t.rules.text and text not in [kind.name for kind in t.kinds]:
        return t.refuse("unknown_choice", {"text": text})
    if held(t, seat, text) < 0 and not (text == BARREL and t.barrels(seat)):
        return t.refuse("not_held", {"card": text})
    return t.refuse(code, {"card": text})


# --- wounds -------------------------------------------------------------------------------------


def wound(t: BangTable, seat: int, by: int, count: int) -> None:
    """Life points are lost; the last one calls for Beer.  [BANG-8] [BANG-15]"""
    t.life[seat] -= count
    t.still = 0
    if t.sink is not None:
        who = responsible(by, seat)
        t.tell(events.Wounded(seat, None if who == NO_ONE else who, count, t.life[seat]))
    if t.life[seat] > 0:
        survive(t, seat, by, count)
    else:
        t.push(Dying(seat, by, count, 0))


def survive(t: BangTable, seat: int, by: int, count: int) -> None:
    """He lives; now what a wound sets off, and the end of his slot.  [BANG-A13] [BANG-A26]"""
    t.who[seat].wounded(t, seat, responsible(by, seat), count)
    t.refill(seat)


@final
class Dying(Frame[BangTable]):
    """Rescues one after another while the hand can still reach one life point.

    [BANG-28] [BANG-29] [BANG-A7] [BANG-A8] [BANG-A12].  `begun`: one has been used already, so
    there is no way back.
    """

    ask: ClassVar[str] = "dying"
    fields: ClassVar[tuple[str, ...]] = ("seat", "by", "count", "begun")

    def __init__(self, seat: int, by: int, count: int, begun: int) -> None:
        self.seat: Final = seat
        self.by: Final = by
        self.count: Final = count
        self.begun: Final = begun

    def asks(self, t: BangTable) -> int:
        """Whoever could be saved by so many cards, as far as others can see."""
        cards = len(t.hands[self.seat])
        hope = cards if t.beer_works() else t.who[self.seat].hope(cards)
        return 1 << self.seat if hope > -t.life[self.seat] else NOBODY

    def act(self, t: BangTable) -> None:
        t.doomed += (self.seat,)

    def options(self, t: BangTable, seat: int) -> list[int]:
        found: list[int] = []
        if reaches(t, seat, 0, 0) > -t.life[seat]:
            found = rescues(t, seat)
        return found if self.begun else found + [PASS]

    def resolve(self, t: BangTable, seat: int, choice: int) -> None:
        if choice == PASS:
            t.doomed += (seat,)
            return
        rescue(t, seat, choice)
        if t.life[seat] > 0:
            survive(t, seat, self.by, self.count)
        else:
            t.push(Dying(seat, self.by, self.count, 1))

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return t.offer_text(seat, choice - PAIR) if choice >= PAIR else answer_text(t, choice)

    def brief(self, t: BangTable, seat: int, choice: int) -> str:
        return t.offer_text(seat, choice - PAIR) if choice >= PAIR else answer_brief(t, choice)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"count": 1 - t.life[seat]}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if text == "pass":
            return t.refuse("must_drink_on")
        if "+" in text and t.who[seat].hope(2):
            lost = [word for word in text.split("+") if held(t, seat, word) < 0]
            return t.refuse("not_held", {"card": lost[0]}) if lost else t.refuse("cannot_be_saved")
        if "+" in text:
            return t.refuse("sid_only")
        card = held(t, seat, text)
        if card < 0 or not t.rules.rescues[card]:
            code = "saloon_saves_nobody" if text.partition(":")[0] == "saloon" else "needs_beer"
            return why_not_answer(t, seat, text, code)
        return t.refuse("cannot_be_saved" if t.beer_works() else "beer_with_two")


def reaches(t: BangTable, seat: int, cards: int, beers: int) -> int:
    """Life points the hand is worth to the dying, less so many cards and Beers.  [BANG-A7]"""
    left = len(t.hands[seat]) - cards
    drinks = t.beers(seat) - beers if t.beer_works() else 0
    return drinks + t.who[seat].hope(left - drinks)


def rescues(t: BangTable, seat: int) -> list[int]:
    """Beers, and pairs that leave enough for the rest of the way."""
    is_beer = t.rules.rescues
    found = [card for card in t.hands[seat] if is_beer[card]] if t.beer_works() else []
    for pair in t.who[seat].pairs(t, seat):
        beers = is_beer[pair // CARDS] + is_beer[pair % CARDS]
        if reaches(t, seat, 2, beers if t.beer_works() else 0) > -t.life[seat] - 1:
            found.append(PAIR + pair)
    return found


def rescue(t: BangTable, seat: int, choice: int) -> None:
    if choice >= PAIR:
        t.pay_pair(seat, choice - PAIR)
        return
    t.drop(seat, choice)
    if t.sink is not None:
        t.tell(events.Drank(seat, t.text(choice)))
    t.heal(seat)


FRAMES: Final = (PickFlip, Shot, Indians, Duel, Dying)
