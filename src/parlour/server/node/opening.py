"""Opening a table: its config, its first seats and its first rows, stored at once."""

from typing import Literal

import msgspec

from parlour.bots import make_bot, usual
from parlour.core.errors import Refusal
from parlour.core.options import Values
from parlour.core.rng import Rng
from parlour.games import game as find_game
from parlour.server.node.hub import Hub
from parlour.server.store import Conflict, NewTable, Row, StoreError
from parlour.server.store.places import CODE_LENGTH, LETTERS, code_for
from parlour.server.table import rows
from parlour.server.table.begin import begin
from parlour.server.table.clocks import check_pace
from parlour.server.table.listing import listing_of
from parlour.server.table.names import names_of, tidy_name
from parlour.server.table.people import KEY_BITS, hashed
from parlour.server.table.seats import SeatPlan, planned_seat
from parlour.server.table.series import check_opening
from parlour.server.table.sitting import Sitting


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    dead_talk: bool = False
    haste: rows.Haste = "normal"
    helps: bool = False


class TableKeys(msgspec.Struct, frozen=True):
    """What whoever opened a table gets: its address, and the keys that nobody else has."""

    id: str
    code: str
    seat: int | None
    key: str
    reserved: dict[int, str] = {}


async def open_table(hub: Hub, wanted: TableRequest) -> TableKeys:
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
        id = hub.store.settle(world.token(96))
        code = new_code(id, world.secret())
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
            level=wanted.level or usual(game),
            series=wanted.series,
            dead_talk=wanted.dead_talk,
            haste=wanted.haste,
            helps=wanted.helps,
        )
        reserved: dict[int, str] = {}
        bodies = [config, *_first_seats(hub, config, wanted, key, reserved)]
        try:
            await _create(hub, id, game.version, bodies)
        except Conflict:
            continue
        return TableKeys(id, code, wanted.seat, key, reserved)
    raise Refusal("busy")


def _first_seats(
    hub: Hub, config: rows.Opened, wanted: TableRequest, key: str, reserved: dict[int, str]
) -> list[rows.Body]:
    if wanted.seat is not None and not 0 <= wanted.seat < config.players:
        raise Refusal("no_such_seat", facts={"number": wanted.seat})
    if len(wanted.seats) > config.players:
        raise Refusal("no_such_seat", facts={"number": len(wanted.seats) - 1})
    bodies: list[rows.Seated] = []
    if wanted.seat is not None:
        name = tidy_name(wanted.name)
        bodies.append(rows.Seated(wanted.seat, "person", name, hashed(key)))
    for seat, plan in enumerate(wanted.seats):
        if seat != wanted.seat and plan.who != "open":
            key_for = hub.world.token(KEY_BITS) if plan.who == "reserved" else ""
            if key_for:
                reserved[seat] = key_for
            taken = [name for body in bodies for name in names_of(body.who, body.name)]
            bodies.append(planned_seat(config, seat, plan, key_for, taken))
    return [*bodies]


async def _create(hub: Hub, id: str, version: int, bodies: list[rows.Body]) -> None:
    now = hub.world.now_ms()
    written = [rows.write(k, now, body) for k, body in enumerate(bodies, 1)]
    sitting = Sitting(id=id)
    for row in written:
        sitting.apply(row)
    new = NewTable(listing_of(sitting, now), version, hub.world.secret(), hub.world.secret())
    try:
        await hub.store.create(new, written)
    except Conflict:
        raise
    except StoreError as wrong:
        raise Refusal("store_down") from wrong


async def open_started(
    hub: Hub, id: str, config: rows.Opened, seats: list[rows.Body], throwing: set[int]
) -> None:
    """A table that plays from its first moment on.  Conflict: there is such a table already.

    `throwing`: seats whose clients are waited for in its first shuffle.
    """
    seed, salt, now = hub.world.secret(), hub.world.secret(), hub.world.now_ms()
    game = find_game(config.game)
    s = Sitting(id=id, game=game, seed=seed, salt=salt, able=lambda: throwing)
    written: list[Row] = []

    def take(bodies: list[rows.Body]) -> None:
        for body in bodies:
            written.append(rows.write(s.seq + 1, now, body))
            s.apply(written[-1])

    take([config, *seats])
    take(begin(s))
    await hub.store.create(NewTable(listing_of(s, now), config.version, seed, salt), written)


def new_code(id: str, secret: bytes) -> str:
    """A short code to say aloud, for the table with this id; no letters that look alike."""
    number = int.from_bytes(secret[:8], "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, k = divmod(number, len(LETTERS))
        letters.append(LETTERS[k])
    return code_for(id, "".join(letters))
