"""The shuffle as people see it: whose dice were in it, said in one line, in a real browser."""

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import SHORT_KINGS, People, Person, play_on
from tools.house import House
from tools.patience import Patience

LINES = {
    "en": ("Your own dice were in this shuffle: checked.", "does not agree", "Another game"),
    "ru": ("Ваши кости были в этой перетасовке: проверено.", "не сходится", "Ещё партию"),
}
PLAIN_HTTP = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
"""On a home network a page comes over plain HTTP, and has no `crypto.subtle`."""
REVEALS_NOTHING = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (!text.includes('"reveal"')) send.call(this, text);
  };
}"""
LATE = "because their dice did not come in time: Bruno."
SEEN_LOBBY = """
window.lobbies = 0;
new MutationObserver(() => { window.lobbies += document.querySelectorAll(".lobby").length; })
  .observe(document, { childList: true, subtree: true });
"""


def two_at_a_table(house: House, people: People, lang: str = "en") -> tuple[str, list[Person]]:
    """Both at a table of two that has not begun; the first is the host."""
    seats = [{}, {"who": "reserved", "name": "Bruno"}]
    wanted = {"game": "kings", "name": "Anna", "players": 2, "seats": seats, "options": SHORT_KINGS}
    keys = house.ask("/tables", wanted)
    found = []
    for phone, key in ((True, keys["key"]), (False, keys["reserved"]["1"])):
        person = people.comes(lang, phone=phone)
        person.page.add_init_script(PLAIN_HTTP)
        person.go(f"/t/{keys['id']}#{key}")
        expect(person.page.locator(".lobby")).to_be_visible()
        found.append(person)
    return keys["id"], found


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_everybody_is_told_that_their_own_dice_were_in_the_shuffle(
    lang: str, house: House, people: People
) -> None:
    checked, wrong, again = LINES[lang]
    table, (anna, bruno) = two_at_a_table(house, people, lang)
    anna.page.locator(".start").click()
    play_on([anna, bruno])
    for person in (anna, bruno):
        expect(person.page.get_by_text(checked)).to_be_visible()
        person.is_clean()
    assert len([one for one in house.ask(f"/tables/{table}")["shares"] if one.get("value")]) == 2
    replay = people.comes(lang).go(f"/t/{table}/replay/1")
    expect(replay.page.locator(".felt")).to_be_visible()
    expect(replay.page.get_by_text(checked)).to_have_count(0)  # these are nobody's eyes

    kept = json.loads(bruno.page.evaluate("localStorage.getItem('parlour.shares')"))
    kept[-1]["list"] = kept[-1]["list"].replace("0 ", "0 ff")
    bruno.page.evaluate("text => localStorage.setItem('parlour.shares', text)", json.dumps(kept))
    bruno.page.reload()
    expect(bruno.page.get_by_text(wrong)).to_be_visible()
    bruno.is_clean()

    anna.page.evaluate(SEEN_LOBBY)
    for person in (anna, bruno):
        person.page.get_by_role("button", name=again, exact=True).click()
    expect(anna.page.locator("#end-title")).to_have_count(0)
    expect(anna.page.locator(".felt")).to_be_visible()
    assert anna.page.evaluate("window.lobbies") == 0, "from one game to the next, without a lobby"
    assert house.ask(f"/tables/{table}")["number"] == 2


def test_a_game_against_bots_at_one_tap_has_ones_own_dice_too(house: House, people: People) -> None:
    anna = people.comes()
    anna.go("/")
    anna.page.evaluate(SEEN_LOBBY)
    anna.page.locator(".posters article button").first.click()
    anna.page.wait_for_url("**/t/*")
    expect(anna.page.locator(".felt")).to_be_visible()
    assert anna.page.evaluate("window.lobbies") == 0
    [share] = house.ask(f"/tables/{anna.page.url.rsplit('/', 1)[1]}")["shares"]
    assert share["value"]


def test_a_broken_start_is_told_to_those_who_stay(house: House, people: People) -> None:
    """Bruno's page hears everything and reveals nothing; then Anna gives his seat to a bot."""
    table, (anna, bruno) = two_at_a_table(house, people)
    bruno.page.evaluate(REVEALS_NOTHING)
    anna.page.locator(".start").click()
    expect(anna.page.get_by_text("waiting for the dice of Bruno")).to_be_visible()
    house.ask(f"/tables/{table}/seats/1", {"who": "bot"}, anna_key(anna, table))
    expect(anna.page.get_by_text("A start was broken off")).to_be_visible()
    anna.is_clean()


