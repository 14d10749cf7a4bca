"""Setting out a game: roles, characters, life, first hands."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame, Sealed
from parlour.core.ids import ChoiceId, as_choices
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, NO_ONE, clockwise, mask_of
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Character
from parlour.games.bang.experience import Keep
from parlour.games.bang.hiring import open_market
from parlour.games.bang.kinds import DEPUTY, NO_CHARACTER, SHERIFF, CharacterId
from parlour.games.bang.state import BangTable
from parlour.games.bang.turn import Turn

REFUSALS: Final = {"not_offered": "BANG-A58"}


def set_out(t: BangTable) -> None:
    """A fresh game: everything by lot.  [BANG-3] [BANG-4] [BANG-5]

    In a series the Sheriff's star goes round, and characters may be hired.  [BANG-66] [BANG-69]
    """
    deal_roles(t, roles_for(t))
    if t.rules.hiring:
        t.deck = t.rules.cards  # still in its box
        t.hired = [NO_CHARACTER] * t.players
        hire(t)
        return
    drawn = t.dice.shuffled(t.rules.box.everybody)
    if t.rules.two_characters:
        offer_characters(t, drawn)
    else:
        begin(t, [t.rules.characters[drawn[seat]] for seat in range(t.players)])


def hire(t: BangTable) -> None:
    """The auction, then the deal.  [BANG-69]"""
    t.push(Show())
    open_market(t)


def roles_for(t: BangTable) -> tuple[int, ...]:
    """By lot; in a series whoever begins has the role that begins.  [BANG-66] [BANG-75]"""
    cast = t.rules.cast
    first: int = t.carry.get("first", NO_ONE)
    if first == NO_ONE:
        return t.dice.shuffled(cast)
    leader = DEPUTY if t.rules.three else SHERIFF
    others = t.dice.shuffled(without(cast, leader))
    return (*others[:first], leader, *others[first:])


def deal_roles(t: BangTable, roles: tuple[int, ...]) -> None:
    """Face down, but for the Sheriff's; with three players all open.  [BANG-4] [BANG-73]"""
    t.roles = roles
    t.turn = t.first()
    for seat in range(t.players):
        tell.role_dealt(t, seat, EVERYONE if t.revealed(seat) else 1 << seat)


def begin(t: BangTable, characters: list[Character]) -> None:
    """Characters are shown, cards kept and dealt, and the first turn begins.  [BANG-6] [BANG-75]"""
    seat_characters(t, characters)
    for seat in range(t.players):
        tell.character_shown(t, seat)
    t.life = list(t.full)
    if t.rules.experience:
        t.deck = t.rules.cards  # still in its box
        provide(t)
    else:
        deal_hands(t)


def provide(t: BangTable) -> None:
    """Cards of the game before, then the deal.  [BANG-A51]"""
    t.push(Deal())
    t.push_all([Keep(seat) for seat in clockwise(t.first(), t.players)])


def deal_hands(t: BangTable) -> None:
    """Kept cards lie in the hands already; the rest of the deck is shuffled.  [BANG-7] [BANG-68]"""
    cards = t.rules.cards
    if any(t.hands):
        kept = {card for hand in t.hands for card in hand}
        cards = tuple([card for card in cards if card not in kept])
    t.deck = t.dice.shuffled(cards)
    for seat in range(t.players):
        deal_hand(t, seat)
    t.push(Turn(t.first()))


@final
class Deal(Frame[BangTable]):
    """Everybody has kept what they would.  [BANG-A51]"""

    def act(self, t: BangTable) -> None:
        deal_hands(t)


@final
class Show(Frame[BangTable]):
    """Everybody has hired a character.  [BANG-69]"""

    def act(self, t: BangTable) -> None:
        hired = [t.rules.characters[character] for character in t.hired]
        t.hired = []
        begin(t, hired)


def seat_characters(t: BangTable, characters: list[Character]) -> None:
    """The Sheriff starts with one life point more, and may regain it.  [BANG-6]"""
    t.who = tuple(characters)
    t.offering = mask_of([s for s in range(t.players) if characters[s].offering])
    t.minding = mask_of([s for s in range(t.players) if characters[s].minding])
    t.full = tuple([characters[s].life + (t.roles[s] == SHERIFF) for s in range(t.players)])


def deal_hand(t: BangTable, seat: int) -> None:
    """Up to the life points; cards kept from the game before count.  [BANG-7] [BANG-68]"""
    count = max(0, t.life[seat] - len(t.hands[seat]))
    t.hands[seat] += t.deck[t.dealt : t.dealt + count]
    t.dealt += count
    t.knows.show_all(t.hands[seat], 1 << seat)
    tell.dealt(t, seat, t.hands[seat], 1 << seat)


def offer_characters(t: BangTable, drawn: tuple[CharacterId, ...]) -> None:
    """Two for each.  [BANG-A58]"""
    t.deck = t.rules.cards  # still in its box
    t.offered = [drawn[2 * seat : 2 * seat + 2] for seat in range(t.players)]
    for seat in range(t.players):
        tell.characters_offered(t, seat, t.offered[seat], 1 << seat)
    t.push(ChooseCharacter((1 << t.players) - 1))


@final
class ChooseCharacter(Sealed[BangTable]):
    """Everybody keeps one of two characters; all are shown together.  [BANG-A58]"""

    ask: ClassVar[str] = "character"

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices([0, 1])

    def noted(self, t: BangTable, seat: int) -> None:
        tell.character_chosen(t, seat)

    def open(self, t: BangTable, choices: list[ChoiceId]) -> None:
        chosen = [t.rules.characters[t.offered[s][choices[s]]] for s in range(t.players)]
        t.offered = []
        begin(t, chosen)

    def text(self, t: BangTable, seat: int, choice: ChoiceId) -> str:
        return t.character(t.offered[seat][choice])

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.refuse("not_offered", {"text": text})
