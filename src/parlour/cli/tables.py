"""`parlour list`, `check`, `close TABLE`, `delete TABLE`: an operator's look at the tables.

The first two only read.  The others go through the server that has the SQLite file, if one runs;
else straight to the file, under its lock.  On PostgreSQL they write like one more node.
"""

import asyncio
import sys
import time
from argparse import Namespace

from parlour.cli.backup import ids, watched_ids
from parlour.cli.remote import Rejected, ask
from parlour.cli.say import language, text
from parlour.cli.stores import EXPECTED, address, complain, locked, with_store
from parlour.core.errors import Refusal
from parlour.server.evening.examine import examine_log
from parlour.server.node.hub import Hub
from parlour.server.settings import Settings
from parlour.server.store import Store, StoreError
from parlour.server.store.sqlite_lock import Running, file_of, running
from parlour.server.table.deeds import close_by
from parlour.server.table.rows import Unreadable
from parlour.server.words import refusal_text
from parlour.server.world import RealWorld

WRONG = 1
"""The exit status of `check` when something is wrong."""


def show_list(args: Namespace) -> int:
    try:
        asyncio.run(with_store(address(args.store), _list, read_only=True))
    except EXPECTED as wrong:
        return complain(wrong)
    return 0


async def _list(store: Store) -> None:
    async for id in ids(store):
        if (meta := await store.meta(id)) is not None:
            about = meta.listing
            at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(meta.touched_ms / 1000))
            print(f"{id}  {about.code:<8}  {about.game:<10} {about.state:<8} {meta.last:>6}  {at}")


def check(args: Namespace) -> int:
    """Every row of every table; what is wrong is said, and the rest is checked all the same."""
    try:
        good, bad = asyncio.run(with_store(address(args.store), _check, read_only=True))
    except EXPECTED as wrong:
        return complain(wrong)
    for told in bad:
        print(told)
    print(text("check.done", count=good, number=len(bad)))
    return WRONG if bad else 0


async def _check(store: Store) -> tuple[int, list[str]]:
    good, bad = 0, [*await store.faults()]
    async for id in watched_ids(store, text("check.reading")):
        try:
            kept = await store.read(id, whole=True)
            if kept is None:
                continue  # deleted meanwhile
            if [row.seq for row in kept.rows] != list(range(1, kept.meta.last + 1)):
                raise StoreError(text("check.holes", number=kept.meta.last))
            examine_log(kept.meta.listing, kept.meta.version, kept.rows)
            good += 1
        except Unreadable as wrong:
            bad.append(f"{id}: {wrong.reason}")
        except (StoreError, ValueError, LookupError) as wrong:
            bad.append(f"{id}: {wrong}")
    return good, bad


# --- commands that write ----------------------------------------------------------------------


def change(args: Namespace) -> int:
    """close and delete."""
    url = address(args.store)
    file = file_of(url)
    try:
        server = running(file) if file is not None and file.exists() else None
        if server is not None:
            asyncio.run(_through(server, args.table, args.command))
        else:
            with locked(url):
                asyncio.run(with_store(url, lambda store: _straight(store, args)))
    except Refusal as refusal:
        print(refusal_text(refusal, language()), file=sys.stderr)
        return 2
    except Rejected as wrong:
        print(wrong.said.get("text") or wrong.code, file=sys.stderr)
        return 2
    except EXPECTED as wrong:
        return complain(wrong)
    print(text(f"check.{args.command}", table=args.table))
    return 0


async def _through(server: Running, table: str, command: str) -> None:
    await ask(f"{server.url}/api/admin/tables/{table}/{command}", {}, server.secret)


async def _straight(store: Store, args: Namespace) -> None:
    hub = Hub(RealWorld(), store, Settings(node="command"))
    if args.command == "close":
        await (await hub.read(args.table)).do(close_by("operator"))
    else:
        await hub.delete(args.table)
    await hub.house.note(f"{args.command}d", "operator", table=args.table)
