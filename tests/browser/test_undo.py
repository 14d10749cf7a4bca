"""Taking back with two people at one table: freely, by consent, and not at all."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from parlour.cli.remote import Seat
from parlour.core.undo import CONSENT, FREE, NO
from tests.browser.people import People, Person
from tests.server.tavern import until_undo
from tools.house import House
from tools.patience import Patience

WORDS = {FREE: "Take back", CONSENT: "Ask to take back"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Nobody's plea lapses only because the machine is busy."""
    with House(tmp_path, plea_ms=600_000) as house:
        yield house


def at_a_table(house: House, people: People, may: str) -> tuple[Person, Person]:
    """Anna at a desk, Bruno with a phone: who has just chosen, and the other one."""
    plan = {"game": "kings", "name": "Anna", "players": 2, "seats": [{}, {"who": "open"}]}
    opened = house.ask("/tables", plan)
    joined = house.ask(f"/tables/{opened['id']}/join", {"name": "Bruno"})
    house.ask(f"/tables/{opened['id']}/start", {}, opened["key"])
    keys = [opened["key"], joined["key"]]
    both = [people.comes(phone=False), people.comes()]
    for person, key in zip(both, keys, strict=True):
        person.go(f"/t/{opened['id']}#{key}")
        expect(person.page.locator(".felt")).to_be_visible()
    seats = [Seat(house.url, opened["id"], key) for key in keys]
    with ThreadPoolExecutor(1) as apart:  # Playwright has a loop of its own in this thread
        seat = apart.submit(asyncio.run, until_undo(seats, may)).result()
    mine, other = both[seat], both[1 - seat]
    for person, program in zip(both, seats, strict=True):
        catch_up(person, program.last)
    assert last(mine)["undo"] == may
    return mine, other


def catch_up(person: Person, number: int) -> None:
    """The page has heard what a program in the same seat has heard."""
    until(person, lambda: last(person)["n"] >= number)


def last(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = [one for one in person.news() if one["type"] == "news"][-1]
    return found


def until(person: Person, done: Callable[[], bool]) -> None:
    patience = Patience("something comes of it")
    while not done():
        patience.check()
        person.pause()


def asked(person: Person) -> bool:
    decision = last(person)["decision"]
    return bool(decision and decision["default"])


def button(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=name, exact=True)


def card(person: Person) -> Locator:
    return person.page.locator(".plea")


def apart(page: Page) -> bool:
    """The card covers neither the question nor the hand, and all of them are in sight."""
    names = (".plea", ".question", ".felt section.hand")
    boxes: list[Any] = [page.locator(name).bounding_box() for name in names]
    plea, question, hand = [(box["y"], box["y"] + box["height"]) for box in boxes]
    size: Any = page.viewport_size
    return bool(plea[1] <= question[0] + 1 and question[1] <= hand[0] + 1 < size["height"])


def test_what_concerns_nobody_else_is_taken_back_at_once(house: House, people: People) -> None:
    mine, other = at_a_table(house, people, FREE)
    button(mine, WORDS[FREE]).click()
    undone = [{"type": "undone", "seat": last(mine)["view"]["eyes"]}]
    until(other, lambda: last(other)["events"] == undone)
    expect(mine.page.locator(".undo")).to_have_count(0)
    expect(card(other)).to_be_hidden()
    assert asked(mine)


def test_the_others_agree_in_one_tap(house: House, people: People) -> None:
    mine, other = at_a_table(house, people, CONSENT)
    button(mine, WORDS[CONSENT]).click()
    expect(card(other)).to_be_visible()
    expect(card(other)).to_contain_text("asks to take the last choice back")
    expect(card(mine)).to_contain_text("You have asked")
    expect(mine.page.locator(".undo")).to_have_count(0)
    assert apart(other.page)
    assert other.violations() == []
    assert mine.violations() == []
    button(other, "Agree").click()
    expect(card(other)).to_be_hidden()
    mine.is_told("Everybody agrees: your choice is taken back.")
    assert asked(mine)


@pytest.mark.long
def test_one_no_and_the_choice_stands(house: House, people: People) -> None:
    """By keyboard alone."""
    mine, other = at_a_table(house, people, CONSENT)
    mine.page.keyboard.press("u")
    expect(card(other)).to_be_visible()
    other.page.locator(".board").focus()
    no = button(other, "Decline")
    for _ in range(60):
        other.page.keyboard.press("Tab")
        if no.evaluate("it => it === document.activeElement"):
            break
    other.page.keyboard.press("Enter")
    mine.is_told("Somebody is against it: your choice stands.")
    expect(mine.page.locator(".undo")).to_have_count(0)
    expect(card(other)).to_be_hidden()
    assert asked(other)


def test_an_answer_is_a_no_too(house: House, people: People) -> None:
    mine, other = at_a_table(house, people, CONSENT)
    button(mine, WORDS[CONSENT]).click()
    expect(card(other)).to_be_visible()
    while card(other).is_visible():
        other.step()
        other.pause()
    mine.is_told("Not everybody has agreed in time: your choice stands.")
    expect(card(other)).to_be_hidden()


@pytest.mark.long
def test_what_somebody_has_learnt_is_not_taken_back(house: House, people: People) -> None:
    mine, _ = at_a_table(house, people, NO)
    expect(mine.page.locator(".undo")).to_have_count(0)
    mine.page.keyboard.press("u")
    assert last(mine)["undo"] == NO


@pytest.mark.long
def test_a_plea_lapses(chromium: Browser, tmp_path: Path) -> None:
    with House(tmp_path, plea_ms=1_500) as house:
        people = People(chromium, house)
        mine, other = at_a_table(house, people, CONSENT)
        button(mine, WORDS[CONSENT]).click()
        mine.is_told("Not everybody has agreed in time: your choice stands.")
        expect(card(other)).to_be_hidden()
        people.leave()
