"""A refusal on the socket: the sentence for people, and beside it what could be typed instead."""

from pathlib import Path

import pytest

from tests.server.desk import Desk


async def test_an_example_of_what_to_type_travels_beside_the_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await (await Desk.at(f"sqlite:///{tmp_path / 'a'}.db")).open("kings", 2)
    guests = [await table.guest(seat) for seat in (0, 1)]
    await table.begin()
    game = table.keeper.sitting.game
    monkeypatch.setattr(type(game), "examples", {"must_lay": "elf9@c3"})
    replies = [await guest.do("why", choice="nonsense") for guest in guests]
    told = {reply["code"]: reply for reply in replies}
    assert told["must_lay"]["example"] == "elf9@c3"
    assert "elf9@c3" not in told["must_lay"]["text"]
    assert "example" not in told["not_asked"]
    assert len(told["not_asked"]["facts"]["seats"]) == 1
    assert told["not_asked"]["facts"]["ask"] == "lay"
    await table.close()
