"""Following a game: what happened is told, shown at one's own speed, and summed up at the end."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from tests.browser.people import SHORT_KINGS, People, Person, among_bots, play_on
from tests.browser.test_fit import is_asked
from tools.house import House
from tools.patience import PAUSE_S, Patience

GAMES = ["bang", "intrigo", "kings", "wink"]
SIZES: Final = [(390, 844), (1280, 800), (1600, 1200)]
Changed = Callable[[dict[str, Any]], None]


def told_otherwise(person: Person, change: Changed) -> list[dict[str, Any]]:
    """The page is sent news as `change` makes them; what it sends is kept and goes nowhere."""
    sent: list[dict[str, Any]] = []

    def meet(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def from_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] in ("welcome", "news"):
                change(message)
            page_side.send(json.dumps(message))

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            sent.append(message)
            if message["type"] != "answer":
                server.send(text)

        server.on_message(from_server)
        page_side.on_message(from_page)

    person.page.route_web_socket(re.compile(r"/socket$"), meet)
    return sent


def test_a_phone_narrates_and_what_happened_can_be_stepped_through(
    house: House, people: People
) -> None:
    anna = people.comes()
    page = anna.page
    story = page.locator(".story p span")

    def told() -> bool:
        return page.locator(".story .btn:enabled").count() > 0 and anna.page.is_visible(".ask.mine")

    while True:  # at some tables Anna is shot before there is anything to tell
        table, key = house.table("bang", 4)
        anna.go(f"/t/{table}#{key}")
        play_on([anna], told)
        if told():
            break
    newest = story.inner_text()
    anna.press("Log")
    expect(page.locator("dialog li").last).to_have_text(newest)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    anna.press("What happened before")
    expect(story).not_to_have_text(newest)
    anna.press("What happened next")
    expect(story).to_have_text(newest)
    anna.is_clean()


def greet(anna: Person) -> None:
    anna.press("Chat")
    anna.page.locator("dialog .phrases .btn").first.click()
    anna.page.keyboard.press("Escape")


def mute(anna: Person) -> None:
    """By the button beside what is said, which goes by itself after some seconds: then once more.

    A click that is still under way when it goes would wait for the next remark, and nobody made it.
    """
    patience = Patience("what is said is no longer shown")
    while anna.page.evaluate("localStorage['parlour.bubbles']") != "off":
        button = anna.page.query_selector(".bubble button[aria-label^='Do not show']")
        if button is None or not anna.hit(button):
            patience.check()
            greet(anna)


def test_what_is_said_stands_at_the_seat_until_it_is_muted(house: House, people: People) -> None:
    table, key = house.table("kings", 3)
    anna = people.comes().go(f"/t/{table}#{key}")
    page = anna.page
    is_asked(anna)
    greet(anna)
    expect(page.locator(".bubble")).to_contain_text("Hello!")
    anna.is_clean()
    mute(anna)
    expect(page.locator(".bubble")).to_have_count(0)
    page.reload()
    is_asked(anna)
    anna.press("Chat")
    page.locator("dialog .phrases .btn").nth(1).click()
    expect(page.locator("dialog li").last).to_contain_text("Well played!")
    expect(page.locator(".bubble")).to_have_count(0)


def test_the_speed_is_kept_and_onlookers_may_fast_forward_or_leave(
    house: House, people: People
) -> None:
    table, key = house.table("kings", 2)
    anna = people.comes().go(f"/t/{table}#{key}")
    root = anna.page.locator("html")
    anna.press("Menu")
    anna.page.get_by_role("group", name="Speed of animations").get_by_text("quick").click()
    expect(root).to_have_attribute("data-speed", "quick")
    anna.is_clean()
    anna.page.reload()
    expect(root).to_have_attribute("data-speed", "quick")
    bruno = people.comes().go(f"/t/{table}")
    root = bruno.page.locator("html")
    bruno.press("Fast-forward")
    expect(root).to_have_attribute("data-speed", "once")
    bruno.press("Fast-forward")
    expect(root).to_have_attribute("data-speed", "normal")
    bruno.press("Leave, replay later")
    expect(bruno.page.locator(f"a[href='/t/{table}']").first).to_be_visible()


def bot_speed(person: Person, words: str) -> Locator:
    person.press("Menu")
    group = person.page.get_by_role("group", name="Speed of the bots")
    return group.get_by_role("button", name=words)


def test_the_host_changes_the_speed_of_bots_and_next_time_has_it_at_once(
    house: House, people: People
) -> None:
    table, key = house.table("kings", 2)
    anna = people.comes().go(f"/t/{table}#{key}")
    page = anna.page
    quick = bot_speed(anna, "quick")
    expect(quick).to_have_attribute("aria-pressed", "false")
    quick.click()
    expect(quick).to_have_attribute("aria-pressed", "true")
    assert house.ask(f"/tables/{table}")["haste"] == "quick"
    anna.is_clean()
    bruno = people.comes().go(f"/t/{table}")
    bruno.press("Menu")
    bruno.sees("Speed of the bots: quick")
    anna.go("/new/wink")
    page.get_by_text("More settings").click()
    chosen = page.get_by_label("Speed of the bots")
    expect(chosen).to_have_value("quick")
    anna.sees("A live game has the pace of its ticks")
    chosen.select_option("once")
    anna.go("/")
    anna.press("Play now.*Kings")
    page.wait_for_url("**/t/*")
    opened = house.ask(f"/tables/{page.url.rpartition('/')[2]}")
    assert opened["haste"] == "once"


def shot(message: dict[str, Any]) -> None:
    """As if Anna were dead."""
    if message["type"] == "news" and message["view"]:
        message["view"]["fallen"] = [{"seat": 0, "by": 1, "batch": 0}]
        message["decision"] = None


def test_whoever_is_dead_asks_bots_to_hurry_and_everybody_sees_it(
    house: House, people: People
) -> None:
    table, key = house.table("bang", 4)
    anna = people.comes()
    told_otherwise(anna, shot)
    anna.go(f"/t/{table}#{key}")
    forward = anna.page.get_by_role("button", name="Fast-forward")
    forward.click()
    anna.is_told("Bots hurry too as soon as no person is in the game")
    bruno = people.comes().go(f"/t/{table}")
    expect(bruno.page.locator(".onlooker")).to_contain_text("Anna fast-forwards.")
    assert house.ask(f"/tables/{table}")["hurried"] == [0]
    bruno.is_clean()
    anna.page.reload()
    expect(forward).to_have_attribute("aria-pressed", "true")
    forward.click()
    expect(bruno.page.locator(".onlooker")).not_to_contain_text("Anna")
    assert house.ask(f"/tables/{table}")["hurried"] == []


def will(message: dict[str, Any]) -> None:
    """As if the dead were asked for the order of their cards."""
    if message["type"] == "news" and message["view"]:
        choices = [{"text": text, "brief": text} for text in ("bang:2C", "beer:6H")]
        asked = {"id": 7, "ask": "last_will", "about": {}, "choices": choices}
        message["decision"] = {**asked, "default": "bang:2C"}


def test_the_page_answers_for_the_dead_unless_they_want_to_choose(
    house: House, people: People
) -> None:
    table, key = house.table("bang", 4)
    anna = people.comes()
    sent = told_otherwise(anna, will)
    anna.go(f"/t/{table}#{key}")
    anna.press("Menu")
    while not [one for one in sent if one["type"] == "answer"]:
        anna.pause()
    [answer] = [one for one in sent if one["type"] == "answer"]
    assert answer["choice"] == "bang:2C"
    anna.page.get_by_label("Choose in which order").check()
    sent.clear()
    anna.page.reload()
    expect(anna.page.locator(".ask.mine")).to_be_visible()
    assert not [one for one in sent if one["type"] == "answer"]


WORDS_INSIDE = """all => all.map((button) => {
  const frame = button.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(button.querySelector("span:last-child"));
  return [...words.getClientRects()].every((one) =>
    one.left >= frame.left && one.right <= frame.right &&
    one.top >= frame.top && one.bottom <= frame.bottom);
})"""


@pytest.mark.parametrize("helps", [True, False])
def test_a_wink_is_exposed_with_a_button_only_where_the_table_helps(
    house: House, people: People, helps: bool
) -> None:
    """And its words have room, with a long name on a small phone."""

    def seen(message: dict[str, Any]) -> None:
        if message.get("table"):
            message["table"]["seats"][1].update(who="person", name="Константинополь")
        if message["type"] == "news" and message["view"]:
            sighting = {"by": 0, "tick": 1, "seat": 1, "to": 2, "number": 5}
            message["view"]["seen"] = [sighting]
            choice = {"text": "accuse:5@1", "brief": "accuse:5@1", "standing": True}
            asked = {"id": 7, "ask": "", "about": {}, "choices": [choice], "default": None}
            message["decision"] = asked

    table, key = house.table("wink", 4, helps=helps)
    anna = people.comes("ru")
    anna.page.set_viewport_size({"width": 360, "height": 640})
    told_otherwise(anna, seen)
    anna.go(f"/t/{table}#{key}")
    expect(anna.page.locator(".duty")).to_be_visible()
    expect(anna.page.locator(".expose")).to_have_count(int(helps))
    assert all(anna.page.locator(".expose").evaluate_all(WORDS_INSIDE))


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_told_in_figures_and_a_picture_to_share(
    house: House, people: People, game: str, tmp_path: Path
) -> None:
    table = among_bots(house, game, 4)
    anna = people.comes().go(f"/t/{table}")
    page = anna.page
    expect(page.locator("#end-title")).to_be_visible()
    picture = page.locator(".end img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0, "it is no picture"
    page.get_by_text("In figures").click()
    figures = page.locator(".end details td").all_inner_texts()
    assert sum(int(one.replace("-", "")) for one in figures if one) > 0
    anna.is_clean()
    bruno = people.comes(phone=False).go(f"/t/{table}/replay/1#end")
    expect(bruno.page.locator(".over img")).to_be_visible()
    with page.expect_download() as download:
        anna.press("Share the picture")
    download.value.save_as(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("size", SIZES)
def test_what_can_be_done_next_stays_under_the_finger(
    house: House, people: People, size: tuple[int, int]
) -> None:
    """The figures come while a button is pressed: it used to move, and nothing happened."""
    table, key = house.table("kings", 2, options=SHORT_KINGS)
    anna = people.comes()
    anna.page.set_viewport_size({"width": size[0], "height": size[1]})
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    anna.page.route(re.compile(r"/games/1/replay\?"), hold, times=1)
    anna.go(f"/t/{table}#{key}")
    play_on([anna])
    anna.page.get_by_role("link", name="Replay").hover()
    patience = Patience("the figures are asked for")
    while not late:
        patience.check()
        anna.pause()
    anna.page.mouse.down()
    late[0].continue_()
    expect(anna.page.locator(".end img")).to_have_js_property("complete", True)
    anna.page.mouse.up()
    anna.page.wait_for_url("**/replay/1*")


def test_no_refusal_lies_over_who_has_won(house: House, people: People) -> None:
    """What was refused a moment before used to hide it for six seconds."""
    table = among_bots(house, "kings", 2)
    patience = Patience("the end of the game")
    while house.ask(f"/tables/{table}")["phase"] != "over":
        patience.check()
        time.sleep(PAUSE_S)
    anna = people.comes()
    refused = {"type": "refused", "mid": "", "code": "", "text": "Too late.", "rule": ""}

    def meet(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def from_server(text: str | bytes) -> None:
            if json.loads(text)["type"] == "welcome":
                page_side.send(json.dumps(refused))
            page_side.send(text)

        server.on_message(from_server)

    anna.page.route_web_socket(re.compile(r"/socket$"), meet)
    anna.go(f"/t/{table}")
    expect(anna.page.locator("#end-title")).to_be_visible()
    assert not anna.page.locator(".toasts .note").count()
    anna.is_told("Too late.")
