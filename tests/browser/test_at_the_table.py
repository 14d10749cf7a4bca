"""What people ran into at a table: each of these was wrong once."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from parlour.games import all_games
from parlour.server.table import shown
from tests.browser.people import SHORT_KINGS, People, Person, for_bots, play_on
from tests.browser.test_fit import is_asked, settled
from tests.browser.test_follow import told_otherwise
from tools.house import House

GAMES = sorted(all_games())
LONG_NAME = "Константин"


def question(person: Person, text: str) -> None:
    expect(person.page.locator(".question")).to_contain_text(text)


def test_a_card_that_was_turned_goes_though_news_came_meanwhile(people: People) -> None:
    learner = people.comes()
    settled(learner, "/learn/bang/31_a_heart_behind_the_barrel", ".steps .on")
    while not learner.page.locator(".flip").count():
        learner.page.locator(".steps .on").click()
    learner.page.locator(".steps .on").click()
    expect(learner.page.locator(".flip")).to_have_count(0)


def test_a_phone_from_the_first_tap_to_the_end(house: House, people: People) -> None:
    """Taps without a choice explain, the log opens at its end, and the result can be left."""
    table, key = house.table("kings", 2, options=SHORT_KINGS)
    anna = people.comes().go(f"/t/{table}#{key}")
    page = anna.page
    is_asked(anna)
    for thing in ("deck", "c1"):  # nothing is picked yet
        page.locator(f"[data-place={thing}]").click()
        expect(page.locator(".felt > .tip")).to_be_visible()
    page.locator(".hand .open").first.click()
    question(anna, "Where do you lay it?")
    assert not page.locator(".note.no").count(), "a tap was refused instead of explained"
    play_on([anna], lambda: anna.news_heard > 12)
    page.keyboard.press("Escape")  # the last tap may have opened something to read
    page.keyboard.press("l")
    expect(page.locator("dialog li").last).to_be_in_viewport()
    page.keyboard.press("Escape")
    play_on([anna])
    expect(page.locator(".end table").first).to_be_visible()  # figures come in a second one
    assert "KINGS-A" not in page.locator(".end").inner_text()
    anna.press("Look at the table")
    expect(page.locator("#end-title")).to_have_count(0)
    page.locator(".over .btn").click()
    expect(page.locator("#end-title")).to_be_visible()


def test_a_pause_says_so_and_ends_at_the_question(house: House, people: People) -> None:
    table, key = house.table("kings", 2, pace={"kind": "live", "bank_s": 600, "increment_s": 1})
    anna = people.comes()
    anna.page.clock.install()
    anna.go(f"/t/{table}#{key}")
    is_asked(anna)
    house.ask(f"/tables/{table}/pause", {}, key)
    question(anna, "You have paused the game.")
    expect(anna.page.locator(".clock")).to_have_count(2)
    expect(anna.page.locator(".clock.runs")).to_have_count(0)
    shown = anna.page.locator(".clock").all_inner_texts()
    anna.page.clock.fast_forward(60_000)
    assert anna.page.locator(".clock").all_inner_texts() == shown
    anna.page.locator(".ask .btn").click()
    expect(anna.page.locator(".clock.runs")).to_have_count(1)
    assert is_asked(anna)


def test_at_a_desk_talk_stands_once(house: House, people: People) -> None:
    table, key = house.table("kings", 4)
    anna = people.comes(phone=False).go(f"/t/{table}#{key}")
    anna.page.locator("aside .phrases .btn").first.click()
    expect(anna.page.locator("aside q")).to_have_count(1)


@pytest.mark.long
def test_the_log_at_a_desk_stays_at_its_latest_line(house: House, people: People) -> None:
    """The phrases come late and take room from it."""
    table, key = house.table("bang", 7)
    anna = people.comes(phone=False)
    anna.page.set_viewport_size({"width": 1280, "height": 500})
    late: list[Route] = []
    anna.page.route("**/api/phrases", lambda route: late.append(route))  # noqa: PLW0108
    anna.go(f"/t/{table}#{key}")
    expect(anna.page.locator("aside li").nth(9)).to_be_attached()
    expect(anna.page.locator("aside li").last).to_be_in_viewport(ratio=0.9)
    late[0].continue_()
    expect(anna.page.locator("aside .phrases .btn").first).to_be_visible()
    expect(anna.page.locator("aside li").last).to_be_in_viewport(ratio=0.9)


MEETINGS = """
window.shown = window.met = false;
new MutationObserver(() => {
  const moment = Boolean(document.querySelector(".moment"));
  window.shown ||= moment;
  window.met ||= moment && Boolean(document.querySelector("#end-title"));
}).observe(document, { childList: true, subtree: true });
"""
"""Whether something was being shown, and whether the result came over it."""

LINES = "name => new Set([...name.getClientRects()].map((one) => one.top)).size"


def ends_richly(message: dict[str, Any]) -> None:
    """As if the last thing were a king who cannot lay, and somebody with a long name were rich."""
    if message["type"] == "news" and message["view"] and message["view"]["over"]:
        message["events"] = [{"type": "stuck", "seat": 0, "cards": []}]
        message["view"]["tucked"][0] = ["2-4o-12"] * 9
        message["view"]["over"].update(scores=[108, 0], winners=[0])
    if message.get("table"):
        message["table"]["seats"][0].update(who="person", name=LONG_NAME)


def test_the_result_waits_for_what_happened_last_and_keeps_names_together(
    house: House, people: People
) -> None:
    """It also leads a learner on: to the other lessons, if the table was a practice."""
    table, key = for_bots(house, "kings", 2)
    anna = people.comes()
    told_otherwise(anna, ends_richly)
    anna.page.add_init_script(MEETINGS)
    page = anna.page
    page.set_viewport_size({"width": 360, "height": 640})
    kept = json.dumps(json.dumps({table: []}))
    page.add_init_script(
        f"if (location.protocol !== 'about:') localStorage.setItem('parlour.practice', {kept})"
    )
    settled(anna, f"/t/{table}", ".lobby")
    house.ask(f"/tables/{table}/start", {}, key)
    expect(page.locator("#end-title")).to_be_visible()
    assert page.evaluate("[window.shown, window.met]") == [True, False]
    name = page.locator(".end tbody th span", has_text=LONG_NAME)
    assert name.evaluate(LINES) <= 2
    tie = re.compile("Tied|Equal scores|KINGS-A18")
    expect(page.locator(".end")).not_to_contain_text(tie)  # nobody has as much
    page.locator(".end").get_by_role("link", name="Other lessons").click()
    page.wait_for_url("**/learn/kings")


def dealt(game: str) -> dict[str, Any]:
    """What the first seat is sent when the cards have been dealt, and nobody is asked."""
    t = all_games()[game].new(max(all_games()[game].least, 4), 7, {})
    view = json.loads(shown.encode(t.look(0)))
    return {"view": view, "decision": None, "waits": [], "events": [], "undo": "no"}


def sits_at(person: Person, house: House, game: str, **now: Any) -> None:
    """At a table that stays as it was dealt, with these changes."""
    sent = {**dealt(game), **now}

    def otherwise(message: dict[str, Any]) -> None:
        if message["type"] == "news" and message["view"]:
            message |= sent

    table, key = house.table(game, sent["view"]["players"])
    told_otherwise(person, otherwise)
    settled(person, f"/t/{table}#{key}", ".felt")


CARDS = {
    "bang": "section.hand .card",
    "intrigo": "section.hand .plot",
    "kings": "section.hand li button",
    "wink": "section.hand .numbers li",
}


@pytest.mark.parametrize("game", sorted(CARDS))
def test_a_mouse_is_told_what_a_card_in_hand_is(game: str, house: House, people: People) -> None:
    anna = people.comes(phone=False)
    sits_at(anna, house, game)
    anna.page.locator(CARDS[game]).first.hover()
    expect(anna.page.locator(".felt > .tip")).to_have_text(re.compile(r"\w{3}"))


THINGS = {
    "bang": ("[data-place=deck]", ".felt > .tip"),
    "intrigo": ("[data-place=b2]", ".note .close"),
    "kings": ("[data-place=c1]", ".felt > .tip"),
    "wink": (".counts", "dialog[open]"),
}
"""A thing of each room, and where it is explained."""


@pytest.mark.parametrize("game", sorted(THINGS))
def test_a_tap_on_what_cannot_be_chosen_explains_it(
    game: str, house: House, people: People
) -> None:
    table, _ = house.table(game, all_games()[game].least)
    thing, told = THINGS[game]
    guest = people.comes()
    settled(guest, f"/t/{table}", thing)
    guest.page.locator(thing).first.dispatch_event("click")  # a tray may lie over it
    expect(guest.page.locator(told)).to_be_visible()
    assert not guest.page.locator(".note.no").count(), "a tap was refused instead of explained"


@pytest.mark.parametrize("game", sorted(THINGS))
def test_whoever_sits_there_taps_a_thing_and_is_told_what_it_is(
    game: str, house: House, people: People
) -> None:
    """By a finger on the thing itself, so nothing may lie over it."""
    anna = people.comes()
    sits_at(anna, house, game)
    thing, told = THINGS[game]
    anna.page.locator(thing).first.click()
    expect(anna.page.locator(told)).to_be_visible()
    assert not anna.page.locator(".note.no").count(), "a tap was refused instead of explained"


def asked(ask: str, *texts: str, default: str | None = None) -> dict[str, Any]:
    """A question with these answers."""
    choices = [{"text": text, "brief": text} for text in texts]
    return {"id": 7, "ask": ask, "about": {}, "choices": choices, "default": default}


AIMED = {
    "bang:2C": "Whom do you shoot?",
    "duel:8C": "Whom do you challenge?",
    "jail:4H": "Whom do you put in jail?",
    "panic:8D": "From whom do you take a card?",
}


def test_a_card_in_hand_asks_whom_it_is_for(house: House, people: People) -> None:
    anna = people.comes()
    view = dealt("bang")["view"]
    view["hands"][0] = list(AIMED)
    texts = [f"{card}@{seat}" for card in AIMED for seat in (1, 2)]
    decision = asked("play", *texts, "pass", default="pass")
    sits_at(anna, house, "bang", view=view, decision=decision)
    for number, words in enumerate(AIMED.values()):
        anna.page.locator("section.hand .card").nth(number).click()
        question(anna, words)


def test_a_plot_in_hand_asks_for_a_gap(house: House, people: People) -> None:
    anna = people.comes()
    view = dealt("intrigo")["view"]
    card = view["packs"][0][0]
    view["packs"], view["hands"][0] = [[] for _ in view["packs"]], [card]
    decision = asked("act", f"{card}@g1", f"{card}@g2", default=f"{card}@g1")
    sits_at(anna, house, "intrigo", view=view, decision=decision)
    anna.page.locator("section.hand .plot.open").click()
    question(anna, "Tap an empty gap")


def test_an_accusation_asks_whose_link_and_then_who_the_contact_is(
    house: House, people: People
) -> None:
    anna = people.comes()
    view = dealt("wink")["view"]
    view["links"][1:3] = [5, 6]
    texts = [f"accuse:{number}@{seat}" for number, seat in ((5, 2), (5, 3), (6, 1), (6, 3))]
    decision = asked("", *texts)
    for choice in decision["choices"]:
        choice["standing"] = True
    sits_at(anna, house, "wink", view=view, decision=decision)
    anna.page.locator(".spies").click()
    question(anna, "Which link do you expose?")
    anna.page.locator(".accuse .chip").first.click()
    question(anna, "who is the contact?")


def test_a_lobby_names_bots_as_the_table_does(house: House, people: People) -> None:
    seats = [{"who": "open"}, {"who": "bot"}]
    keys = house.ask("/tables", {"game": "kings", "name": "Anna", "players": 2, "seats": seats})
    anna = people.comes("ru").go(f"/t/{keys['id']}#{keys['key']}")
    listed = anna.page.locator("main ol.stack")
    expect(listed).to_contain_text(re.compile("Мара|Оскар|Грета|Фред"))
    expect(anna.page.locator("main ol .hint").first).to_contain_text(" · ")


BESIDE = """label => {
  const box = label.querySelector("input").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(label);
  const words = [...range.getClientRects()].filter((one) => one.width > box.width + 1);
  const first = Math.min(...words.map((one) => one.top));  // a long sentence has several lines
  return first < box.bottom && words.every((one) => one.left >= box.right - 1);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_names_every_setting_apart_and_beside_its_box(game: str, people: People) -> None:
    guest = people.comes("ru")
    guest.page.set_viewport_size({"width": 360, "height": 640})
    settled(guest, f"/new/{game}", "form")
    page = guest.page
    page.get_by_text("Другие настройки").click()
    names = page.locator("form legend, form .field").evaluate_all(
        "all => all.map((one) => one.innerText.split('\\n')[0].trim()).filter(Boolean)"
    )
    assert len(names) == len(set(names)), names
    told = page.locator("form").inner_text()
    assert not re.search("[«“][a-z_]+[»”]", told), "a word that only programs use"
    for label in page.locator("label.row:visible").element_handles():
        assert label.evaluate(BESIDE), label.inner_text()


BARE = """all => all.flatMap((one) => {
  const box = one.getBoundingClientRect();
  const frame = one.parentElement.getBoundingClientRect();
  const fills = box.width >= frame.width - 2 && box.height >= frame.height - 2;
  return fills ? [] : [`${box.width}x${box.height} of ${frame.width}x${frame.height}`];
})"""


def test_posters_fill_their_frames(people: People) -> None:
    guest = people.comes()
    settled(guest, "/", ".posters .art > svg")
    drawn = guest.page.locator(".posters .art > svg")
    kept = drawn.evaluate_all("all => all.map((one) => one.getAttribute('preserveAspectRatio'))")
    assert all(re.search("slice$", one or "") for one in kept), kept
    assert drawn.evaluate_all(BARE) == []
