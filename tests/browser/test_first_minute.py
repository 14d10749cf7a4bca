"""The first minute: how a game works, its lessons by doing, and the table one opens."""

import pytest
from playwright.sync_api import expect

from parlour.games import all_games
from parlour.server.http.guide import practice
from parlour.server.http.library import course
from tests.browser.length import LONG, part
from tests.browser.people import People, Person
from tests.browser.test_screens import checked, no_wider_than_the_screen, settled
from tools.house import House
from tools.patience import Patience

GAMES = sorted(all_games())
BOTH = pytest.mark.parametrize("lang", ["en", "ru"])
LIT = ".ask .btn.main, .ask button[data-choice], .felt .open"
"""What a lesson lights: the one thing to tap now."""


# --- how it works -----------------------------------------------------------------------------


def in_the_picture(person: Person) -> list[str]:
    """The numbers that stand on the picture of the table, within its frame."""
    inside = """marks => marks.filter(mark => {
        const frame = mark.parentElement.getBoundingClientRect();
        const { x, y, right, bottom } = mark.getBoundingClientRect();
        return x >= frame.x - 1 && y >= frame.y - 1
            && right <= frame.right + 1 && bottom <= frame.bottom + 1;
    }).map(mark => mark.textContent)"""
    found: list[str] = person.page.locator(".picture > b").evaluate_all(inside)
    return found


ASTRAY = """places => {
  const picture = document.querySelector(".picture");
  const frame = picture.getBoundingClientRect();
  const marks = [...picture.querySelectorAll(":scope > b")];
  const within = (at, low, high) => Math.min(high - 14, Math.max(low + 14, at));
  return places.filter((place, k) => {
    const found = picture.querySelector(`[data-place="${place}"]`);
    const card = found.querySelector(":scope > li, :scope > .card, :scope > ul > li");
    const thing = (card ?? found).getBoundingClientRect();
    const mark = marks[k].getBoundingClientRect();
    const across = mark.x + mark.width / 2 - within(thing.left, frame.left, frame.right);
    const down = mark.y + mark.height / 2 - within(thing.top, frame.top, frame.bottom);
    return Math.hypot(across, down) > 3;
  });
}"""
"""The places of the picture whose number stands somewhere else."""


def test_numbers_stand_where_the_board_has_come_to_rest(house: House, people: People) -> None:
    """A board is fitted to its place after it was drawn, and again when the window is turned."""
    guest = people.comes()
    for game in part(GAMES, "numbers", len(GAMES)):
        places = house.ask(f"/games/{game}/guide")["labels"]
        settled(guest, f"/how/{game}", ".picture .felt")
        for width, height in ((390, 664), (844, 390), (1280, 800)):
            guest.page.set_viewport_size({"width": width, "height": height})
            patience = Patience(f"numbers of {game} at {width}x{height} stand right")
            while astray := guest.page.evaluate(ASTRAY, places):
                patience.check(astray.copy)
                guest.pause()


@BOTH
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_how_each_game_works_on_one_screen(lang: str, phone: bool, people: People) -> None:
    """Goal, turn and end, and a real table with four labels; then all cards, then the rules."""
    guest = people.comes(lang, phone)
    for game in part(GAMES, "how", len(GAMES)):
        settled(guest, f"/how/{game}", ".picture .felt")
        patience = Patience(f"four numbers in the picture of {game}")
        while in_the_picture(guest) != ["1", "2", "3", "4"]:
            patience.check(lambda: in_the_picture(guest))
            guest.pause()
        assert guest.page.locator("main figcaption li").count() == 4
        assert guest.page.locator("main h3").count() == 3
        checked(guest)
    words = {"en": ("Cards", "Rules"), "ru": ("Карты", "Правила")}[lang]
    settled(guest, "/rules/bang", ".picture .felt")
    guest.page.get_by_role("button", name=words[0]).click()
    guest.page.get_by_role("searchbox").fill({"en": "Barrel", "ru": "бочк"}[lang])
    expect(guest.page.locator("dt").first).to_contain_text({"en": "Barrel", "ru": "Бочка"}[lang])
    checked(guest)
    guest.page.get_by_role("button", name=words[1]).click()
    expect(guest.page.locator("#BANG-26")).to_be_visible()
    checked(guest)


