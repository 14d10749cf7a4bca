"""`parlour export`, `backup`, `restore`: tables out of a store, and into another.

A backup is a text file: a line about itself, a line for each table as `export` writes it, and a
line with their number, so that one that was cut short is noticed.
"""

import asyncio
import os
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

import parlour
from parlour.cli.progress import bar, is_shown, watched
from parlour.cli.say import text
from parlour.cli.stores import EXPECTED, address, complain, locked, with_store
from parlour.server.evening.examine import examine_log
from parlour.server.store import BadRow, Damaged, Store, UnknownTable
from parlour.server.store.exchange import MAX_EXPORT, read_export
from parlour.server.table.rows import Unreadable

FORMAT: Final = "parlour-backup/1"
PAGE: Final = 500
INCOMPLETE: Final = 1
"""The exit status of a backup or restore that left tables out."""


class Head(msgspec.Struct, frozen=True):
    format: str
    program: str = ""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: int


def export(args: Namespace) -> int:
    try:
        content = asyncio.run(
            with_store(address(args.store), lambda store: store.export(args.table), read_only=True)
        )
        if not args.out:
            sys.stdout.write(content.decode())
            return 0
        with private(Path(args.out)) as out:
            out.write(content)
    except EXPECTED as wrong:
        return complain(wrong)
    print(text("archive.written", path=args.out))
    return 0


@contextmanager
def private(path: Path) -> Iterator[BinaryIO]:
    """A new file for its owner only; it has its name when it is complete."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


# --- backup -----------------------------------------------------------------------------------


def backup(args: Namespace) -> int:
    """Each table as it stands at one moment, which is after the beginning."""
    try:
        written, lost = asyncio.run(
            with_store(
                address(args.store), lambda store: _write(store, Path(args.path)), read_only=True
            )
        )
    except EXPECTED as wrong:
        return complain(wrong)
    print(text("backup.written", path=args.path, count=written))
    for told in lost:
        print(told, file=sys.stderr)
    return INCOMPLETE if lost else 0


async def _write(store: Store, path: Path) -> tuple[int, list[str]]:
    written, lost = 0, []
    with private(path) as out:
        out.write(msgspec.json.encode(Head(FORMAT, parlour.__version__)) + b"\n")
        async for id in watched_ids(store, text("backup.writing")):
            try:
                out.write(await store.export(id) + b"\n")
                written += 1
            except UnknownTable:
                continue  # deleted meanwhile
            except Damaged as wrong:
                lost.append(f"{id}: {wrong}")
        out.write(msgspec.json.encode(End(written)) + b"\n")
    return written, lost


async def ids(store: Store) -> AsyncIterator[str]:
    """All tables there are, page by page."""
    last = ""
    while page := await store.ids(last, PAGE):
        for id in page:
            yield id
        last = page[-1]


async def watched_ids(store: Store, label: str) -> AsyncIterator[str]:
    """The same, with a progress bar on a terminal."""
    total = len([id async for id in ids(store)]) if is_shown() else None
    with bar(label, total) as step:
        async for id in ids(store):
            yield id
            step(1)


# --- restore ----------------------------------------------------------------------------------


class Wrong(Exception):
    """What is wrong with a file, and in which line."""


def restore(args: Namespace) -> int:
    """All of the file is read and checked before anything is written."""
    try:
        good, bad = examined(Path(args.path))
        for told in bad:
            print(told, file=sys.stderr)
        if bad and not args.skip:
            print(text("backup.nothing_restored"), file=sys.stderr)
            return 2
        url = address(args.store)
        with locked(url):
            asyncio.run(with_store(url, lambda store: _put(store, good, args.path), create=True))
    except (*EXPECTED, Wrong) as wrong:
        return complain(wrong)
    for id, _, _ in good:
        print(text("archive.restored", table=id))
    return INCOMPLETE if bad else 0


Found = tuple[str, str, int]
"""The id and the code of a table, and its line."""


def examined(path: Path) -> tuple[list[Found], list[str]]:
    """The tables of an export or a backup, and what is wrong with the others."""
    good: list[Found] = []
    bad: list[str] = []
    seen: set[str] = set()
    for number, line in watched(tables_in(path), None, text("backup.reading")):
        try:
            moved = read_export(line)
            about = moved.table.listing
            examine_log(about, moved.table.version, moved.rows)
            if seen & {about.table, about.code}:
                raise BadRow(f"table {about.table}: its id or code stands in a line before")
        except Unreadable as wrong:
            bad.append(text("backup.bad_line", number=number, reason=wrong.reason))
        except BadRow as wrong:
            bad.append(text("backup.bad_line", number=number, reason=str(wrong)))
        else:
            seen |= {about.table, about.code}
            good.append((about.table, about.code, number))
    return good, bad


def tables_in(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that hold tables, numbered from 1."""
    with path.open("rb") as file:
        first = file.readline(MAX_EXPORT + 1)
        if not is_backup(first):
            yield 1, first + file.read(MAX_EXPORT)  # an export, however it was laid out
            return
        number = 1
        for number, line in enumerate(iter(lambda: file.readline(MAX_EXPORT + 1), b""), 2):
            if (end := end_of(line)) is not None:
                if end != number - 2:
                    raise Wrong(text("backup.miscounted", number=end, count=number - 2))
                return
            yield number, line.rstrip(b"\n")
    raise Wrong(text("backup.cut_short", number=number))


def is_backup(line: bytes) -> bool:
    try:
        return msgspec.json.decode(line, type=Head).format == FORMAT
    except (ValueError, RecursionError):
        return False


def end_of(line: bytes) -> int | None:
    try:
        return msgspec.json.decode(line, type=End).tables
    except (ValueError, RecursionError):
        return None


async def _put(store: Store, good: list[Found], path: str) -> None:
    for id, code, number in good:
        if await store.meta(id) is not None or await store.find(code) is not None:
            raise Wrong(text("backup.taken", number=number, table=id))
    wanted = {number for _, _, number in good}
    with bar(text("backup.restoring"), len(good)) as step:
        for number, line in tables_in(Path(path)):
            if number in wanted:
                await store.restore(line)
                step(1)
