"""`parlour export TABLE` and `parlour restore FILE`: one table out of a store, and into another."""

import asyncio
import sys
from argparse import Namespace
from pathlib import Path

from parlour.cli.say import text
from parlour.cli.stores import EXPECTED, address, complain, with_store


def archive(args: Namespace) -> int:
    url = address(args.store)
    try:
        return asyncio.run(_export(url, args) if args.command == "export" else _restore(url, args))
    except EXPECTED as wrong:
        return complain(wrong)


async def _export(url: str, args: Namespace) -> int:
    content = await with_store(url, lambda store: store.export(args.table))
    if args.out:
        Path(args.out).write_bytes(content)
        print(text("archive.written", path=args.out))
    else:
        sys.stdout.write(content.decode())
    return 0


async def _restore(url: str, args: Namespace) -> int:
    content = Path(args.path).read_bytes()
    table = await with_store(url, lambda store: store.restore(content), create=True)
    print(text("archive.restored", table=table))
    return 0
