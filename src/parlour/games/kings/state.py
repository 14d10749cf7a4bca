"""The table of Kings Under Mountains: who holds what, and the questions the rules ask of it."""

from typing import Final, final

from parlour.core.dice import Dice
from parlour.core.piles import Knowledge
from parlour.core.table import Table
from parlour.games.kings.kinds import HIGHEST, RACES, STRENGTHS


@final
class KingsRules:
    """One table's numbers.  A card is its mine back; its unit face is dealt anew each game."""

    def __init__(
        self,
        hand: int,
        centre: int,
        camp: int,
        zero_on_empty: bool,
        tie_break: bool,
        faces: list[tuple[int, int]],
        backs: list[tuple[int, int, int, int]],
    ) -> None:
        self.hand: Final = hand
        self.centre: Final = centre
        self.camp: Final = camp
        self.zero_on_empty: Final = zero_on_empty
        self.tie_break: Final = tie_break
        self.race: Final = [race for race, _ in faces]
        self.strength: Final = [strength for _, strength in faces]
        self.defence: Final = [back[0] for back in backs]
        self.size: Final = [back[1] for back in backs]
        self.overseer: Final = [back[2] for back in backs]
        self.value: Final = [back[3] for back in backs]
        self.face_text: Final = [f"{RACES[race]}{strength}" for race, strength in faces]
        self.back_text: Final = [
            f"{defence}-{size}{'o' if overseer else ''}-{value}"
            for defence, size, overseer, value in backs
        ]
        self.cards: Final = len(backs)
        kinds: dict[str, int] = {}
        self.back_kind: Final = [kinds.setdefault(text, len(kinds)) for text in self.back_text]


@final
class Mine:
    """A mine somebody owns and works: its card, and the units down there in the order they came."""

    def __init__(self, card: int, units: tuple[int, ...]) -> None:
        self.card: Final = card
        self.units: Final = units


@final
class KingsTable(Table):
    """Everything on the table.

    Units in a pile stand in the order they were laid: the last one lies on top.
    The deck's top is deck[dealt]; its mine side is in plain view [KINGS-A7].
    """

    def __init__(self, rules: KingsRules, players: int, dice: Dice, knows: Knowledge) -> None:
        super().__init__(players, dice, knows)
        self.rules: Final = rules
        self.turn = 0
        self.kings: tuple[int, ...] = ()
        self.face: tuple[int, ...] = ()  # the hidden pairing: card -> unit face
        self.deck: tuple[int, ...] = ()
        self.dealt = 0
        self.centre: list[int] = []
        self.siege: list[tuple[int, ...]] = []  # units on each centre mine
        self.camp: list[tuple[int, ...]] = [()] * len(RACES)
        self.hands: list[tuple[int, ...]] = [()] * players
        self.mines: list[tuple[Mine, ...]] = [()] * players
        self.tucked: list[tuple[int, ...]] = [()] * players
        self.discards: tuple[int, ...] = ()
        self.aside: tuple[int, ...] = ()  # out of the game from the start; scenarios only

    def blank(self) -> "KingsTable":
        return KingsTable(self.rules, self.players, self.dice.copy(), self.knows.copy())

    def assign(self, other: "KingsTable") -> None:
        self.turn = other.turn
        self.kings = other.kings
        self.face = other.face
        self.deck = other.deck
        self.dealt = other.dealt
        self.centre = other.centre[:]
        self.siege = other.siege[:]
        self.camp = other.camp[:]
        self.hands = other.hands[:]
        self.mines = other.mines[:]
        self.tucked = other.tucked[:]
        self.discards = other.discards
        self.aside = other.aside

    def on_turn(self) -> int:
        return self.turn

    def learnt(self, before: "KingsTable", seat: int) -> bool:
        """A card has left the deck, so the next mine side shows to all.  [KINGS-A7]"""
        return self.dealt != before.dealt

    # --- questions --------------------------------------------------------------------------

    def race(self, card: int) -> int:
        return self.rules.race[self.face[card]]

    def strength(self, card: int) -> int:
        return self.rules.strength[self.face[card]]

    def look_of(self, card: int) -> int:
        """Equal for cards that are alike on both sides."""
        unit = self.race(card) * STRENGTHS + self.strength(card)
        return unit * self.rules.cards + self.rules.back_kind[card]

    def text(self, card: int) -> str:
        return f"{self.rules.face_text[self.face[card]]}/{self.rules.back_text[card]}"

    def unit(self, card: int) -> str:
        return self.rules.face_text[self.face[card]]

    def mine(self, card: int) -> str:
        return self.rules.back_text[card]

    def deck_left(self) -> int:
        return len(self.deck) - self.dealt

    def heir(self, race: int, by: int) -> int:
        """Whose a mine becomes if `by` lays the last unit, of this race.  [KINGS-14]"""
        return self.kings.index(race) if race in self.kings else by

    def workers(self, card: int) -> int:
        """Units needed in all to work a mine.  [KINGS-3]"""
        return self.rules.size[card] + self.rules.overseer[card]

    def fits(self, card: int, pile: tuple[int, ...]) -> bool:
        """A stronger unit on a weaker, a 0 on a 9, anything on bare rock.  [KINGS-10] [KINGS-11]"""
        strength = self.strength(card)
        if not pile:
            return strength > 0 or self.rules.zero_on_empty
        top = self.strength(pile[-1])
        return strength > top if strength else top == HIGHEST

    def wants(self, seat: int, mine: Mine, card: int) -> bool:
        """Miners of other races first, then an overseer of one's own.  [KINGS-16] [KINGS-17]"""
        own = self.race(card) == self.kings[seat]
        return own == (len(mine.units) >= self.rules.size[mine.card])

    def places(self, seat: int, card: int) -> list[int]:
        """Where the seat may lay this card: centre mines first, then its own.  [KINGS-9]"""
        centre = len(self.centre)
        found = [k for k in range(centre) if self.fits(card, self.siege[k])]
        mines = self.mines[seat]
        for k in range(len(mines)):
            mine = mines[k]
            if self.wants(seat, mine, card) and self.fits(card, mine.units):
                found.append(centre + k)
        return found

    def stuck(self, seat: int) -> bool:
        """No card of the hand fits anywhere.  [KINGS-22] [KINGS-A16]"""
        return all(not self.places(seat, card) for card in self.hands[seat])

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
