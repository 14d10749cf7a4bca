"""How a game begins: the first at a table, the next of a series, the first of another series.

Where clients take part, its seed is shuffled first: they commit, then they reveal (`shuffles.py`).
"""

from collections.abc import Set
from typing import Any

from parlour.core.errors import BadTable, Refusal
from parlour.core.seats import HOUSE
from parlour.server.table import rows
from parlour.server.table.deeds import Deed
from parlour.server.table.fairness import HEX_32, commitment, share_commitment
from parlour.server.table.series import Run, series_of
from parlour.server.table.shuffles import WAIT_MS, Shuffle
from parlour.server.table.sitting import Sitting


def begin(s: Sitting) -> list[rows.Body]:
    """The game, or first its shuffle, where there is a client to take part in it."""
    if s.shuffles.now is not None:
        return []
    if any(seat.who == "open" for seat in s.seats):
        raise Refusal("open_seats")
    if s.game is None or s.game.version != s.config.version:
        raise BadTable(
            "wrong_version",
            facts={
                "found": f"{s.config.game}/{s.config.version}",
                "known": f"{s.config.game}/{s.game.version if s.game else '?'}",
            },
        )
    able = [k for k in sorted(s.able()) if s.seats[k].is_person and not s.seats[k].away]
    if not able:
        return [started(s)]
    number = s.number + 1
    return [rows.Shuffled(number, commitment(*s.secrets(number)), able, WAIT_MS)]


def started(s: Sitting, shuffle: Shuffle | None = None) -> rows.Started:
    number = s.number + 1
    house = commitment(*s.secrets(number))
    id, shares = (shuffle.id, shuffle.shares) if shuffle is not None else (0, [])
    carry, series = next_game(s, s.dealt(number, id, shares))
    return rows.Started(number, house, carry, series, id, shares)


def next_game(s: Sitting, seed: bytes) -> tuple[dict[str, Any], int]:
    """What the next game is opened with, and the number of its series; 0: it is in none."""
    if s.config.series is None:
        return {}, 0
    series = s.series()
    if series is not None and s.runs and not series.over:
        return series.carry(), len(s.runs)
    assert s.game is not None
    fresh = series_of(s.game, s.config, Run(s.number + 1, s.lot(seed)))
    return fresh.carry(), len(s.runs) + 1


# --- shuffles -------------------------------------------------------------------------------


def commit(seat: int, id: int, value: str) -> Deed:
    """A seat's commitment.  The last one that is awaited closes the list."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        shuffle = _on(s, id)
        known = shuffle.of(seat)
        if known is not None and known.commitment == value:
            return []
        if shuffle.step != "commit":
            raise Refusal("too_late")
        if known is not None:
            raise Refusal("share_given")
        if not HEX_32.fullmatch(value):
            raise Refusal("bad_share")
        row = rows.Committed(seat, value)
        return [row, *_listed(shuffle.committed(seat, value))]

    return deed


def reveal(seat: int, id: int, value: str) -> Deed:
    """A seat's share.  The last one that is awaited begins the game."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.games and s.games[-1].shuffle == id and _has(s.games[-1].shares, seat, value):
            return []
        shuffle = _on(s, id)
        known = shuffle.of(seat)
        if shuffle.step != "reveal":
            raise Refusal("too_early")
        if known is None or not known.commitment:
            raise Refusal("no_share")
        if known.value == value:
            return []
        promised = share_commitment(s.id, shuffle.number, id, seat, value)
        if not HEX_32.fullmatch(value) or promised != known.commitment:
            raise Refusal("bad_share")
        row = rows.Revealed(seat, value)
        return [row, *_dealt(s, shuffle.revealed(seat, value))]

    return deed


def settle(s: Sitting, now: int) -> list[rows.Body]:
    """What becomes of a shuffle when its time is up: it goes on without the silent."""
    shuffle = s.shuffles.now
    if shuffle is None or now < shuffle.until:
        return []
    if shuffle.step == "reveal":
        return [started(s, shuffle)]
    return [rows.Listed(), *_dealt(s, shuffle.listed(now))]


def _on(s: Sitting, id: int) -> Shuffle:
    shuffle = s.shuffles.now
    if shuffle is None or shuffle.id != id:
        raise Refusal("no_shuffle")
    return shuffle


def _has(shares: list[rows.Share], seat: int, value: str) -> bool:
    return any(share.seat == seat and share.value == value for share in shares)


def _listed(shuffle: Shuffle) -> list[rows.Body]:
    return [] if shuffle.waits else [rows.Listed()]


def _dealt(s: Sitting, shuffle: Shuffle) -> list[rows.Body]:
    return [] if shuffle.waits else [started(s, shuffle)]


# --- another game ---------------------------------------------------------------------------


def is_done(s: Sitting) -> bool:
    """All that was agreed on has been played: the series, or the one game."""
    series = s.series()
    return s.over is not None if series is None else series.over


# --- the next game at the same table ----------------------------------------------------------


def rematch(seat: int, present: Set[int] = frozenset(), ms: int = 0) -> Deed:
    """This seat wants the next game, with the same people; the last one who does begins it.

    `present`: who is at the table; `ms`: how long those who are not are waited for.
    """

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        _check_another(s)
        until = s.ready_until if s.ready else now + ms
        if not awaited(s, present, now, until, {*s.ready, seat}):
            return _again(s, seat)
        return [] if seat in s.ready else [rows.Ready(seat, ms)]

    return deed


def go_on(s: Sitting, now: int) -> list[rows.Body]:
    """The next game where nobody is there to be asked: the house begins it."""
    _check_another(s)
    return _again(s, HOUSE)


def _check_another(s: Sitting) -> None:
    if s.phase != "over":
        raise Refusal("not_over")
    if s.config.evening and is_done(s):
        raise Refusal("table_played")  # who meets next is drawn


def awaited(s: Sitting, present: Set[int], now: int, until: int, ready: Set[int]) -> list[int]:
    """Whose word the next game still waits for.

    People who are here; for some time also those whose line is broken.  A series was agreed on
    when it began: whoever says nothing does not hold up the next game of it any longer than that.
    """
    here = [k for k, one in enumerate(s.seats) if one.who == "person" and not one.away]
    people = [k for k in here if k not in ready]
    if now < until:
        return people
    return [k for k in people if k in present] if is_done(s) else []


def settle_rematch(present: Set[int]) -> Deed:
    """The next game, if nobody is awaited any more and somebody who wants it is here."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.phase != "over" or not present & set(s.ready):
            return []
        waits = awaited(s, present, now, s.ready_until, set(s.ready))
        return [] if waits else _again(s, s.ready[0])

    return deed


def _again(s: Sitting, seat: int) -> list[rows.Body]:
    again: list[rows.Body] = [rows.Rematch(seat)]
    full = all(one.who != "open" for one in s.seats)
    return again + begin(s) if full else again
