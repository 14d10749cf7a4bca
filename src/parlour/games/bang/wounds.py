"""Wounds, and dying: who has no life point left may still be saved."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame_fields import FLAG, NUMBER, SEAT, SEAT_OR_NONE, Fields
from parlour.core.ids import NO_CARD, ChoiceId, as_card, as_choices
from parlour.core.seats import NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.kinds import PAIR, PASS
from parlour.games.bang.questions import Question
from parlour.games.bang.reading import held, kind_of, meant
from parlour.games.bang.state import BangTable, pair_of, responsible

REFUSALS: Final = {
    "no_round": "BANG-27",
    "needs_beer": "BANG-28",
    "saloon_saves_nobody": "BANG-35",
    "beer_with_two": "BANG-29",
    "cannot_be_saved": "BANG-A7",
    "must_drink_on": "BANG-A7",
}


def why_not_answer(t: BangTable, seat: int, text: str, code: str) -> IllegalChoice:
    """A card that is held, or a barrel one has, is no answer; another one is not there."""
    kind = kind_of(t, text)
    if kind is None or "@" in text:
        return t.refuse("unknown_choice", {"text": text})
    own = text == kind.name and kind.barrels and t.who[seat].barrels
    if not own and not meant(t, t.hands[seat] + t.front[seat], text):
        return t.refuse("not_held", {"card": text})
    return t.refuse(code, {"card": text})


def wound(t: BangTable, seat: int, by: int, count: int) -> None:
    """Life points are lost; the last one calls for Beer.  [BANG-8] [BANG-15]"""
    t.life[seat] -= count
    t.still = 0
    tell.wounded(t, seat, responsible(by, seat), count)
    if t.life[seat] > 0:
        survive(t, seat, by, count)
    else:
        t.push(Dying(seat, by, count, 0))


def survive(t: BangTable, seat: int, by: int, count: int) -> None:
    """He lives; now what a wound sets off, and the end of his slot.  [BANG-A13] [BANG-A26]"""
    t.who[seat].wounded(t, seat, responsible(by, seat), count)
    t.refill(seat)


@final
class Dying(Question):
    """Rescues one after another while the hand can still reach one life point.

    [BANG-28] [BANG-29] [BANG-A7] [BANG-A8] [BANG-A12].  `begun`: one has been used already, so
    there is no way back.
    """

    ask: ClassVar[str] = "dying"
    fields: ClassVar[Fields] = {"seat": SEAT, "by": SEAT_OR_NONE, "count": NUMBER, "begun": FLAG}

    def __init__(self, seat: int, by: int, count: int, begun: int) -> None:
        super().__init__(seat)
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

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        found: list[ChoiceId] = []
        if reaches(t, seat, 0, 0) > -t.life[seat]:
            found = rescues(t, seat)
        return found if self.begun else found + [PASS]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            t.doomed += (seat,)
            return
        rescue(t, seat, choice)
        if t.life[seat] > 0:
            survive(t, seat, self.by, self.count)
        else:
            t.push(Dying(seat, self.by, self.count, 1))

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        pair = choice >= PAIR
        return (
            t.offer_text(seat, ChoiceId(choice - PAIR)) if pair else super().text(t, seat, choice)
        )

    def brief(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        pair = choice >= PAIR
        return (
            t.offer_brief(seat, ChoiceId(choice - PAIR)) if pair else super().brief(t, seat, choice)
        )

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"count": 1 - t.life[seat]}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if text == "pass":
            return t.refuse("must_drink_on")
        card = held(t, seat, text)
        if card == NO_CARD or not t.rules.rescues[card]:
            code = "saloon_saves_nobody" if text.partition(":")[0] == "saloon" else "needs_beer"
            return why_not_answer(t, seat, text, code)
        return t.refuse("cannot_be_saved" if t.beer_works() else "beer_with_two")

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        kind = kind_of(t, text)
        if kind is not None and kind.rescues:
            return t.refuse("no_round", {"card": kind.name, "target": self.seat})
        return super().unasked(t, seat, text)


def reaches(t: BangTable, seat: int, cards: int, beers: int) -> int:
    """Life points the hand is worth to the dying, less so many cards and Beers.  [BANG-A7]"""
    left = len(t.hands[seat]) - cards
    drinks = t.beers(seat) - beers if t.beer_works() else 0
    return drinks + t.who[seat].hope(left - drinks)


def rescues(t: BangTable, seat: int) -> list[ChoiceId]:
    """Beers, and pairs that leave enough for the rest of the way."""
    is_beer = t.rules.rescues
    beers = [card for card in t.hands[seat] if is_beer[card]] if t.beer_works() else []
    found = as_choices(beers)
    for pair in t.who[seat].pairs(t, seat):
        one, other = pair_of(pair)
        drunk = is_beer[one] + is_beer[other]
        if reaches(t, seat, 2, drunk if t.beer_works() else 0) > -t.life[seat] - 1:
            found.append(ChoiceId(PAIR + pair))
    return found


def rescue(t: BangTable, seat: int, choice: ChoiceId) -> None:
    if choice >= PAIR:
        t.take(seat, ChoiceId(choice - PAIR))
        return
    card = as_card(choice)
    t.drop(seat, card)
    tell.drank(t, seat, card)
    t.heal(seat)
