"""For the tests in a real browser: a house of our own, and people with browsers of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from parlour.games import all_games
from tests.browser.length import LONG, part
from tests.browser.people import PATIENCE_MS, People
from tools.browser import found
from tools.house import House
from tools.patience import be_patient

GAMES = sorted(set(all_games()) - {"magpies"})  # the tiny room: in a long run
LANGUAGES = ("en", "ru")

be_patient()
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the suite one game, one language and one size; everything by `make browser`."""
    left_out = [item for item in items if "tests/browser" in item.nodeid and _left_out(item)]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def _left_out(item: pytest.Item) -> bool:
    spec = getattr(item, "callspec", None)
    given = spec.params if spec is not None else {}
    name = item.name.partition("[")[0]
    kept = {
        "game": all_games() if LONG else part(GAMES, name, len(GAMES)),
        "lang": part(LANGUAGES, name, 2),
        "phone": part((True, False), f"{name[1:]}s", 2),
    }
    left_out = any(given[what] not in kept[what] for what in kept if what in given)
    return left_out or (not LONG and item.get_closest_marker("long") is not None)


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """A browser for each test: Playwright's own loop would be in the way of other tests' loops."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found() or None, timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """The real server, with everybody's pauses shortened."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def people(chromium: Browser, house: House) -> Iterator[People]:
    """Whoever comes in; afterwards no page may have complained."""
    people = People(chromium, house)
    yield people
    people.leave()
