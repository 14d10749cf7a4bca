"""Who sits with whom is drawn by the house and the guests' pages together."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.cli.shares import Shares
from parlour.server.evening import lots
from parlour.server.table.fairness import share_commitment
from tests.server.tavern import tavern
from tests.server.test_evenings import Night
from tools.patience import until


class Page:
    """A guest's page: it looks, and says what the draw wants of it."""

    def __init__(self, night: Night, joined: dict[str, Any]) -> None:
        self.night = night
        self.guest: int = joined["guest"]
        self.key: str = joined["key"]
        self.shares = Shares(night.id)

    async def look(self) -> Any:
        info = await self.night.info(self.key)
        said = self.shares.follow(info, info["you"])
        if said is None:
            return info
        said.pop("type")
        return await self.night.post("share", {"round": said.pop("shuffle"), **said}, self.key)

    def verdict(self, info: Any) -> str:
        return self.shares.verdict({**info["lots"][-1], "broken": []})


async def night_of(house: Any, people: int, **more: Any) -> tuple[Night, list[Page]]:
    night = await Night.open(house, **more)
    pages = [Page(night, await night.come(f"Guest {k}")) for k in range(people)]
    for page in pages:
        await page.look()
    return night, pages


async def test_the_lots_of_a_round_come_from_the_house_and_every_page(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night, pages = await night_of(house, 4, size=2)
        info = await night.post("draw")
        assert info["round"] == 0
        assert info["shuffling"]["step"] == "reveal"
        assert not any("value" in share for share in info["shuffling"]["shares"])
        info = [await page.look() for page in pages][-1]
        assert info["round"] == 1
        assert info["shuffling"]["step"] == "commit"
        assert [page.verdict(info) for page in pages] == ["checked"] * 4
        assert info["lots"][0]["number"] == 1
        for place in info["tables"]:
            shown = await house.get(f"/tables/{place['id']}")
            assert shown["shuffling"]["waits"] == [0, 1], "their pages take part there too"


async def test_guests_without_dice_are_drawn_at_once(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night = await Night.open(house, size=2)
        for name in ("Anna", "Bruno"):
            await night.come(name)
        info = await night.post("draw")
        assert info["round"] == 1
        assert info["lots"] == []
        shown = await house.get(f"/tables/{info['tables'][0]['id']}")
        assert shown["phase"] == "playing"


async def test_a_page_that_stays_silent_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lots, "WAIT_MS", 300)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night, pages = await night_of(house, 3)
        await night.post("draw")
        for page in pages[:2]:
            await page.look()

        async def drawn() -> Any:
            info = await pages[0].look()
            return info if info["round"] else None

        info = await until("the round is drawn", drawn)
        silent = [one["seat"] for one in info["lots"][0]["shares"] if "value" not in one]
        assert silent == [2]
        assert [page.verdict(info) for page in pages] == ["checked", "checked", "left_out"]


async def test_whoever_comes_after_the_list_changes_nothing(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night, pages = await night_of(house, 4, size=2)
        await night.post("draw")
        late = await night.come("Late")
        await night.post(f"guests/{pages[0].guest}/remove")
        assert await night.refused("finish", {"round": 0}) == "round_not_over"
        for page in pages[1:]:
            await page.look()
        info = await night.post("share", reveal_of(pages[0]), pages[0].key)
        drawn = sorted(guest for table in info["tables"] for guest in table["guests"])
        assert drawn == [page.guest for page in pages]
        assert late["guest"] not in drawn


def reveal_of(page: Page) -> dict[str, Any]:
    return {"round": 1, "value": page.shares.kept[1].value}


async def test_a_draw_survives_a_killed_server(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'a.db'}"
    async with tavern(store) as house:
        night, pages = await night_of(house, 2, size=2)
        await night.post("draw")
        await pages[0].look()
    async with tavern(store) as house:
        night.house = house
        pages[0].shares.again()
        info = [await page.look() for page in pages][-1]
        assert info["round"] == 1
        assert [page.verdict(info) for page in pages] == ["checked"] * 2


async def test_two_who_look_at_once_make_one_round(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night, pages = await night_of(house, 2, size=2)
        await night.post("draw")
        await asyncio.gather(*(page.look() for page in pages))
        info = await night.info()
        assert (info["round"], len(info["tables"])) == (1, 1)


async def test_what_does_not_belong_to_the_draw_is_refused(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night, pages = await night_of(house, 2, size=2)
        anna, key = pages[0], pages[0].key
        other = {"round": 1, "commitment": "1" * 64}
        assert await night.refused("share", other, key) == "share_given"
        assert (
            await night.refused("share", {"round": 3, "commitment": "1" * 64}, key) == "no_shuffle"
        )
        assert await night.refused("share", reveal_of(anna), key) == "no_shuffle"
        await night.post("draw")
        assert await night.refused("share", other, key) == "too_late"
        assert await night.refused("share", {"round": 1, "value": "0" * 64}, key) == "bad_share"
        assert await night.refused("share", reveal_of(anna), night.key) == "bad_key"


async def test_a_house_that_draws_again_after_the_list_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds a guest too: it would rather have committed to something else for that one."""
    cheat = 1
    honest = lots.seed_of

    def seed_of(id: str, secrets: Any, round: int, shares: Any) -> Any:
        if shares and all(share.value for share in shares):
            value = "ab" * 32
            sealed = share_commitment(id, round, round, cheat, value)
            for k, share in enumerate(shares):
                if share.seat == cheat:
                    shares[k] = msgspec.structs.replace(share, commitment=sealed, value=value)
        return honest(id, secrets, round, shares)

    monkeypatch.setattr(lots, "seed_of", seed_of)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}") as house:
        night, pages = await night_of(house, 3)
        await night.post("draw")
        info = [await page.look() for page in pages][-1]
        assert info["round"] == 1
        assert [pages[0].verdict(info), pages[2].verdict(info)] == ["wrong", "wrong"]
