"""A turn of BANG!, step by step.  Read from the top: it happens in this order."""

import re
from typing import ClassVar, Final, final

from parlour.core.decision import pack, unpack_card
from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame, OfSeat, of_each_seat
from parlour.core.ids import NO_CARD, ChoiceId, as_card, as_choices
from parlour.core.menu import Menu
from parlour.core.piles import without
from parlour.core.seats import NOBODY, listed
from parlour.games.bang import history
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import ALONE, NO_KIND
from parlour.games.bang.burial import end
from parlour.games.bang.experience import just_dealt, why_not_kept
from parlour.games.bang.kinds import AT_NONE, PASS, SHERIFF
from parlour.games.bang.questions import Question
from parlour.games.bang.reading import held, kind_of
from parlour.games.bang.state import BangTable

REFUSALS: Final = {
    "no_discarding": "BANG-A44",
    "needs_target": "BANG-32",
    "takes_no_target": "BANG-32",
    "no_such_target": "BANG-32",
    "must_discard": "BANG-14",
}


@final
class Turn(OfSeat[BangTable]):
    """A seat's turn: Dynamite, Jail, then three phases.  [BANG-9] [BANG-40] [BANG-A16]"""

    def act(self, t: BangTable) -> None:
        t.turn = self.seat
        t.bangs = 0
        t.fired = ()
        if t.rules.quiet_rounds and t.still >= t.rules.quiet_rounds * len(t.ring):
            end(t, (), "quiet", "BANG-A66")
            return
        t.still += 1
        tell.turn_began(t, self.seat)
        t.push(END_TURN[self.seat])
        if t.front[self.seat]:
            for kind in t.rules.checked:  # BANG-A16: the last one pushed comes first
                t.push(kind.check(self.seat))
        else:
            phases(t, self.seat)


def phases(t: BangTable, seat: int) -> None:
    """Draw, play, discard.  [BANG-9] [BANG-10]"""
    if t.rules.no_mercy and t.roles[seat] == SHERIFF:
        t.push(NoMercy(seat))
    t.push(DISCARD[seat])
    t.push(PLAY[seat])
    t.who[seat].draw_phase(t, seat)


