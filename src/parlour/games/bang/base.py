"""Cards and characters as the frames know them: facts, and hooks that do nothing of their own.

A frame asks a fact or calls a hook; it never asks who somebody is.  What each of them does stands
in the folder of its set: a class there is a card of the box, or a character that may be dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from parlour.core.errors import RulesBug
from parlour.core.ids import CardId, ChoiceId
from parlour.core.native import mypyc_attr
from parlour.games.bang.kinds import AT_NONE

if TYPE_CHECKING:
    from parlour.core.errors import IllegalChoice
    from parlour.games.bang.frames import Judged
    from parlour.games.bang.state import BangTable

ALONE: Final = 1 << AT_NONE
"""The targets of a card that is played at nobody."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """One kind of card.  `copies` lists suit and rank of each one in the box."""

    name: ClassVar[str] = ""
    copies: ClassVar[str] = ""
    blue: ClassVar[bool] = False
    aimed: ClassVar[bool] = False
    """Whether it is played at somebody."""
    shoots: ClassVar[bool] = False
    """A BANG! card."""
    dodges: ClassVar[bool] = False
    """A Missed! card."""
    rescues: ClassVar[bool] = False
    """Of use to the dying."""
    reach: ClassVar[int] = 0
    """The distance a weapon reaches; 0: no weapon."""
    unlimited: ClassVar[bool] = False
    """Any number of BANG! cards in one's turn."""
    farther: ClassVar[int] = 0
    closer: ClassVar[int] = 0
    barrels: ClassVar[int] = 0
    checked: ClassVar[bool] = False
    """A burden to its owner: it is looked at before the phases of a turn (`check`)."""

    def __init__(self) -> None:
        """What is asked at every card, where compiled code finds it at once."""
        self.called: Final = self.name
        self.dodging: Final = self.dodges
        self.burden: Final = self.checked

    def targets(self, t: BangTable, me: int) -> int:
        """Whom it may be played at now, as a mask; ALONE: at nobody; NOBODY: not at all."""
        return ALONE

    def lay(self, t: BangTable, me: int, card: CardId, target: int) -> None:
        """Where the card goes from the hand, before it does anything.  [BANG-13] [BANG-A21]"""
        t.discard(card)

    def play(self, t: BangTable, me: int, target: int) -> None:
        """What it does."""

    def check(self, seat: int) -> Judged:
        """The frame that looks for it when a turn begins.  [BANG-A16]"""
        raise RulesBug(f"{self.name} is not looked at when a turn begins")

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        """The first reason that keeps it from being played so."""
        raise RulesBug(f"{self.name} may always be played")

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        """Whether playing it would do nothing or harm: a person is asked to confirm."""
        return False

    def misplaced(self, t: BangTable, seat: int, phase: str) -> str:
        """Why it cannot lie before this seat, in this phase of the seat's turn if it has it."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Character:
    """Somebody nobody knows: no ability.  The others override what is theirs."""

    name: ClassVar[str] = "stranger"
    life: ClassVar[int] = 4
    farther: ClassVar[int] = 0
    closer: ClassVar[int] = 0
    barrels: ClassVar[int] = 0
    flips: ClassVar[int] = 1
    """Cards turned for a "draw!"."""
    needs: ClassVar[int] = 1
    """Missed! cards that stop a BANG! card of his."""
    unlimited: ClassVar[bool] = False
    swaps: ClassVar[bool] = False
    """BANG! and Missed! are the same to her."""
    loots: ClassVar[bool] = False
    """Takes the cards of the dead."""
    minds_discards: ClassVar[bool] = False
    """The order of the discards matters to him."""

    def __init__(self) -> None:
        """What is asked of somebody at every card, where compiled code finds it at once."""
        self.away: Final = self.farther
        self.sight: Final = self.closer
        self.both: Final = self.swaps
        self.tries: Final = self.barrels
        self.turns: Final = self.flips
        self.to_dodge: Final = self.needs
        self.at_will: Final = self.unlimited
        self.heir: Final = self.loots
        self.rereads: Final = type(self).reads is not Character.reads
        self.minding: Final = type(self).emptied is not Character.emptied
        self.offering: Final = type(self).offers is not Character.offers

    def reads(self, t: BangTable, kind: Card) -> Card:
        """The kind of card this one is in his hand, in his own turn."""
        return kind

    def draw_phase(self, t: BangTable, me: int) -> None:
        """Phase 1: two cards from the deck.  [BANG-10]"""
        t.draw(me, 2)

    def wounded(self, t: BangTable, me: int, by: int, count: int) -> None:
        """He has lost life points and lives; `by` answers for it."""

    def emptied(self, t: BangTable, me: int) -> None:
        """His hand is empty when it is looked at."""

    def chooses(self, t: BangTable, turned: tuple[CardId, ...], then: Judged) -> None:
        """He has turned several cards for a "draw!" and says which of them counts."""
        raise RulesBug(f"{self.name} turns one card for a draw")

    def inherits(self, t: BangTable, heirs: list[int], dead: int) -> None:
        """The cards of the dead go to him and to the other heirs, the nearest to the left first."""
        raise RulesBug(f"{self.name} is nobody's heir")

    def offers(self, t: BangTable, me: int) -> list[ChoiceId]:
        """What he may do at any moment: two cards to discard."""
        return NO_OFFERS

    def has_offer(self, t: BangTable, me: int) -> bool:
        """Whether he may do something: asked far more often than what."""
        return bool(self.offers(t, me))

    def takes(self, t: BangTable, me: int, offer: ChoiceId) -> None:
        """He does it."""
        raise RulesBug(f"{self.name} has nothing to offer")

    def pairs(self, t: BangTable, me: int) -> list[ChoiceId]:
        """Two cards that he may discard for a life point when dying."""
        return NO_OFFERS

    def why_no_pair(self, t: BangTable, me: int, text: str) -> IllegalChoice:
        """Why these two cards bring him no life point now."""
        return t.refuse("sid_only")

    def hope(self, cards: int) -> int:
        """Life points that so many cards of any kind are worth to him."""
        return 0


NO_KIND: Final = Card()
"""None of the cards there are."""
NO_OFFERS: Final[list[Any]] = []
"""Shared, and never written to."""
STRANGER: Final = Character()
"""Whoever has no character yet, or in a scenario none at all."""
