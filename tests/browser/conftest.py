"""For the tests in a real browser: a house of our own, and people with browsers of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

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


def lasting(fixture_name: str, config: pytest.Config) -> Literal["session", "function"]:
    """For all tests where these run alone, as in `make browser` and `make test`; else for each.

    Playwright's own loop would be in the way of other tests' loops.
    """
    return "session" if all("tests/browser" in place for place in config.args) else "function"


@pytest.fixture(scope=lasting)
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope=lasting)
def browsers() -> Iterator[list[Browser]]:
    """Those that were started; the last one is used."""
    started: list[Browser] = []
    yield started
    for browser in started:
        browser.close()


@pytest.fixture
def chromium(playwright: Playwright, browsers: list[Browser]) -> Iterator[Browser]:
    """A browser in which nothing is left of the test before; one that has crashed is replaced."""
    if not browsers or not browsers[-1].is_connected():
        where = found() or None
        started = playwright.chromium.launch(executable_path=where, timeout=PATIENCE_MS)
        browsers.append(started)
    yield browsers[-1]
    for context in browsers[-1].contexts:
        context.close()


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