@final
class Play(Question):
    """Phase 2: any number of cards, or none.  [BANG-11]"""

    ask: ClassVar[str] = "play"

    def asks(self, t: BangTable) -> int:
        """Whoever holds cards; the dead have no more phases.  [BANG-A45]"""
        return 1 << self.seat if t.hands[self.seat] and t.alive(self.seat) else NOBODY

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return self.listed_by(t, seat)

    def fill(self, t: BangTable, seat: int, menu: Menu) -> None:
        menu.alone(PASS)
        hand, rules, who = t.hands[seat], t.rules, t.who[seat]
        twice, kinds, is_aimed = rules.twice, rules.kinds, rules.aimed
        aimed, aims = NO_KIND, NOBODY  # the same for each of a kind
        rereads = who.rereads
        for card in hand:
            if twice[card] and t.second(hand, card):
                continue
            kind = who.reads(t, kinds[card]) if rereads else kinds[card]
            if not is_aimed[card]:
                targets = kind.targets(t, seat)
            elif kind is aimed:
                targets = aims
            else:
                targets = kind.targets(t, seat)
                aimed, aims = kind, targets
            if targets == ALONE:
                menu.alone(pack(card, AT_NONE))
            else:
                menu.around(card, targets, seat)

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            return
        card, target = unpack_card(choice)
        kind = t.who[seat].reads(t, t.rules.kinds[card])
        t.hands[seat] = without(t.hands[seat], card)
        history.played(t, seat, card, target, kind)
        t.push(self)
        t.push(RESOLVED)
        kind.lay(t, seat, card, target)
        kind.play(t, seat, target)

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        card, target = unpack_card(choice)
        return "end" if choice == PASS else aimed(t.text(card), target)

    def brief(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        card, target = unpack_card(choice)
        return "end" if choice == PASS else aimed(t.rules.kinds[card].name, target)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        """`confirm`: what would be played for nothing, or against oneself.  [BANG-A9] [BANG-A39]"""
        idle = [c for c in self.options(t, seat) if c != PASS and is_idle(t, seat, c)]
        return {"confirm": [self.text(t, seat, choice) for choice in idle]}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return why_not_play(t, seat, text)

    def unasked(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        kept = why_not_kept(t, seat, text) if just_dealt(t) else None
        return kept or super().unasked(t, seat, text)


def aimed(card: str, target: int) -> str:
    return card if target == AT_NONE else f"{card}@{target}"


def is_idle(t: BangTable, seat: int, choice: ChoiceId) -> bool:
    card, target = unpack_card(choice)
    return t.who[seat].reads(t, t.rules.kinds[card]).idle(t, seat, target)


def why_not_play(t: BangTable, seat: int, text: str) -> IllegalChoice:
    """The first reason that holds, from what the seat itself can see.  [BANG-11]"""
    word, at, aim = text.partition("@")
    if re.split(r"\W", word)[0] == "discard":
        return t.refuse("no_discarding")
    if kind_of(t, word) is None:
        return t.refuse("unknown_choice", {"text": text})
    card = held(t, seat, word)
    if card == NO_CARD:
        kept = why_not_kept(t, seat, text) if just_dealt(t) else None
        return kept or t.refuse("not_held", {"card": word})
    kind = t.who[seat].reads(t, t.rules.kinds[card])
    if not kind.aimed:
        playable = bool(kind.targets(t, seat))
        known: dict[str, object] = {"card": word}
        return t.refuse("takes_no_target", known) if playable else kind.why_not(t, seat, AT_NONE)
    if not at:
        return t.refuse("needs_target", {"card": word})
    if not aim.isdecimal() or int(aim) >= t.players:
        return t.refuse("no_such_target", {"text": aim})
    if not t.alive(int(aim)):
        return t.refuse("out_of_the_game", {"target": int(aim)})
    return kind.why_not(t, seat, int(aim))


@final
class Resolved(Frame[BangTable]):
    """A card is over: whoever minds an empty hand is looked at.  [BANG-60] [BANG-A26]"""

    def act(self, t: BangTable) -> None:
        for seat in listed(t.minding):
            t.refill(seat)


RESOLVED: Final = Resolved()


@final
class Discard(Question):
    """Phase 3: down to as many cards as life points, one by one.  [BANG-14]"""

    ask: ClassVar[str] = "discard"

    def asks(self, t: BangTable) -> int:
        seat = self.seat
        return 1 << seat if len(t.hands[seat]) > t.life[seat] and t.alive(seat) else NOBODY

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return self.listed_by(t, seat)

    def fill(self, t: BangTable, seat: int, menu: Menu) -> None:
        hand, twice = t.hands[seat], t.rules.twice
        for card in hand:
            if not twice[card] or not t.second(hand, card):
                menu.alone(card)

    def default(self, t: BangTable, seat: int) -> ChoiceId:
        """The card drawn last.  [BANG-A60]"""
        return ChoiceId(t.latest(t.hands[seat]))

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        card = as_card(choice)
        t.drop(seat, card)
        tell.discarded(t, seat, (card,), "excess")
        t.push(self)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"count": len(t.hands[seat]) - t.life[seat]}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if kind_of(t, text) is not None and "@" not in text:
            return t.refuse("not_held", {"card": text})
        return t.refuse("must_discard", {"text": text})


@final
class NoMercy(Question):
    """The Sheriff may take back a BANG! of this turn from the discards.  [BANG-67] [BANG-A50]"""

    ask: ClassVar[str] = "no_mercy"
    rule: ClassVar[str] = "BANG-67"

    def asks(self, t: BangTable) -> int:
        return 1 << self.seat if t.fired and t.alive(self.seat) else NOBODY

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return [PASS, *as_choices(list(t.fired))]

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            return
        card = as_card(choice)
        t.discards.remove(card)
        t.hands[seat] += (card,)
        tell.took_back(t, seat, card)


@final
class EndTurn(OfSeat[BangTable]):
    """The next player to the left.  [BANG-9] [BANG-A45]"""

    def act(self, t: BangTable) -> None:
        t.push(TURN[t.next_after(self.seat)])


TURN: Final = of_each_seat(Turn)
PLAY: Final = of_each_seat(Play)
DISCARD: Final = of_each_seat(Discard)
END_TURN: Final = of_each_seat(EndTurn)
