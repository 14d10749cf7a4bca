"""What is handed on from a table, and read at it: links in the clipboard, and the book."""

import re

from playwright.sync_api import Route, expect

from tests.browser.people import People, Person, among_bots
from tests.browser.test_fit import is_asked, settled
from tools.house import House

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def copied(person: Person) -> str:
    """The path of the link in the clipboard: its host is the one that others reach."""
    person.is_told("Copied.")
    link = str(person.page.evaluate("navigator.clipboard.readText()"))
    return "/" + link.split("/", 3)[3]


def test_a_link_to_the_replay_is_copied_at_the_end(house: House, people: People) -> None:
    table = among_bots(house, "kings", 2)
    anna = people.comes(permissions=CLIPBOARD)
    settled(anna, f"/t/{table}", "#end-title")
    anna.press("Copy the link to the replay")
    path = copied(anna)
    assert path == f"/t/{table}/replay/1#end"
    friend = people.comes()
    settled(friend, path, ".felt")
    expect(friend.page.locator(".over")).to_be_visible()


def test_a_game_goes_on_on_another_device(house: House, people: People) -> None:
    table, key = house.table("kings", 2)
    anna = people.comes(permissions=CLIPBOARD)
    anna.go(f"/t/{table}#{key}")
    is_asked(anna)
    anna.press("Menu")
    section = anna.page.locator("dialog section", has_text="Continue on another device")
    section.get_by_role("button", name="Copy the link").click()
    path = copied(anna)
    assert path == f"/t/{table}#{key}"
    tablet = people.comes(phone=False)
    settled(tablet, path, ".ask.mine")
    expect(tablet.page.locator("section.hand")).to_be_visible()
    assert key not in tablet.page.url, "the key stays in sight"
    expect(section.get_by_role("status")).to_contain_text("2")


def test_the_book_at_a_table_has_three_pages(house: House, people: People) -> None:
    table, key = house.table("kings", 2)
    anna = people.comes()
    anna.go(f"/t/{table}#{key}")
    is_asked(anna)
    anna.press("^Rules$")
    book = anna.page.locator("dialog[open]")
    expect(book.locator(".picture .felt")).to_be_visible()
    book.get_by_role("button", name="Cards").click()
    expect(book.locator("dt").first).to_be_visible()
    book.get_by_role("button", name="Rules").click()
    expect(book.locator("[id^=KINGS-]").first).to_be_visible()
    anna.is_clean()
    anna.page.keyboard.press("Escape")
    expect(book).to_have_count(0)
    assert is_asked(anna)


def test_a_page_left_open_over_an_upgrade_is_loaded_anew(people: People) -> None:
    """Its parts have other names in the new house: the page asked for one and stayed without."""
    anna = people.comes(service_workers="block")  # it may have kept the part
    anna.page.clock.install()
    anna.go("/")
    link = anna.page.get_by_role("link", name="Privacy")
    expect(link).to_be_visible()
    anna.page.clock.fast_forward("01:00")
    old_part = re.compile("/assets/Privacy.*[.]js")
    asked: list[str] = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.abort("failed")

    anna.page.route(old_part, gone)
    anna.page.on("load", lambda page: page.unroute(old_part))
    link.click()
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    assert asked
    assert anna.page.url.endswith("/privacy")
