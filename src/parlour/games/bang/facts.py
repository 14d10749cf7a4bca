"""What lies on a table of BANG!, and who sees it."""

from typing import Annotated, Final

import msgspec

from parlour.core import fact
from parlour.core.fact import COVERED, EVERYBODY, HOLDER, Box, Derived, Number, Numbers, Own
from parlour.core.view_builder import TableFacts
from parlour.games.bang import kinds
from parlour.games.bang.base import Character
from parlour.games.bang.ring import Ring
from parlour.games.bang.rules import BangRules


class Grave(msgspec.Struct, frozen=True):
    """Who fell, by whose hand (None: nobody's), and with whom: one card, one batch."""

    seat: int
    by: int | None = None
    batch: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1


class Sight(msgspec.Struct, frozen=True):
    """How far things are for the eyes' own seat, while it is in the game.  [BANG-21] [BANG-24]

    `reach`: of its weapon.  `distances`: to each seat, 0 to itself and to those who are out.
    `within`: whom the weapon reaches; `threats`: whose weapon reaches it.
    """

    reach: int
    distances: list[int]
    within: list[int]
    threats: list[int]


class Hiring(msgspec.Struct, frozen=True):
    """The auction for characters: who has one already, those turned up, the one bid for."""

    hired: list[str]
    pool: list[str] = []
    lot: str = ""
    price: int = 0
    by: int | None = None


CARDS: Final = "tuple[CardId, ...]"
CHARACTERS: Final = "tuple[CharacterId, ...]"
INTS: Final = "tuple[int, ...]"
PHASE: Final = '`"start"`, `"draw"`, `"play"`, `"discard"`; before a scored game `"hire"`, `"keep"`'
SHERIFF_FIRST: Final = "the Sheriff on the first seat without a drawn role, the others by lot"
NOBODY_KNOWN: Final = "`stranger`: 4 life points and no ability at all"
ALL_LIFE: Final = "all: what the character starts with, one more for the Sheriff"
BELOW: Final = "what lies nowhere else, in random order; also below what is drawn"
REST: Final = 'where cards go that are not drawn: `"deck"` or `"discards"` (below), `"aside"`'
STILL: Final = "turns begun since a life point was last lost or regained, for BANG-A66"
FALLEN: Final = 'who is out, in order: seats, or `{ seat = "Carla", by = "Anna", batch = 1 }`'
OFFERED: Final = "each seat's two characters to choose from"
HIRING: Final = '`{ pool = "jourdonnais willy_the_kid", hired = [...] }`, with `phase = "hire"`'
TURNED_UP: Final = "nobody has one; the pool is turned up at random, one for each who has none"

FACTS: Final = TableFacts(
    "Bang",
    BangRules,
    [
        fact.Drawn("phase", PHASE, '`"play"`'),
        Own("roles", INTS, "()", "list[str]", "each seat's role", SHERIFF_FIRST),
        fact.Turn("the Sheriff; with three players the Deputy"),
        Own(
            *("who", "tuple[Character, ...]", "rules.strangers", "list[str]"),
            *("each seat's character", NOBODY_KNOWN, "characters"),
        ),
        Box("offering", "int", "0"),  # the seats whose characters may do something at any moment
        Box("minding", "int", "0"),  # those whose characters mind an empty hand
        Numbers("life", "each seat's life points", missing=ALL_LIFE),
        Box("ring", INTS, "rules.seats"),  # those who are in the game, as they sit
        Box("seated", "Ring", "rules.everybody"),  # what follows from that; ask `circle`
        fact.Piles("hands", HOLDER, "each seat's cards, the latest last", "**empty**"),
        fact.Piles("front", EVERYBODY, "blue cards on the table before each seat"),
        fact.Pile("deck", COVERED, "the deck, its top card first", BELOW, top="dealt"),
        Box("dealt", "int", "0"),  # the deck's top is deck[dealt]
        fact.Pile("discards", EVERYBODY, "the pile, **the last one is the top**", grows=True),
        fact.Drawn("rest", REST, '`"deck"`'),
        Number("bangs", "BANG! cards played this turn"),
        Number("still", STILL),
        Number("shuffles", "how often the discards have become the deck"),
        fact.Rows("shots", "how often each seat (row) aimed a BANG! or Duel at each", quick=True),
        fact.Rows("tricks", "the same for Panic!, Cat Balou and Jail", quick=True),
        Own("fallen", "tuple[tuple[int, int, int], ...]", "()", "list[Grave]", FALLEN, "nobody"),
        fact.Seats("doomed", "who will leave when the card being resolved is over"),
        fact.Pile("store", EVERYBODY, "a General Store in progress"),
        fact.Pile("turned", EVERYBODY, 'the two cards of a "draw!"'),
        fact.Pile("looked", HOLDER, "what the seat on turn looks at, top first"),
        Own("fired", CARDS, "()", "list[str]", "BANG! cards that No Mercy may give back"),
        Own("offered", f"list[{CHARACTERS}]", "[]", "list[list[str]]", OFFERED),
        fact.Pile("aside", COVERED, "cards that are out of the game"),
        Derived("full", "list[int]", "life points at the start", INTS, "()"),
        Derived("sight", "Sight | None", "how far things are for the seat that looks"),
        Numbers("money", "what each has now, in a scored game", "", "`carry.points`"),
        Numbers("fees", "what each paid for its character, with `hiring`", "", "all 0"),
        Own("hired", "list[CharacterId]", "[]", "Hiring | None", HIRING, TURNED_UP, "hiring"),
        Box("pool", CHARACTERS, "()"),  # characters that are turned up
        Box("lot", "CharacterId", "NO_CHARACTER"),  # the one bid for
        Box("price", "int", "0"),
        Box("bidder", "int", "NO_ONE"),
        Box("former", CHARACTERS, "()"),  # the character each survivor had in the game before
        Box("dues", INTS, "()"),  # at what price
        Box("left", f"tuple[{CARDS}, ...]", "()"),  # what lay before each seat at its end
    ],
    [Character, Grave, Ring, Sight, Hiring, kinds],
)
