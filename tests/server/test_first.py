import asyncio
from random import Random

from tests.server.tavern import play, tavern


async def test_kings_over_the_socket(tmp_path) -> None:
    async with tavern(f"sqlite:///{tmp_path}/p.db") as house:
        seats = await house.open("kings", 2, 1)
        await house.begin(seats)
        luck = Random(1)
        await asyncio.wait_for(asyncio.gather(*(play(s, luck) for s in seats)), 60)
        print(seats[0].table)
        rec = await house.get(f"/tables/{seats[0].table_id}/games/1/record")
        print(len(rec["record"]["choices"]))
