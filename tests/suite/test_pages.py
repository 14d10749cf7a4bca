"""The drawn table: whole games through a pseudo-terminal, and what a page shows and understands."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from rich.cells import cell_len
from rich.console import Console

import parlour
from parlour.cli.lines import Question
from parlour.cli.terminal import tab
from parlour.cli.terminal.menu import Menu, runs
from parlour.cli.terminal.page import Page
from parlour.core.decision import FIRST_OFFER, Choice
from parlour.core.ids import ChoiceId
from parlour.core.language import LANGUAGES
from parlour.core.words import Speaker
from tests.suite.window import COLOUR, THING, Window, answer, plain
from tools.length import by_turns
from tools.patience import PAUSE_S

NAMES = ["Anna", "Bruno", "Carla", "Dora"]


# --- whole games ----------------------------------------------------------------------------


Case = tuple[str, int, str, dict[str, str]]
GAMES = ("bang", "intrigo", "kings", "wink")
WIDE: list[Case] = [(game, 80, "en", {}) for game in GAMES]
NARROW: list[Case] = [(game, 40, "ru", {"NO_COLOR": "1"}) for game in GAMES]


@pytest.mark.parametrize(("game", "columns", "lang", "env"), by_turns(WIDE, NARROW))
def test_a_game_is_played_to_its_end_on_a_terminal(
    game: str, columns: int, lang: str, env: dict[str, str], tmp_path: Path
) -> None:
    """Whatever a page offers can be done, and no line is wider than the window."""
    rng, typed = Random(1), 0
    words = ("play", game, "--seed", "7", "--fast", "--bots", "random", "--lang", lang)
    with Window(*words, home=tmp_path, columns=columns, **env) as window:
        while window.asks():
            page = plain(window.page)
            assert not [line for line in page.splitlines() if cell_len(line) > columns]
            said = answer(page, rng)
            assert "╭" in page, f"refused:\n{page}"
            window.type(said)
            typed += said != ""
        assert window.process.wait() == 0, window.raw[-2000:]
        assert bool(COLOUR.search(window.raw)) == ("NO_COLOR" not in env)
    assert typed > 5
    assert list((tmp_path / "parlour").glob("*.record.json"))


def test_without_a_terminal_that_can_draw_lines_stay_plain(tmp_path: Path) -> None:
    words = ("play", "kings", "--seed", "3", "--fast")
    with Window(*words, home=tmp_path, columns=80, TERM="dumb", PARLOUR_LANG="en") as window:
        assert window.asks()
        window.type("quit")
        assert not window.asks()
    assert "╭" not in window.raw
    assert "Centre" in window.raw


def test_tab_completes_texts_and_places(tmp_path: Path) -> None:
    words = ("play", "kings", "--seed", "3", "--fast", "--lang", "en")
    with Window(*words, home=tmp_path, columns=80) as window:
        assert window.asks()
        window.press("qu\t")
        assert window.until(lambda: plain(window.page).endswith("> quit"))
        window.press("\x15")  # deletes the line
        number = THING.findall(plain(window.page).rpartition("╯")[2])[0][0]
        window.press(f"{number} \t\t")
        assert window.until(lambda: "c1" in plain(window.page).rpartition(f"> {number}")[2])


# --- numbers and places ---------------------------------------------------------------------


def choices(*texts: str, standing: bool = False) -> list[Choice]:
    id = ChoiceId(FIRST_OFFER if standing else 0)
    return [Choice(id, text, re.sub(r":\w+", "", text)) for text in texts]


def menu_of(game: str, ask: str, found: list[Choice], menu: Menu | None = None) -> Menu:
    menu = menu or Menu()
    menu.lay_out(Question("", ask, {}, found), Speaker(parlour.game(game), "en", NAMES))
    return menu


def test_a_thing_is_chosen_by_its_number_and_its_place() -> None:
    shots = ("bang:7C@1", "bang:7C@2", "bang:8C@1", "bang:8C@2")
    menu = menu_of("bang", "play", choices("end", *shots, "beer:6H"))
    said = [(thing.number, thing.said) for thing in menu.things]
    assert said == [(1, "End the turn"), (2, "BANG! 7♣"), (3, "BANG! 8♣"), (4, "Beer 6♥")]
    assert menu.chosen("1") == "end"
    assert menu.chosen("3 2") == menu.chosen("3@2") == menu.chosen("3 carla") == "bang:8C@2"
    assert menu.chosen("3 br") == "bang:8C@1"
    assert menu.chosen("3 9") == "3 9", "the table says what is wrong"
    assert menu.chosen("bang:7C@1") == "bang:7C@1"


def test_a_place_may_follow_in_a_line_of_its_own() -> None:
    menu = menu_of("bang", "play", choices("end", "duel:QD@1", "duel:QD@2"))
    assert menu.chosen("2") is None
    assert menu.open is not None
    assert menu.chosen("1") == "duel:QD@1", "the place, not the thing with this number"
    assert menu.chosen("1") == "end"


def test_the_only_thing_asked_for_needs_no_number() -> None:
    offers = choices("accuse:5@1", "accuse:5@2", standing=True)
    menu = menu_of("wink", "call", choices("call@3", "call@25") + offers)
    assert menu.chosen("25") == "call@25"
    assert menu.chosen("101 2") == "accuse:5@2"
    assert [place.said for place in menu.things[0].places] == ["3", "25"], "cards, not seats"


def test_wink_keeps_its_numbers_from_glance_to_glance() -> None:
    menu = menu_of("wink", "glance", choices("look@1", "look@2", "lower@1", "lower@2"))
    numbers = {thing.what: thing.number for thing in menu.things}
    menu_of("wink", "glance", choices("wink@2", "lower@1", "lower@2", "look@1"), menu)
    again = {thing.what: thing.number for thing in menu.things}
    assert again == numbers | {"wink": 3}
    menu_of("wink", "name", choices("nobody", "name@1"), menu)
    assert {thing.what: thing.number for thing in menu.things} == {"nobody": 1, "name": 2}


def test_two_cards_together_are_a_card_and_another() -> None:
    pairs = choices("beer:6H+duel:QD", "beer:6H+bang:7C", "duel:QD+beer:6H", standing=True)
    menu = menu_of("bang", "play", choices("end") + pairs)
    assert [thing.said for thing in menu.things] == ["End the turn", "Beer 6♥ +", "Duel Q♦ +"]
    assert menu.chosen("101 bang") == "beer:6H+bang:7C"
    assert menu.chosen("102") == "duel:QD+beer:6H"


def test_many_places_in_a_row_are_shown_as_a_row() -> None:
    assert runs(["g1", "g2", "g3", "g5", "g6", "m1", "crowd"]) == [
        "g1–g3",
        "g5",
        "g6",
        "m1",
        "crowd",
    ]


# --- pages ----------------------------------------------------------------------------------


def page_of(game: str, lang: str, width: int, colour: bool = False) -> tuple[Page, io.StringIO]:
    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        height=30,
        force_terminal=colour,
        highlight=False,
        legacy_windows=False,
    )
    return Page(Speaker(parlour.game(game), lang, NAMES), (), console), out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80, 130])
@pytest.mark.parametrize("id", sorted(parlour.all_games()))
def test_every_room_fits_any_window(id: str, width: int, lang: str) -> None:
    """The table with everything on it, what happened, the question and its choices."""
    game = parlour.game(id)
    t = game.new(min(4, game.most), 5)
    page, out = page_of(id, lang, width)
    rng = Random(3)
    for _ in range(24):
        seat = next((s for s in range(t.players) if (d := t.decision(s)) and d.waits), None)
        if seat is None or t.outcome is not None:
            break
        decision = t.decision(seat)
        assert decision is not None
        for event in t.heard(seat, len(t.sink or ()) - 3):
            page.since.append(f"· {page.speaker.event(event)}")
        said = page.speaker.ask(decision.ask, decision.about)
        page.ask(t.look(seat), Question(said, decision.ask, decision.about, decision.choices))
        t.answer(seat, rng.choice(decision.choices).text)
    lines = out.getvalue().splitlines()
    assert len(lines) > 200
    assert max(map(cell_len, lines)) <= width
    for name in NAMES[: t.players]:
        assert name in out.getvalue()


def test_a_page_tells_what_happened_since_the_last_question() -> None:
    page, out = page_of("kings", "en", 80)
    t = parlour.game("kings").new(4, 1)
    question = Question("Lay one unit.", "lay", {}, choices("orc7@c1"))
    for number in range(40):
        page.tell(f"· event {number}")
    page.ask(t.look(0), question)
    shown = out.getvalue().partition("Since your last choice")[2]
    assert "… 30 lines before" in shown
    assert "event 39" in shown
    assert "event 29" not in shown
    out.truncate(0)
    page.ask(t.look(0), question)
    assert "event" not in out.getvalue()


def test_nothing_is_written_into_a_prompt_that_is_being_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Readline shows it bit by bit in a thread of its own, and tells when it stands there."""
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(tab, "found_readline", lambda: Readline(hooks))
    page, out = page_of("kings", "en", 80)
    news = Thread(target=page.tell, args=("· Anna has chosen.",))

    def shown(prompt: str) -> str:
        out.write(prompt[:1])
        news.start()
        news.join(PAUSE_S)  # it would have written by now
        out.write(prompt[1:])
        hooks[0]()
        news.join()
        return " 7 "

    monkeypatch.setattr("builtins.input", shown)
    assert page.read() == "7"
    assert plain(out.getvalue()).splitlines() == ["> · Anna has chosen.", "> "]


