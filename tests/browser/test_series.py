"""Several games at one table, and an evening of several tables, in a real browser."""

import csv
import io
import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person, play_on
from tests.browser.test_tables import joins
from tools.house import House

BOTH = pytest.mark.parametrize("lang", ["en", "ru"])


CUT_OFF = """chart => {
  const frame = chart.getBoundingClientRect();
  return [...chart.querySelectorAll("text")]
    .filter(text => {
      const box = text.getBoundingClientRect();
      return box.left < frame.left - 1 || box.right > frame.right + 1;
    })
    .map(text => text.textContent);
}"""
"""Words of a chart that run out of it."""


def tournament_with_hiring(person: Person) -> str:
    """Through the set-up screen: four players, one free seat, the room's own tournament."""
    person.go("/new/bang")
    page = person.page
    page.get_by_label("Your name").fill("Anna")
    page.locator("label.count", has_text="4").click()
    page.get_by_text("More settings").click()
    expect(page.get_by_label("Hiring")).to_have_count(0)
    page.get_by_label("The game’s own tournament").check()
    page.get_by_label("Hiring").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url


@pytest.mark.long
def test_a_tournament_with_hiring_to_the_final_standing(house: House, people: People) -> None:
    """Two people and two bots: an auction and a game, four times, by clicking only."""
    anna, bruno = people.comes(phone=True), people.comes(phone=False)
    link = tournament_with_hiring(anna)
    joins(bruno, link, "Bruno")
    anna.page.get_by_role("button", name="Start", exact=True).click()
    expect(bruno.page.locator(".saloon")).to_be_visible()
    bruno.is_clean()
    for number in range(1, 5):
        expect(anna.page.get_by_role("button", name=f"Game {number} of 4")).to_be_visible()
        play_on([anna, bruno])
        if number < 4:
            for person in (anna, bruno):
                person.page.get_by_role("button", name="Next game").click()
            expect(bruno.page.locator("#end-title")).to_have_count(0)
            expect(anna.page.locator("#end-title")).to_have_count(0)
    expect(anna.page.get_by_role("button", name="New series")).to_be_visible()
    expect(anna.page.locator("#standing-title")).to_contain_text("the series")
    anna.is_clean()
    table = house.ask(f"/tables/{link.rsplit('/', 1)[1].partition('#')[0]}")
    series, names = table["series"], [seat["name"] for seat in table["seats"]]
    assert series["over"]
    for seat, points in enumerate(series["points"]):
        line = anna.page.locator("tr", has_text=names[seat]).last
        expect(line).to_contain_text(re.compile(rf"{'−' if points < 0 else ''}\${abs(points):,}"))


@BOTH
def test_the_auction_and_the_standing_have_nothing_for_axe(
    lang: str, house: House, people: People
) -> None:
    """In both languages, on a phone: the auction, the drawer with the standing, the end."""
    table, key = house.table("bang", 4, series={"form": "tournament"}, options={"hiring": True})
    anna = people.comes(lang).go(f"/t/{table}#{key}")
    expect(anna.page.locator(".saloon")).to_be_visible()
    play_on([anna], lambda: anna.page.locator(".bids, .town .ring").count() > 0)
    title = anna.page.locator(".bar .title")
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth"), "the title is cut short"
    anna.is_clean()
    play_on([anna])
    anna.is_clean()
    anna.page.get_by_role("button", name=re.compile("Look at|Посмотреть на")).click()
    anna.page.locator("header .standing").click()
    expect(anna.page.locator("dialog svg[role=img]")).to_be_visible()
    assert anna.page.locator("dialog svg[role=img]").evaluate(CUT_OFF) == []
    anna.is_clean()


# --- an evening -------------------------------------------------------------------------------


def evening_of_magpies(host: Person) -> str:
    """Twelve guests: the host, ten bots and whoever comes by the link."""
    host.go("/evening/new/magpies")
    page = host.page
    page.get_by_label("What is it called?").fill("Friday")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Players at a table").fill("4")
    page.get_by_label("Bots among the guests").fill("10")
    page.get_by_role("spinbutton", name="Rounds").fill("3")
    page.get_by_role("button", name="Open the evening").click()
    page.wait_for_url(re.compile("/evening/(?!new)"))
    return page.url


def comes_in(person: Person, link: str, name: str) -> None:
    person.page.goto(link)
    person.page.get_by_label("Your name").fill(name)
    person.page.get_by_role("button", name="Come in").click()
    expect(person.page.get_by_text("You are in.")).to_be_visible()


