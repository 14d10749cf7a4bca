"""Wink's first lesson: a real game against slow bots, and a page that says what to do."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ElementHandle, Locator, expect

from tests.browser.people import People, Person
from tests.browser.test_fit import amiss
from tests.browser.test_screens import checked, settled
from tools.house import House
from tools.patience import Patience

BOTH = pytest.mark.parametrize("lang", ["en", "ru"])


def begun(people: People, lang: str = "en") -> Person:
    """Somebody who has never been here opens the first lesson from the Learn page."""
    learner = people.comes(lang, newcomer=True)
    settled(learner, "/learn/wink", "#course")
    expect(learner.page.locator("section[aria-labelledby=course] li")).to_have_count(5)
    learner.page.locator("section[aria-labelledby=course] li button").click()
    expect(learner.page.locator(".practice")).to_be_visible()
    return learner


def table_of(learner: Person) -> str:
    return learner.page.url.rsplit("/", 1)[1]


def step(learner: Person, name: str) -> Locator:
    return learner.page.locator(f".practice li[data-step={name}].done")


def advised(learner: Person) -> ElementHandle | None:
    """What the coach tells the learner to tap or press; None: only to go on watching."""
    page = learner.page
    said = page.locator(".question").inner_text()
    if named := re.search("press “(.+)”|or “(.+)”", said):
        words = named[1] or named[2]
        found = page.locator(".near").get_by_role("button", name=words, exact=True)
    elif "Tap a number" in said:
        found = page.locator(".board .open")
    elif "tap that mask" in said:
        found = page.locator("[data-lit] button.face")
    elif "Tap a mask" in said and not page.locator(".person.looked").count():
        found = page.locator(".person:not(.mine) button.face")
    else:
        return None
    things = found.element_handles()  # by now the table may have gone on
    return things[0] if things else None


def follow(learner: Person, what: str, done: Callable[[], bool]) -> None:
    """Does what the coach says until it is done, however slow the machine is."""
    patience = Patience(what)
    while not done():
        patience.check(lambda: learner.page.locator(".near").inner_text())
        thing = advised(learner)
        if thing is None or not learner.hit(thing):
            learner.pause()


def test_the_first_lesson_of_wink_is_learnt_by_playing(people: People) -> None:
    """What is said is enough to get on, what was done is kept, and nobody reads while time runs."""
    learner = begun(people)
    expect(learner.page.locator(".question")).not_to_be_empty()
    learnt = learner.page.locator(".practice a")  # all may be done between two looks
    call, eyes = step(learner, "call").or_(learnt), step(learner, "eyes").or_(learnt)
    follow(learner, "a call", lambda: call.count() > 0)
    follow(learner, "eyes that meet", lambda: eyes.count() > 0)
    learner.page.reload()
    expect(call.first).to_be_visible()
    expect(eyes.first).to_be_visible()
    expect(learner.page.locator(".ask.coached").or_(learnt).first).to_be_visible()
    assert "coach." not in learner.page.locator(".near").inner_text()


def test_when_all_is_done_the_lesson_is_learnt(people: People) -> None:
    """All but the first step are done already, as this device remembers it."""
    learner = begun(people)
    page = learner.page
    keep = "kept => localStorage.setItem('parlour.practice', JSON.stringify(kept))"
    page.evaluate(keep, {table_of(learner): ["eyes", "wink", "name"]})
    page.reload()
    back = page.locator(".practice a")
    follow(learner, "the last step", lambda: back.count() > 0)
    checked(learner)
    back.click()
    course = page.locator("section[aria-labelledby=course]")
    expect(course).to_contain_text("1 of 5 done")
    onward = course.locator("a.btn.main")
    expect(onward).to_have_attribute("href", "/learn/wink/lesson_2_give_the_sign")


WIDEST = """() => {
  for (const one of document.querySelectorAll(".mine .numbers b")) one.textContent = "30";
}"""
"""Two numbers of the hand or none are as wide as this, as they were dealt."""


@BOTH
def test_a_practice_fits_every_screen_and_is_clean(lang: str, house: House, people: People) -> None:
    learner = begun(people, lang)
    learner.page.evaluate(WIDEST)
    wrong = amiss(learner, f"practice, {lang}")
    learner.page.set_viewport_size({"width": 390, "height": 844})
    table = table_of(learner)
    kept = "table => JSON.parse(localStorage.getItem('parlour.keys'))[table]"
    key = learner.page.evaluate(kept, table)
    house.ask(f"/tables/{table}/pause", {}, key)
    checked(learner)
    assert not wrong, "\n".join(wrong)
