"""Whom the lots of an evening come from: the house and the guests' pages, as in a shuffle.

A page commits to its share of the next round ahead, at any time.  When the host draws, the list
is closed, with who is drawn; pages reveal; then the seed is there.  Nothing happens by itself: who
looks at an evening whose draw is due carries it on.
"""

from typing import Any, Final

import msgspec

from parlour.core.errors import Refusal
from parlour.server.table import rows
from parlour.server.table.fairness import (
    HEX_32,
    combined,
    commitment,
    deal_secrets,
    share_commitment,
)
from parlour.server.table.rows import Share
from parlour.server.table.shuffles import WAIT_MS, Shuffle

FAR_MS: Final = 60_000
"""More than two nodes' clocks differ by."""


class Promised(rows.Body, frozen=True):
    """A guest commits to a share for the draw of this round."""

    guest: int
    round: int
    commitment: str


class Sealed(rows.Body, frozen=True):
    """The list of a draw is closed: the house's commitment, the guests', and who is drawn.

    Whoever comes or goes from now on changes nothing: else the seed could be known first.
    """

    round: int
    commitment: str
    shares: list[Share]
    present: list[int]
    ms: int


class Thrown(rows.Body, frozen=True):
    """A guest reveals their share."""

    guest: int
    value: str


class Lot(msgspec.Struct, frozen=True):
    """The draw of a round, with all that it came from; `shuffle` 0: the house drew alone."""

    number: int
    shuffle: int
    commitment: str
    secret: str
    salt: str
    seed: str
    shares: list[Share]


class Lots:
    """What the log of an evening leaves of its draws."""

    def __init__(self) -> None:
        self.promised: dict[int, Promised] = {}
        self.now: Shuffle | None = None
        self.present: list[int] = []

    def note(self, body: Any, at_ms: int) -> None:
        if isinstance(body, Promised):
            self.promised[body.guest] = body
        elif isinstance(body, Sealed):
            self.present = body.present
            self.now = Shuffle(
                id=body.round,
                number=body.round,
                house=body.commitment,
                until=at_ms + body.ms,
                ms=body.ms,
                waits=[share.seat for share in body.shares],
                step="reveal",
                shares=body.shares,
            )
        elif isinstance(body, Thrown) and self.now is not None:
            self.now = self.now.revealed(body.guest, body.value)

    def coming(self, round: int, guests: list[int]) -> list[Share]:
        """The commitments of these guests to the draw of this round."""
        known = [self.promised[guest] for guest in guests if guest in self.promised]
        return [Share(one.guest, one.commitment) for one in known if one.round == round]


def seed_of(
    id: str, secrets: tuple[bytes, bytes], round: int, shares: list[Share] | None
) -> tuple[bytes, Lot]:
    """The seed of a round and all that it came from.  `shares`: None: the house draws alone."""
    secret, salt = deal_secrets(*secrets, round)
    seed = secret
    if shares is not None:
        values = [(share.seat, share.value) for share in shares if share.value]
        seed = combined(secret, id, round, round, values)
    made = round if shares is not None else 0
    sealed = commitment(secret, salt)
    return seed, Lot(round, made, sealed, secret.hex(), salt.hex(), seed.hex(), shares or [])


def seal(
    secrets: tuple[bytes, bytes], round: int, shares: list[Share], present: list[int]
) -> Sealed:
    return Sealed(round, commitment(*deal_secrets(*secrets, round)), shares, present, WAIT_MS)


def is_awaited(now: Shuffle, at_ms: int) -> bool:
    """Whether there is time left to reveal; if very much is, the clock was set back meanwhile."""
    return at_ms < now.until < at_ms + WAIT_MS + FAR_MS


def promise(lots: Lots, guest: int, round: int, value: str) -> list[rows.Body]:
    known = lots.promised.get(guest)
    if known is not None and (known.round, known.commitment) == (round, value):
        return []
    if lots.now is not None:
        raise Refusal("too_late")
    if known is not None and known.round == round:
        raise Refusal("share_given")
    if not HEX_32.fullmatch(value):
        raise Refusal("bad_share")
    return [Promised(guest, round, value)]


def throw(id: str, lots: Lots, guest: int, round: int, value: str) -> list[rows.Body]:
    if lots.now is None or lots.now.id != round:
        raise Refusal("no_shuffle")
    known = lots.now.of(guest)
    if known is None:
        raise Refusal("no_share")
    if known.value == value:
        return []
    promised = share_commitment(id, round, round, guest, value)
    if not HEX_32.fullmatch(value) or promised != known.commitment:
        raise Refusal("bad_share")
    return [Thrown(guest, value)]
