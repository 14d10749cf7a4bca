"""A game that ends while somebody has sealed a choice: the table goes on like any other."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour.core.outcome import Outcome
from parlour.core.table import Table
from parlour.games import all_games
from parlour.server.table import begin, moments, records
from tests.server.desk import Desk

GAME = "magpies"


def flee(t: Table, seat: int, offer: int) -> None:
    t.finish(Outcome((seat,), tuple(range(t.players)), "quiet", "MAGP-4"))


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """Magpies, whose seat 1 may end the game at any moment; seat 0 has hidden its card."""
    room: type[Table] = type(all_games()[GAME].new(2, 1))
    monkeypatch.setattr(room, "offers", lambda self, seat: [0] if seat == 1 else [])
    monkeypatch.setattr(room, "offer_text", lambda self, seat, offer: "flee")
    monkeypatch.setattr(room, "take", flee)
    desk = await (await Desk.at(f"sqlite:///{tmp_path / 'a'}.db")).open(GAME, 2)
    for seat in (0, 1, None):
        await desk.guest(seat)
    await desk.begin()
    await desk.guests[0].answer()
    yield desk
    await desk.close()


async def test_everybody_sees_the_end_and_another_game_can_follow(table: Desk) -> None:
    assert table.table.sealed[0] >= 0
    reply = await table.guests[1].answer("flee")
    assert reply["type"] == "ack"
    for guest in table.guests:
        view: dict[str, Any] = guest.news["view"]
        assert view["over"]["winners"] == [1]
        assert not view.get("answered")
    file = await records.game_file(table.keeper, 1)
    for eye in (0, 1, None, "all"):
        *_, end = moments.moments(file.record, eye, 1, 10, True)
        assert end.view.over is not None
    assert moments.history(file.record, None)
    assert records.verify(file).honest
    await table.keeper.do(begin.rematch(0))
    assert table.keeper.info().phase == "playing"