class Readline:
    """As much of it as a page asks for."""

    def __init__(self, hooks: list[Callable[[], None]]) -> None:
        self.set_pre_input_hook = hooks.append

    def __getattr__(self, name: str) -> Callable[..., str]:
        return lambda *_: ""


def test_what_others_write_cannot_steer_the_terminal() -> None:
    page, out = page_of("kings", "en", 80, colour=True)
    page.tell("  Bruno: \x1b]0;mine\x07\x1b[2Jhello")
    assert "\x1b[2J" not in out.getvalue()
    assert "\x1b]" not in out.getvalue()
    assert "hello" in out.getvalue()


def test_suits_names_and_families_have_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    page, out = page_of("bang", "en", 80, colour=True)
    page.note("Beer 6♥ of Anna, the Sheriff. [BANG-32]")
    assert "\x1b[31m♥" in out.getvalue()
    assert "\x1b[96mAnna" in out.getvalue()
    assert "\x1b[33mSheriff" in out.getvalue()


def test_a_palace_that_does_not_fit_is_told_building_by_building() -> None:
    view = parlour.game("intrigo").new(4, 5).look(0)
    wide, out = page_of("intrigo", "en", 80)
    wide.table(view)
    assert re.search("▣1.*■2.*■3", out.getvalue())
    narrow, out = page_of("intrigo", "en", 40)
    narrow.table(view)
    assert re.search("▣1 .* g1 ", out.getvalue())
    assert not re.search("▣1.*■2", out.getvalue())
