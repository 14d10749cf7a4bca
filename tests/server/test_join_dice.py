"""What `parlour join` says of shuffles: who was silent, what was broken off, one's own dice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parlour.cli.notices import Notices
from parlour.cli.remote import Seat
from parlour.cli.shares import Shares
from parlour.core.words import Speaker
from parlour.server.table.shuffles import WAIT_MS
from parlour.server.world import RealWorld
from tests.server.tavern import QUICK, Tavern, tavern
from tests.server.test_programs import OWN_DICE, partakes, program
from tools.patience import until


class Leap(RealWorld):
    """Its time can be moved on, so that nobody waits for what nobody says."""

    ahead = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead


class Mute(Shares):
    """Commits, keeps the list, and never reveals."""

    def follow(self, table: dict[str, Any], seat: int | None) -> dict[str, Any] | None:
        said = super().follow(table, seat)
        return None if said is None or said["type"] == "reveal" else said


async def waits_for(house: Tavern, table: str, seat: int) -> bool:
    """Whether the shuffle waits for the share of this seat, and of no other."""
    on = (await house.get(f"/tables/{table}"))["shuffling"]
    return bool(on and on["step"] == "reveal" and on["waits"] == [seat])


async def test_join_names_who_was_silent_and_speaks_of_the_dice_of_a_closed_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = Leap(QUICK.haste)
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", world=world) as house:
        [opened] = await house.open("kings", 1, 0, players=2)
        id = opened.table_id
        host = Seat(house.url, id, opened.key, shares=True)
        monkeypatch.setattr(host, "shares", Mute(id))
        words = ("-m", "parlour.cli", "join", f"{house.url}/t/{id}", "--name", "Terminal")
        guest = asyncio.create_task(program(*words, home=tmp_path, said="1\n" * 400))
        await until("the guest takes part", partakes, house, id, 1)
        await house.begin([host])
        listens = asyncio.create_task(heard(host, "playing"))
        await until("the guest has revealed", waits_for, house, id, 0)
        world.ahead += WAIT_MS
        house.hub.keepers[id].changed.set()
        await listens
        await house.post(f"/tables/{id}/close", {}, opened.key)
        code, told = await guest
    assert code == 0, told
    assert "did not answer in time: Anna." in told
    assert told.count(OWN_DICE) == 1


async def heard(seat: Seat, phase: str) -> None:
    while seat.table["phase"] != phase:
        await seat.hear()


def test_join_says_how_many_starts_were_broken_off() -> None:
    broken = [{"number": 2}, {"number": 2}]
    table: dict[str, Any] = {"paused": False, "seats": [], "number": 1, "broken": broken}
    seat = Seat("", "t", "", "en")
    seat.table = table
    notices, speaker = Notices(), Speaker(None, "en", ["Anna", "Bruno"])
    [said] = notices.new(seat, speaker)
    assert said.startswith("2 starts of this game had been broken off")
    assert notices.new(seat, speaker) == []
    seat.table = {
        **table,
        "number": 2,
        "broken": [],
        "shares": [{"seat": 0}, {"seat": 1, "value": "ff"}],
    }
    [said] = notices.new(seat, speaker)
    assert said.endswith("in time: Anna.")
