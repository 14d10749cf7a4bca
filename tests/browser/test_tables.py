"""Whole evenings in a real browser: open a table, come by link, play to the end by clicking."""

import itertools
import json
import re
import signal
from typing import Any

import pytest
from playwright.sync_api import expect

from parlour.core.event import Whisper, kind_name
from parlour.games import all_games
from tests.browser.people import People, Person, play_on
from tools.facts import fields, is_secret
from tools.house import House
from tools.patience import Patience


def opened(person: Person, game: str, players: int) -> str:
    """A table through the set-up screen: a free seat for somebody else, bots in the others."""
    person.go(f"/new/{game}")
    page = person.page
    page.get_by_label("Your name").fill("Anna")
    page.locator("label.count", has_text=str(players)).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url


def joins(person: Person, link: str, name: str) -> None:
    person.page.goto(link)
    person.page.get_by_label("Your name").fill(name)
    person.page.get_by_role("button", name="Take this seat").click()
    expect(person.page.get_by_text("waiting", exact=False).first).to_be_visible()


def test_a_line_that_was_away_when_the_page_came_needs_no_tap(house: House, people: People) -> None:
    table, key = house.table("kings", 2)
    anna = people.comes("en")
    asks = f"**/api/tables/{table}"
    anna.context.route(asks, lambda route: route.abort())
    anna.go(f"/t/{table}#{key}")
    expect(anna.page.get_by_text("A table needs a connection")).to_be_visible()
    anna.context.unroute(asks)
    expect(anna.page.locator(".felt")).to_be_visible()


@pytest.mark.parametrize("game", sorted(all_games()))
def test_two_people_and_bots_click_through_a_whole_game(game: str, people: People) -> None:
    """One opens a table, a second comes by the link; they click until it is over."""
    anna, bruno = people.comes(phone=True), people.comes(phone=False)
    players = max(all_games()[game].least, 3)
    players = min(all_games()[game].most, players)
    joins(bruno, opened(anna, game, players), "Bruno")
    anna.page.get_by_role("button", name="Start", exact=True).click()
    play_on([anna, bruno])
    expect(anna.page.locator("#end-title")).to_be_visible()
    anna.is_clean()
    for person in (anna, bruno):  # it takes both
        person.page.get_by_role("button", name="Another game", exact=True).click()
    expect(bruno.page.locator("#end-title")).to_have_count(0)


def test_reloading_and_a_killed_server_lose_nothing(house: House, people: People) -> None:
    """In the middle of a game the page is loaded anew, then the server dies and comes back."""
    table, key = house.table("kings", 3)
    anna = people.comes().go(f"/t/{table}#{key}")
    expect(anna.page.locator(".felt")).to_be_visible()
    count = [0]

    def some() -> bool:
        count[0] += 1
        return count[0] > 25

    play_on([anna], some)
    assert key not in anna.page.url, "the key of a personal link goes out of sight"
    anna.page.reload()
    expect(anna.page.locator(".felt")).to_be_visible()
    house.stop(signal.SIGKILL)
    expect(anna.page.get_by_text("The connection is lost")).to_be_visible()
    house.start()
    expect(anna.page.get_by_text("The connection is lost")).to_have_count(0)
    heard = anna.news_heard
    play_on([anna], lambda: anna.news_heard > heard + 10)


def test_a_second_device_sits_in_the_same_seat(house: House, people: People) -> None:
    """The personal link opens the same seat elsewhere; both see the same."""
    table, key = house.table("kings", 2)
    phone, laptop = people.comes().go(f"/t/{table}#{key}"), people.comes(phone=False)
    laptop.go(f"/t/{table}#{key}")
    expect(phone.page.locator(".ask.mine")).to_be_visible()
    expect(laptop.page.locator(".ask.mine")).to_be_visible()
    asked = laptop.page.locator(".question").inner_text()
    assert phone.page.locator(".question").inner_text() == asked


