"""Parcels: left by one device, fetched by another, once."""

import base64
from pathlib import Path

import msgspec
import pytest

from parlour.cli.remote import Rejected
from parlour.server.http.parcels import MOST_BYTES
from parlour.server.settings import Settings
from parlour.server.store import Store
from tests.server.tavern import QUICK, Tavern, tavern

PATIENT: Settings = msgspec.structs.replace(QUICK, parcels_per_minute=1_000_000)


async def refused(house: Tavern, path: str, body: dict[str, str]) -> str:
    with pytest.raises(Rejected) as told:
        await house.post(path, body)
    return told.value.code


async def test_a_parcel_is_gone_once_it_is_fetched(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", PATIENT) as house:
        left = await house.post("/parcels", {"id": "ABCDEFGH", "body": "c2VjcmV0"})
        assert 0 < left["until"] - house.world.now_ms() <= PATIENT.parcel_ms
        assert await refused(house, "/parcels", {"id": "ABCDEFGH", "body": "eA=="}) == (
            "parcel_refused"
        )
        fetched = await house.post("/parcels/fetch", {"id": "ABCDEFGH"})
        assert fetched == {"body": "c2VjcmV0"}
        assert await refused(house, "/parcels/fetch", {"id": "ABCDEFGH"}) == "no_such_parcel"


async def test_size_form_number_and_tries_are_bounded(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(PATIENT, max_parcels=1)
    async with tavern(f"sqlite:///{tmp_path / 'a.db'}", settings) as house:
        body = base64.b64encode(bytes(MOST_BYTES // 4 * 3)).decode()
        assert len(body) == MOST_BYTES
        await house.post("/parcels", {"id": "ABCDEFGH", "body": body})
        assert await refused(house, "/parcels", {"id": "ABCDEFGJ", "body": "eA=="}) == (
            "parcel_refused"
        )
        assert await refused(house, "/parcels", {"id": "ABCDEFGK", "body": body + "AAAA"}) in (
            "too_long",
            "bad_request",
        )
        for wrong in ("abcdefgh", "ABC", "ABCDEFGI", "../../..", "ABCDEFGH\n"):
            assert await refused(house, "/parcels/fetch", {"id": wrong}) == "bad_request"
    few = msgspec.structs.replace(QUICK, parcels_per_minute=4)
    async with tavern(f"sqlite:///{tmp_path / 'b.db'}", few) as house:
        codes = [await refused(house, "/parcels/fetch", {"id": "ABCDEFGH"}) for _ in range(3)]
        assert codes == ["no_such_parcel", "no_such_parcel", "too_fast"]


async def test_a_parcel_has_its_time(store: Store) -> None:
    """Over both databases."""
    parcels = store.parcels
    assert await parcels.put("A", "one", until_ms=1_000, most=2)
    assert await parcels.put("B", "two", until_ms=2_000, most=2)
    assert not await parcels.put("C", "three", until_ms=2_000, most=2)
    assert await parcels.fetch("A", now_ms=1_000) is None
    assert await parcels.prune(1_000) == 1
    assert await parcels.count() == 1
    assert await parcels.fetch("B", now_ms=1_999) == "two"
    assert await parcels.fetch("B", now_ms=1_999) is None
    assert await parcels.count() == 0