def test_a_newcomer_is_shown_how_it_works_before_the_first_game(
    house: House, people: People
) -> None:
    """Once for each game on a device, whether it is one's own table or somebody else's."""
    guest = people.comes(newcomer=True)
    kings = guest.page.locator("article", has_text="Kings").locator("button.main")
    settled(guest, "/", ".posters article")
    kings.click()
    expect(guest.page.locator("h1")).to_contain_text("How it works")
    guest.press("Play now")
    expect(guest.page.locator(".board")).to_be_visible()
    settled(guest, "/", ".posters article")
    kings.click()
    expect(guest.page.locator(".board")).to_be_visible()
    table, key = house.table("bang", 4)
    guest.go(f"/t/{table}#{key}")
    expect(guest.page.locator("h1")).to_contain_text("How it works")
    guest.is_clean()
    guest.press("To the game")
    expect(guest.page.locator(".ask")).to_be_visible()


# --- lessons ----------------------------------------------------------------------------------


def taught(learner: Person, title: str) -> int:
    """Goes through a lesson to its end, tapping what is lit; says how often that was."""
    page, taps = learner.page, 0
    patience = Patience(f"the end of {title}")
    while not page.locator(".why").count():
        patience.check(lambda: page.locator(".words").all_inner_texts())
        if page.locator(".do").count():
            assert page.locator(".do").inner_text().strip()
            expect(page.locator(LIT).first).to_be_visible()
            lit = page.locator(f":is({LIT}):visible").element_handles()
            taps += learner.hit(lit[-1] if lit[-1].get_attribute("data-choice") else lit[0])
        elif not learner.hit(page.locator(".steps .on").element_handles()[0]):
            learner.pause()
    return taps


@BOTH
@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_learnt_by_tapping_what_is_lit(game: str, lang: str, people: People) -> None:
    """Every lesson of every game, in the suite two; from the first step to the last."""
    learner = people.comes(lang)
    settled(learner, f"/learn/{game}", "#course")
    learner.page.locator("section[aria-labelledby=course] ol a").first.click()
    lessons = course(all_games()[game])
    first = 2 if practice(all_games()[game]) else 1  # a practice is learnt in test_practice.py
    for number, name in enumerate(lessons if LONG else lessons[:2], first):
        expect(learner.page.locator(".coach")).to_contain_text(f"{number}/")
        if number == first:
            checked(learner)
        assert taught(learner, name) > 0
        assert no_wider_than_the_screen(learner)
        learner.page.locator(".steps .on").click()
    if LONG:
        learner.page.wait_for_url("**/t/*")


def test_people_of_a_lesson_have_names_in_the_script_of_the_reader(people: People) -> None:
    learner = people.comes("ru")
    settled(learner, "/learn/bang/lesson_1_a_shot", ".felt")
    learner.sees("Борис")
    assert "Boris" not in learner.page.locator("main").inner_text()
    learner.page.get_by_role("button", name="English").click()
    learner.sees("Boris")


# --- setting up a table -----------------------------------------------------------------------


def test_three_tables_are_ready_and_the_rest_is_folded(people: People) -> None:
    anna = people.comes()
    settled(anna, "/new/kings", "form")
    page = anna.page
    expect(page.get_by_role("radio", name="Usual")).to_be_checked()
    expect(page.get_by_text("Pace", exact=True)).to_be_hidden()
    page.get_by_text("More settings").click()
    expect(page.get_by_text("Pace", exact=True)).to_be_visible()
    expect(page.locator("form details").last.locator("summary")).to_have_text("Fine tuning")
    checked(anna)
    page.get_by_label("Your name").fill("Anna")
    page.get_by_text("Two players, half the cards").click()
    anna.press("Open the table")
    page.wait_for_url("**/t/*")
    expect(page.locator("#will-play ~ ul")).to_contain_text("Copies of a unit: 1")


