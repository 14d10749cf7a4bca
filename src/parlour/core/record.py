"""The save format: game, rules version, options, start (a seed or a line), choices, carry."""

import msgspec

from parlour.core.carry import Carry
from parlour.core.errors import BadText
from parlour.core.options import Values


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is needed to play a game again, move by move, on any machine."""

    game: str
    version: int
    players: int
    options: Values
    choices: list[tuple[int, str]]
    seed: str = ""
    line: str = ""
    carry: Carry = {}

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


def read_record(text: str | bytes) -> Record:
    try:
        return msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadText("bad_record", facts={"reason": str(wrong)}) from wrong
