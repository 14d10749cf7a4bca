"""What lies on a table of Intrigo, and who sees it."""

from typing import Final

import msgspec

from parlour.core import fact
from parlour.core.fact import HOLDER, Box, Derived, Number, Own, Piles
from parlour.core.view_builder import TableFacts
from parlour.games.intrigo import kinds
from parlour.games.intrigo.kinds import FAMILIES, KINDS, ORGANISATIONS, SEALS_EACH
from parlour.games.intrigo.rules import IntrigoRules


class AwardView(msgspec.Struct, frozen=True):
    """What a building would award as the table stands: `to` a seat, or to nobody, and why.

    `open`: a gap beside it is still empty, and counts as nothing.
    """

    to: int | None
    why: str
    open: bool


INTS: Final = "list[int]"
MAYBE: Final = "list[int | None]"
BY_NAME: Final = "list[dict[str, int]]"
ORGS: Final = len(ORGANISATIONS)
OPEN: Final = "[False] * rules.ring"
PHASE: Final = "`draft`, `place` or `award`; awards are paid at once, before the first step"
BANK: Final = "what is left of the ducats, and is checked"
PILES: Final = "the prices left in each pile, top first, or how many are left: `{ thief = 1 }`"
TOKENS: Final = '`{ b1 = "clergy", b2 = "ducat/stolen", b3 = "empty" }`, or all in one string'
PRINTED: Final = "as printed: ducats while there are any, seals by lot"
GAPS: Final = '`{ g1 = "dandolo3/dead", g2 = "thief", g3 = "?" }`, or all in one string'
LAID: Final = "plots: whoever has too few in hand; influence: the seat on turn"
SHARED: Final = "the rest, shared out evenly, whoever is next to play having the more"
PACKS: Final = "the packs of the draft; the hands are then what has been kept so far"
NOT_KEPT: Final = "in a draft: four unknown plots, less what has been kept"
LACKS: Final = 'plots that a courtesan did not find in a hand: `{ Bruno = "tiepolo3" }`'
PICKS: Final = "the picks at which a hand was kept: `{ Anna = [1, 3] }`, all four of a seat or none"

FACTS: Final = TableFacts(
    "Intrigo",
    IntrigoRules,
    [
        fact.Turn("the first player"),
        fact.Drawn("phase", PHASE, "`place`; `draft` where packs are drawn"),
        Number("round", "number of the round", least=1, missing="1"),
        Number("first", "who has the first-player card", missing="the seat on turn", seat=True),
        fact.Words("families", FAMILIES, "each seat's; of three players the fourth is ownerless"),
        fact.Numbers("purses", "`{ Anna = 3 }`", "rules.start_ducats", "the starting ducats"),
        Own("seals", INTS, f"[0] * (players * {ORGS})", BY_NAME, "`{ Anna = { clergy = 2 } }`"),
        Derived("bank", "int | None", BANK, "int", "0", "what purses and tokens leave"),
        Derived("bag", "dict[str, int]", "seals to draw", INTS, f"[{SEALS_EACH}] * {ORGS}"),
        Own("piles", "", "", "dict[str, list[int]]", PILES, "all but the cards in the palace"),
        Box("sold", INTS, f"[0] * {len(KINDS)}"),
        Own("tokens", INTS, "[BARE] * rules.ring", "list[str]", TOKENS, PRINTED),
        Box("stolen", "list[bool]", OPEN),
        Own("gaps", "list[CardId]", "[NO_CARD] * rules.ring", "list[str]", GAPS, "empty"),
        Box("dead", "list[bool]", OPEN),
        Own(
            "by",
            INTS,
            "[NO_ONE] * rules.ring",
            MAYBE,
            'who laid the card in a gap: `{ g1 = "Anna" }`',
            LAID,
        ),
        Piles("hands", HOLDER, '`{ Anna = "contarini4 ? ?" }`', SHARED, known_first=True),
        Piles("packs", HOLDER, PACKS, NOT_KEPT, known_first=True),
        Own("lacks", "list[tuple[int, ...]]", "[()] * players", "list[list[str]]", LACKS),
        Box("kept", "list[tuple[CardId, ...]]", "[()] * players"),  # in the order of the picks
        Derived("picks", "list[list[int]]", PICKS, missing="in any order"),
        Derived("gap_picks", MAYBE, "the same for gaps: `{ g1 = 2 }`", missing="in any order"),
        Derived("seen", "list[list[str]]", "the eyes' packs of this round, pick by pick"),
        Derived("awards", "list[AwardView]", "what each building would award now"),
    ],
    [AwardView, kinds],
)
