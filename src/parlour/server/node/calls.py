"""Calling people back: word that a game waits for somebody who is not connected, by Web Push.

At most once for each question and each browser, whichever node sends it: the store is asked first.
What is sent names the game and the people at the table, nothing else, and is encrypted.
"""

import asyncio
import hashlib
from typing import Final

import msgspec
import structlog

from parlour.core.errors import Refusal
from parlour.core.language import listed
from parlour.server.metrics import METRICS
from parlour.server.push import base64url
from parlour.server.push.encryption import check_keys, encrypted
from parlour.server.push.endpoint import endpoint_of
from parlour.server.push.post import Forbidden, NotSent, Poster
from parlour.server.push.vapid import Vapid
from parlour.server.settings import Settings
from parlour.server.store import Store, StoreError
from parlour.server.store.subscriptions import Subscription
from parlour.server.table.clocks import DAY_MS, deadline
from parlour.server.table.keeper import Keeper
from parlour.server.words import WORDS
from parlour.server.world import World

VAPID: Final = "vapid"
MOST_WAITING: Final = 1_000
AT_ONCE: Final = 16
MOST_PER_SEAT: Final = 4
"""Browsers of one person at one table."""
PAUSES_MS: Final = (5_000, 60_000)
"""Before a message that was not taken is sent again, and once more; then it is given up."""
GONE: Final = (404, 410)
SIZE: Final = 512
"""Every message is filled up to so many bytes: its length tells nothing of the names in it."""

log = structlog.get_logger("parlour.push")


class VapidSecret(msgspec.Struct, frozen=True):
    secret: str


class Message(msgspec.Struct, frozen=True):
    """What the page's service worker shows."""

    table: str
    title: str
    text: str


