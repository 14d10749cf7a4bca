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

GAMES = sorted(all_games())
LANGUAGES = ("en", "ru")

be_patient()
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the suite one of the languages and a third of the games; everything by `make browser`."""
    left_out = [item for item in items if "tests/browser" in item.nodeid and _left_out(item)]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def _left_out(item: pytest.Item) -> bool:
    spec = getattr(item, "callspec", None)
    given = spec.params if spec is not None else {}
    name = item.name.partition("[")[0]
    games = part(GAMES, f"{name}s", 3)
    languages = part(LANGUAGES, f"{name}{given.get('phone', '')}", 2)
    return (
        given.get("game", games[0]) not in games
        or given.get("lang", languages[0]) not in languages
        or (not LONG and item.get_closest_marker("long") is not None)
    )


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
