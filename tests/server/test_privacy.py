"""The privacy page says what the settings do, whatever they are."""

import re
from pathlib import Path

import msgspec
import pytest

from parlour.core.language import LANGUAGES
from parlour.server.http.privacy import privacy
from parlour.server.settings import Settings
from tests.server.tavern import QUICK, tavern
from tools.privacy import PAGE, page

DAY_MS = 86_400_000
OTHER = {
    "retain_days": 41,
    "retain_frozen_days": 43,
    "abandon_ms": 47 * DAY_MS,
    "audit_days": 53,
    "label_days": 59,
    "push_days": 61,
    "parcel_ms": 67 * 3_600_000,
}
"""Every setting that says how long something is kept, with a number found nowhere else."""


def numbers(text: str) -> set[int]:
    return {int(found) for found in re.findall(r"\d+", text)}


def whole(settings: Settings, lang: str) -> str:
    told = privacy(settings)
    return " ".join([told.intro[lang], *(part.text[lang] for part in told.parts)])


def test_every_setting_of_how_long_something_is_kept_is_known_here() -> None:
    """Whoever adds one says it on the page."""
    names = {
        name
        for name in Settings.__struct_fields__
        if re.search("retain|abandon|days|parcel_ms", name)
    }
    assert names == OTHER.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_numbers_are_those_of_the_settings(lang: str) -> None:
    changed = msgspec.convert(OTHER, Settings)
    assert numbers(whole(changed, lang)) == {41, 43, 47, 53, 59, 61, 67}
    assert numbers(whole(Settings(), lang)) == {365, 1_095, 14, 30, 7, 60, 1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_kept_for_ever_is_said_so(lang: str) -> None:
    forever = Settings(retain_days=0, retain_frozen_days=0, audit_days=0)
    said = whole(forever, lang)
    assert numbers(said) == {14, 7, 60, 1}
    assert len(re.findall("until the operator deletes|пока .{1,5}не удалит оператор", said)) == 3


async def test_the_running_server_says_its_own_numbers(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, retain_days=41, audit_days=53)
    async with tavern(f"sqlite:///{tmp_path / 'tables.db'}", settings) as house:
        told = await house.get("/privacy")
    texts = " ".join(part["text"]["en"] for part in told["parts"])
    assert {41, 53} <= numbers(texts)
    assert told["title"]["ru"]


def test_the_document_is_what_a_server_says_by_default() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tools.privacy"
