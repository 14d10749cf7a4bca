"""A program that appends to many tables and says what was acknowledged, until it is killed.

python appender.py ADDRESS TABLES
"""

import asyncio
import os
import sys

from parlour.server.store import Conflict, Row, Store, open_store


async def play(store: Store, name: str) -> None:
    seq = (await store.load(name))[-1].seq
    while True:
        row = Row(seq + 1, seq + 1, "chose", b'{"seat":%d}' % (seq + 1))
        try:
            await store.append(name, seq, [row])
        except Conflict:  # the last row of one that was killed before us came through after all
            seq = (await store.load(name))[-1].seq
            continue
        seq += 1
        os.write(1, f"{name} {seq}\n".encode())


async def main(url: str, tables: int) -> None:
    store = open_store(url)
    await store.open()
    await asyncio.gather(*(play(store, f"t{n}") for n in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