class Calls:
    """Who is sent word, from this node."""

    def __init__(self, world: World, store: Store, settings: Settings) -> None:
        self.world: Final = world
        self.store: Final = store
        self.settings: Final = settings
        self.vapid: Vapid | None = None
        self._poster: Final = Poster(settings.push_loopback)
        self._gate: Final = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """The key is made by whichever node comes first, and kept in the store."""
        if not self.settings.push:
            return
        new = VapidSecret(self.world.secret().hex())
        await self.store.ledger.keep_first(VAPID, msgspec.json.encode(new))
        kept = (await self.store.ledger.kept())[VAPID]
        secret = bytes.fromhex(msgspec.json.decode(kept, type=VapidSecret).secret)
        address = self.settings.address
        contact = self.settings.push_contact or (address if address[:8] == "https://" else "")
        self.vapid = Vapid(secret, contact)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def public_key(self) -> str:
        """For pages that subscribe; empty: push is not offered."""
        return self.vapid.public if self.vapid is not None else ""

    # --- subscriptions ----------------------------------------------------------------------

    async def subscribe(self, table: str, hash: str, one: Subscription) -> None:
        self._check(one)
        now = self.world.now_ms()
        await self.store.subscriptions.put(table, hash, one, now, MOST_PER_SEAT)

    async def move(self, table: str, old: str, one: Subscription) -> bool:
        """Whoever knows the old address, which is a secret of its browser, may name another."""
        self._check(one)
        return await self.store.subscriptions.move(table, old, one) > 0

    def _check(self, one: Subscription) -> None:
        if self.vapid is None:
            raise Refusal("no_push")
        try:
            check_keys(base64url.decode(one.p256dh), base64url.decode(one.auth))
            endpoint_of(one.endpoint, self.settings.push_loopback)
        except ValueError as wrong:
            raise Refusal("bad_endpoint") from wrong

    async def prune(self, store: Store) -> None:
        """In one of the house's databases."""
        now = self.world.now_ms()
        await store.subscriptions.prune(now - self.settings.push_days * DAY_MS)
        await store.parcels.prune(now)

    # --- sending ----------------------------------------------------------------------------

    def call(self, keeper: Keeper, seat: int) -> None:
        """The game has waited for this seat for a while, and nobody is connected to it."""
        if self.vapid is None or len(self._tasks) >= MOST_WAITING:
            return
        task = asyncio.ensure_future(self._call(keeper, seat))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self, keeper: Keeper, seat: int) -> None:
        wait = Wait(keeper, seat)
        try:
            found = await self.store.subscriptions.of(keeper.id, wait.hash)
            await asyncio.gather(*(self._send(wait, one) for one in found))
        except StoreError as wrong:
            log.warning("store_down", work="push", reason=type(wrong).__name__)

    async def _send(self, wait: "Wait", one: Subscription) -> None:
        claim = (wait.keeper.id, wait.hash, one.endpoint, wait.question)
        if not wait.lasts() or not await self.store.subscriptions.claim(*claim):
            return
        for pause in (0, *PAUSES_MS):
            if pause:
                await self.world.sleep(pause)
            if not wait.lasts():
                return
            async with self._gate:
                status = await self._posted(wait, one)
            METRICS.pushes.labels(f"{status // 100}xx" if status else "failed").inc()
            if status in GONE:
                await self.store.subscriptions.drop(wait.keeper.id, wait.hash, one.endpoint)
            if status and status != 429 and status < 500:
                return
        log.info("push_given_up", table=wait.keeper.id)

    async def _posted(self, wait: "Wait", one: Subscription) -> int:
        """The status; 0: no answer.  An address that is not allowed is as good as gone."""
        assert self.vapid is not None
        now = self.world.now_ms()
        try:
            to = endpoint_of(one.endpoint, self.settings.push_loopback)
            headers = {
                "Authorization": self.vapid.header(to.origin, now // 1000),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(wait.left_s(now)),
                "Topic": _topic(wait.keeper.id),
                "Urgency": "normal",
            }
            return await self._poster.post(to, headers, self._sealed(wait, one))
        except NotSent as wrong:
            log.info("push_failed", table=wait.keeper.id, reason=str(wrong))
            return 0
        except (Forbidden, ValueError):
            log.warning("push_forbidden", table=wait.keeper.id)
            return GONE[-1]

    def _sealed(self, wait: "Wait", one: Subscription) -> bytes:
        text = msgspec.json.encode(wait.message(one.lang))
        keys = (base64url.decode(one.p256dh), base64url.decode(one.auth))
        return encrypted(text, *keys, self.world.secret(), self.world.secret()[:16], SIZE)


class Wait:
    """One seat that a game waits for, and the question it was asked."""

    def __init__(self, keeper: Keeper, seat: int) -> None:
        self.keeper: Final = keeper
        self.seat: Final = seat
        self.hash: Final = keeper.sitting.seats[seat].hash
        self.question: Final = self._question()

    def _question(self) -> str:
        """The number of the game and of the decision; empty: the seat is not asked."""
        s = self.keeper.sitting
        t = s.game_table
        if not s.running or t is None or not t.asked >> self.seat & 1:
            return ""
        return f"{s.number}/{t.serial[self.seat]}"

    def lasts(self) -> bool:
        """The same person is still waited for, and is not connected."""
        s = self.keeper.sitting
        here = self.seat in self.keeper.present()
        same = s.seats[self.seat].hash == self.hash and not s.seats[self.seat].played_by_bot
        return same and not here and bool(self.question) and self._question() == self.question

    def left_s(self, now: int) -> int:
        """How long it is of use to hear of it: until time is up, and a day without a clock."""
        s = self.keeper.sitting
        up = deadline(s.config.pace, s.clocks, self.seat) if s.clocks is not None else None
        return max(0, (up - now) // 1000) if up is not None else DAY_MS // 1000

    def message(self, lang: str) -> Message:
        s = self.keeper.sitting
        title = s.game.words.say(lang, "title") if s.game is not None else s.config.game
        people = [seat.name for k, seat in enumerate(s.seats) if seat.is_person and k != self.seat]
        text = WORDS.say(lang, "push.with", names=listed(lang, people)) if people else ""
        return Message(s.id, WORDS.say(lang, "push.title", game=title), text)


def _topic(table: str) -> str:
    """A newer message of a table takes the place of an older one that was not fetched yet."""
    return base64url.encode(hashlib.sha256(table.encode()).digest()[:24])
