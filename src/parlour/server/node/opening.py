"""Opening a table, sitting down, getting up, and what a host may do.

Each is a move: a question to the sitting that returns the rows to write, or refuses.
"""

import hashlib
import unicodedata
from typing import Final, Literal

import msgspec

from parlour.bots import levels, make_bot
from parlour.core.errors import Refusal
from parlour.core.options import Values
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.games import game as find_game
from parlour.server.node.hub import Hub
from parlour.server.store import Conflict, NewTable, Row, StoreError
from parlour.server.table import moves, rows
from parlour.server.table.begin import begin
from parlour.server.table.clocks import check_pace
from parlour.server.table.keeper import Keeper
from parlour.server.table.listing import listing_of
from parlour.server.table.moves import Move
from parlour.server.table.series import check_opening
from parlour.server.table.sitting import Sitting

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6
NAME_LENGTH: Final = 24
KEY_BITS: Final = 128


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host wants a seat to be.  `level`: of a bot; `name`: of whom it is reserved for."""

    who: Literal["open", "reserved", "bot"] = "open"
    level: str = ""
    name: str = ""


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open.  `seat`: the host's own, or none to watch.  `seats`: the others."""

    game: str
    name: str = ""
    players: int = 0
    seat: int | None = 0
    options: Values = {}
    pace: rows.Pace = rows.Pace()
    public: bool = False
    watchers: bool = True
    chat: Literal["off", "phrases", "free"] = "free"
    level: str = ""
    seats: list[SeatPlan] = []
    series: rows.Form | None = None