def test_the_language_changes_without_a_reload(house: House, people: People) -> None:
    """Question, log and cards speak Russian at once, and the page is not loaded again."""
    table, key = house.table("kings", 2)
    anna = people.comes(phone=False).go(f"/t/{table}#{key}")
    anna.sees("Lay one unit")
    anna.page.evaluate("window.untouched = true")
    anna.press("Menu")
    anna.page.get_by_role("button", name="Русский").click()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_label("Журнал").first).to_contain_text("король")
    assert anna.page.evaluate("window.untouched") is True
    assert anna.page.locator("html").get_attribute("lang") == "ru"
    assert "Lay one unit" not in anna.page.inner_text("body")


@pytest.mark.parametrize("game", ["bang", "intrigo", "kings", "wink"])
def test_a_watcher_is_never_sent_a_hidden_card(game: str, house: House, people: People) -> None:
    """Cards that never left a hand stand in no byte of the watcher's socket."""
    patience = Patience("a game that does not end before something was hidden all the time")
    while not nothing_hidden_is_sent(game, house, people):
        patience.check()


def nothing_hidden_is_sent(game: str, house: House, people: People) -> bool:
    """False if this game was over too soon."""
    table, key = house.table(game, max(all_games()[game].least, 3))
    # Anna first: whatever Vera is sent, Anna has had a view from before it.  In the time before she
    # came the house may have answered for her, as where only one card was left in a General Store.
    anna = people.comes().go(f"/t/{table}#{key}")
    expect(anna.page.locator(".felt")).to_be_visible()
    vera = people.comes().go(f"/t/{table}")
    expect(vera.page.locator(".felt")).to_be_visible()
    clicks = itertools.count()
    seen: list[str] = []
    secrets: set[str] = set()
    while not secrets:  # others may have taken what she had
        if anna.over():
            return False
        play_on([anna], lambda: next(clicks) > 2 and bool(hidden_cards(anna)))
        seen = list(vera.frames)
        come_back(anna)  # what she holds now she held when all that was sent
        heard = house.ask(f"/tables/{table}/history", key=key)
        secrets = hidden_cards(anna) - told_to_all(game, heard)
    assert any(f'"{card}"' in frame for frame in anna.frames for card in secrets)
    assert [card for frame in seen for card in secrets if f'"{card}"' in frame] == []
    news = [one for one in vera.news() if one["type"] == "news"]
    assert news
    assert all(one["decision"] is None and one["view"]["eyes"] is None for one in news)
    return True


def come_back(person: Person) -> None:
    """Everything is sent anew, as it is now."""
    heard = person.news_heard
    person.page.reload()
    patience = Patience("the table is shown again")
    while person.news_heard == heard:
        patience.check()
        person.pause()


def told_to_all(game: str, events: list[Any]) -> set[str]:
    """Every text in the open fields of these events, such as the card that Black Jack shows."""
    kinds = {
        kind_name(kind.__name__): kind
        for kind in all_games()[game].event_types
        if not issubclass(kind, Whisper)
    }
    opened = [
        event.get(name)
        for event in events
        if event["type"] in kinds
        for name, hint in fields(kinds[event["type"]]).items()
        if not is_secret(hint)
    ]
    return set(re.findall(r'"([^"]*)"', json.dumps(opened)))


def hidden_cards(person: Person) -> set[str]:
    """What the first seat holds and nobody else may know: in hand all the time since it began.

    A text that lies open somewhere as well, another copy of the same card, proves nothing.
    """
    views = [one["view"] for one in person.news() if one["type"] == "news" and one["view"]]
    hands = [set(view["hands"][0]) for view in views if view["hands"][0]]
    if not hands:
        return set()
    open_places = {
        name: v for name, v in views[-1].items() if name not in ("hands", "packs", "seen")
    }
    shown = json.dumps(open_places)
    return {
        card for card in set.intersection(*hands) if f'"{card}"' not in shown and "?" not in card
    }
