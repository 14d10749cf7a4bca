"""What an operator has ordered for the whole house, and who did what in it.

Orders are kept in the store: they hold after a restart, and every node of the store reads them
again when one has changed them.  No address is stored.  An address has a *label*, a hash with a
salt that is replaced every `label_days`; bans and mutes name labels.  A salt is deleted when its
time is over and no ban or mute needs it any more: then nobody can say whose label it was.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from typing import Final, Literal

import msgspec
import structlog

from parlour.core.errors import Refusal
from parlour.server.node.pruning import DAY_MS
from parlour.server.settings import Settings
from parlour.server.store import Store, StoreError
from parlour.server.store.ledger import AuditLine
from parlour.server.world import World

NO_DAY: Final = -1
HOUR_MS: Final = 3_600_000
REFRESH_MS: Final = 60_000
LABEL: Final = re.compile(r"(\d{1,7})-[0-9a-f]{12}")
Curb = Literal["ban", "mute"]
CURBS: Final[tuple[Curb, ...]] = ("ban", "mute")
Role = Literal["operator", "host", "guest"]

log = structlog.get_logger("parlour.house")


class Curbed(msgspec.Struct, frozen=True):
    """A ban or a mute: since when, until when, and what the operator wrote down for himself."""

    at: int
    until: int
    why: str = ""


class Salt(msgspec.Struct, frozen=True):
    salt: str


class Notice(msgspec.Struct, frozen=True):
    """The message of the day, by language."""

    text: dict[str, str]


class Maintenance(msgspec.Struct, frozen=True):
    """No new tables since then; `until`: when it should be over, 0 if nobody knows."""

    since: int
    until: int = 0


class House:
    """The orders in force, as this node last read them."""

    def __init__(self, world: World, store: Store, settings: Settings, node: str) -> None:
        self.world: Final = world
        self.store: Final = store
        self.settings: Final = settings
        self.node: Final = node
        self.notice: dict[str, str] = {}
        self.maintenance: Maintenance | None = None
        self.curbs: dict[Curb, dict[str, Curbed]] = {"ban": {}, "mute": {}}
        self.on_change: Callable[[], None] = lambda: None
        self._days: dict[Curb, set[int]] = {"ban": set(), "mute": set()}  # whose salts they need
        self._salts: dict[int, bytes] = {}
        self._kept: dict[str, bytes] = {}

    # --- reading ----------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read all orders; a salt for these days is made if there is none."""
        kept = await self.store.ledger.kept()
        if (name := f"salt {self._first_day()}") not in kept:
            new = Salt(self.world.secret().hex())
            await self.store.ledger.keep_first(name, msgspec.json.encode(new))
            kept = await self.store.ledger.kept()
        if kept != self._kept:
            self._kept = kept
            self._read(kept)
            self.on_change()

    def _read(self, kept: dict[str, bytes]) -> None:
        self.notice, self.maintenance, self._salts = {}, None, {}
        self.curbs = {"ban": {}, "mute": {}}
        for name, body in kept.items():
            try:
                self._read_one(name, body)
            except (ValueError, msgspec.DecodeError) as wrong:
                log.warning("order_unread", name=name, reason=str(wrong)[:200])
        self._days = {kind: {_day(label) for label in self.curbs[kind]} for kind in CURBS}

    def _read_one(self, name: str, body: bytes) -> None:
        kind, _, label = name.partition(" ")
        if kind == "salt":
            self._salts[int(label)] = bytes.fromhex(msgspec.json.decode(body, type=Salt).salt)
        elif kind in CURBS:
            self.curbs[kind][label] = msgspec.json.decode(body, type=Curbed)
        elif kind == "notice":
            self.notice = msgspec.json.decode(body, type=Notice).text
        elif kind == "maintenance":
            self.maintenance = msgspec.json.decode(body, type=Maintenance)

    # --- labels -----------------------------------------------------------------------------

    def _first_day(self) -> int:
        """The day, since 1970, on which the salt of now came into use."""
        today = self.world.now_ms() // DAY_MS
        return today - today % max(1, self.settings.label_days)

    def label(self, address: str) -> str:
        """How an address is called in lists and in the audit log; "" before the first reading."""
        day = self._first_day()
        if day not in self._salts:
            day = max(self._salts, default=NO_DAY)  # for a minute at most: then a new one is made
        return self._labelled(day, address) if day in self._salts else ""

    def _labelled(self, day: int, address: str) -> str:
        code = hmac.digest(self._salts[day], address.encode(), hashlib.sha256)
        return f"{day}-{code[:6].hex()}"

    def is_curbed(self, kind: Curb, address: str) -> bool:
        if not (days := self._days[kind]):
            return False
        now, known = self.world.now_ms(), self.curbs[kind]
        labels = (self._labelled(day, address) for day in days & self._salts.keys())
        return any(label in known and now < known[label].until for label in labels)

    # --- orders -----------------------------------------------------------------------------

    async def curb(self, kind: Curb, label: str, hours: int, why: str) -> None:
        """Refusal: nobody can tell any more whose label this was."""
        if _day(label) not in self._salts:
            raise Refusal("label_forgotten")
        now = self.world.now_ms()
        curbed = Curbed(now, now + hours * HOUR_MS, why)
        await self.store.ledger.keep(f"{kind} {label}", msgspec.json.encode(curbed))
        await self._changed()

    async def lift(self, label: str) -> None:
        """Refusal: there was nothing to lift."""
        lifted = [await self.store.ledger.drop(f"{kind} {label}") for kind in CURBS]
        if not any(lifted):
            raise Refusal("not_curbed")
        await self._changed()

    async def set_notice(self, text: dict[str, str]) -> None:
        """Nothing in any language: none."""
        told = {lang: said for lang, said in text.items() if said}
        await self._set("notice", Notice(told) if told else None)

    async def set_maintenance(self, wanted: Maintenance | None) -> None:
        await self._set("maintenance", wanted)

    async def _set(self, name: str, order: Notice | Maintenance | None) -> None:
        if order is None:
            await self.store.ledger.drop(name)
        else:
            await self.store.ledger.keep(name, msgspec.json.encode(order))
        await self._changed()

    async def _changed(self) -> None:
        await self.refresh()
        await self.store.notify(f"h {self.node} house")

    def check_open(self) -> None:
        """Refuses new tables while the house is being maintained."""
        if self.maintenance is not None:
            raise Refusal("maintenance", facts={"until": self.maintenance.until})

    # --- the audit log ----------------------------------------------------------------------

    async def note(self, kind: str, role: Role, address: str = "", **facts: str | int) -> None:
        """What was done is not undone because it could not be noted."""
        label = self.label(address) if address else ""
        said = {name: fact for name, fact in facts.items() if fact != ""}
        line = AuditLine(self.world.token(96), self.world.now_ms(), kind, role, label, said)
        try:
            await self.store.ledger.note_down(line)
        except StoreError as wrong:
            log.error("not_noted", kind=kind, reason=type(wrong).__name__)

    async def tidy(self) -> None:
        """Delete what has had its time: lines, bans and mutes, and the salts nobody needs."""
        now = self.world.now_ms()
        if days := self.settings.audit_days:
            await self.store.ledger.prune_audit(now - days * DAY_MS)
        for kind in CURBS:
            for label, curbed in self.curbs[kind].items():
                if curbed.until <= now:
                    await self.store.ledger.drop(f"{kind} {label}")
        await self.refresh()
        needed, first = set().union(*self._days.values()), self._first_day()
        near = range(first, first + 2 * max(1, self.settings.label_days))  # clocks may differ
        for day in self._salts.keys() - needed - set(near):
            await self.store.ledger.drop(f"salt {day}")
        await self.refresh()


def _day(label: str) -> int:
    found = LABEL.fullmatch(label)
    return int(found[1]) if found else NO_DAY
