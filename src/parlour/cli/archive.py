"""`parlour export TABLE` and `parlour restore FILE`: one table out of a store, and into another."""

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from parlour.cli.play import folder
from parlour.cli.say import text
from parlour.server.store import StoreError, open_store


def archive(args: Namespace) -> int:
    url = args.store or f"sqlite:///{folder() / 'tables.db'}"
    try:
        return asyncio.run(_export(url, args) if args.command == "export" else _restore(url, args))
    except (StoreError, OSError, ValueError) as wrong:
        print(text("archive.failed", reason=f"{type(wrong).__name__}: {wrong}"), file=sys.stderr)
        return 2


async def _export(url: str, args: Namespace) -> int:
    store = open_store(url)
    await store.open()
    try:
        content = await store.export(args.table)
    finally:
        await store.close()
    if args.out:
        Path(args.out).write_bytes(content)
        print(text("archive.written", path=args.out))
    else:
        sys.stdout.write(content.decode())
    return 0


async def _restore(url: str, args: Namespace) -> int:
    content = Path(args.path).read_bytes()
    store = open_store(url)
    await store.open()
    try:
        print(text("archive.restored", table=await store.restore(content)))
    finally:
        await store.close()
    return 0
