"""For the tests in a real browser: a house of our own, and people with browsers of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import People
from tools.browser import found
from tools.house import House


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """A browser for each test: Playwright's own loop would be in the way of other tests' loops."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found() or None)
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
