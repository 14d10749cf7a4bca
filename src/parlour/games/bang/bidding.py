"""What bots pay: for characters at an auction, for cards of the game before.

A character is worth what better odds are worth: a game pays a player some $1200 on average, and
the best character wins perhaps a quarter more often than the worst.
"""

from parlour.core.ids import ChoiceId, as_card
from parlour.games.bang.bots_numbers import Numbers
from parlour.games.bang.deal import ChooseCharacter
from parlour.games.bang.hiring import PickCharacter, Retain
from parlour.games.bang.kinds import PASS, CharacterId
from parlour.games.bang.state import BangTable


def price(t: BangTable, n: Numbers, character: CharacterId) -> float:
    """What a character is worth at most."""
    return n.price.get(t.character(character), n.fee)


def market(t: BangTable, n: Numbers, seat: int, choice: ChoiceId) -> float:
    """Before the game: a character, or a price; the least that may win is the best."""
    top = t.stack[-1]
    if isinstance(top, ChooseCharacter):
        return price(t, n, t.offered[seat][choice])
    if isinstance(top, PickCharacter):
        return price(t, n, CharacterId(choice))
    if choice == PASS:
        return 0.0
    if isinstance(top, Retain):
        return price(t, n, t.former[seat]) - t.dues[seat]
    return min(price(t, n, t.lot), n.purse * t.money[seat]) - choice


def kept(t: BangTable, n: Numbers, seat: int, choice: ChoiceId) -> float:
    """A card that is kept is a card that is not dealt: whoever is not rich keeps the money."""
    if choice == PASS:
        return 0.5
    rich = t.money[seat] >= n.rich
    return n.keep.get(t.rules.name[as_card(choice)], 0.0) if rich else 0.0
