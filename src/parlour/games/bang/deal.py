"""Setting out a game: roles, characters, life, first hands."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.event import Secret
from parlour.core.frame import Sealed
from parlour.core.seats import EVERYONE
from parlour.games.bang import events
from parlour.games.bang.base import Character
from parlour.games.bang.characters import CHARACTERS
from parlour.games.bang.kinds import CARDS, ROLES, SHERIFF
from parlour.games.bang.state import BangTable
from parlour.games.bang.turn import Turn


def set_out(t: BangTable) -> None:
    """A fresh game: everything by lot.  [BANG-3] [BANG-4] [BANG-5]"""
    deal_roles(t, t.dice.shuffled(t.rules.cast))
    drawn = t.dice.shuffled(tuple(range(len(CHARACTERS))))
    if t.rules.two_characters:
        offer_characters(t, drawn)
    else:
        begin(t, [CHARACTERS[drawn[seat]] for seat in range(t.players)], [()] * t.players)


def deal_roles(t: BangTable, roles: tuple[int, ...]) -> None:
    """Face down, but for the Sheriff's; with three players all open.  [BANG-4] [BANG-73]"""
    t.roles = roles
    t.turn = t.first()
    if t.sink is not None:
        for seat in range(t.players):
            who = EVERYONE if t.revealed(seat) else 1 << seat
            t.tell(events.RoleDealt(seat, Secret(ROLES[roles[seat]], who)))


def begin(t: BangTable, characters: list[Character], kept: list[tuple[int, ...]]) -> None:
    """Characters are shown, cards dealt, and the first turn begins.  [BANG-6] [BANG-7] [BANG-75]

    `kept`: cards that a seat starts with; the deal fills the hand up to its life points.
    """
    seat_characters(t, characters)
    t.life = list(t.full)
    taken = {card for cards in kept for card in cards}
    t.deck = t.dice.shuffled(tuple([card for card in range(CARDS) if card not in taken]))
    for seat in range(t.players):
        deal_hand(t, seat, kept[seat])
    t.push(Turn(t.first()))


def seat_characters(t: BangTable, characters: list[Character]) -> None:
    """The Sheriff starts with one life point more, and may regain it.  [BANG-6]"""
    t.who = tuple(characters)
    t.full = tuple([characters[s].life + (t.roles[s] == SHERIFF) for s in range(t.players)])
    if t.sink is not None:
        for seat in range(t.players):
            t.tell(events.CharacterShown(seat, characters[seat].name, t.full[seat]))


def deal_hand(t: BangTable, seat: int, kept: tuple[int, ...]) -> None:
    count = max(0, t.life[seat] - len(kept))
    t.hands[seat] = kept + t.deck[t.dealt : t.dealt + count]
    t.dealt += count
    t.knows.show_all(t.hands[seat], 1 << seat)
    t.knows.show_all(kept, EVERYONE)
    if t.sink is not None:
        cards = Secret(t.texts(t.hands[seat]), 1 << seat)
        t.tell(events.Dealt(seat, len(t.hands[seat]), cards))


def offer_characters(t: BangTable, drawn: tuple[int, ...]) -> None:
    """Two for each.  [BANG-A58]"""
    t.deck = tuple(range(CARDS))  # still in its box
    t.offered = [drawn[2 * seat : 2 * seat + 2] for seat in range(t.players)]
    if t.sink is not None:
        for seat in range(t.players):
            names = [CHARACTERS[one].name for one in t.offered[seat]]
            t.tell(events.CharactersOffered(seat, Secret(names, 1 << seat)))
    t.push(ChooseCharacter((1 << t.players) - 1))


@final
class ChooseCharacter(Sealed[BangTable]):
    """Everybody keeps one of two characters; all are shown together.  [BANG-A58]"""

    ask: ClassVar[str] = "character"

    def options(self, t: BangTable, seat: int) -> list[int]:
        return [0, 1]

    def noted(self, t: BangTable, seat: int) -> None:
        if t.sink is not None:
            t.tell(events.CharacterChosen(seat))

    def open(self, t: BangTable, choices: list[int]) -> None:
        chosen = [CHARACTERS[t.offered[s][choices[s]]] for s in range(t.players)]
        t.offered = []
        begin(t, chosen, [()] * t.players)

    def text(self, t: BangTable, seat: int, choice: int) -> str:
        return CHARACTERS[t.offered[seat][choice]].name

    def refusal(self, t: BangTable, seat: int, text: str) -> IllegalChoice:
        return t.refuse("not_offered", {"text": text})


FRAMES: Final = (ChooseCharacter,)
