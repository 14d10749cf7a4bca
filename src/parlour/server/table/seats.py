"""Sitting down, getting up, and what a host may do.

Each is a deed: a question to the sitting that returns the rows to write, or refuses.
"""

from typing import Final, Literal

import msgspec

from parlour.bots import make_bot
from parlour.core.errors import Refusal
from parlour.core.options import Values
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games import game as find_game
from parlour.server.store import StoreError
from parlour.server.table import deeds, rows
from parlour.server.table.begin import begin, is_done
from parlour.server.table.clocks import check_pace
from parlour.server.table.deeds import Deed
from parlour.server.table.keeper import Keeper
from parlour.server.table.names import character_for, lot_of, names_of, tidy_name, unique_name
from parlour.server.table.people import hashed
from parlour.server.table.series import check_opening
from parlour.server.table.sitting import Sitting

MOST_DEVICES: Final = 16
"""Devices that a seat is known to have been held from; further ones are not noted."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host wants a seat to be.  `level`, `temper`: of a bot, who is given a character.

    `name`: of whom it is reserved for, or of a bot that is to be called otherwise.
    """

    who: Literal["open", "reserved", "bot"] = "open"
    level: str = ""
    name: str = ""
    temper: str = ""


def planned_seat(
    config: rows.Opened, seat: int, plan: SeatPlan, key: str, taken: list[str]
) -> rows.Seated:
    """`taken`: the names of the others at the table."""
    if plan.who == "bot":
        level = plan.level or config.level
        make_bot(find_game(config.game), level, Rng(0), plan.temper)
        name = plan.name or character_for(plan.temper, taken, lot_of(config.code, seat))
        name = unique_name(taken, tidy_name(name))
        return rows.Seated(seat, "bot", name, "", level, temper=plan.temper)
    if plan.who == "reserved":
        name = unique_name(taken, tidy_name(plan.name or f"{seat + 1}"))
        return rows.Seated(seat, "reserved", name, hashed(key))
    return rows.Seated(seat, "open")


def others(s: Sitting, seat: int) -> list[str]:
    """The names of the others at the table, as anybody reads them."""
    named = [one for k, one in enumerate(s.seats) if k != seat and one.name]
    return [name for one in named for name in names_of(one.who, one.name)]


# --- sitting down and getting up ------------------------------------------------------------


class Sitter(msgspec.Struct, frozen=True):
    """Somebody who sits down.  `hash`: of the key that is theirs from now on.

    `old`: of the key or link they came with; `device`: what their page keeps, hashed.
    """

    name: str
    hash: str
    old: str = ""
    device: str = ""


def join(seat: int | None, who: Sitter, found: list[int]) -> Deed:
    """Sit down: in this seat, in any that is open, or where the link leads.

    The seat is left in `found`.  Whoever comes with its key has it already.
    """

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if who.old:
            held = s.seat_of(who.old)
            found[:] = [_linked(s, who) if held is None else held]
            return [] if held is not None else [_sits(s, found[0], who)]
        lobby(s)
        free = [k for k, one in enumerate(s.seats) if one.who == "open"]
        if seat is not None and not 0 <= seat < s.players:
            raise Refusal("no_such_seat", facts={"number": seat})
        if not free or (seat is not None and seat not in free):
            raise Refusal("seat_taken")
        found[:] = [free[0] if seat is None else seat]
        shown = unique_name(others(s, found[0]), tidy_name(who.name))
        bodies: list[rows.Body] = [
            rows.Seated(found[0], "person", shown, who.hash, device=who.device)
        ]
        if not any(one.is_person for one in s.seats) and s.seat_of(s.host) is None and not s.host:
            bodies.append(rows.Host(who.hash))
        return bodies

    return deed


def _linked(s: Sitting, who: Sitter) -> int:
    """The seat of a link.  It is good once, and again for the same device: replies get lost."""
    seat = s.link_to(who.old)
    if seat is not None:
        return seat
    seat = s.sat_down_by(who.old)
    if seat is None:
        raise Refusal("bad_key")
    if who.device and who.device in s.seats[seat].devices:
        return seat
    raise Refusal("link_used")


def _sits(s: Sitting, seat: int, who: Sitter) -> rows.Seated:
    name = unique_name(others(s, seat), tidy_name(who.name)) if who.name else s.seats[seat].name
    return rows.Seated(seat, "person", name, who.hash, device=who.device)


def new_key(seat: int, old: str, hash: str) -> Deed:
    """Only this key answers for the seat from now on; all other devices of it are let go."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.config.evening:
            raise Refusal("evening_key")
        here = s.seats[seat]
        bodies: list[rows.Body] = [rows.Seated(seat, "person", here.name, hash)]
        bodies += [rows.Device(seat, device) for device in here.devices]
        return [*bodies, rows.Host(hash)] if s.is_host(old) else bodies

    return deed


def held_from(seat: int, device: str) -> Deed:
    """Somebody with the seat's key has come from this device."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        known = s.seats[seat].devices
        if not device or device in known or len(known) >= MOST_DEVICES:
            return []
        return [rows.Device(seat, device)]

    return deed


