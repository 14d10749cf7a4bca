"""Fair play on the page: links, devices, pauses, another game, the silence of the dead."""

import asyncio
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from parlour.cli.remote import Seat
from tests.browser.length import part
from tests.browser.people import DESK, People, Person
from tests.server.tavern import play
from tools.house import House

SMALL = {"width": 390, "height": 664}
SHOTS = os.environ.get("PARLOUR_SHOTS", "")
"""A folder for pictures of what is tested here, to look at."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Programs that play a game to its end are quicker than any person."""
    with House(tmp_path, messages_per_second=100_000, message_burst=100_000) as house:
        yield house


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def opened(house: House, *plans: dict[str, str], **more: Any) -> dict[str, Any]:
    seats = [{}, *plans]
    wanted = {"game": "kings", "name": "Anna", "players": len(seats), "seats": seats, **more}
    return dict(house.ask("/tables", wanted))


def two(house: House, people: People, lang: str = "en") -> tuple[list[Person], list[str], str]:
    """Anna at a desk and Bruno with a phone, a game of kings begun."""
    keys = opened(house, {"who": "open"})
    joined = house.ask(f"/tables/{keys['id']}/join", {"name": "Bruno"})
    house.ask(f"/tables/{keys['id']}/start", {}, keys["key"])
    both = [people.comes(lang, phone=False), people.comes(lang)]
    both[1].page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    for person, key in zip(both, (keys["key"], joined["key"]), strict=True):
        person.go(f"/t/{keys['id']}#{key}")
        expect(person.page.locator(".felt")).to_be_visible()
    return both, [keys["key"], joined["key"]], str(keys["id"])


def test_a_personal_link_is_good_for_one_person(house: House, people: People) -> None:
    keys = opened(house, {"who": "reserved", "name": "Bruno"}, {"who": "bot"})
    link = f"/t/{keys['id']}#{keys['reserved']['1']}"
    anna = people.comes(phone=False).go(f"/t/{keys['id']}#{keys['key']}")
    anna.sees("Bruno")
    bruno = people.comes().go(link)
    expect(bruno.page.get_by_role("listitem").nth(1)).to_contain_text("you")
    assert keys["reserved"]["1"] not in bruno.page.url
    expect(anna.page.get_by_role("listitem").nth(1)).not_to_contain_text("not connected")
    bruno.page.reload()
    expect(bruno.page.get_by_role("listitem").nth(1)).to_contain_text("you")
    bruno.go(link)  # pressed once more: the browser has its seat
    expect(bruno.page.get_by_role("listitem").nth(1)).to_contain_text("you")
    mallory = people.comes().go(link)
    expect(mallory.page.get_by_role("alert")).to_contain_text("already: it is good for one person")
    anna.is_clean()
    for person in (bruno, mallory):  # the browser itself reports a refused request
        assert all("403" in said for said in person.complaints)
        person.complaints.clear()


def test_one_browser_in_two_seats_is_marked_for_everybody(house: House, people: People) -> None:
    keys = opened(house, {"who": "reserved", "name": "Bruno"}, {"who": "bot"})
    anna = people.comes(phone=False).go(f"/t/{keys['id']}#{keys['key']}")
    anna.sees("Bruno")
    tab = anna.context.new_page()
    tab.goto(f"{house.url}/t/{keys['id']}#{keys['reserved']['1']}")
    watchers = {lang: people.comes(lang) for lang in ("en", "ru")}
    for lang, watcher in watchers.items():
        watcher.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
        watcher.go(f"/t/{keys['id']}")
        said = (
            "on the same device as Bruno" if lang == "en" else "с того же устройства, что и Bruno"
        )
        expect(watcher.page.get_by_role("listitem").nth(0)).to_contain_text(said)
        watcher.is_clean()
        shot(watcher.page, f"lobby-{lang}")
    shot(anna.page, "lobby-host")
    house.ask(f"/tables/{keys['id']}/start", {}, keys["key"])
    watcher = watchers["ru"]
    expect(watcher.page.locator(".felt")).to_be_visible()
    expect(watcher.page.locator(".same").first).to_be_visible()
    shot(watcher.page, "table-same-device")
    watcher.is_clean()


def test_the_host_is_told_of_one_address(house: House, people: People) -> None:
    keys = opened(house, {"who": "open"})
    anna = people.comes(phone=False).go(f"/t/{keys['id']}#{keys['key']}")
    bruno = people.comes().go(f"/t/{keys['id']}")
    bruno.press("Take this seat")
    expect(anna.page.get_by_role("listitem").nth(1)).to_contain_text("at the same address as Anna")
    shot(anna.page, "lobby-address")
    expect(bruno.page.get_by_role("listitem").nth(1)).to_contain_text("you")
    assert "at the same address" not in bruno.page.inner_text("main")


def test_a_pause_says_whose_it_is_and_only_they_end_it(house: House, people: People) -> None:
    for lang, words in (("en", ("Pause", "Menu")), ("ru", ("Пауза", "Меню"))):
        (anna, bruno), _, _ = two(house, people, lang)
        bruno.page.get_by_role("button", name=words[1]).click()
        bruno.page.get_by_role("button", name=words[0]).click()
        bruno.page.keyboard.press("Escape")
        told = "Bruno has paused the game. It continues at" if lang == "en" else "Bruno: пауза."
        question = anna.page.locator(".ask .question")
        expect(question).to_contain_text(told)
        expect(anna.page.locator(".ask .btn")).to_have_count(0)
        expect(anna.page.locator("[role=alert].shown")).to_have_count(0)  # it is said once
        anna.page.get_by_role("button", name=words[1]).click()
        expect(anna.page.get_by_role("button", name=words[0])).to_have_count(0)
        anna.page.keyboard.press("Escape")
        shot(bruno.page, f"pause-mine-{lang}")
        shot(anna.page, f"pause-other-{lang}")
        anna.is_clean()
        bruno.page.locator(".ask .btn.main").click()
        expect(question).not_to_contain_text(told)


