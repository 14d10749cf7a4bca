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


STORED = {
    "lang": ("your language", "язык"),
    "theme": ("the colours", "цвета"),
    "sound": ("the sound", "звук"),
    "buzz": ("the phone vibrates", "вибрацию"),
    "speed": ("how quickly", "как быстро"),
    "haste": ("bots answer", "отвечать ботам"),
    "bubbles": ("beside their names", "рядом с именами"),
    "wink-words": ("which lists are open", "какие списки раскрыты"),
    "choose": ("routine questions", "привычные вопросы"),
    "name": ("your name", "ваше имя"),
    "known": ("games you have been shown", "какие игры вам показаны"),
    "learnt": ("lessons you have done", "пройденные уроки"),
    "practice": ("practice tables", "учебными столами"),
    "keys": ("keys of seats", "ключи мест"),
    "tables": ("tables and evenings you sat down at", "столы и вечера, за которыми вы сидели"),
    "history": ("games you finished", "доигранных партий"),
    "shares": ("your own dice", "ваши кости"),
    "calls": ("to be notified", "уведомлять"),
    "device": ("random word", "случайное слово"),
    "secret": ("operator’s secret", "Секрет оператора"),
}
"""What the page stores in the browser, and by which words the privacy page says so."""
ROOT = Path(__file__).parents[2]
SETS = re.compile(r"(?:stored\.set|Storage\.setItem)\(\s*([`\"][^`\"]+|\w+)")


def stored_by(source: str) -> set[str]:
    """The names under which a module of the page stores something, up to their first dot."""
    return {_name(named, source).split(".")[0] for named in SETS.findall(source)}


def _name(named: str, source: str) -> str:
    if named[0] not in '`"':  # it is said elsewhere in the module
        said = re.search(rf"\b{named} = ([`\"][^`\"]+)", source)
        assert said, named
        named = said[1]
    return named[1:].removeprefix("parlour.")


def pages() -> list[Path]:
    folders = [ROOT / "client" / "src", *(ROOT / "src/parlour/games").glob("*/client")]
    found = [path for folder in folders for path in folder.rglob("*")]
    return [path for path in found if re.search(r"(?<!\.test)\.(ts|svelte)$", path.name)]


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


def test_all_that_the_page_stores_is_named() -> None:
    """Whoever stores something more says it on the page, in every language."""
    found: set[str] = set()
    for path in pages():
        source = path.read_text("utf-8")
        if path.name == "stored.ts":
            source = source.split("};", 1)[1]  # behind the one door to the browser's storage
        else:
            assert "localStorage" not in source, path
        found |= stored_by(source)
    assert found == STORED.keys()
    told = privacy(Settings()).parts[0].text
    for words in STORED.values():
        for lang, word in zip(("en", "ru"), words, strict=True):
            assert word in told[lang]


def test_names_are_found_however_they_are_written() -> None:
    source = 'const KEPT = "parlour.a";\nsessionStorage.setItem(KEPT, x); stored.set(`b.${c}`, y);'
    assert stored_by(source + 'stored.set(\n  "d", z)') == {"a", "b", "d"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_keeps_a_hash_of_each_device(lang: str) -> None:
    tables = privacy(Settings()).parts[1].text[lang]
    assert re.search("of each device .* hash|от каждого устройства, .* хеш", tables)
