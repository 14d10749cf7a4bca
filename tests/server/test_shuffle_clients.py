"""Clients in shuffles over the network, and what `parlour verify` says of them."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.cli.remote import Seat
from parlour.cli.verify import verify
from parlour.server.table import records
from tests.server.tavern import Tavern, play, tavern

SHORT = {"copies": 1, "copy_modifiers": [0, 0]}


async def played(house: Tavern, shuffling: list[bool]) -> tuple[list[Seat], dict[str, Any]]:
    """A game of Kings to its end, with these clients; and its record."""
    opened = await house.open("kings", len(shuffling), options=SHORT)
    seats = [
        Seat(house.url, seat.table_id, seat.key, shares=shares)
        for seat, shares in zip(opened, shuffling, strict=True)
    ]
    await house.begin(seats)
    await asyncio.gather(*map(play_on, seats))
    file = await house.get(f"/tables/{seats[0].table_id}/games/1/record")
    return seats, file


async def play_on(seat: Seat) -> None:
    await play(seat, Random(seat.number))
    await seat.close()


def said(
    tmp_path: Path, file: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(file))
    status = verify(str(path))
    return status, capsys.readouterr().out


async def test_seats_over_the_network_shuffle_and_verify_says_who(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        seats, file = await played(house, [True, True, False])
    assert [seat.shares.verdict(seat.table) for seat in seats if seat.shares] == ["checked"] * 2
    status, words = said(tmp_path, file, capsys)
    assert status == 0
    assert "the house and 2 of 3 seats" in words
    assert "does not cover" in words
    other = {**file, "shares": file["shares"][:1]}
    status, words = said(tmp_path, other, capsys)
    assert (status, "shares of the seats" in words) == (1, True)
    wrong = [{**share, "value": "00" * 32} for share in file["shares"]]
    status, words = said(tmp_path, {**file, "shares": wrong}, capsys)
    assert (status, "committed" in words) == (1, True)
    status, words = said(tmp_path, {**file, "secret": "00" * 32}, capsys)
    assert (status, "promised" in words) == (1, True)


async def test_without_clients_verify_says_that_the_house_was_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        _, file = await played(house, [False, False])
    status, words = said(tmp_path, file, capsys)
    assert status == 0
    assert "the house alone" in words


async def test_verify_names_the_silent_and_the_starts_that_were_broken_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        _, file = await played(house, [True, False])
    silent = {"seat": 1}
    gone = {"id": 1, "number": 1, "house": "", "shares": [], "reason": "left", "seat": 1}
    read = msgspec.convert({**file, "shares": [*file["shares"], silent]}, records.GameFile)
    assert records.verify(read).honest
    told = {**file, "shares": [*file["shares"], silent], "broken": [gone]}
    _, words = said(tmp_path, told, capsys)
    assert "Guest 1" in words
    assert "One start" in words