def test_a_pause_of_somebody_who_has_left_is_ended_at_the_question(
    house: House, people: People
) -> None:
    (anna, _), keys, table = two(house, people)
    house.ask(f"/tables/{table}/pause", {}, keys[1])
    question = anna.page.locator(".ask .question")
    expect(question).to_contain_text("Bruno has paused the game. It continues at")
    resume = anna.page.locator(".ask").get_by_role("button", name="Resume the game")
    expect(resume).to_have_count(0)
    house.ask(f"/tables/{table}/leave", {}, keys[1])
    resume.click()
    expect(question).not_to_contain_text("paused")
    assert not house.ask(f"/tables/{table}")["paused"]


def test_a_host_without_a_seat_ends_a_pause_of_their_own(house: House, people: People) -> None:
    keys = opened(house, {}, seat=None)
    for name in ("Bruno", "Carla"):
        house.ask(f"/tables/{keys['id']}/join", {"name": name})
    for deed in ("start", "pause"):
        house.ask(f"/tables/{keys['id']}/{deed}", {}, keys["key"])
    host = people.comes().go(f"/t/{keys['id']}#{keys['key']}")
    watcher = people.comes().go(f"/t/{keys['id']}")
    expect(host.page.locator(".ask .question")).to_contain_text("You have paused the game.")
    expect(watcher.page.locator(".ask .question")).to_contain_text("The host has paused the game.")
    expect(watcher.page.locator(".ask .btn")).to_have_count(0)
    host.page.locator(".ask").get_by_role("button", name="Resume the game").click()
    expect(watcher.page.locator(".ask .question")).not_to_contain_text("paused")
    # The page tries the key as an invitation first, and the browser reports that it is none.
    assert all("403" in said for said in host.complaints)
    host.complaints.clear()


def test_other_devices_of_a_seat_are_shown_and_can_be_let_go(house: House, people: People) -> None:
    (anna, bruno), keys, table = two(house, people)
    spy = people.comes().go(f"/t/{table}#{keys[1]}")
    expect(spy.page.locator(".felt")).to_be_visible()
    menu = bruno.page.get_by_role("button", name="Menu")
    expect(menu).to_contain_text("2")
    expect(anna.page.get_by_role("button", name="Menu")).not_to_contain_text("2")
    menu.click()
    bruno.sees("2 devices are connected to your seat.")
    shot(bruno.page, "devices")
    bruno.press("Sign out all other devices")
    expect(spy.page.get_by_role("alert").first).to_contain_text("no longer valid")
    expect(bruno.page.locator(".felt")).to_be_visible()
    expect(bruno.page.get_by_role("button", name="Menu")).not_to_contain_text("2")


async def played(seats: list[Seat]) -> None:
    for seat in seats:
        await seat.connect()
    await asyncio.gather(*(play(seat, Random(k)) for k, seat in enumerate(seats)))
    for seat in seats:
        await seat.close()


def test_another_game_begins_when_both_want_it(house: House, people: People) -> None:
    for lang in part(("en", "ru"), "another game", 2):
        (anna, bruno), keys, table = two(house, people, lang)
        seats = [Seat(house.url, table, key) for key in keys]
        with ThreadPoolExecutor(1) as apart:  # Playwright has a loop of its own in this thread
            apart.submit(asyncio.run, played(seats)).result()
        again = "Another game" if lang == "en" else "Ещё партию"
        anna.page.get_by_role("button", name=again, exact=True).click()
        waits = "Waiting for Bruno" if lang == "en" else "Bruno"
        expect(anna.page.locator(".next")).to_contain_text(waits)
        expect(anna.page.locator(".end .btn.main")).to_be_disabled()
        asks = "Anna wants to play on." if lang == "en" else "Anna хочет играть дальше."
        expect(bruno.page.locator(".next")).to_have_text(asks)
        shot(anna.page, f"next-mine-{lang}")
        shot(bruno.page, f"next-other-{lang}")
        bruno.is_clean()
        bruno.page.get_by_role("button", name=again, exact=True).click()
        for person in (anna, bruno):
            expect(person.page.locator("#end-title")).to_have_count(0)
            expect(person.page.locator(".felt")).to_be_visible()


def mute(route: WebSocketRoute) -> None:
    """The server's news, as somebody hears them who is out of the game."""
    server = route.connect_to_server()

    def pass_on(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "news":
            message["muted"] = True
        route.send(json.dumps(message))

    server.on_message(pass_on)


def test_who_is_out_of_the_game_reads_why_there_is_no_talk(house: House, people: People) -> None:
    keys = opened(house, {"who": "bot"})
    house.ask(f"/tables/{keys['id']}/start", {}, keys["key"])
    for lang, said in (("en", "You may talk again when it is over."), ("ru", "Вы выбыли.")):
        anna = people.comes(lang, phone=False)
        anna.page.route_web_socket("**/socket", mute)
        anna.go(f"/t/{keys['id']}#{keys['key']}")
        anna.sees(said)
        expect(anna.page.locator("aside form")).to_have_count(0)
        shot(anna.page, f"muted-{lang}")
        assert anna.page.viewport_size == DESK
