"""What happened, told to each seat as that seat perceived it."""

import functools
import re
from typing import Annotated, Any, Final, Generic, TypeVar, final

import msgspec

from parlour.core.seats import BYSTANDER

V = TypeVar("V")


class Secret(Generic[V]):
    """A value with an audience.  It cannot be encoded, so a forgotten projection raises."""

    __slots__ = ("_audience", "_value")

    def __init__(self, value: V, audience: int) -> None:
        self._value = value
        self._audience = audience

    def seen_by(self, seat: int) -> V | None:
        return self._value if self._audience >> seat & 1 else None

    def __repr__(self) -> str:
        return "Secret(…)"


@final
class Told:
    """How a field is told: the type of what the rules have for it, and its text made of that.

    `make facts` writes a function for each event that takes the former and tells the latter, if
    anybody listens.  Nothing is `given` for a field that follows from others, which `text` names.
    """

    def __init__(self, given: str, text: str) -> None:
        self.given: Final = given
        self.text: Final = text


Card = Annotated[str, Told("CardId", "t.text({})")]
Cards = Annotated[list[str], Told("tuple[CardId, ...]", "[t.text(card) for card in {}]")]
SomeSeat = Annotated[int | None, Told("int", "None if {} == NO_ONE else {}")]
"""A seat, or nobody, which the rules write as NO_ONE."""


@functools.cache
def kind_name(name: str) -> str:
    """An event's or a frame's type on the wire and in scenario files: `TookBack`, "took_back"."""
    return re.sub(r"(?<=\w)(?=[A-Z])", "_", name.rpartition(".")[2]).lower()


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=kind_name):
    """Something that happened.  Fields are seats, numbers and texts; hidden ones are `Secret`."""


class Whisper(Event, frozen=True):
    """Something that only its audience, a mask of seats, knows to have happened at all."""

    audience: int


class Undone(Event, frozen=True):
    """A seat has taken its last choice back."""

    seat: int


def perceived(event: Event, seat: int | None) -> dict[str, object] | None:
    """The event in this seat's eyes: a secret is its value or None; an unheard whisper is None."""
    eye = BYSTANDER if seat is None else seat
    names = event.__struct_fields__
    if isinstance(event, Whisper):
        if not event.audience >> eye & 1:
            return None
        names = tuple(name for name in names if name != "audience")
    told: dict[str, Any] = {"type": event.__struct_config__.tag}
    for name in names:
        fact = getattr(event, name)
        told[name] = fact.seen_by(eye) if isinstance(fact, Secret) else fact
    return told


def is_open(event: Event) -> bool:
    """Whether everybody perceives the same of it."""
    if isinstance(event, Whisper):
        return False
    return not any(isinstance(getattr(event, name), Secret) for name in event.__struct_fields__)


def in_full(event: Event, players: int) -> dict[str, object]:
    """All that anybody at all perceived of it: for after the game, and for scenarios."""
    told: dict[str, object] = {}
    for eye in [None, *range(players)]:
        theirs = perceived(event, eye) or {}
        told = theirs | {name: fact for name, fact in told.items() if fact is not None}
    return told
