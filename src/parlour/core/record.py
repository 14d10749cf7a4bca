"""The save format: game, rules version, options, start (a seed or a line), choices, carry."""

import msgspec

from parlour.core.carry import Carry
from parlour.core.errors import BadText
from parlour.core.options import Values


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is needed to play a game again, choice by choice, on any machine."""

    game: str
    """The id of the game."""
    version: int
    """The version of the game's rules."""
    players: int
    """The number of seats."""
    options: Values
    """The options that differ from the defaults."""
    choices: list[tuple[int, str]]
    """Every entry: a seat (−1 is time) and the full text of its choice, `tick:3` or `undo`."""
    seed: str = ""
    """64 hexadecimal digits; empty if the game began from a line."""
    line: str = ""
    """The position that the game began from; empty if it began from a seed."""
    carry: Carry = {}
    """What earlier games of the series left."""

    def to_json(self) -> str:
        """The record as a JSON file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


def read_record(text: str | bytes) -> Record:
    """The record of a JSON file; BadText if it is none."""
    try:
        return msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadText("bad_record", facts={"reason": str(wrong)}) from wrong
