"""BANG!, Missed! and Gatling: shots, and what they are answered with."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame_fields import NUMBER, SEAT, Fields
from parlour.core.ids import CardId, ChoiceId, as_card
from parlour.core.menu import Menu
from parlour.core.seats import NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Card
from parlour.games.bang.basic.barrel import BARREL, TRY_BARREL, saves, tries, why_not_try
from parlour.games.bang.frames import Judged, answer, attack, flip
from parlour.games.bang.kinds import (
    PASS,
    SHERIFF,
)
from parlour.games.bang.reading import dodges, kind_of
from parlour.games.bang.state import BangTable
from parlour.games.bang.wounds import why_not_answer, wound

REFUSALS: Final = {
    "shot_at_another": "BANG-26",
    "only_an_answer": "BANG-26",
    "one_bang": "BANG-11",
    "out_of_reach": "BANG-25",
    "needs_missed": "BANG-26",
}


@final
class Bang(Card):
    """A shot at somebody within reach of one's weapon.  [BANG-25] [BANG-53]"""

    name: ClassVar[str] = "bang"
    copies: ClassVar[str] = (
        "2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD QH KH AH AS"
    )
    aimed: ClassVar[bool] = True
    shoots: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        return t.within(me, t.reach(me)) if may_shoot(t, me) else NOBODY

    def lay(self, t: BangTable, me: int, card: CardId, target: int) -> None:
        t.discard(card)
        t.bangs += 1
        if t.rules.no_mercy and t.roles[me] == SHERIFF:
            t.fired += (card,)

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Shot(target, me, t.who[me].to_dodge, 0)])

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        if target == me:
            return t.refuse("not_yourself", {"card": self.name})
        if not may_shoot(t, me):
            return t.refuse("one_bang")
        facts: dict[str, object] = {"distance": t.distance(me, target), "reach": t.reach(me)}
        return t.refuse("out_of_reach", facts | {"target": target})


BANG: Final = Bang()


def may_shoot(t: BangTable, seat: int) -> bool:
    """One BANG! card a turn, unless Volcanic or Willy.  [BANG-11] [BANG-46] [BANG-A37]"""
    if not t.bangs or t.who[seat].at_will:
        return True
    return any(t.rules.unlimited[card] for card in t.front[seat])


@final
class Missed(Card):
    """Against a shot at oneself; never played of one's own accord.  [BANG-26]"""

    name: ClassVar[str] = "missed"
    copies: ClassVar[str] = "10C JC QC KC AC 2S 3S 4S 5S 6S 7S 8S"
    dodges: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        return NOBODY

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        return t.refuse("only_an_answer", {"card": self.name})


@final
class Gatling(Card):
    """A shot at every other player, whatever the distance.  [BANG-38] [BANG-A24]

    Not a BANG! card: the turn's BANG! is still to come.
    """

    name: ClassVar[str] = "gatling"
    copies: ClassVar[str] = "10H"

    def play(self, t: BangTable, me: int, target: int) -> None:
        attack(t, me, [Shot(seat, me, 1, 0) for seat in t.others(me)])


@final
class Shot(Judged):
    """A BANG!, or one barrel of a Gatling: play a Missed! or be hit.  [BANG-25] [BANG-26]

    `needed` Missed! are still wanted; `tries` barrels have been tried [BANG-A22].
    """

    ask: ClassVar[str] = "shot"
    words: ClassVar[dict[ChoiceId, str]] = {PASS: "pass", TRY_BARREL: BARREL}
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
        return 1 << seat if t.hands[seat] or self.tries < tries(t, seat) else NOBODY

    def act(self, t: BangTable) -> None:
        wound(t, self.seat, self.by, 1)

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return self.listed_by(t, seat)

    def fill(self, t: BangTable, seat: int, menu: Menu) -> None:
        menu.alone(PASS)
        if self.tries < tries(t, seat):
            menu.alone(TRY_BARREL)
        for card in t.dodging(seat):
            menu.alone(card)

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            wound(t, seat, self.by, 1)
        elif choice == TRY_BARREL:
            flip(t, Shot(seat, self.by, self.needed, self.tries + 1))
        else:
            answer(t, seat, as_card(choice), "shot")
            self.missed(t)

    def judged(self, t: BangTable, card: CardId) -> None:
        if saves(t, card):
            self.missed(t)
        else:
            t.push(self)

    def missed(self, t: BangTable) -> None:
        """One Missed! more; against Slab it takes two.  [BANG-53] [BANG-A62]"""
        if self.needed > 1:
            t.push(Shot(self.seat, self.by, self.needed - 1, self.tries))
        else:
            tell.dodged(t, self.seat)

    def about(self, t: BangTable, seat: int) -> dict[str, object]:
        return {"by": self.by, "needed": self.needed}

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        if text == BARREL:
            return why_not_try(t, seat)
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
