"""Who knows which card, as a bitmask of seats for every card, and functions on piles.

A bit means "this very card is in this very place".  Piles themselves are tuples, replaced on
change, so that clones share them.
"""

from typing import Final, TypeVar, final

from parlour.core.ids import COMPILED, CardId
from parlour.core.native import i64, vec
from parlour.core.seats import NOBODY

N = TypeVar("N", bound=int)

FEW: Final = 12
"""So many numbers are compared with each other quicker than they are put into a set."""

NO_MASKS: Final[list[int]] = []


@final
class Knowledge:
    """The seats that know each card's face where it lies, as a bitmask by card."""

    def __init__(self, masks: list[int], of: "Knowledge | None" = None) -> None:
        """`of`: the knowledge that this is a copy of; then the list is not read."""
        self.masks: vec[i64] = vec[i64](masks) if of is None else of.masks[:]

    def copy(self) -> "Knowledge":
        return Knowledge(NO_MASKS, self)

    def knows(self, seat: int, card: CardId) -> bool:
        return bool(self.masks[card] >> seat & 1)

    def knowers(self, card: CardId) -> int:
        """How many know it."""
        return int(self.masks[card]).bit_count()

    def show(self, card: CardId, mask: int) -> None:
        """These seats see the card where it lies; whoever knew it goes on knowing."""
        self.masks[card] |= mask

    def show_all(self, cards: tuple[CardId, ...], mask: int) -> None:
        for card in cards:
            self.masks[card] |= mask

    def hide(self, cards: tuple[CardId, ...]) -> None:
        """A shuffle: nobody knows any more which is which."""
        for card in cards:
            self.masks[card] = NOBODY

    def blur(self, pile: tuple[CardId, ...], witnesses: int) -> None:
        """One of these cards left unseen by all but the witnesses: the others lose track.

        If the pile is a single card there is nothing to lose track of.
        """
        if len(pile) > 1:
            for card in pile:
                self.masks[card] &= witnesses

    def learnt(self, before: "Knowledge", seat: int) -> bool:
        """Whether anybody now knows a card that they did not know then, nor did this seat."""
        for card in range(len(self.masks)):
            then = before.masks[card]
            if self.masks[card] & ~then and not then >> seat & 1:
                return True
        return False

    def learnt_by(self, before: "Knowledge", seat: int) -> bool:
        """Whether this seat itself now knows a card that it did not know then."""
        for card in range(len(self.masks)):
            if (self.masks[card] & ~before.masks[card]) >> seat & 1:
                return True
        return False

    def also(self, other: "Knowledge") -> None:
        """Whatever was shown stays known: used when a choice is taken back."""
        for card in range(len(self.masks)):
            self.masks[card] |= other.masks[card]


def bits(pile: tuple[N, ...]) -> int:
    """The cards of a pile as a mask, to ask of many cards whether they are in it."""
    mask = 0
    for card in pile:
        mask |= 1 << card
    return mask


_HIGH: Final = 1 << 60


def bit(number: i64) -> i64:
    """The number that has this bit alone, of 0 to 60.

    Compiled, `i64(1) << number` is right up to bit 30 only: mypyc writes the 1 down for C, which
    takes it for 32 bits.  Hence from a number that needs more.
    """
    return _HIGH >> (60 - number)


def without(pile: tuple[N, ...], card: N) -> tuple[N, ...]:
    """The pile less one card; the order of the others stays."""
    at = place_of(pile, card) if COMPILED else pile.index(card)
    if at == 0:
        return pile[1:]
    return pile[:at] if at + 1 == len(pile) else pile[:at] + pile[at + 1 :]


def place_of(pile: tuple[N, ...], one: N) -> int:
    """Where it lies in the pile; ValueError if it does not."""
    if COMPILED:
        for k in range(len(pile)):
            if pile[k] == one:
                return k
    return pile.index(one)


def lies_in(pile: tuple[N, ...], one: N) -> bool:
    """Whether it is one of these few."""
    return any(card == one for card in pile) if COMPILED else one in pile


def distinct(numbers: list[int]) -> bool:
    """Whether no two of them are equal."""
    if not COMPILED or len(numbers) > FEW:
        return len(set(numbers)) == len(numbers)
    for k in range(1, len(numbers)):
        number = numbers[k]
        for before in range(k):
            if numbers[before] == number:
                return False
    return True


def one_of_each(pile: tuple[CardId, ...], looks: list[int], knowledge: Knowledge) -> list[CardId]:
    """One card per look: equals are one choice, and the copy known to most moves first.

    `looks`: of each card of the pile, in its order.
    """
    if distinct(looks):
        return list(pile)
    chosen: list[CardId] = []
    seen: list[int] = []
    for k in range(len(pile)):
        card, look = pile[k], looks[k]
        if look not in seen:
            seen.append(look)
            chosen.append(card)
            continue
        at = seen.index(look)
        if knowledge.knowers(card) > knowledge.knowers(chosen[at]):
            chosen[at] = card
    return chosen
