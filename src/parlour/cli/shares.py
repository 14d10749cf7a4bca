"""A client's part in shuffles: what it says, what it keeps, and what it makes of the end.

It keeps the list of commitments before it reveals anything, and compares the end with that list:
docs/protocol.md says why.  The page does the same in `client/src/lib/shares.ts`.
"""

import secrets
from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from parlour.server.table.fairness import combined, commitment, share_commitment

Verdict = Literal["checked", "left_out", "wrong", "house"]
"""checked: this client's share is in the seed.  left_out: it is not, though others' may be.

wrong: what was kept, what is shown and the seed do not agree.  house: nobody's share is in it.
"""


class List(msgspec.Struct, frozen=True):
    """The list of commitments: the house's, and each seat's, empty where it was silent."""

    house: str
    seats: dict[int, str]


class Kept(msgspec.Struct):
    """What is kept of one shuffle."""

    id: int
    number: int
    seat: int
    value: str
    list: List | None = None
    said: str = ""  # what was said last on this line


class Shares:
    """What one client keeps of the shuffles of one table."""

    def __init__(self, table: str, random: Callable[[], str] = lambda: secrets.token_hex(32)):
        self.table: Final = table
        self.kept: Final[dict[int, Kept]] = {}
        self._random: Final = random

    def again(self) -> None:
        """The line is a new one: what was said on the old one may not have been heard."""
        for kept in self.kept.values():
            kept.said = ""

    def follow(self, table: dict[str, Any], seat: int | None) -> dict[str, Any] | None:
        """What the shuffle that is on wants to hear of this client now; None: nothing."""
        on = table.get("shuffling")
        if on is None or seat is None:
            return None
        kept = self.kept.get(on["id"])
        if kept is None:
            kept = self.kept[on["id"]] = Kept(on["id"], on["number"], seat, self._random())
        mine = share_commitment(self.table, kept.number, kept.id, seat, kept.value)
        if on["step"] == "reveal" and kept.list is None:
            kept.list = list_of(on["house"], on["shares"])
        if kept.said == on["step"]:
            return None
        kept.said = on["step"]
        if on["step"] == "commit":
            return {"type": "commit", "shuffle": kept.id, "commitment": mine}
        listed = list_of(on["house"], on["shares"])
        if kept.list != listed or listed.seats.get(seat) != mine:
            return None  # another list than the one that was kept: nothing is revealed
        return {"type": "reveal", "shuffle": kept.id, "value": kept.value}

    def verdict(self, table: dict[str, Any]) -> Verdict:
        """Of the newest game, once its secret is revealed."""
        mine = [kept for kept in self.kept.values() if kept.number == table["number"]]
        lists = {one["id"]: list_of(one["house"], one["shares"]) for one in table["broken"]}
        lists[table["shuffle"]] = list_of(table["commitment"], table["shares"])
        if not adds_up(self.table, table):
            return "wrong"
        if any(kept.list is not None and kept.list != lists.get(kept.id) for kept in mine):
            return "wrong"
        now = self.kept.get(table["shuffle"])
        if now is None or now.list is None:
            return "left_out" if mine or table["shuffle"] else "house"
        return "checked" if _is_in(now, table["shares"]) else "left_out"


def list_of(house: str, shares: list[dict[str, Any]]) -> List:
    return List(house, {share["seat"]: share.get("commitment", "") for share in shares})


def adds_up(id: str, table: dict[str, Any]) -> bool:
    """Whether secret, salt, shares, commitments and seed belong together."""
    number, shuffle = table["number"], table["shuffle"]
    secret, salt = bytes.fromhex(table["secret"]), bytes.fromhex(table["salt"])
    values = [(one["seat"], one["value"]) for one in table["shares"] if one.get("value")]
    promised = {one["seat"]: one.get("commitment", "") for one in table["shares"]}
    kept = [
        promised[seat] == share_commitment(id, number, shuffle, seat, value)
        for seat, value in values
    ]
    seed = combined(secret, id, number, shuffle, values) if shuffle else secret
    return (
        all(kept)
        and values == sorted(dict(values).items())
        and commitment(secret, salt) == table["commitment"]
        and seed.hex() == table["seed"]
    )


def _is_in(kept: Kept, shares: list[dict[str, Any]]) -> bool:
    return any(one["seat"] == kept.seat and one.get("value") == kept.value for one in shares)