def leave(hash: str) -> Deed:
    """Get up.  In a game a bot plays on, and the person may come back with their key."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        seat = s.seat_of(hash)
        if seat is None:
            return []
        if s.phase == "playing":
            return deeds.away(seat, left=True)(s, now)
        if s.phase in ("closed", "frozen"):
            return []
        if s.config.evening:  # seats of an evening are drawn, not given away
            return [] if s.seats[seat].left else [rows.Away(seat, True)]
        bodies = [*deeds.broken_off(s, "left", seat), rows.Seated(seat, "open")]
        if s.is_host(hash):
            others = [one for k, one in enumerate(s.seats) if one.who == "person" and k != seat]
            if others:
                bodies.append(rows.Host(others[0].hash))
        return bodies

    return deed


def stand_in(hash: str, present: set[int], patience_ms: int) -> Deed:
    """A bot plays on for somebody who is not here, or has kept the table waiting for so long."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        seat = s.seat_of(hash)
        if seat is None:
            return []
        since = s.clocks.since[seat] if s.clocks is not None else None
        waits = since is not None and now - since >= patience_ms
        if s.playing and seat in present and not waits:
            return []
        return leave(hash)(s, now)

    return deed


def lobby(s: Sitting) -> None:
    if s.phase in ("frozen", "closed"):
        raise Refusal(f"table_{s.phase}")
    if s.phase != "lobby":
        raise Refusal("already_started")


# --- the host -------------------------------------------------------------------------------


def plan_seat(seat: int, plan: SeatPlan, key: str) -> Deed:
    """Before the start: fill a seat, reserve it, or free it."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        lobby(s)
        if not 0 <= seat < s.players:
            raise Refusal("no_such_seat", facts={"number": seat})
        if s.is_host(s.seats[seat].hash):
            raise Refusal("not_the_host_seat")
        broken = deeds.broken_off(s, "seats", seat)
        return [*broken, planned_seat(s.config, seat, plan, key, others(s, seat))]

    return deed


class TableChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played from now on.  `haste`, `helps`: null if they are to stay."""

    options: Values = {}
    series: rows.Form | None = None
    pace: rows.Pace = rows.Pace()
    haste: rows.Haste | None = None
    helps: bool | None = None


def untouched(s: Sitting) -> None:
    """Refuses once a game has begun here, or its shuffle is on."""
    lobby(s)
    if s.games or s.shuffles.now is not None:
        raise Refusal("already_started")


def change(wanted: TableChange) -> Deed:
    """Before the first game: settle anew what is played; everybody keeps their seat."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        untouched(s)
        check_pace(wanted.pace)
        check_opening(find_game(s.config.game), s.players, wanted.options, wanted.series)
        # Older nodes know no more than three fields: they read rows that leave the rest as it is.
        haste = None if wanted.haste == s.config.haste else wanted.haste
        helps = None if wanted.helps == s.config.helps else wanted.helps
        return [rows.Changed(wanted.options, wanted.series, wanted.pace, haste, helps)]

    return deed


def reseat(lot: bytes) -> Deed:
    """Before the first game: draw the seats by lot.  A reserved one stays: its link leads there."""

    def deed(s: Sitting, now: int) -> list[rows.Body]:
        untouched(s)
        free = [k for k, one in enumerate(s.seats) if one.who != "reserved"]
        drawn = list(free)
        Rng(int.from_bytes(lot, "big")).shuffle(drawn)
        order = list(range(s.players))
        for seat, old in zip(free, drawn, strict=True):
            order[seat] = old
        return [rows.Reseated(order)]

    return deed


def start(s: Sitting, now: int) -> list[rows.Body]:
    lobby(s)
    return begin(s)


def close(s: Sitting, now: int) -> list[rows.Body]:
    """Not a table that an evening counts: a host may be losing there."""
    if s.config.evening and not is_done(s):
        raise Refusal("evening_table")
    return deeds.close_by("host")(s, now)


async def hear_of_key(keeper: Keeper, hash: str) -> None:
    """Another node may have given this key a moment ago."""
    s = keeper.sitting
    if not keeper.store.shared or not hash or s.seat_of(hash) is not None or s.is_host(hash):
        return
    try:
        await keeper.hear(s.seq + 1)
    except StoreError as wrong:
        raise Refusal("store_down") from wrong


def allowed(keeper: Keeper, hash: str, host: bool = False) -> int:
    """The seat of this key, NO_ONE for a host without one; a refusal if it may not do this."""
    s = keeper.sitting
    seat = s.seat_of(hash)
    if s.is_host(hash):
        return NO_ONE if seat is None else seat
    if seat is None:
        raise Refusal("bad_key")
    if host:
        raise Refusal("host_only")
    return seat
