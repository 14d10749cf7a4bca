"""Magpies as numbers, for learners."""

from typing import ClassVar, Final, final

from parlour.core.encoding import Columns, Encoder
from parlour.core.ids import NO_CHOICE, ChoiceId
from parlour.core.native import Numbers
from parlour.games.magpies.frames import STEAL, Nest
from parlour.games.magpies.state import CARDS, MagpiesTable

SEATS: Final = 4

SEAT: Final = Columns()
HERE: Final = SEAT.one("here")
TURN: Final = SEAT.one("turn")
SEALED: Final = SEAT.one("sealed")
HELD: Final = SEAT.one("cards")
KNOWN: Final = SEAT.row("hand", CARDS)
SHOWN: Final = SEAT.row("shown", CARDS)

TABLE: Final = Columns()
PLAYERS: Final = TABLE.one("players")
ROUNDS: Final = TABLE.one("option.rounds")
TURNS: Final = TABLE.one("turns")
ASK_HIDE: Final = TABLE.one("ask.hide")
NEST: Final = TABLE.row("nest", CARDS)
SEAT_BLOCKS: Final = TABLE.blocks([f"seat{k}" for k in range(SEATS)], SEAT)

CHOICE: Final = Columns()
HIDES: Final = CHOICE.one("hide")
CARD: Final = CHOICE.row("card", CARDS)
FROM: Final = CHOICE.count("steal", SEATS)

ACTION: Final = Columns()
CARD_ACTION: Final = ACTION.row("card", CARDS)
STEAL_ACTION: Final = ACTION.count("steal", SEATS)


@final
class MagpiesEncoder(Encoder[MagpiesTable]):
    version: ClassVar[int] = 1
    stamp: ClassVar[str] = "58e80ba34ee1"

    def __init__(self) -> None:
        super().__init__(TABLE, CHOICE, ACTION)

    def observe(self, t: MagpiesTable, seat: int, out: Numbers) -> None:
        out[PLAYERS] = t.players
        out[ROUNDS] = t.rules
        out[TURNS] = t.turns
        out[ASK_HIDE] = bool(t.stack) and isinstance(t.stack[-1], Nest)
        for card in t.nests[seat]:
            out[NEST + card] = 1
        for k in range(t.players):
            other, at = (seat + k) % t.players, SEAT_BLOCKS + k * SEAT.size()
            out[at + HERE] = 1
            out[at + TURN] = other == t.on_turn()
            out[at + SEALED] = t.sealed[other] != NO_CHOICE
            out[at + HELD] = len(t.hands[other])
            for card in t.hands[other]:
                out[at + KNOWN + card] = t.knows.knows(seat, card)
            for card in t.shown[other]:
                out[at + SHOWN + card] = 1

    def describe(self, t: MagpiesTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        out[at + HIDES] = isinstance(t.stack[-1], Nest)
        if choice < STEAL:
            out[at + CARD + choice] = 1
        else:
            out[at + FROM + (choice - STEAL - seat) % t.players] = 1

    def number(self, t: MagpiesTable, seat: int, choice: ChoiceId) -> int:
        if choice < STEAL:
            return CARD_ACTION + choice
        return STEAL_ACTION + (choice - STEAL - seat) % t.players
