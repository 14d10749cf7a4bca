"""What the HTTP side takes and gives, beside the tables themselves."""

from typing import Any

import msgspec

from parlour.core.options import Option


class Text(msgspec.Struct, frozen=True):
    """The same words in every language."""

    en: str
    ru: str


class OptionInfo(msgspec.Struct, frozen=True):
    option: Option
    name: Text
    help: Text


class GameInfo(msgspec.Struct, frozen=True):
    """A game of this house."""

    id: str
    version: int
    least: int
    most: int
    title: Text
    about: Text
    levels: list[str]
    options: dict[str, OptionInfo]


class Listed(msgspec.Struct, frozen=True):
    """A public table in the list."""

    id: str
    code: str
    game: str
    state: str
    at: int
    about: Any


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done.  `code` is stable, `text` for people, `rule` of a rulebook."""

    code: str
    text: str
    rule: str = ""
    facts: dict[str, Any] = {}


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down: in a seat, or in any open one (null)."""

    name: str = ""
    seat: int | None = None


class Joined(msgspec.Struct, frozen=True):
    """The seat, and the key that answers for it.  It is told once and never again."""

    id: str
    seat: int
    key: str


class Reserved(msgspec.Struct, frozen=True):
    """A seat as the host wanted it; `key`: for the personal link of a reserved one."""

    seat: int
    key: str = ""


class Found(msgspec.Struct, frozen=True):
    id: str


class Phrase(msgspec.Struct, frozen=True):
    key: str
    text: Text
