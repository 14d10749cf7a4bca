"""What somebody at a table of BANG! cannot know: cards, roles, and characters on offer."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar, final

from parlour.core.frame import Frame
from parlour.core.ids import CardId
from parlour.core.mind import CardMind, Odds
from parlour.core.rng import Rng
from parlour.games.bang.kinds import ROLES
from parlour.games.bang.state import BangTable
from parlour.games.bang.wounds import Dying

N = TypeVar("N", bound=int)


@final
class BangMind(CardMind[BangTable]):
    """Unknown cards change places, unknown roles seats; others are offered any characters.

    A layout, for odds, is everybody's role.
    """

    def __init__(self, template: BangTable, eye: int, piles: Sequence[str]) -> None:
        t = template
        super().__init__(t, eye, piles)
        seats = range(t.players)
        self.strangers: Final = [s for s in seats if s != eye and not t.revealed(s)]
        mine = t.offered[eye] if eye < len(t.offered) else ()
        self.free: Final = [one for one in t.rules.box.everybody if one not in mine]
        self.musts: Final[list[tuple[int, int]]] = []
        for seat, beers in rescuers(t, t.stack.frames(), [len(hand) for hand in t.hands]):
            self._expect(seat, beers)

    def _expect(self, seat: int, beers: int) -> None:
        """The unknown cards of this hand come first, so many of them Beers."""
        for place in self.places[:]:
            if place.name == "hands" and place.seat == seat:
                unknown = [place.pile[slot] for slot in place.slots]
                known = [card for card in place.pile if card not in unknown]
                self.places.remove(place)
                self.places.insert(len(self.musts), place)
                self.musts.append((len(unknown), beers - count(known, self.template.rules.rescues)))

    def shuffle(self, cards: list[CardId], rng: Rng) -> None:
        rng.shuffle(cards)
        first = 0
        for size, beers in self.musts:
            draw_beers(cards, first, size, beers, self.template.rules.rescues, rng)
            first += size

    def deal(self, t: BangTable, rng: Rng, odds: Odds | None) -> None:
        super().deal(t, rng, odds)
        t.roles = odds.draw(rng) if odds is not None else self.some_roles(t.roles, rng)
        if t.offered:
            self.offer(t, rng)

    def some_roles(self, roles: tuple[int, ...], rng: Rng) -> tuple[int, ...]:
        """Every layout that fits what is known, equally likely."""
        unknown = [roles[seat] for seat in self.strangers]
        rng.shuffle(unknown)
        found = list(roles)
        for k in range(len(unknown)):
            found[self.strangers[k]] = unknown[k]
        return tuple(found)

    def offer(self, t: BangTable, rng: Rng) -> None:
        """[BANG-A58]"""
        free = self.free[:]
        rng.shuffle(free)
        for seat in range(len(t.offered)):
            if seat != self.eye:
                size = len(t.offered[seat])
                t.offered[seat] = tuple(free[:size])
                free = free[size:]

    def why_not(self, layout: tuple[int, ...]) -> str:
        roles = self.template.roles
        if sorted(layout) != sorted(roles):
            return f"the roles are {', '.join([ROLES[role] for role in sorted(roles)])}"
        for seat in range(len(roles)):
            if seat not in self.strangers and layout[seat] != roles[seat]:
                return f"the role of seat {seat} is known: {ROLES[roles[seat]]}"
        return ""


# --- what must be in a hand that nobody sees: minds and drawings alike ------------------------


def rescuers(t: BangTable, stack: list[Frame[Any]], sizes: list[int]) -> list[tuple[int, int]]:
    """Whoever has begun to save himself can: so many Beers are in that hand.  [BANG-A7]"""
    return [
        (frame.seat, beers_needed(t, frame.seat, sizes[frame.seat]))
        for frame in stack
        if isinstance(frame, Dying) and frame.begun
    ]


def beers_needed(t: BangTable, seat: int, cards: int) -> int:
    """The fewest Beers among so many cards that bring him back."""
    if not t.beer_works():
        return 0
    for beers in range(cards + 1):
        if beers + t.who[seat].hope(cards - beers) > -t.life[seat]:
            return beers
    return cards + 1


def count(cards: Sequence[int], is_beer: list[bool]) -> int:
    return sum([is_beer[card] for card in cards])


def draw_beers(
    cards: list[N], first: int, size: int, beers: int, is_beer: list[bool], rng: Rng
) -> None:
    """Of shuffled cards, the `size` from `first` on: drawn again until so many are Beers."""
    if beers > min(size, count(cards[first:], is_beer)):
        raise ValueError("somebody must hold a Beer, but none is left")
    while count(cards[first : first + size], is_beer) < beers:
        for k in range(first, first + size):
            other = k + rng.below(len(cards) - k)
            cards[k], cards[other] = cards[other], cards[k]
