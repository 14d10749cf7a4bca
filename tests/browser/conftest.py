"""For the tests in a real browser: a house of our own, and people with browsers of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.length import part
from tests.browser.people import PATIENCE_MS, People
from tools.browser import found
from tools.house import House
from tools.patience import be_patient

be_patient()
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is tested in both languages is tested in one of them in the suite."""
    left_out = [item for item in items if _other_language(item)]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def _other_language(item: pytest.Item) -> bool:
    given = getattr(item, "callspec", None)
    if given is None or "lang" not in given.params or "tests/browser" not in item.nodeid:
        return False
    others = [str(value) for name, value in sorted(given.params.items()) if name != "lang"]
    name = item.name.partition("[")[0] + "".join(others if len(others) < 3 else ())
    return given.params["lang"] not in part(("en", "ru"), name, 2)


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
