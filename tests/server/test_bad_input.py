"""Whatever comes in, the answer is clear, the table stands, and nothing breaks."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.core.errors import Refusal
from parlour.server.http.gate import Gate
from parlour.server.limits import Bucket, Buckets, Doors, counted_as
from parlour.server.settings import MAX_FRAME
from parlour.server.table.talk import MOST, PHRASES, say
from tests.server.desk import PLAIN, Desk, Guest
from tools.patience import PATIENCE_S


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Desk]:
    desk = await Desk.at(f"sqlite:///{tmp_path / 'a'}.db")
    await desk.open("kings", 2)
    for seat in (0, 1):
        await desk.guest(seat)
    yield await desk.begin()
    await desk.close()


BAD_FRAMES: list[str | bytes] = [
    "",
    " ",
    "null",
    "[]",
    "5",
    '"hello"',
    "{",
    "{}",
    '{"type": "dance"}',
    '{"type": 7}',
    '{"type": "answer"}',
    '{"type": "answer", "mid": "", "decision": 1, "choice": "x"}',
    '{"type": "answer", "mid": "a", "decision": -1, "choice": "x"}',
    '{"type": "answer", "mid": "a", "decision": 1e400, "choice": "x"}',
    '{"type": "answer", "mid": "a", "decision": "1", "choice": "x"}',
    '{"type": "answer", "mid": "a", "decision": 1, "choice": ["x"]}',
    '{"type": "answer", "mid": "a", "decision": 1, "choice": "x", "seat": 1}',
    '{"type": "answer", "mid": "%s", "decision": 1, "choice": "x"}' % ("m" * 65),
    '{"type": "answer", "mid": "a", "decision": 1, "choice": "%s"}' % ("x" * 513),
    '{"type": "say", "mid": "a", "text": "\\ud800"}',
    '{"type": "hello"}',
    "x" * (MAX_FRAME + 1),
    "[" * 3_000,
    b"\xff\xfe\x00",
    '{"type": "say", "mid": "a"}',
    '{"type": "say", "mid": "a", "text": "x", "phrase": "hello"}',
]


async def test_every_bad_frame_is_refused_and_changes_nothing(table: Desk) -> None:
    guest = table.guests[0]
    line, seq = table.table.line(), table.keeper.sitting.seq
    for frame in BAD_FRAMES:
        before = len(guest.heard("refused"))
        guest.line.put(frame)
        await guest.until(lambda before=before: len(guest.heard("refused")) > before)  # type: ignore[misc]
        assert guest.heard("refused")[-1]["code"]
    assert (table.table.line(), table.keeper.sitting.seq) == (line, seq)
    assert (await guest.say({"type": "ping", "t": 5}))["t"] == 5


@pytest.mark.parametrize("frame", BAD_FRAMES)
async def test_a_bad_first_frame_is_a_goodbye(table: Desk, frame: str | bytes) -> None:
    if frame == '{"type": "hello"}':
        return
    guest = Guest(table, "")
    guest.line.put(frame)
    await asyncio.wait_for(guest.connection.run(), PATIENCE_S)
    assert guest.heard("bye")[0]["code"] in ("bad_message", "too_long", "hello_first")
    assert guest.line.closed


async def test_who_says_nothing_is_let_go(tmp_path: Path) -> None:
    quick = msgspec.structs.replace(PLAIN, hello_s=0.01)
    desk = await Desk.at(f"sqlite:///{tmp_path / 'a'}.db", quick)
    await desk.open("kings", 2)
    guest = Guest(desk, "")
    await guest.connection.run()
    assert guest.heard("bye")[0]["code"] == "hello_first"
    await desk.close()


async def test_who_talks_too_fast_is_let_go(table: Desk) -> None:
    guest = table.guests[0]
    for _ in range(table.hub.settings.message_burst + 1):
        guest.line.put('{"type": "ping", "t": 1}')
    assert guest.task is not None
    await asyncio.wait_for(guest.task, PATIENCE_S)
    assert guest.heard("bye")[0]["code"] == "too_fast"
    assert (await table.guests[1].say({"type": "ping"}))["type"] == "pong"


async def alive(guest: Guest, mark: int) -> None:
    """Whatever was sent before has been dealt with, and the connection still answers."""
    guest.line.put(json.dumps({"type": "ping", "t": mark}))
    await guest.until(lambda: f'"t":{mark},'.encode() in guest.line.sent[-1])


# --- fuzz -----------------------------------------------------------------------------------

WORDS_OF_THE_PROTOCOL = st.sampled_from(
    ["type", "mid", "decision", "choice", "text", "phrase", "key", "stream", "last", "t", "lag"]
)
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KINDS = st.sampled_from(
    ["hello", "answer", "undo", "plead", "agree", "decline", "why", "say", "ping", "news", "ack"]
)
FRAMES = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=60),
    st.builds(
        lambda kind, more: json.dumps({**more, "type": kind}),
        KINDS,
        st.dictionaries(WORDS_OF_THE_PROTOCOL, VALUES, max_size=5),
    ),
)


async def test_random_frames_never_break_a_connection_or_a_table(table: Desk) -> None:
    """300 batches of frames; after each the seat still answers a ping."""
    guest = table.guests[0]
    guest.connection._bucket = Bucket(1e9, 1e9, 0)
    batches: list[list[Any]] = []

    @settings(max_examples=300, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(FRAMES, max_size=8))
    def draw(frames: list[Any]) -> None:
        batches.append(frames)

    draw()
    for number, frames in enumerate(batches):
        for frame in frames:
            guest.line.put(frame)
        await alive(guest, 10_000 + number)
        assert guest.task is not None
        assert not guest.task.done()
    rows = await table.hub.store.load(table.id)
    assert not [row for row in rows if row.kind == "frozen"]


async def test_mutated_good_frames_never_break_a_connection(table: Desk) -> None:
    guest = table.guests[0]
    guest.connection._bucket = Bucket(1e9, 1e9, 0)
    good = json.dumps({"type": "answer", "mid": "a", "decision": 1, "choice": "x"}).encode()
    for at in range(len(good)):
        for byte in (0, 34, 92, 125, 255):
            guest.line.put(good[:at] + bytes([byte]) + good[at + 1 :])
    await alive(guest, 77)


# --- talk -----------------------------------------------------------------------------------


async def test_talk_is_heard_by_everybody_and_bounded(table: Desk) -> None:
    guest, other = table.guests
    for number in range(MOST):
        assert (await guest.do("say", text=f"line {number}"))["type"] == "ack"
    assert (await guest.do("say", text="one more"))["code"] == "too_much_talk"
    assert other.news["said"][-1]["text"] == f"line {MOST - 1}"
    table.world.now += 60_000
    assert (await guest.do("say", phrase="hello"))["type"] == "ack"
    assert other.news["said"][-1]["phrase"] == "hello"
    assert (await guest.do("say", phrase="no such"))["code"] == "unknown_phrase"
    assert (await guest.do("say", text="x" * 201))["code"] == "too_long"
    late = await table.guest(None)
    assert len(late.heard("welcome")[0]["said"]) == MOST + 1


async def test_a_line_said_twice_with_one_id_is_said_once(table: Desk) -> None:
    guest = table.guests[0]
    message = {"type": "say", "mid": "once", "text": "hm"}
    assert (await guest.say(message))["type"] == "ack"
    assert (await guest.say(message))["type"] == "ack"
    assert len(table.keeper.sitting.chat) == 1


async def test_a_table_may_allow_phrases_only_or_no_talk(tmp_path: Path) -> None:
    for chat, code in (("phrases", "phrases_only"), ("off", "no_talk")):
        desk = await Desk.at(f"sqlite:///{tmp_path / chat}.db")
        await desk.open("kings", 2, chat=chat)
        with pytest.raises(Refusal, match=code):
            await desk.keeper.do(say(0, "", "free text", "m"))
        if chat == "phrases":
            await desk.keeper.do(say(0, PHRASES[0], "", "m"))
        await desk.close()


def test_there_are_phrases_to_choose_from() -> None:
    assert len(PHRASES) >= 12


# --- readers that do not read ---------------------------------------------------------------


async def with_a_stuck_reader(tmp_path: Path, stall_s: float) -> Desk:
    """Two people play, and a watcher, the last guest, takes nothing."""
    settings = msgspec.structs.replace(PLAIN, stall_s=stall_s)
    desk = await Desk.at(f"sqlite:///{tmp_path / 'a'}.db", settings)
    await desk.open("kings", 2)
    for seat in (0, 1):
        await desk.guest(seat)
    await desk.begin()
    (await desk.guest(None)).line.stuck = True
    return desk


async def test_a_reader_that_stops_does_not_hold_up_its_table(tmp_path: Path) -> None:
    """It is not let go here, so whoever waited for it would wait for ever."""
    desk = await with_a_stuck_reader(tmp_path, 10 * PATIENCE_S)
    stuck = desk.guests[-1].connection.outbox
    for _ in range(30):
        mover = next(g for g in desk.guests[:2] if g.news["decision"])
        assert (await mover.answer())["type"] == "ack"
        assert len(stuck._queue) <= 8
    assert not stuck.kicked
    await desk.close()


async def test_a_reader_that_stops_is_let_go(tmp_path: Path) -> None:
    desk = await with_a_stuck_reader(tmp_path, 0.05)
    stuck = desk.guests[-1]
    await next(g for g in desk.guests[:2] if g.news["decision"]).answer()
    assert stuck.task is not None
    await asyncio.wait_for(stuck.task, PATIENCE_S)
    assert stuck.connection.outbox.kicked == "stalled"
    assert desk.keeper.streams.watchers() == 0
    await desk.close()


async def test_a_slow_reader_gets_the_newest_view_instead_of_all_it_missed(
    table: Desk,
) -> None:
    slow = await table.guest(None)
    gate = asyncio.Event()
    send = slow.line.send

    async def later(message: bytes) -> None:
        await gate.wait()
        await send(message)

    slow.line.send = later  # type: ignore[method-assign]
    for _ in range(20):
        mover = next(g for g in table.guests[:2] if g.news["decision"])
        await mover.answer()
    gate.set()
    await slow.until(lambda: slow.n == table.keeper.streams.everybody()[-1].n)
    news = slow.heard("news")
    assert len(news) < 15
    assert news[-1]["after"] == 0
    assert news[-1]["view"] == json.loads(msgspec.json.encode(table.table.look(None)))


# --- limits ---------------------------------------------------------------------------------


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(2, 3, 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(500)
    assert not bucket.take(500)


def test_addresses_are_counted_apart_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.limits.MOST_ADDRESSES", 2)
    buckets = Buckets(2)
    assert buckets.take("a", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0)
    assert buckets.take("c", 0)
    assert buckets.take("a", 0), "forgotten, and so it starts afresh"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1", "fe80::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("unknown", "unknown"),
        ("x" * 5_000, "x" * 64),
    ],
)
def test_an_address_counts_as_its_network(address: str, counted: str) -> None:
    assert counted_as(address) == counted


async def test_limits_hold_for_a_whole_network_of_ipv6(table: Desk) -> None:
    """By the gate, however the address came there."""
    few = msgspec.structs.replace(PLAIN, requests_per_minute=4)
    said: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        said.append(200)

    async def send(message: Any) -> None:
        if "status" in message:
            said.append(message["status"])

    gate = Gate(app, table.world, few, table.hub.house)
    for last in range(4):
        client = (f"2001:db8::{last + 1:x}", 1)
        scope = {"type": "http", "path": "/", "method": "GET", "headers": [], "client": client}
        await gate(cast("Any", scope), cast("Any", None), cast("Any", send))
    assert said == [200, 200, 429, 429]


async def test_requests_begin_one_by_one(table: Desk) -> None:
    """Of a crowd of requests no two begin in one turn of the event loop; files do not wait."""
    loop, turn = asyncio.get_running_loop(), 0
    begun: dict[str, list[int]] = {"/": [], "/assets/a.js": []}

    def turned() -> None:
        nonlocal turn
        turn += 1
        if turn < 1_000:
            loop.call_soon(turned)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun[scope["path"]].append(turn)

    async def ask(path: str) -> None:
        scope: Any = {"type": "http", "path": path, "method": "GET", "headers": [], "client": None}
        await gate(scope, cast("Any", None), cast("Any", None))

    gate = Gate(app, table.world, PLAIN, table.hub.house)
    loop.call_soon(turned)
    await asyncio.gather(*(ask(path) for path in begun for _ in range(10)))
    assert len(set(begun["/"])) == 10
    assert len(set(begun["/assets/a.js"])) == 1


def test_doors_close_when_the_house_is_full() -> None:
    doors = Doors(3, 2)
    assert [doors.enter("a"), doors.enter("a"), doors.enter("a")] == [True, True, False]
    assert doors.enter("b")
    assert not doors.enter("c")
    doors.leave("a")
    assert doors.enter("c")
