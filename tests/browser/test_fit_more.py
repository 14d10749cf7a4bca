"""Every screen fits: those around the table with something on them, drawers, the end for a player.

What fits is said in test_fit.py; here are the screens that take more than an address to come to.
"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from parlour.games import all_games
from tests.browser.length import part
from tests.browser.people import SHORT_KINGS, People, Person
from tests.browser.test_callback import DAYS, keeps
from tests.browser.test_callback import game as played
from tests.browser.test_fit import AMISS, AT_REST, LANGUAGES, amiss, is_asked, settled
from tests.browser.test_follow import told_otherwise
from tests.browser.test_series import CUT_OFF
from tools.house import House
from tools.patience import PAUSE_S, Patience

GAMES = sorted(all_games())
BOTH = pytest.mark.parametrize("lang", LANGUAGES)
DRAWERS = {
    "standing": ".standing",
    "log": "[aria-label=Log], [aria-label=Журнал]",
    "chat": "[aria-label=Chat], [aria-label=Чат]",
    "book": "[aria-label=Rules], [aria-label=Правила]",
    "menu": "[aria-label=Menu], [aria-label=Меню]",
}


WIDE_CODES = """document.querySelectorAll(".code").forEach((one) => {
  one.textContent = "W".repeat(one.textContent.length);
})"""
"""The code of a table is drawn by lot: here one of the widest letters."""


@BOTH
def test_drawers_fit_every_screen(lang: str, house: House, people: People) -> None:
    table, key = house.table("bang", 4, series={"form": "tournament"})
    anna = people.comes(lang).go(f"/t/{table}#{key}")
    is_asked(anna)
    wrong: list[str] = []
    for drawer in part(list(DRAWERS), lang, 2):
        anna.page.set_viewport_size({"width": 390, "height": 844})
        anna.page.locator("header").locator(DRAWERS[drawer]).click()
        expect(anna.page.locator("dialog[open] .body > *").first).to_be_visible()
        anna.page.evaluate(WIDE_CODES)
        wrong += amiss(anna, f"{lang}, {drawer}")
        anna.page.keyboard.press("Escape")
        expect(anna.page.locator("dialog[open]")).to_have_count(0)
    assert not wrong, "\n".join(wrong)


def full_hands(view: dict[str, Any]) -> None:
    """BANG!: five lives, a number of two figures in every hand, and a long name."""
    for seat in range(1, view["players"]):
        view["hands"][seat] = ["?"] * 12
        view["life"][seat] = 5
        view["characters"][seat] = "calamity_janet"


def all_called(view: dict[str, Any]) -> None:
    """Wink: everybody calls and has won and lost a card, and everybody faces me."""
    seats = range(view["players"])
    view["links"] = view["tokens"] = [10 + seat for seat in seats]
    view["open"] = [[f"c{20 + seat}"] for seat in seats]
    view["covered"] = [["c1"] for _ in seats]
    view["heads"] = view["gazes"] = [1] + [0] * (len(seats) - 1)


def greedy_deck(view: dict[str, Any]) -> None:
    """Kings: what many signs there can be on the top of the deck."""
    view["deck"] = ["?/3-4o-8", *view["deck"][1:]]


CROWDED = {"bang": full_hands, "kings": greedy_deck, "wink": all_called}


@pytest.mark.parametrize("game", CROWDED)
def test_the_most_that_can_be_counted_stays_in_sight(
    game: str, house: House, people: People
) -> None:
    def change(message: dict[str, Any]) -> None:
        if message.get("view"):
            CROWDED[game](message["view"])
            message["undo"] = "free"

    table, key = house.table(game, min(5, all_games()[game].most))
    anna = people.comes("ru")
    told_otherwise(anna, change)
    anna.go(f"/t/{table}#{key}")
    expect(anna.page.locator(".felt")).to_be_visible()
    wrong = amiss(anna, f"{game}, crowded")
    assert not wrong, "\n".join(wrong)


SCREENS = ((1280, 720), (1280, 800), (1920, 1080), (3840, 2160))


@pytest.mark.parametrize("game", GAMES)
def test_the_big_screen_fits(game: str, house: House, people: People) -> None:
    """A television has its own size of letters; before the game and in it."""
    most = all_games()[game].most
    seats = [{"who": "open"}] * most
    opened = house.ask("/tables", {"game": game, "name": "Anna", "players": most, "seats": seats})
    begun, _ = house.table(game, most)
    guest = people.comes(phone=False)
    wrong: list[str] = []
    for table, waits_for in ((opened["id"], ".guests ol"), (begun, ".felt")):
        settled(guest, f"/t/{table}/screen", waits_for)
        for width, height in part(SCREENS, waits_for, 2):
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.page.evaluate(AT_REST)
            found = guest.page.evaluate(AMISS)
            wrong += [f"{game}, {waits_for}, {width}x{height}: {one}" for one in found]
    assert not wrong, "\n".join(wrong)


CLIPPED = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.innerText)"""


