"""Where a table lives, where a house has several databases: its id says so, and so does its code.

    wLrXk3vT…        ABCDEF       in the first database, as in a house that has only one
    2.wLrXk3vT…     AABCDEF       in the second; A is its letter, B that of the third
    26.wLrXk3vT…   AAABCDEF       in the 26th; two letters are enough for 600

So an id is never looked up, and a database that is added moves no table.  Each database keeps which
one it is, so that addresses in another order are noticed before anything is read or written.
"""

import re
import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.store import Misplaced

if TYPE_CHECKING:
    from parlour.server.store import Store
    from parlour.server.store.ledger import Ledger

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that look alike
CODE_LENGTH: Final = 6
KEPT_AS: Final = "place"

_IN_ID: Final = re.compile(r"(?:evening )?([1-9]\d{0,2})\.")  # of an evening its code has the id
_IN_CODE: Final = re.compile(rf"([{LETTERS}]{{1,2}})[{LETTERS}]{{{CODE_LENGTH}}}")


def number_of(name: str) -> int:
    """The number of the database that an id or a code names, from 1."""
    if found := _IN_ID.match(name):
        return int(found[1])
    if found := _IN_CODE.fullmatch(name):
        number = 0
        for letter in found[1]:
            number = number * len(LETTERS) + LETTERS.index(letter) + 1
        return number + 1
    return 1


def id_in(number: int, id: str) -> str:
    """The id of a new table in this database."""
    return id if number == 1 else f"{number}.{id}"


def code_for(id: str, code: str) -> str:
    """The code of a table with this id."""
    letters, left = "", number_of(id) - 1
    while left:
        left, letter = divmod(left - 1, len(LETTERS))
        letters = LETTERS[letter] + letters
    return letters + code


# --- which database this is ---------------------------------------------------------------------


class StorePlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """Kept in each database of a house that has several.  `of`: how many, kept in the first."""

    house: str
    number: int
    of: int = 0


async def place_of(ledger: "Ledger") -> StorePlace | None:
    kept = (await ledger.kept()).get(KEPT_AS)
    return msgspec.json.decode(kept, type=StorePlace) if kept is not None else None


async def check_alone(store: "Store") -> None:
    """Misplaced: this is one of several databases, and a server must be given all of them."""
    kept = await place_of(store.ledger)
    if kept is not None and (kept.number, max(1, kept.of)) != (1, 1):
        raise Misplaced("fewer", given=1, kept=kept.of or kept.number)


async def found(store: "Store", number: int) -> StorePlace | None:
    """What is kept in the database that was given as this one; None: it is new.

    Misplaced: it is another one.  One that is added must be empty: ids of its tables would not
    name it.
    """
    tables = (await store.census()).tables  # first: whoever else adds it notes that before
    kept = await place_of(store.ledger)
    if kept is None and tables and number > 1:
        raise Misplaced("not_empty", given=number)
    if kept is not None and kept.number != number:
        raise Misplaced("order", given=number, kept=kept.number)
    return kept


async def note(store: "Store", place: StorePlace) -> StorePlace:
    """What is kept from now on: this, or what another node has noted at the same moment."""
    await store.ledger.keep_first(KEPT_AS, msgspec.json.encode(place))
    kept = await place_of(store.ledger) or place
    if kept.of < place.of:
        kept = msgspec.structs.replace(kept, of=place.of)
        await store.ledger.keep(KEPT_AS, msgspec.json.encode(kept))
    return kept


def new_house() -> str:
    return secrets.token_hex(8)
