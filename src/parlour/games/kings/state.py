"""The table of Kings Under Mountains: who holds what, and the questions the rules ask of it."""

from typing import final

from parlour.core.drawing import UNKNOWN
from parlour.core.ids import CardId
from parlour.core.native import i64
from parlour.core.piles import bit, one_of_each
from parlour.core.seats import NOBODY
from parlour.games.kings.ground import MINERS, OVERSEER, Ground, fits
from parlour.games.kings.kinds import Mine
from parlour.games.kings.table_gen import KingsFacts


@final
class KingsTable(KingsFacts):
    """Everything on the table.

    Units in a pile stand in the order they were laid: the last one lies on top.
    The deck's top is deck[dealt]; its mine side is in plain view [KINGS-A7].
    """

    def copy(self) -> "KingsTable":
        return KingsTable(self.rules, self.players, self.dice.copy(), self.knows.copy(), self)

    def on_turn(self) -> int:
        return self.turn

    def may_offer(self) -> int:
        return NOBODY

    def learnt(self, before: "KingsTable", seat: int) -> bool:
        """A card has left the deck, so the next mine side shows to all.  [KINGS-A7]"""
        return self.dealt != before.dealt

    # --- questions --------------------------------------------------------------------------

    def race(self, card: CardId) -> int:
        return self.rules.race[self.face[card]]

    def strength(self, card: CardId) -> int:
        return self.rules.strength[self.face[card]]

    def look_of(self, card: CardId) -> int:
        """Equal for cards that are alike on both sides."""
        return self.rules.unit[self.face[card]] * self.rules.cards + self.rules.back_kind[card]

    def text(self, card: CardId) -> str:
        return f"{self.rules.face_text[self.face[card]]}/{self.rules.back_text[card]}"

    def back(self, card: CardId) -> str:
        """The mine side of a card lies in plain view.  [KINGS-A7]"""
        return f"{UNKNOWN}/{self.rules.back_text[card]}"

    def unit(self, card: CardId) -> str:
        return self.rules.face_text[self.face[card]]

    def mine(self, card: CardId) -> str:
        return self.rules.back_text[card]

    def deck_left(self) -> int:
        return len(self.deck) - self.dealt

    def heir(self, race: int, by: int) -> int:
        """Whose a mine becomes if `by` lays the last unit, of this race.  [KINGS-14]"""
        for seat in range(len(self.kings)):
            if self.kings[seat] == race:
                return seat
        return by

    def workers(self, card: CardId) -> int:
        """Units needed in all to work a mine.  [KINGS-3]"""
        return self.rules.size[card] + self.rules.overseer[card]

    def least(self, pile: tuple[CardId, ...]) -> int:
        """The strength of the weakest unit that fits there; a 0 on a 9 fits too.  [KINGS-10]"""
        return self.strength(pile[-1]) + 1 if pile else self.rules.on_bare

    def fits(self, strength: int, pile: tuple[CardId, ...]) -> bool:
        """[KINGS-10] [KINGS-11]"""
        return fits(strength, self.least(pile))

    def wants(self, own: bool, mine: Mine) -> bool:
        """Miners of other races first, then an overseer of one's own.  [KINGS-16] [KINGS-17]"""
        return own == (len(mine.units) >= self.rules.size[mine.card])

    def own(self, seat: int, card: CardId) -> bool:
        """Whether a unit is of the king's own race."""
        return self.race(card) == self.kings[seat]

    def ground(self, seat: int) -> Ground:
        """Where the seat may lay units: centre mines first, then its own.  [KINGS-9]"""
        ground = Ground()
        for units in self.siege:
            ground.add(self.least(units))
        for mine in self.mines[seat]:
            race = OVERSEER if self.wants(True, mine) else MINERS
            ground.add(self.least(mine.units) + race)
        return ground

    def each(self, hand: tuple[CardId, ...]) -> tuple[CardId, ...]:
        """One card of each look."""
        if self.differ(hand):
            return hand
        return tuple(one_of_each(hand, [self.look_of(card) for card in hand], self.knows))

    def differ(self, hand: tuple[CardId, ...]) -> bool:
        """Whether no two cards are alike: mine sides are compared only behind equal units."""
        units, backs, face = self.rules.unit, self.rules.back_kind, self.face
        seen: i64 = 0
        for k in range(len(hand)):
            card = hand[k]
            unit = units[face[card]]
            if seen >> unit & 1:
                for before in hand[:k]:
                    if units[face[before]] == unit and backs[before] == backs[card]:
                        return False
            seen |= bit(unit)
        return True

    def stuck(self, seat: int) -> bool:
        """No card of the hand fits anywhere.  [KINGS-22] [KINGS-A16]"""
        for card in self.hands[seat]:  # the first one nearly always fits
            strength, own = self.strength(card), self.own(seat, card)
            for units in self.siege:
                if self.fits(strength, units):
                    return False
            for mine in self.mines[seat]:
                if self.wants(own, mine) and self.fits(strength, mine.units):
                    return False
        return True

    def place_text(self, place: int) -> str:
        centre = len(self.centre)
        return f"c{place + 1}" if place < centre else f"m{place - centre + 1}"

    def spots(self, seat: int) -> list[str]:
        """Every place the seat could name, whatever fits there."""
        return [self.place_text(k) for k in range(len(self.centre) + len(self.mines[seat]))]

    def is_laying(self, seat: int, text: str) -> bool:
        """Whether a text names a unit or a mine: somebody who would lay one more."""
        what, at, _ = text.partition("@")
        return (
            bool(at) or what.partition("/")[0] in self.rules.face_text or what in self.spots(seat)
        )

    def needs(self, seat: int, place: int) -> int:
        """How many units a mine of the centre or of the seat's own still lacks."""
        centre = len(self.centre)
        if place < centre:
            return self.rules.defence[self.centre[place]] - len(self.siege[place])
        mine = self.mines[seat][place - centre]
        return self.workers(mine.card) - len(mine.units)

    def scores(self) -> tuple[int, ...]:
        """Finished mines count for their king, unfinished against him.  [KINGS-24]"""
        value = self.rules.value
        return tuple(
            sum([value[card] for card in self.tucked[seat]])
            - sum([value[mine.card] for mine in self.mines[seat]])
            for seat in range(self.players)
        )
