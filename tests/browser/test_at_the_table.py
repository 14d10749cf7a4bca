"""What people ran into at a table: each of these was wrong once."""

import re

import pytest
from playwright.sync_api import expect

from parlour.games import all_games
from tests.browser.people import SHORT_KINGS, People, Person, play_on
from tests.browser.test_fit import is_asked, settled
from tools.house import House

"""Kings with half the cards: the same rules, sooner over."""
GAMES = sorted(all_games())


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
    assert "KINGS-A" not in page.locator(".end table").inner_text()
    anna.press("Look at the table")
    expect(page.locator("#end-title")).to_have_count(0)
    page.locator(".over .btn").click()
    expect(page.locator("#end-title")).to_be_visible()


def test_a_pause_says_so_and_ends_at_the_question(house: House, people: People) -> None:
    table, key = house.table("kings", 2, pace={"kind": "live", "bank_s": 600, "increment_s": 1})
    anna = people.comes().go(f"/t/{table}#{key}")
    is_asked(anna)
    house.ask(f"/tables/{table}/pause", {}, key)
    question(anna, "The game is paused.")
    expect(anna.page.locator(".clock")).to_have_count(2)
    expect(anna.page.locator(".clock.runs")).to_have_count(0)
    anna.page.locator(".ask .btn").click()
    expect(anna.page.locator(".clock.runs")).to_have_count(1)
    assert is_asked(anna)


def test_at_a_desk_talk_stands_once_and_a_mouse_is_told_what_a_card_is(
    house: House, people: People
) -> None:
    table, key = house.table("bang", 4)
    anna = people.comes(phone=False).go(f"/t/{table}#{key}")
    anna.page.locator("aside .phrases .btn").first.click()
    expect(anna.page.locator("aside q")).to_have_count(1)
    anna.page.locator("section.hand .card").first.hover()
    expect(anna.page.locator(".felt > .tip")).to_be_visible()


def test_a_lobby_names_bots_as_the_table_does(house: House, people: People) -> None:
    seats = [{"who": "open"}, {"who": "bot"}]
    keys = house.ask("/tables", {"game": "kings", "name": "Anna", "players": 2, "seats": seats})
    anna = people.comes("ru").go(f"/t/{keys['id']}#{keys['key']}")
    expect(anna.page.locator("main ol.stack")).to_contain_text("Бот 2")
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
    for label in page.locator("label.row:visible").element_handles():
        assert label.evaluate(BESIDE), label.inner_text()


def test_posters_fill_their_frames(people: People) -> None:
    guest = people.comes()
    settled(guest, "/", ".posters .art > svg")
    drawn = guest.page.locator(".posters .art > svg")
    kept = drawn.evaluate_all("all => all.map((one) => one.getAttribute('preserveAspectRatio'))")
    assert all(re.search("slice$", one or "") for one in kept), kept