class Keys(msgspec.Struct, frozen=True):
    """What whoever opened a table gets: its address, and the keys that nobody else has."""

    id: str
    code: str
    seat: int | None
    key: str
    reserved: dict[int, str] = {}


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def tidy_name(name: str, longest: int = NAME_LENGTH) -> str:
    """A name that can stand on any screen, or a refusal."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain or len(plain) > longest or not plain.isprintable():
        raise Refusal("bad_name", facts={"number": longest})
    return plain


async def open_table(hub: Hub, wanted: Wanted) -> Keys:
    """A new table with its first rows, stored before anybody hears of it."""
    game = find_game(wanted.game)
    players = wanted.players or min(max(game.least, 3), game.most)
    check_pace(wanted.pace)
    check_opening(game, players, wanted.options, wanted.series)
    if wanted.level:
        make_bot(game, wanted.level, Rng(0))
    world = hub.world
    key = world.token(KEY_BITS)
    for _ in range(5):
        id, code = world.token(96), new_code(world.secret())
        config = rows.Opened(
            game=game.id,
            version=game.version,
            players=players,
            code=code,
            host=hashed(key),
            options=dict(wanted.options),
            pace=wanted.pace,
            public=wanted.public,
            watchers=wanted.watchers,
            chat=wanted.chat,
            level=wanted.level or levels(game)[-1],
            series=wanted.series,
        )
        reserved: dict[int, str] = {}
        bodies = [config, *_first_seats(hub, config, wanted, key, reserved)]
        try:
            await _create(hub, id, game.version, bodies)
        except Conflict:
            continue
        return Keys(id, code, wanted.seat, key, reserved)
    raise Refusal("busy")


def _first_seats(
    hub: Hub, config: rows.Opened, wanted: Wanted, key: str, reserved: dict[int, str]
) -> list[rows.Body]:
    if wanted.seat is not None and not 0 <= wanted.seat < config.players:
        raise Refusal("no_such_seat", facts={"number": wanted.seat})
    if len(wanted.seats) > config.players:
        raise Refusal("no_such_seat", facts={"number": len(wanted.seats) - 1})
    bodies: list[rows.Body] = []
    for seat, plan in enumerate(wanted.seats):
        if seat != wanted.seat and plan.who != "open":
            key_for = hub.world.token(KEY_BITS) if plan.who == "reserved" else ""
            if key_for:
                reserved[seat] = key_for
            bodies.append(_planned(config, seat, plan, key_for))
    if wanted.seat is not None:
        name = tidy_name(wanted.name)
        bodies.append(rows.Seated(wanted.seat, "person", name, hashed(key)))
    return bodies


def _planned(config: rows.Opened, seat: int, plan: SeatPlan, key: str) -> rows.Seated:
    if plan.who == "bot":
        level = plan.level or config.level
        make_bot(find_game(config.game), level, Rng(0))
        return rows.Seated(seat, "bot", tidy_name(plan.name or f"Bot {seat + 1}"), "", level)
    if plan.who == "reserved":
        return rows.Seated(seat, "reserved", tidy_name(plan.name or f"{seat + 1}"), hashed(key))
    return rows.Seated(seat, "open")


async def _create(hub: Hub, id: str, version: int, bodies: list[rows.Body]) -> None:
    now = hub.world.now_ms()
    written = [rows.write(k, now, body) for k, body in enumerate(bodies, 1)]
    sitting = Sitting(id, None, b"", b"")
    for row in written:
        sitting.apply(row)
    new = NewTable(listing_of(sitting, now), version, hub.world.secret(), hub.world.secret())
    try:
        await hub.store.create(new, written)
    except Conflict:
        raise
    except StoreError as wrong:
        raise Refusal("store_down") from wrong


async def open_started(hub: Hub, id: str, config: rows.Opened, seats: list[rows.Body]) -> None:
    """A table that plays from its first moment on.  Conflict: there is such a table already."""
    seed, salt, now = hub.world.secret(), hub.world.secret(), hub.world.now_ms()
    s = Sitting(id, find_game(config.game), seed, salt)
    written: list[Row] = []

    def take(bodies: list[rows.Body]) -> None:
        for body in bodies:
            written.append(rows.write(s.seq + 1, now, body))
            s.apply(written[-1])

    take([config, *seats])
    take(begin(s))
    await hub.store.create(NewTable(listing_of(s, now), config.version, seed, salt), written)


def new_code(secret: bytes) -> str:
    """A short code to say aloud; no letters that look alike."""
    number = int.from_bytes(secret[:8], "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, k = divmod(number, len(LETTERS))
        letters.append(LETTERS[k])
    return "".join(letters)


# --- sitting down and getting up ------------------------------------------------------------


def join(seat: int | None, name: str, hash: str, old: str, found: list[int]) -> Move:
    """Sit down: in this seat, or in any that is open.  `old`: the hash of a reserved seat's key.

    The seat that was taken is left in `found`.
    """

    def move(s: Sitting, now: int) -> list[rows.Body]:
        expected = s.seat_of(old)
        if expected is not None:
            found[:] = [expected]
            taken = s.seats[expected]
            if taken.who != "reserved":
                return []
            shown = tidy_name(name) if name else taken.name
            return [rows.Seated(expected, "person", shown, old)]
        lobby(s)
        free = [k for k, one in enumerate(s.seats) if one.who == "open"]
        if seat is not None and not 0 <= seat < s.players:
            raise Refusal("no_such_seat", facts={"number": seat})
        if not free or (seat is not None and seat not in free):
            raise Refusal("seat_taken")
        found[:] = [free[0] if seat is None else seat]
        shown = unique_name({one.name for one in s.seats}, tidy_name(name))
        bodies: list[rows.Body] = [rows.Seated(found[0], "person", shown, hash)]
        if not any(one.is_person for one in s.seats) and s.seat_of(s.host) is None and not s.host:
            bodies.append(rows.Host(hash))
        return bodies

    return move


def unique_name(taken: set[str], name: str) -> str:
    """Two people of one name are told apart."""
    if name not in taken:
        return name
    for number in range(2, len(taken) + 2):
        numbered = f"{name[: NAME_LENGTH - 3]} {number}"
        if numbered not in taken:
            return numbered
    return name


def leave(seat: int, hash: str) -> Move:
    """Get up.  In a game a bot plays on, and the person may come back with their key."""

    def move(s: Sitting, now: int) -> list[rows.Body]:
        if s.phase == "playing":
            return moves.away(seat, left=True)(s, now)
        if s.phase in ("closed", "frozen"):
            return []
        if s.config.evening:  # seats of an evening are drawn, not given away
            return [] if s.seats[seat].left else [rows.Away(seat, True)]
        bodies: list[rows.Body] = [rows.Seated(seat, "open")]
        if s.is_host(hash):
            others = [one for k, one in enumerate(s.seats) if one.who == "person" and k != seat]
            if others:
                bodies.append(rows.Host(others[0].hash))
        return bodies

    return move


def lobby(s: Sitting) -> None:
    if s.phase in ("frozen", "closed"):
        raise Refusal(f"table_{s.phase}")
    if s.phase != "lobby":
        raise Refusal("already_started")


# --- the host -------------------------------------------------------------------------------


def plan_seat(seat: int, plan: SeatPlan, key: str) -> Move:
    """Before the start: fill a seat, reserve it, or free it."""

    def move(s: Sitting, now: int) -> list[rows.Body]:
        lobby(s)
        if not 0 <= seat < s.players:
            raise Refusal("no_such_seat", facts={"number": seat})
        if s.is_host(s.seats[seat].hash):
            raise Refusal("not_the_host_seat")
        return [_planned(s.config, seat, plan, key)]

    return move


def start(s: Sitting, now: int) -> list[rows.Body]:
    lobby(s)
    return begin(s)


def pause(seat: int) -> Move:
    def move(s: Sitting, now: int) -> list[rows.Body]:
        if not s.playing:
            raise Refusal("no_game")
        return [] if s.paused_at is not None else [rows.Paused(max(0, seat))]

    return move


def resume(seat: int) -> Move:
    def move(s: Sitting, now: int) -> list[rows.Body]:
        return [rows.Resumed(max(0, seat))] if s.paused_at is not None else []

    return move


def close(s: Sitting, now: int) -> list[rows.Body]:
    return [] if s.phase in ("closed", "frozen") else [rows.Closed("host")]


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
