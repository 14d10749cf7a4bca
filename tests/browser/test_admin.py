"""The page for operators, the privacy page, and what guests are told, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person
from tests.browser.test_screens import checked, settled
from tools.house import House
from tools.patience import Patience

SECRET = "a secret of some length"
BOTH = pytest.mark.parametrize("lang", ["en", "ru"])
SIZES = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
GO_IN = {"en": "Enter", "ru": "Войти"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """With a secret that the test knows."""
    with House(tmp_path, admin_secret=SECRET) as opened:
        yield opened


def operator(people: People, lang: str = "en", phone: bool = False) -> Person:
    person = people.comes(lang, phone)
    settled(person, "/admin", "input[type=password]")
    person.page.locator("input[type=password]").fill(SECRET)
    person.page.get_by_role("button", name=GO_IN[lang], exact=True).click()
    expect(person.page.locator("section.panel").first).to_be_visible()
    return person


@BOTH
@SIZES
def test_the_pages_of_the_house(lang: str, phone: bool, house: House, people: People) -> None:
    """With something in every list of the admin page."""
    guest = people.comes(lang, phone)
    settled(guest, "/privacy", "section.panel")
    guest.sees({"en": "deleted after 30 days", "ru": "удаляются через 30 дней"}[lang])
    checked(guest)
    settled(guest, "/admin", "input[type=password]")
    checked(guest)
    table, key = house.table("kings", 3, public=True)
    settled(guest, f"/t/{table}#{key}", ".felt")
    for body in ({"deed": "ban", "why": "shouts"}, {"deed": "mute"}):
        house.ask("/admin/guests", {"who": "203.0.113.5", **body}, SECRET)
    person = operator(people, lang, phone)
    expect(person.page.locator("ol li")).to_have_count(3)
    checked(person)
    house.ask("/admin/notice", {"text": {"en": "Cake at nine", "ru": "Торт в девять"}}, SECRET)
    house.ask("/admin/maintenance", {"on": True, "until": 1_900_000_000_000}, SECRET)
    said = {"en": "Cake at nine", "ru": "Торт в девять"}[lang]
    guest.sees({"en": "being maintained until", "ru": "Идут работы"}[lang])
    checked(guest)
    settled(guest, "/", ".posters article")
    guest.sees(said)
    guest.sees({"en": "being maintained until", "ru": "Идут работы"}[lang])
    checked(guest)


def test_an_operator_orders_things(house: House, people: People) -> None:
    table, _ = house.table("kings", 3, public=True)
    person = operator(people)
    page = person.page
    page.get_by_label("Message of the day, English").fill("Cake at nine")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("ol")).to_contain_text("message of the day")
    page.get_by_role("button", name="Begin maintenance").click()
    person.sees("No new tables are opened")
    page.get_by_label("Label or address").fill("203.0.113.5")
    page.get_by_role("button", name="Mute", exact=True).click()
    person.sees("muted until")
    page.get_by_role("button", name="Lift").click()
    person.sees("There are none.")
    page.get_by_role("button", name="Take off the list").click()
    expect(page.get_by_role("button", name="Take off the list")).to_have_count(0)
    assert house.ask("/tables?state=playing") == []
    page.get_by_role("button", name=re.compile("^Close")).click()
    page.get_by_role("button", name=re.compile("^Sure")).click()
    expect(page.locator("ol")).to_contain_text(f"table: {table}")
    patience = Patience("the table is closed")  # the log named it before, when it was taken off
    while house.ask(f"/tables/{table}")["phase"] != "closed":
        patience.check()
        person.pause()
    told = house.ask("/house")
    assert told["notice"] == {"en": "Cake at nine", "ru": "Cake at nine"}
    assert told["maintenance"]


def test_the_secret_stays_in_its_tab(house: House, people: People) -> None:
    """Through a reload, not in an address, not in what the browser remembers; a wrong one not."""
    person = operator(people)
    page = person.page
    page.reload()
    expect(page.get_by_role("heading", name="Audit log")).to_be_visible()
    assert SECRET not in page.url
    assert SECRET not in page.evaluate("JSON.stringify(localStorage) + document.cookie")
    other = page.context.new_page()
    other.goto(house.url + "/admin")
    expect(other.locator("input[type=password]")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    page.reload()
    expect(page.locator("input[type=password]")).to_be_visible()
    assert SECRET not in page.evaluate("JSON.stringify(sessionStorage)")
    stranger = people.comes()
    settled(stranger, "/admin", "input[type=password]")
    stranger.page.locator("input[type=password]").fill("a guess")
    stranger.page.get_by_role("button", name="Enter", exact=True).click()
    stranger.is_told("not the secret")
    expect(stranger.page.locator("input[type=password]")).to_be_visible()
    stranger.complaints.clear()  # the browser itself tells of the 403
