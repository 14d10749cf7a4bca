"""The page calls people back: the tab, one's own tables first, the history of one's games."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import SHORT_KINGS, People, Person, among_bots, play_on
from tools.house import House

DAYS = {"kind": "days", "days": 3}
ICON = "document.querySelector('link[rel=icon]').getAttribute('href')"
HIDE = """
const seen = () => window.hiddenNow ? "hidden" : "visible";
Object.defineProperty(document, "visibilityState", { get: seen });
"""


WITH_A_BOT = "With (Mara|Oscar|Greta|Fred)"
"""Bots without a temper are one of four characters."""


def sits(person: Person, table: str, key: str) -> None:
    person.go(f"/t/{table}#{key}")
    expect(person.page.locator(".felt")).to_be_visible()


def game(number: int, **more: Any) -> dict[str, Any]:
    """One finished game as the page keeps it: of every third the person has won."""
    plain = {
        "table": f"table-{number}",
        "number": 1,
        "game": ("bang", "kings", "wink")[number % 3],
        "at": 1_750_000_000_000 + number * 86_400_000,
        "seat": 0,
        "names": ["Anna", "Boris", "Bot 3"],
        "bots": [2],
        "winners": [int(number % 9 > 2)],
        "scores": [1, 0, 0],
        "reason": "",
        "role": ("sheriff", "outlaw")[number % 2] if number % 3 == 0 else "",
    }
    return {**plain, **more}


def keeps(person: Person, name: str, value: Any) -> None:
    person.page.evaluate(
        "([name, value]) => localStorage.setItem(`parlour.${name}`, value)",
        [name, json.dumps(value)],
    )


def test_title_and_icon_of_the_tab_say_whose_turn_it_is(house: House, people: People) -> None:
    """On the table, and on the home page as long as something waits there."""
    table, key = house.table("kings", 2, options=SHORT_KINGS)
    anna = people.comes()
    sits(anna, table, key)
    expect(anna.page).to_have_title("● Your turn · Kings Under Mountains · Parlour")
    assert anna.page.evaluate(ICON) == "/icons/parlour-turn.svg"
    anna.go("/")
    expect(anna.page).to_have_title("● Your turn · Parlour")
    anna.page.get_by_role("link", name="Privacy").click()
    expect(anna.page).to_have_title("Privacy · Parlour")
    anna.go(f"/t/{table}")
    play_on([anna])
    expect(anna.page).to_have_title("Kings Under Mountains · Parlour")
    assert anna.page.evaluate(ICON) == "/icons/parlour.svg"


def test_the_first_thing_on_the_home_page_is_what_waits_for_me(
    house: House, people: People
) -> None:
    """Game, opponents, whose turn, since when, how long yet, the result; however many there are."""
    anna = people.comes()
    lobbies = [house.ask("/tables", {"game": "kings", "name": "Anna"}) for _ in range(7)]
    waits = [house.table("kings", 2, pace=DAYS) for _ in range(2)]
    over = among_bots(house, "kings", 2), ""
    anna.go(f"/t/{over[0]}")
    expect(anna.page.locator("#end-title")).to_be_visible()
    anna.go("/")
    mine = [over, *((lobby["id"], lobby["key"]) for lobby in lobbies), *waits]
    keeps(anna, "tables", [{"id": id, "game": "kings", "at": k} for k, (id, _) in enumerate(mine)])
    keeps(anna, "keys", dict(mine))
    anna.page.reload()
    listed = anna.page.get_by_role("region", name="Your tables").locator("li")
    expect(listed).to_have_count(10)
    for first in (listed.nth(0), listed.nth(1)):
        expect(first).to_contain_text("Your turn")
        expect(first).to_contain_text(re.compile("asked (now|[0-9]+ minutes? ago)"))
        expect(first).to_contain_text(re.compile(WITH_A_BOT))
        expect(first).to_contain_text(re.compile("time is up in [23] days"))
    expect(listed.nth(2)).to_contain_text("Not started yet")
    expect(listed.last).to_contain_text(re.compile("Kings.* wins?"))
    expect(anna.page).to_have_title("● (2) Your turn · Parlour")
    top = anna.page.locator("main h2").first
    expect(top).to_have_text("Your tables")
    anna.is_clean()


def test_a_game_that_ends_goes_into_the_history_with_thirty_others(
    house: House, people: People
) -> None:
    """Results, roles, figures, a filter, the replay, and another game at the same table."""
    table, key = house.table("kings", 2, options=SHORT_KINGS)
    anna = people.comes(phone=False).go("/")
    keeps(anna, "history", [game(number) for number in range(30)])
    anna.go("/")  # no table stands open: no empty list of them, only the way to the history
    expect(anna.page.get_by_role("link", name="Your games")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Your tables")).to_have_count(0)
    sits(anna, table, key)
    play_on([anna])
    anna.go("/history")
    items = anna.page.locator("main li")
    expect(items).to_have_count(30)
    anna.page.get_by_role("button", name="Show more").click()
    expect(items).to_have_count(31)
    expect(items.first).to_contain_text("Kings Under Mountains")
    expect(items.first).to_contain_text(re.compile(WITH_A_BOT))
    expect(items.first.get_by_role("link", name="Another game")).to_be_visible()
    expect(anna.page.get_by_text("games played")).to_contain_text("31")
    anna.page.get_by_label("Figures").locator("select").select_option("bang")
    expect(items).to_have_count(10)
    expect(anna.page.get_by_label("Figures")).to_contain_text("Sheriff")
    anna.is_clean()
    anna.page.get_by_label("Figures").locator("select").select_option("kings")
    items.first.get_by_role("link", name="Replay").click()
    anna.page.wait_for_url(f"**/t/{table}/replay/1*")
    expect(anna.page.locator(".felt")).to_be_visible()


def test_the_history_moves_to_another_device_by_a_code_that_is_good_once(
    people: People,
) -> None:
    """What lies at the server meanwhile holds no name and no key."""
    anna, tablet, late = people.comes(), people.comes(phone=False), people.comes()
    anna.go("/history")
    keeps(anna, "history", [game(number) for number in range(30)])
    keeps(anna, "keys", {"table-1": "the-key-of-table-one"})
    anna.page.reload()
    with anna.page.expect_request("**/api/parcels") as sent:
        anna.page.get_by_role("button", name="Make a code").click()
    code = anna.page.locator(".code").inner_text()
    assert len(code.replace(" ", "")) == 20
    assert code.replace(" ", "")[8:] not in (sent.value.post_data or "")
    tablet.go("/history")
    tablet.page.get_by_label("Code from another device").fill(code.lower())
    tablet.page.get_by_role("button", name="Fetch").click()
    tablet.is_told("30 games are new here")
    expect(tablet.page.locator("main li")).to_have_count(30)
    assert tablet.page.evaluate("JSON.parse(localStorage['parlour.keys'])['table-1']") == (
        "the-key-of-table-one"
    )
    late.go(f"/history#{code.replace(' ', '')}")
    late.page.get_by_role("button", name="Fetch").click()
    late.is_told("Nothing waits under this code")
    late.complaints.clear()  # the browser itself tells of a 404


def test_a_hidden_page_notifies_once_it_was_asked_to(house: House, people: People) -> None:
    """Leave is asked for on a tap alone; the notification says whose turn it is, no more."""
    table, key = house.table("kings", 2)
    anna = people.comes(permissions=["notifications"])
    anna.page.add_init_script(HIDE)
    sits(anna, table, key)
    anna.page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    anna.press("Menu")
    anna.page.get_by_role("button", name="Notify me").click()
    expect(anna.page.get_by_text("You will be notified while this page is open")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.evaluate("window.hiddenNow = true")
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body, tag }) => ({ title, body, tag }))"""
    play_on([anna], lambda: bool(anna.page.evaluate(shown)))
    [note] = anna.page.evaluate(shown)
    assert note["title"] == "Your turn: Kings Under Mountains"
    assert note["tag"] == table
    assert re.fullmatch(WITH_A_BOT, note["body"])
    anna.page.evaluate("window.hiddenNow = false")
    anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    anna.page.wait_for_function(f"async () => !(await ({shown})()).length")
    # Chromium says that a private window has no push; the page copes with it.
    anna.complaints[:] = [one for one in anna.complaints if "incognito" not in one]