def plays_the_round(people: list[Person]) -> None:
    for person in people:
        person.page.get_by_role("link", name="Go to your table").click()
        expect(person.page.locator(".felt")).to_be_visible()
    play_on(people)
    for person in people:
        person.page.get_by_role("link", name="Back to the evening").first.click()


@pytest.mark.long
def test_an_evening_of_twelve_over_three_rounds(house: House, people: People) -> None:
    """Three tables, three rounds: two people and ten bots, to the final standing and its export."""
    anna, bruno = people.comes(phone=False), people.comes(phone=True)
    link = evening_of_magpies(anna)
    comes_in(bruno, link, "Bruno")
    expect(anna.page.get_by_text("Guests (12)")).to_be_visible()
    anna.is_clean()
    bruno.is_clean()
    for number in (1, 2, 3):
        draw = anna.page.get_by_role("button", name=f"Draw round {number}")
        expect(draw).to_be_enabled()
        draw.click()
        plays_the_round([anna, bruno])
    finish = anna.page.get_by_role("button", name="Finish the evening")
    expect(finish).to_be_enabled()
    finish.click()
    asked = anna.page.get_by_role("group", name="Finish the evening after round 3?")
    expect(asked.get_by_role("button", name="Cancel")).to_be_focused()
    anna.is_clean()
    asked.get_by_role("button", name="Yes, finish it").click()
    for person in (anna, bruno):
        expect(person.page.get_by_text("The evening is over")).to_be_visible()
        expect(person.page.locator("tbody tr")).to_have_count(12)
        person.is_clean()
    id = link.rsplit("/", 1)[1]
    facts = house.ask(f"/evenings/{id}")
    assert [table["state"] for table in facts["tables"]] == ["over"] * 9
    with anna.page.expect_download() as saved:
        anna.page.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8"))))
    assert len(rows) == 12
    assert {row["name"] for row in rows} >= {"Anna", "Bruno"}
    assert int(rows[0]["points"]) == max(guest["points"] for guest in facts["guests"])


def test_nothing_is_finished_or_taken_away_by_one_click(house: House, people: People) -> None:
    """A host who cancels, a guest who is removed, a list that is locked."""
    host, guest = people.comes(phone=False), people.comes()
    keys = house.ask("/evenings", {"title": "Friday", "game": "magpies", "size": 3, "bots": 2})
    link = f"{house.url}/evening/{keys['id']}"
    host.page.goto(f"{link}#{keys['key']}")
    comes_in(guest, link, "Bruno")
    for button in ("Finish the evening", "Remove: Bruno"):
        host.page.get_by_role("button", name=button).click()
        host.page.get_by_role("button", name="Cancel").press("Enter")
        expect(host.page.get_by_role("button", name=button)).to_be_visible()
    facts = house.ask(f"/evenings/{keys['id']}")
    assert (facts["state"], facts["guests"][2]["left"]) == ("open", False)
    host.page.get_by_role("button", name="Remove: Bruno").click()
    asked = host.page.get_by_role("group", name="Remove Bruno from the evening?")
    asked.get_by_role("button", name="Remove").click()
    expect(guest.page.get_by_text("You have left this evening.")).to_be_visible()
    expect(host.page.get_by_text("Guests (2)")).to_be_visible()
    expect(host.page.get_by_text("Bruno")).to_have_count(0)
    host.page.get_by_role("button", name="Let nobody else in").click()
    late = people.comes().go(f"/evening/{keys['id']}")
    expect(late.page.get_by_text("The host is letting nobody else in.")).to_be_visible()
    expect(late.page.get_by_role("button", name="Come in")).to_have_count(0)
    for person in (host, guest, late):
        person.is_clean()


@BOTH
def test_the_screens_of_an_evening_have_nothing_for_axe(
    lang: str, house: House, people: People
) -> None:
    """Set-up, lobby, a round in play and the standing, on a phone."""
    guest = people.comes(lang).go("/evening/new/bang")
    expect(guest.page.locator("form")).to_be_visible()
    guest.is_clean()
    keys = house.ask("/evenings", {"title": "Friday", "game": "kings", "size": 3, "bots": 6})
    guest.page.goto(f"{house.url}/evening/{keys['id']}#{keys['key']}")
    expect(guest.page.locator(".draw")).to_be_visible()
    guest.is_clean()
    guest.page.locator(".draw").click()
    expect(guest.page.locator("#standing-title")).to_be_visible()
    guest.is_clean()
    width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1"
    assert guest.page.evaluate(width)