def test_whoever_reveals_nothing_is_named_to_all_and_told_so_themselves(
    house: House, people: People
) -> None:
    """The house goes on without Bruno's dice when his time is up."""
    _, (anna, bruno) = two_at_a_table(house, people)
    bruno.page.evaluate(REVEALS_NOTHING)
    anna.page.locator(".start").click()
    for person in (anna, bruno):
        expect(person.page.locator(".felt")).to_be_visible()
    play_on([anna, bruno])
    for person in (anna, bruno):
        expect(person.page.get_by_text(f"Left out of this shuffle, {LATE}")).to_be_visible()
    expect(anna.page.get_by_text(LINES["en"][0])).to_be_visible()
    expect(bruno.page.get_by_text("Your own dice were not in this shuffle.")).to_be_visible()
    anna.is_clean()
    bruno.is_clean()


def two_at_an_evening(house: House, people: People) -> tuple[dict[str, Any], list[Person]]:
    """Anna, the host, and Bruno, whose pages have committed to their shares of the first round."""
    plan = {"title": "Friday", "game": "kings", "size": 2, "rounds": 2, "name": "Anna"}
    keys = house.ask("/evenings", {**plan, "options": SHORT_KINGS})
    joined = house.ask(f"/evenings/{keys['id']}/join", {"name": "Bruno"})
    guests: list[Person] = []
    for key in (keys["key"], joined["key"]):
        guests.append(people.comes().go(f"/evening/{keys['id']}#{key}"))
        expect(guests[-1].page.get_by_text("Bruno").first).to_be_visible()
    patience = Patience("both pages have committed")
    while len(house.ask(f"/evenings/{keys['id']}")["shuffling"]["shares"]) < 2:
        patience.check()
        guests[0].pause()
    return keys, guests


def promises_only(route: Route) -> None:
    """The share that a page reveals is lost on its way, and the page does not hear of it."""
    if "value" in (route.request.post_data_json or {}):
        route.fulfill(json={})
    else:
        route.continue_()


def test_whoever_reveals_nothing_is_named_when_lots_are_drawn(house: House, people: People) -> None:
    keys, (anna, bruno) = two_at_an_evening(house, people)
    bruno.page.route("**/share", promises_only)
    anna.page.locator(".draw").click()
    expect(anna.page.get_by_text("Drawing: waiting for the dice of Bruno")).to_be_visible()
    for person in (anna, bruno):
        expect(person.page.get_by_text(f"Left out of this draw, {LATE}")).to_be_visible()
    expect(anna.page.get_by_text("Your own dice were in this draw: checked.")).to_be_visible()
    expect(bruno.page.get_by_text("Your own dice were not in this draw.")).to_be_visible()
    anna.is_clean()
    bruno.is_clean()
    [lot] = house.ask(f"/evenings/{keys['id']}")["lots"]
    assert [bool(share.get("value")) for share in lot["shares"]] == [True, False]


def anna_key(person: Person, table: str) -> str:
    keys = json.loads(person.page.evaluate("localStorage.getItem('parlour.keys')"))
    return str(keys[table])


def test_the_lots_of_an_evening_and_its_first_game_have_everybodys_dice(
    house: House, people: People
) -> None:
    """Pages commit ahead, the host draws, and the table's shuffle is done from the same pages."""
    keys, guests = two_at_an_evening(house, people)
    guests[0].page.locator(".draw").click()
    for guest in guests:
        expect(guest.page.get_by_text("Your own dice were in this draw: checked.")).to_be_visible()
        guest.is_clean()
    [table] = house.ask(f"/evenings/{keys['id']}")["tables"]
    patience = Patience("the first game has begun")
    while (shown := house.ask(f"/tables/{table['id']}"))["phase"] != "playing":
        patience.check()
        guests[0].pause()
    assert [bool(share.get("value")) for share in shown["shares"]] == [True, True]
