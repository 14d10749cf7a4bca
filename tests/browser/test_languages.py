"""A third language on the page: Polish, found by its files in a copy of the programs."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person
from tests.languages.further import tree_with
from tools.house import House
from tools.patience import PATIENCE_S


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs with Polish, and the page built from them."""
    tree = tree_with("pl", tmp_path_factory.mktemp("polish") / "tree")
    build = [sys.executable, "tools/client.py"]
    subprocess.run(build, cwd=tree, check=True, capture_output=True, timeout=PATIENCE_S)
    return tree


@pytest.fixture
def house(tmp_path: Path, tree: Path) -> Iterator[House]:
    with House(tmp_path, tree) as house:
        yield house


def fits(person: Person) -> bool:
    """Nothing sticks out to the right."""
    width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1"
    return bool(person.page.evaluate(width))


def test_the_page_speaks_a_third_language(house: House, people: People) -> None:
    guest = people.comes("pl-PL").go("/")
    page = guest.page
    assert page.locator("html").get_attribute("lang") == "pl"
    guest.sees("Gry karciane z sekretami, przy jednym stole.")
    guest.sees("Królowie pod górami")  # the room that has Polish
    guest.sees("A spaghetti western")  # one that has not
    guest.is_clean()
    assert fits(guest)

    table, key = house.table("kings", 2)
    guest.go(f"/t/{table}#{key}")
    guest.sees("Wyłóż jeden oddział: na kopalnię w środku albo na własną.")
    expect(page.get_by_text(re.compile(r"jeszcze \d")).first).to_be_visible()  # by a mine's size
    guest.is_clean()
    assert fits(guest)

    guest.go("/rules/kings")
    page.get_by_role("button", name="Zasady").click()
    page.get_by_role("searchbox").fill("overseer")  # a rulebook that is not translated
    expect(page.get_by_text(re.compile(r"\d+ miejsc")).first).to_be_visible()


def test_three_languages_are_chosen_from_a_list(house: House, people: People) -> None:
    guest = people.comes("pl").go("/")
    chosen = guest.page.get_by_label("Język")
    assert chosen.locator("option").all_inner_texts() == ["English", "Polski", "Русский"]
    chosen.select_option("ru")
    guest.sees("Карточные игры с секретами")
    guest.go("/")
    assert guest.page.locator("html").get_attribute("lang") == "ru"