def two_at_a_table(house: House, people: People) -> tuple[Person, Person]:
    """Anna, the host, and Boris in the lobby of a table of Kings."""
    keys = house.ask("/tables", {"game": "kings", "name": "Anna", "seats": [{"who": "open"}] * 2})
    path = f"/tables/{keys['id']}"
    if len(house.ask(path)["seats"]) > 2:
        house.ask(f"{path}/seats/2", {"who": "bot"}, keys["key"])
    joined = house.ask(f"{path}/join", {"name": "Boris", "seat": 1})
    anna, boris = people.comes(), people.comes(phone=False)
    settled(anna, f"/t/{keys['id']}#{keys['key']}", "main ol")
    settled(boris, f"/t/{keys['id']}#{joined['key']}", "main ol")
    return anna, boris


def test_the_host_changes_in_the_lobby_what_is_played(house: House, people: People) -> None:
    anna, boris = two_at_a_table(house, people)
    anna.press("^Change$")
    anna.page.get_by_label("Break ties").check()
    anna.page.get_by_label("Several games").check()
    anna.is_clean()
    anna.press("Change the table")
    for person in (anna, boris):
        told = person.page.locator("#will-play ~ ul")
        expect(told).to_contain_text("Break ties: on")
        expect(told).to_contain_text("Several games: 4")
    assert boris.page.get_by_role("button", name="Change").count() == 0


def test_a_ready_table_in_the_lobby_brings_its_help_and_all_are_told(
    house: House, people: People
) -> None:
    """Wink's quick table has the button that exposes a wink; the bots' speed is there to choose."""
    wink = next(one for one in house.ask("/games") if one["id"] == "wink")
    quick = next(one for one in wink["tables"] if one["name"] == "quick")
    bots = [{"who": "bot"}] * quick["players"]
    wanted = {"game": "wink", "name": "Anna", "players": quick["players"], "seats": bots}
    keys = house.ask("/tables", wanted)
    anna, boris = people.comes(), people.comes(phone=False)
    settled(anna, f"/t/{keys['id']}#{keys['key']}", "main ol")
    settled(boris, f"/t/{keys['id']}", "main ol")
    anna.press("^Change$")
    anna.page.get_by_text("Quick", exact=True).click()
    expect(anna.page.get_by_label("A button exposes a wink")).to_be_checked()
    anna.page.get_by_label("Speed of the bots").select_option("once")
    anna.press("Change the table")
    for person in (anna, boris):
        told = person.page.locator("#will-play ~ ul")
        expect(told).to_contain_text("A button exposes a wink")
        expect(told).to_contain_text("Speed of the bots: at once")
    table = house.ask(f"/tables/{keys['id']}")
    assert (table["helps"], table["haste"]) == (True, "once")


def test_people_talk_in_the_lobby_and_the_seats_are_shuffled(house: House, people: People) -> None:
    anna, boris = two_at_a_table(house, people)
    boris.page.get_by_label("Say something").fill("Hello, Anna")
    boris.press("Send")
    anna.sees("Hello, Anna")
    checked(anna)
    first = ""
    while first != "Boris":  # a lot may fall as the one before
        with anna.page.expect_response("**/reseat") as drawn:
            anna.press("Shuffle the seats")
        first = drawn.value.json()["seats"][0]["name"]
    for person in (anna, boris):
        expect(person.page.locator("main ol.stack .seat").first).to_contain_text("Boris")
    expect(boris.page.locator("main ol.stack .seat").first).to_contain_text("you")
    anna.press("^Start$")
    expect(boris.page.locator(".board")).to_be_visible()
