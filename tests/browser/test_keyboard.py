"""Without a mouse: a whole game by keyboard alone."""

from playwright.sync_api import expect

from tests.browser.people import SHORT_KINGS, People, Person
from tools.house import House
from tools.patience import Patience

LOOKING = "document.activeElement?.matches('.felt .open, .ask button[data-choice], .ask .main')"
PRESSED = "document.activeElement === window.pressed"


def press_on(person: Person) -> None:
    """Press Enter where one stands, if it can be picked or answered; else Tab on to such a thing.

    Whoever has picked a card already stands on its target.  To tab on from there would pass a
    target that is the only one, and pick card after card for ever, as it once did.
    """
    page = person.page
    for _ in range(80):
        if page.evaluate(LOOKING) and not page.evaluate(PRESSED):
            page.evaluate("window.pressed = document.activeElement")
            page.keyboard.press("Enter")
            return
        page.evaluate("window.pressed = null")
        if person.over() or not page.locator(".felt .open, .ask button").count():
            return
        page.keyboard.press("Tab")


def test_a_whole_game_of_kings_by_keyboard_only(house: House, people: People) -> None:
    """Nothing but Tab and Enter from the first card to the end, and on to another game."""
    table, key = house.table("kings", 2, options=SHORT_KINGS)
    anna = people.comes(phone=False).go(f"/t/{table}#{key}")
    expect(anna.page.locator(".felt")).to_be_visible()
    patience = Patience("the game goes on")
    while not anna.over():
        patience.check(anna.page.locator(".question").inner_text)
        patience.watch(anna.news_heard)
        press_on(anna)
    focus_on(anna, "Another game")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#end-title")).to_have_count(0)


def focus_on(person: Person, name: str) -> None:
    for _ in range(120):
        person.page.keyboard.press("Tab")
        if name in str(person.page.evaluate("document.activeElement?.textContent ?? ''")):
            return
    raise AssertionError(f"the keyboard does not reach {name!r}")


def test_escape_puts_a_card_back_and_closes_a_drawer(house: House, people: People) -> None:
    """A card that is picked is put back; a drawer gives the focus back to its button."""
    table, key = house.table("kings", 2)
    anna = people.comes().go(f"/t/{table}#{key}")
    anna.page.locator(".hand .open").first.click()
    expect(anna.page.locator(".felt .picked").first).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".felt .picked")).to_have_count(0)
    anna.page.get_by_role("button", name="Log").click()
    expect(anna.page.locator("dialog[open]")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("button", name="Log")).to_be_focused()
