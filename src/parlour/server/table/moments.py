"""The moments of a finished game as each pair of eyes saw them.

A record can only be played again under the rules of its version.  So at the end of a game all its
moments are worked out once, for every pair of eyes, and written compressed: about 40 KB a game.
Nothing here needs a table that is open: a process of its own can do it (`packing.py`).
"""

import lzma
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from parlour.core.errors import Refusal
from parlour.core.event import Event, Whisper, in_full, perceived
from parlour.core.game import Game
from parlour.core.record import Record
from parlour.core.table import Table
from parlour.core.view import Eyes
from parlour.games import game as find_game
from parlour.server.background import for_a_replay

MOST_STEPS: Final = 200
"""That a part of a replay has."""
LARGEST: Final = 128 * 2**20
"""Bytes of a game before it is compressed; one that is larger is not kept."""
MEMORY: Final = 256 * 2**20

EyesOf = int | Literal["all"] | None


class ReplayStep(msgspec.Struct, frozen=True):
    """A moment of a replay: the choice that led to it, what was told and seen, who is asked."""

    number: int
    choice: tuple[int, str] | None
    events: list[dict[str, Any]]
    waits: list[int]
    view: Any = None


class Replay(msgspec.Struct, frozen=True):
    """Part of a replay; `total` moments in all."""

    eyes: EyesOf
    total: int
    steps: list[ReplayStep]


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
            step = moment(t, number, choice, events, eyes, True)
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
    found = moments(record, eyes, first, count, views)
    steps = [_written(one) for one in for_a_replay.paced(found)]
    return msgspec.json.encode(_Page(eyes, total_of(record), steps))


def _written(step: ReplayStep) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(step))


def _read(step: msgspec.Raw) -> ReplayStep:
    return msgspec.json.decode(step, type=ReplayStep)


def total_of(record: Record) -> int:
    """How many moments there are: before the first choice, and after each."""
    return len(record.choices) + 1


def moments(
    record: Record, eyes: EyesOf, first: int, count: int, views: bool
) -> Iterator[ReplayStep]:
    """Moments of a game as these eyes saw it; "all" sees everything."""
    game: Game = find_game(record.game)
    t = game.load(record, max(0, first - 2))
    if first > 1:
        t.take_events()  # of the moments before
    last = min(total_of(record), max(1, first) + count - 1)
    for number in range(max(1, first), last + 1):
        choice = None
        if number > 1:
            choice = record.choices[number - 2]
            t.replay(*choice)
        yield moment(t, number, choice, t.take_events(), eyes, views)


def moment(
    t: Table,
    number: int,
    choice: tuple[int, str] | None,
    events: list[Event],
    eyes: EyesOf,
    views: bool,
) -> ReplayStep:
    """One moment of a game in these eyes."""
    seat = None if eyes == "all" else eyes
    view = t.game.build_view(t, Eyes(seat, everything=eyes == "all")) if views else None
    return ReplayStep(number, choice, events_for(events, eyes, t.players), t.wanted(), view)


def events_for(events: list[Event], eyes: EyesOf, players: int) -> list[dict[str, Any]]:
    """The events of one moment in these eyes."""
    if eyes != "all":
        return [heard for event in events if (heard := perceived(event, eyes)) is not None]
    found: list[dict[str, Any]] = []
    for event in events:
        heard = in_full(event, players)
        # What is whispered to several seats apart happened only once.
        if not (isinstance(event, Whisper) and heard in found):
            found.append(heard)
    return found


def history(record: Record, eye: int | None) -> list[dict[str, Any]]:
    """All that these eyes have heard of a game so far."""
    return find_game(record.game).load(record).heard(eye)
