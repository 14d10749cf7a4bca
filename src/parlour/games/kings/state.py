"""The table of Kings Under Mountains: who holds what, and the questions the rules ask of it."""

from typing import final

from parlour.core.drawing import UNKNOWN
from parlour.core.ids import CardId
from parlour.core.seats import NOBODY
from parlour.games.kings.ground import ANYONE, Ground, beats
from parlour.games.kings.kinds import BARE, Mine
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
        return self.rules.unit_look[self.face[card]] + self.rules.back_kind[card]

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
        return self.kings.index(race) if race in self.kings else by

    def workers(self, card: CardId) -> int:
        """Units needed in all to work a mine.  [KINGS-3]"""
        return self.rules.size[card] + self.rules.overseer[card]

    def top(self, pile: tuple[CardId, ...]) -> int:
        """The strength of the unit on top, or BARE rock."""
        return self.strength(pile[-1]) if pile else BARE

    def fits(self, strength: int, pile: tuple[CardId, ...]) -> bool:
        """[KINGS-10] [KINGS-11]"""
        return beats(strength, self.top(pile), self.rules.zero_on_empty)

    def wants(self, own: bool, mine: Mine) -> bool:
        """Miners of other races first, then an overseer of one's own.  [KINGS-16] [KINGS-17]"""
        return own == (len(mine.units) >= self.rules.size[mine.card])

    def own(self, seat: int, card: CardId) -> bool:
        """Whether a unit is of the king's own race."""
        return self.race(card) == self.kings[seat]

    def ground(self, seat: int) -> Ground:
        """Where the seat may lay units: centre mines first, then its own.  [KINGS-9]"""
        tops = [self.top(units) for units in self.siege]
        calls = [ANYONE] * len(tops)
        for mine in self.mines[seat]:
            tops.append(self.top(mine.units))
            calls.append(int(self.wants(True, mine)))
        return Ground(tops, calls, self.rules.zero_on_empty)

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