@BOTH
def test_pages_with_much_on_them_fit_every_screen(lang: str, house: House, people: People) -> None:
    """Home with one's own tables, history with games, a lobby with bots and talk, all settings."""
    anna = people.comes(lang).go("/")
    seats = [{"who": "open"}, {"who": "bot"}, {"who": "bot"}]
    lobby = house.ask("/tables", {"game": "kings", "name": "Константинус", "seats": seats})
    mine = [
        (lobby["id"], lobby["key"]),
        house.table("bang", 8, pace=DAYS),
        *(house.table("kings", 2, pace=DAYS) for _ in range(2)),
    ]
    keeps(anna, "tables", [{"id": id, "game": "kings", "at": k} for k, (id, _) in enumerate(mine)])
    keeps(anna, "keys", dict(mine))
    keeps(anna, "history", [played(number) for number in range(12)])
    wrong: list[str] = []
    for path, waits_for in (
        ("/", "main section li"),
        ("/history", "main li"),
        (f"/t/{lobby['id']}", "main ol"),
        ("/new/bang", "form"),
    ):
        settled(anna, path, waits_for)
        if path.startswith("/t/"):
            anna.page.locator("form input[type=text], form input:not([type])").last.fill("Да " * 40)
            anna.page.keyboard.press("Enter")
            expect(anna.page.get_by_text("Да Да").first).to_be_visible()
        for folded in anna.page.locator("form > details:not([open]) > summary").all():
            folded.click()
        if path == "/":  # names are told in full, however many there are
            cut = anna.page.locator("main .others").evaluate_all(CLIPPED)
            wrong += [f"{lang}, cut off: {one}" for one in cut]
        wrong += amiss(anna, f"{lang}, {path.split('/')[1]}")
    assert not wrong, "\n".join(wrong)


# --- an evening -------------------------------------------------------------------------------

USED = """() => {
  const boxes = [...document.querySelectorAll(".parts > *")].map((o) => o.getBoundingClientRect());
  const left = Math.min(...boxes.map((one) => one.left));
  const right = Math.max(...boxes.map((one) => one.right));
  return (right - left) / document.documentElement.clientWidth;
}"""
LONG_NAMES = ("Константинус", "Александрина", "Всеволодушка", "Maximilianus", "Wilhelminche")


CHARTED = ((390, 844, 100), (390, 844, 200), (1280, 800, 100), (1920, 1080, 100))


def has_gone_on(person: Person) -> None:
    """As if three rounds were over, the fourth were played, and everybody had a long name."""

    def change(route: Route) -> None:
        answer = route.fetch()
        info: dict[str, Any] = answer.json()
        for number, guest in enumerate(info["guests"]):
            guest.update(who="person", name=LONG_NAMES[number % len(LONG_NAMES)])
            guest.update(points=number * 7, wins=number, games=3, sat_out=number % 2, place=1)
        info["history"] = [
            [number * 7 * k // 3 for number in range(len(info["guests"]))] for k in (1, 2, 3)
        ]
        for table in info["tables"]:  # the broadest there is: everybody has won
            table.update(winners=table["guests"], pays=[24] * len(table["guests"]))
        route.fulfill(response=answer, json=info)

    person.page.route("**/api/evenings/*", change)


@BOTH
def test_an_evening_fits_every_screen_and_uses_its_breadth(
    lang: str, house: House, people: People
) -> None:
    """In play, with standing and chart: no name of the chart runs out of it."""
    keys = house.ask("/evenings", {"title": "Friday", "game": "kings", "size": 3, "bots": 9})
    house.ask(f"/evenings/{keys['id']}/draw", {}, keys["key"])
    host = people.comes(lang)
    has_gone_on(host)
    settled(host, f"/evening/{keys['id']}#{keys['key']}", ".chart text.name")
    wrong = amiss(host, f"{lang}, evening")
    for width, height, text in CHARTED:
        host.page.set_viewport_size({"width": width, "height": height})
        host.page.evaluate("text => (document.documentElement.style.fontSize = `${text}%`)", text)
        host.page.evaluate(AT_REST)
        cut = host.page.locator(".chart svg").evaluate(CUT_OFF)
        wrong += [f"{width}, text at {text} %: {name} runs out of the chart" for name in cut]
        if width > 1000 and (used := host.page.evaluate(USED)) <= 0.8:
            wrong.append(f"{width}: {used:.0%} of the breadth are used")
    assert not wrong, "\n".join(wrong)


# --- the end, for whoever played ----------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_end_fits_whoever_played(game: str, house: House, people: People) -> None:
    """With their buttons, which those who watch do not have."""
    options = SHORT_KINGS if game == "kings" else {}
    table, key = house.table(game, all_games()[game].most, options=options)
    house.ask(f"/tables/{table}/leave", {}, key)  # a bot stands in, and the seat stays theirs
    anna = people.comes(part(LANGUAGES, game, 2)[0])
    patience = Patience("the end of the game")
    while house.ask(f"/tables/{table}")["phase"] != "over":
        patience.check()
        anna.page.wait_for_timeout(PAUSE_S * 1000)
    settled(anna, f"/t/{table}#{key}", "#end-title")
    expect(anna.page.locator(".end .deeds .btn").nth(3)).to_be_visible()
    assert anna.page.locator(".end [data-need=choice]").count() == 1
    wrong = amiss(anna, f"{game}, end")
    assert not wrong, "\n".join(wrong)
