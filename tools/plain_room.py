"""A room with hardly any rules, for measuring the server rather than a game.

Four hands of six cards, names and scores, a log of so many lines, and turns that go round: the
same game that `tools/peer_server.cjs` puts on boardgame.io.  Run as a module it is `parlour serve`
with this room beside the others.
"""

import sys
from typing import ClassVar, Final, cast, final

import msgspec

from parlour.core.dice import Dice
from parlour.core.event import Event
from parlour.core.fact import Derived, Number
from parlour.core.frame import Frame
from parlour.core.frame_reader import FrameReader
from parlour.core.game import Game
from parlour.core.ids import ChoiceId, as_choices
from parlour.core.options import Option, Values
from parlour.core.outcome import Outcome
from parlour.core.piles import Knowledge
from parlour.core.seats import only
from parlour.core.table import Table
from parlour.core.view import Eyes, View
from parlour.core.view_builder import TableFacts, ViewBuilder
from parlour.core.words import KERNEL
from parlour.games import all_games

CARDS: Final = 6
TURNS: Final = 1_000_000


def line(number: int, seat: int, card: str) -> str:
    return f"{number}. Игрок {seat} кладёт карту {card} на стол"


class Sitter(msgspec.Struct, frozen=True):
    name: str
    score: int
    cards: int


class PlainView(View, frozen=True, kw_only=True):
    hands: list[list[str]]
    seats: list[Sitter]
    log: tuple[str, ...]
    turns: int


class Played(Event, frozen=True):
    seat: int
    card: str


@final
class PlainTable(Table):
    def __init__(
        self,
        lines: int,
        players: int,
        dice: Dice,
        knows: Knowledge,
        of: "PlainTable | None" = None,
    ) -> None:
        super().__init__(players, dice, knows, of)
        self.lines: Final = lines
        self.told = tuple(line(n, 0, "card00") for n in range(lines))
        self.scores = [0] * players
        self.turns = 0

    def copy(self) -> "PlainTable":
        twin = PlainTable(self.lines, self.players, self.dice.copy(), self.knows.copy(), self)
        twin.assign(self)
        return twin

    def assign(self, other: "PlainTable") -> None:
        self.turns = other.turns
        self.told = other.told
        self.scores = other.scores[:]

    def on_turn(self) -> int:
        return self.turns % self.players


@final
class Turn(Frame[PlainTable]):
    ask: ClassVar[str] = "play"

    def asks(self, t: PlainTable) -> int:
        return only(t.on_turn()) if t.turns < TURNS else 0

    def act(self, t: PlainTable) -> None:
        t.finish(Outcome((0,), (0,) * t.players, "tired"))

    def options(self, t: PlainTable, seat: int) -> list[ChoiceId]:
        return as_choices(list(range(CARDS)))

    def text(self, t: PlainTable, seat: int, choice: ChoiceId) -> str:
        return f"card{seat}{choice}"

    def resolve(self, t: PlainTable, seat: int, choice: ChoiceId) -> None:
        card = self.text(t, seat, choice)
        t.turns += 1
        t.scores[seat] += 1
        t.told = (*t.told[1:], line(t.turns, seat, card))
        t.tell(Played(seat, card))
        t.push(self)


def hands(t: PlainTable, eyes: Eyes) -> list[list[str]]:
    mine = [f"card{eyes.seat}{k}" for k in range(CARDS)]
    return [mine if seat == eyes.seat else ["?"] * CARDS for seat in range(t.players)]


def seats(t: PlainTable, eyes: Eyes) -> list[Sitter]:
    return [Sitter(f"Guest {k}", t.scores[k], CARDS) for k in range(t.players)]


FACTS: Final = TableFacts(
    "Plain",
    int,
    [
        Derived("hands", "list[list[str]]", ""),
        Derived("seats", "list[Sitter]", ""),
        Derived("log", "tuple[str, ...]", ""),
        Number("turns", ""),
    ],
)
VIEWS: Final = ViewBuilder(
    PlainView, FACTS, shows={"hands": hands, "seats": seats, "log": lambda t, eyes: t.told}
)


class Plain(Game[PlainTable, PlainView]):
    id: ClassVar = "plain"
    version: ClassVar = 1
    least: ClassVar = 2
    most: ClassVar = 8
    package: ClassVar = "parlour.core"
    views: ClassVar = VIEWS
    frame_types: ClassVar = (Turn,)
    event_types: ClassVar = (Played,)
    refusals: ClassVar[dict[str, str]] = {}
    reasons: ClassVar = ("tired",)
    option_list: ClassVar[dict[str, Option]] = {"lines": Option("number", 10, "", "D", 1, 1000)}  # type: ignore[misc]
    words = KERNEL  # type: ignore[misc]
    frames = FrameReader((Turn,))  # type: ignore[misc]

    def __init__(self) -> None:
        """No files of its own."""
        self._kept_rules = {}

    def empty(self, rules: Values, players: int, dice: Dice) -> PlainTable:
        return PlainTable(rules["lines"], players, dice, Knowledge([]))

    def deal(self, t: PlainTable) -> None:
        t.push(Turn())


def main() -> int:
    from parlour.cli import main as cli

    all_games()["plain"] = cast("Game", Plain())
    return cli(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
