"""A drawing: a position as far as somebody drew it.

A scenario file, a line and a seat's view are all drawings.  What is not drawn, and every question
mark, is filled at random in every way the rules allow.  A mind makes its template in this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, final

import msgspec

from parlour.core import notation
from parlour.core.dice import Dice, seed_bytes
from parlour.core.errors import BadDie, BadText, Refusal, RulesBug
from parlour.core.frame import Frame
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER

if TYPE_CHECKING:
    from parlour.core.table import Table

UNKNOWN: Final = "?"
MOST: Final = 1_000_000
"""No number of a position is larger."""
Position = dict[str, Any]
"""Names and values, as far as they are drawn: plain ones, and in that of a view also structs."""
COMMON: Final = (
    "players",
    "options",
    "carry",
    "eyes",
    "turn",
    "phase",
    "stack",
    "answered",
    "sealed",
    "over",
    "seed",
    "thrown",
    "dice",
)
"""The names that mean the same in every game; the last three are the dice."""
MISSHAPEN: Final = (
    KeyError,
    TypeError,
    IndexError,
    ValueError,
    AttributeError,
    StopIteration,
)
"""What a room runs into where a part of a drawing has another form than it expects."""


@final
class Drawing:
    """The facts drawn, the randomness to fill the rest, and whose view it is, if it is one."""

    def __init__(self, facts: Position, players: int, rng: Rng) -> None:
        self.facts: Final = facts
        self.players: Final = players
        self.rng: Final = rng
        self.viewer: Final[int | None] = facts.get("eyes")
        self.eye: Final = BYSTANDER if self.viewer is None else self.viewer
        self.is_view: Final = "eyes" in facts and "seed" not in facts
        self.read: Final[set[str]] = set()
        self.stack: list[Frame[Any]] = []
        """The frames that are drawn, the next to happen last."""
        self.last = ""
        """The name that was read last: where the trouble is, if there is any."""
        self.worked_out: Any = None
        """What a room found out when it drew and needs again to make a mind."""

    def wrong(self, reason: str) -> BadText:
        return BadText("bad_position", facts={"reason": reason})

    def told(self, wrong: Exception) -> Refusal:
        """A part that has another form than the room expects, in our words."""
        if isinstance(wrong, Refusal):
            return wrong
        if isinstance(wrong, BadDie):
            return self.wrong(f"dice: {wrong}")
        return self.wrong(f"{self.last} cannot be {shown(self.facts.get(self.last))}")

    def has(self, name: str) -> bool:
        return self.facts.get(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        value = self.facts.get(name)
        if value is not None or name in self.facts:
            self.last = name
        return default if value is None else value

    def number(self, name: str, default: int, least: int = 0, most: int = MOST) -> int:
        value = self.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"{name} must be a number from {least} to {most}, not {shown(value)}")
        return value

    def words(self, name: str, value: Any) -> list[str]:
        """A list of texts; a string is split at its spaces."""
        if isinstance(value, str):
            return value.split()
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.wrong(f"{name} must be a list of cards, not {shown(value)}")
        return value

    def by_seat(self, name: str) -> list[Any]:
        """One value per seat, None where nothing is drawn."""
        value = self.get(name, [])
        if isinstance(value, dict):
            seats = [str(seat) for seat in range(self.players)]
            for seat in value:
                if seat not in seats:
                    raise self.wrong(f"{name} has a value for each seat, and {seat!r} is none")
            return [value.get(seat) for seat in seats]
        if not isinstance(value, list) or len(value) not in (0, self.players):
            raise self.wrong(f"{name} must have a value for each of {self.players} seats")
        return value or [None] * self.players

    def check_names(self) -> None:
        """BadText if the drawing has names that no reader has asked for."""
        unread = [name for name in self.facts if name not in self.read]
        if unread:
            known = ", ".join(sorted(self.read))
            raise self.wrong(f"nothing is called {min(unread)!r} here: {known}")


def table_of(drawn: Any) -> Any:
    """A part of a drawing that has names; a view holds it as a struct."""
    return msgspec.to_builtins(drawn) if isinstance(drawn, msgspec.Struct) else drawn


@final
class Catalogue:
    """The texts of things that are told apart by numbers, and the numbers of each text.

    Rules keep it, so that not every drawing has to number the same texts again.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.count: Final = len(texts)
        self.numbers: Final[dict[str, list[int]]] = {}
        for number, text in enumerate(texts):
            self.numbers.setdefault(text, []).append(number)

    def has(self, text: str) -> bool:
        return text in self.numbers


Texts = Sequence[str] | Catalogue
"""What is written on things, each with its number."""


def catalogue(texts: Texts) -> Catalogue:
    return texts if isinstance(texts, Catalogue) else Catalogue(texts)


@final
class Pool:
    """Things that exist in certain numbers: each may be laid out once."""

    def __init__(self, texts: Texts) -> None:
        things = catalogue(texts)
        self.numbers: Final = things.numbers
        self.taken: Final = [False] * things.count

    def take(self, text: str) -> int:
        """One that looks like this; BadText if there is none, or none left."""
        alike = self.numbers.get(text)
        if alike is not None:
            for number in alike:
                if not self.taken[number]:
                    self.taken[number] = True
                    return number
        reason = f"there is no {text!r}" if alike is None else f"all {text!r} are laid out already"
        raise BadText("bad_position", facts={"reason": reason})

    def rest(self, rng: Rng) -> list[int]:
        """All that are left, shuffled."""
        left = [number for number in range(len(self.taken)) if not self.taken[number]]
        rng.shuffle(left)
        return left


def settle(t: Table, d: Drawing) -> None:
    """Begin.  What goes wrong with a stack or dice that somebody drew is the drawing's fault."""
    try:
        t.settle()
    except BadDie as wrong:
        raise d.told(wrong) from wrong
    except (RulesBug, *MISSHAPEN) as wrong:
        if not d.has("stack"):
            raise
        told = wrong if isinstance(wrong, RulesBug) else "it does not fit the position"
        raise d.wrong(f"stack: {told}") from wrong


def shown(value: object) -> str:
    """A value as scenario files and lines write it; a word in quotes, by which it is found."""
    if isinstance(value, str):
        return repr(value)
    try:
        return notation.write({"": value})[1:]
    except TypeError:
        return str(value)  # a date, say: TOML has more kinds of values than lines


def read_dice(d: Drawing) -> Dice:
    """The dice of a line, or new ones."""
    seed = d.facts.get("seed")
    return Dice(seed_bytes(seed) if seed else d.rng.key(), d.number("thrown", 0))


def read_over(d: Drawing, reasons: Sequence[str]) -> Outcome:
    """An end that a game of this room can come to."""
    over = table_of(d.get("over"))
    winners, scores, reason = over["winners"], over["scores"], over["reason"]
    if len(set(winners)) != len(winners) or set(winners) - set(range(d.players)):
        raise d.wrong("over: winners are seats of this table, each once")
    if len(scores) != d.players:
        raise d.wrong(f"over: scores are {d.players} numbers, one for each seat")
    if reason not in reasons:
        raise d.wrong(f"over: no game ends by {reason!r}: {', '.join(reasons)}")
    return Outcome(tuple(winners), tuple(scores), reason, over.get("rule", ""))


def tidy(facts: Position) -> Position:
    """Without the empty common fields: a line shows what there is."""
    return {name: v for name, v in facts.items() if name == "eyes" or not is_empty(v)}


def is_empty(value: Any) -> bool:
    """Whether it says nothing; a number and a text say something, be it 0."""
    return not value and (value is None or isinstance(value, list | dict))
