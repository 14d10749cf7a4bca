"""A question the rules put to one seat, and the answers it may give."""

from typing import Any, Final, final

from parlour.core.errors import Facts
from parlour.core.ids import CardId, ChoiceId

FIRST_OFFER: Final = 1 << 29
"""Ids of choices from here on are standing offers, smaller ones answers to what is asked.

Python makes numbers below 1 << 30 quicker than those above.
"""

PARTS: Final = 4096
"""Each part is below this where a choice has two, such as a card and a place."""

FEW: Final = 16
"""Seats, and most places, are fewer than this."""

MANY: Final = 1 << 24
"""Packed choices from here on have a second part of FEW or more."""

UNPACKED: Final = 1 << 28
"""Above all packed choices: here rooms begin to number what is not packed."""

ONES_READY: Final = 1 << 8
READY: Final[list[Any]] = list(range(ONES_READY * FEW))
"""Numbers as objects: compiled code would make a new one for each choice of each list."""


def pack(one: int, other: int) -> ChoiceId:
    """The choice of one thing and another.

    Small parts make a small number: Python keeps numbers up to 256 ready and makes all others
    anew, which is most of what a list of choices costs.
    """
    if other < FEW:
        return one * FEW + other  # type: ignore[return-value]
    return MANY + one * PARTS + other  # type: ignore[return-value]


def packed(one: int, other: int) -> Any:
    """The same for a list of choices: small numbers are there already and need not be made."""
    if other < FEW and one < ONES_READY:
        return READY[one * FEW + other]
    return pack(one, other)


def unpack(choice: ChoiceId) -> tuple[int, int]:
    if choice < MANY:
        return choice // FEW, choice % FEW
    return (choice - MANY) // PARTS, choice % PARTS


def unpack_card(choice: ChoiceId) -> tuple[CardId, int]:
    """Where the first of the two is a card."""
    return unpack(choice)  # type: ignore[return-value]


@final
class Choice:
    """One answer that a seat may give.  Two choices are equal if their texts are equal."""

    def __init__(self, id: ChoiceId, text: str, brief: str) -> None:
        self.id: Final[ChoiceId] = id
        """Its number at one table and its clones; it is only valid until something is chosen."""
        self.text: Final[str] = text
        """The full text, unique among the choices of a decision; the same at every table."""
        self.brief: Final[str] = brief
        """What a person would type; several choices may have the same."""

    @property
    def is_offer(self) -> bool:
        """Whether this is a standing offer rather than an answer to what is asked."""
        return self.id >= FIRST_OFFER

    def fits(self, text: str) -> bool:
        """Whether the brief text fits; of things joined by a plus, each may be brief or not."""
        parts, full, brief = text.split("+"), self.text.split("+"), self.brief.split("+")
        if not len(parts) == len(full) == len(brief):
            return text == self.brief
        return all(parts[k] in (full[k], brief[k]) for k in range(len(parts)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


@final
class Decision:
    """All that one seat may answer now."""

    def __init__(
        self,
        seat: int,
        id: int,
        ask: str,
        about: Facts,
        choices: list[Choice],
        default: Choice | None,
    ) -> None:
        self.seat: Final[int] = seat
        """The seat that may answer."""
        self.id: Final[int] = id
        """The number of the decision: it stays while the same question is open."""
        self.ask: Final[str] = ask
        """The key of the question, such as `lay`; empty if nothing is asked of the seat."""
        self.about: Final[Facts] = about
        """The parameters of the question."""
        self.choices: Final[list[Choice]] = choices
        """Answers to the question, then standing offers, in the order of `Table.choices`."""
        self.default: Final[Choice | None] = default
        """What a time-out answers, named by the rules without dice; None where nothing waits."""

    @property
    def waits(self) -> bool:
        """Whether the game waits for this; if not, every choice is a standing offer."""
        return self.default is not None

    def find(self, text: str) -> list[Choice]:
        """The choice of this text, or every choice this brief text fits."""
        exact = [choice for choice in self.choices if choice.text == text]
        return exact or [choice for choice in self.choices if choice.fits(text)]

    def __repr__(self) -> str:
        return f"seat {self.seat}: {self.ask}? {' / '.join(map(str, self.choices))}"
