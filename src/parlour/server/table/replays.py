"""Finished games as a replay sends them, kept so that they can be seen when their rules are gone.

A record can only be played again under the rules of its version.  So at the end of a game all its
moments are worked out once, for every pair of eyes, and stored compressed: about 40 KB a game.
"""

import lzma
from typing import Final, Literal

import msgspec

from parlour.core.errors import Refusal
from parlour.core.record import Record
from parlour.games import game as find_game
from parlour.server.background import for_a_replay, one_by_one, replayed
from parlour.server.table import records
from parlour.server.table.keeper import Keeper
from parlour.server.table.records import ReplayStep

LARGEST: Final = 128 * 2**20
"""Bytes of a game before it is compressed; one that is larger is not kept."""
MEMORY: Final = 256 * 2**20

EyesOf = int | Literal["all"] | None


class _Page(msgspec.Struct, frozen=True):
    """A `Replay` whose moments are written already."""

    eyes: EyesOf
    total: int
    steps: list[msgspec.Raw]


class KeptReplay(msgspec.Struct, frozen=True):
    """The moments of a game, written, by the name of the eyes: "all", "bystander", "0", "1", …"""

    steps: dict[str, list[msgspec.Raw]]


def name_of(eyes: EyesOf) -> str:
    return "bystander" if eyes is None else str(eyes)


def packed(record: Record) -> bytes:
    """The whole game, for every pair of eyes."""
    game = find_game(record.game)
    t = game.load(record, 0)
    everybody: list[EyesOf] = ["all", None, *range(record.players)]
    found: dict[str, list[msgspec.Raw]] = {name_of(eyes): [] for eyes in everybody}
    for number in range(1, len(record.choices) + 2):
        choice = record.choices[number - 2] if number > 1 else None
        if choice is not None:
            t.replay(*choice)
        events = t.take_events()
        for eyes in everybody:
            step = records.moment(t, number, choice, events, eyes, True)
            found[name_of(eyes)].append(_written(step))
    body = msgspec.json.encode(KeptReplay(found))
    if len(body) > LARGEST:
        raise Refusal("too_long", facts={"number": LARGEST})
    return lzma.compress(body, preset=1)


def unpacked(body: bytes) -> KeptReplay:
    """Refusal: it is damaged, or unpacks to more than was ever packed."""
    try:
        content = lzma.LZMADecompressor(memlimit=MEMORY).decompress(body, LARGEST)
        return msgspec.json.decode(content, type=KeptReplay)
    except (lzma.LZMAError, msgspec.DecodeError, EOFError) as wrong:
        raise Refusal("other_rules") from wrong


def page(body: bytes, eyes: EyesOf, first: int, count: int, views: bool) -> bytes:
    """Part of a kept replay, the same as `played_again` gives."""
    steps = unpacked(body).steps.get(name_of(eyes), [])
    shown = steps[max(1, first) - 1 :][:count]
    if not views:
        shown = [_written(msgspec.structs.replace(_read(step), view=None)) for step in shown]
    return msgspec.json.encode(_Page(eyes, len(steps), shown))


def played_again(record: Record, eyes: EyesOf, first: int, count: int, views: bool) -> bytes:
    """Part of a replay, a `Replay`, under the rules.

    Each moment is written here, in the thread, when it has come: the event loop would be busy with
    all of them at once.
    """
    moments = records.moments(record, eyes, first, count, views)
    steps = [_written(one) for one in for_a_replay.paced(moments)]
    return msgspec.json.encode(_Page(eyes, records.total_of(record), steps))


def _written(step: ReplayStep) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(step))


def _read(step: msgspec.Raw) -> ReplayStep:
    return msgspec.json.decode(step, type=ReplayStep)


async def keep(keeper: Keeper, number: int) -> bool:
    """Store what the game looked like; False: that cannot be, and only the record is left."""
    try:
        record = await _record(keeper, number)
        body = await one_by_one(packed, record)
        await keeper.store.keep_replay(keeper.id, number, body)
    except Exception:  # the store is down, or rules that have raised raise again
        return False
    return True


async def _record(keeper: Keeper, number: int) -> Record:
    game = records.played(keeper.sitting, number)
    chosen, _ = await records.choices(keeper, game)
    return records.record_of(keeper.sitting, game, chosen)


async def show(
    keeper: Keeper, number: int, eyes: EyesOf, first: int, count: int, views: bool
) -> bytes:
    """A `Replay` as JSON: under the rules, if they are here; else what was kept."""
    record = await _record(keeper, number)
    if records.has_rules(record):
        return await replayed(played_again, record, eyes, first, count, views)
    body = await keeper.store.replay(keeper.id, number)
    if body is None:
        raise Refusal("other_rules")
    return await replayed(page, body, eyes, first, count, views)
