"""What lies on a table of Wink, where everybody looks, and who sees it."""

from typing import Final

import msgspec

from parlour.core import fact
from parlour.core.fact import EVERYBODY, HOLDER, Box, Derived, Listed, Number, Numbers, Own
from parlour.core.view_builder import TableFacts
from parlour.games.wink import kinds
from parlour.games.wink.body import Body, Wink
from parlour.games.wink.kinds import JUST_LEFT
from parlour.games.wink.rules import WinkRules


class GivenWink(msgspec.Struct, frozen=True):
    """A wink somebody gave: `seen` lists those known to have seen it."""

    tick: int
    seat: int
    to: int
    number: int
    seen: list[int]


class Sighting(msgspec.Struct, frozen=True):
    """A wink as `by` saw it, in the tick in which they had seen enough."""

    by: int
    tick: int
    seat: int
    to: int
    number: int


PHASE: Final = "`turn`: the seat names or calls; `call`: it calls; `ticks`: it has called"
FULL: Final = "full hands of unknown cards, or as many as are left"
IDLE: Final = "turns in a row in which no card left a hand; −1 where one just did (WINK-A24)"
CLOSED: Final = "for each caller, the seats that may not accuse on that link (WINK-22)"
TOKENS: Final = "the number under each seat's token, 0 for none"
LINKS: Final = "the number each seat waits for, 0 for none"
LACKS: Final = "numbers that everybody knows the seat does not hold"
GAZES: Final = "where the eyes rest: a seat, `crowd` or, while the head turns, `nowhere`"
LOWERED: Final = "whether the eyes are lowered to the crowd, while the head points at a seat"
GLIMPSED: Final = "for each winker, the ticks that every seat has seen of the wink that goes on"
PLANS: Final = 'glances given and still to come, `["look@Bruno", "wink@Anna"]`'
ATTENTION: Final = "for each caller, the ticks every head has pointed at them since the call"
WATCHED: Final = "for each caller, the ticks their own eyes were on every seat since the call"

FACTS: Final = TableFacts(
    "Wink",
    WinkRules,
    [
        fact.Turn(),
        fact.Drawn("phase", PHASE, "`turn`"),
        Derived("pace", "str", "the option of that name"),
        Listed("layout", "the crowd as it was laid out, every number once", "shuffled"),
        Listed("crowd", "the numbers that show their face", "every number that is in a hand"),
        Listed("face_down", "cards of the crowd that lie face down", "those of `covered`"),
        fact.Piles("hands", HOLDER, "each seat's contact cards", FULL),
        fact.Piles("open", EVERYBODY, "contact cards face up before each seat"),
        fact.Piles("covered", EVERYBODY, "contact cards face down before each seat"),
        Listed("aside", "numbers out of the game", "those that no hand has room for"),
        Numbers("tokens", TOKENS, "NO_NUMBER", each="CardId"),
        Numbers("links", LINKS, "NO_NUMBER", "as `tokens`", "CardId"),
        Own("closed", "list[int]", "[0] * players", "list[list[int]]", CLOSED, "nobody"),
        Numbers("cards", "unplayed counter-intelligence cards", "rules.cards", "4"),
        Numbers("caught", "counter-intelligence cards that lie there after an exposure"),
        Own(
            *("lacks", "list[int]", "[0] * (rules.numbers + 1)"),  # by number: a mask of seats
            *("list[list[int]]", LACKS, "what it has called"),
        ),
        Listed("admitted", "numbers in hand that a pass has shown to all (WINK-A1)"),
        Number("idle", IDLE, JUST_LEFT),
        Number("tick_number", "ticks passed so far", field="tick"),
        Number("clock", "live: ticks of this turn"),
        Box("bodies", "list[Body]", "[rules.rest] * players"),
        Derived("heads", "list[int | str]", "a seat or `crowd`", missing="as the gaze"),
        Derived("gazes", "list[int | str | None]", GAZES, missing="where the head points"),
        Derived("lowered", "list[bool | None]", LOWERED, missing="false"),
        Derived("turning", "list[int]", "ticks until each head arrives", missing="0"),
        Derived("held", "list[int]", "ticks each head must still stay", missing="0"),
        Derived("winking", "list[int]", "the seats that wink in this very tick", missing="nobody"),
        Derived("busy", "list[int | None]", "ticks each seat's wink goes on", missing="0"),
        Derived("rest", "list[int | None]", "ticks before each seat may wink again", missing="0"),
        fact.Rows("glimpsed", GLIMPSED),
        Own("plans", "list[tuple[ChoiceId, ...]]", "[()] * players", "list[list[str]]", PLANS),
        Derived("contacts", "list[int]", "callers this seat may wink at now"),
        Own(
            *("seen", "list[tuple[Wink, ...]]", "[()] * players", "list[Sighting]"),
            "winks that somebody saw",
        ),
        Own("winks", "tuple[Wink, ...]", "()", "list[GivenWink]", "all winks so far"),
        Box("going", "list[int]", "[NO_WINK] * players"),  # the place in `winks` of the last wink
        fact.Rows("attention", ATTENTION),
        fact.Rows("watched", WATCHED),
        Derived("lasts", "int | None", "live: the `clock` at which this turn goes on by itself"),
    ],
    [Body, Wink, GivenWink, Sighting, kinds],
)
