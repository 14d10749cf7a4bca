"""What a person in the terminal sees and may type: numbers that stay, and no trap."""

import io
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.play import Saved, Terminal
from parlour.cli.show import ANY_TIME, Numbers, list_choices
from parlour.core.decision import FIRST_OFFER, Choice
from parlour.core.ids import ChoiceId
from parlour.core.rng import Rng


def texts(*words: str, standing: bool = False) -> list[Choice]:
    id = ChoiceId(FIRST_OFFER if standing else 0)
    return [Choice(id, word, word) for word in words]


def given(numbers: Numbers, ask: str, choices: list[Choice]) -> dict[str, int]:
    return {choice.text: number for number, choice in numbers.give(ask, choices)}


# --- numbers --------------------------------------------------------------------------------


def test_a_choice_keeps_its_number_while_the_same_is_asked() -> None:
    numbers = Numbers()
    first = given(numbers, "glance", texts("look@1", "look@2", "lower@1"))
    assert first == {"look@1": 1, "look@2": 2, "lower@1": 3}
    again = given(numbers, "glance", texts("lower@1", "wink@2", "look@2"))
    assert again == {"lower@1": 3, "wink@2": 1, "look@2": 2}
    assert given(numbers, "name", texts("nobody", "lower@1")) == {"nobody": 1, "lower@1": 2}


def test_what_may_be_done_at_any_time_has_numbers_of_its_own() -> None:
    numbers = Numbers()
    offers = texts("accuse:5@1", "accuse:5@2", standing=True)
    asked = given(numbers, "glance", texts("look@1") + offers)
    assert asked == {"look@1": 1, "accuse:5@1": ANY_TIME, "accuse:5@2": ANY_TIME + 1}
    assert given(numbers, "", texts("accuse:7@1", standing=True)) == {"accuse:7@1": ANY_TIME + 2}
    assert given(numbers, "", offers[1:]) == {"accuse:5@2": ANY_TIME + 1}
    assert numbers.chosen(str(ANY_TIME)) == "accuse:5@1"
    assert numbers.chosen("look@1") == "look@1"
    assert numbers.chosen("77") == "77"


def test_what_is_a_number_itself_needs_no_other() -> None:
    numbers = Numbers()
    calls = given(numbers, "call", texts("call@25", "call@3") + texts("look@1", standing=True))
    assert calls == {"call@25": 25, "call@3": 3, "look@1": ANY_TIME}
    assert numbers.chosen("25") == "call@25"
    assert numbers.chosen("2") == "2"


def test_a_long_row_is_broken_between_its_places(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    game = parlour.game("wink")
    calls = Numbers().give("call", texts(*[f"call@{n}" for n in range(36, 0, -1)]))
    list_choices(game, "en", calls, ["Anna"])
    shown = capsys.readouterr().out
    assert shown.split()[4:] == [str(n) for n in range(1, 37)]
    names = Numbers().give("name", texts("nobody", *[f"name@{n}" for n in range(6)]))
    list_choices(game, "en", names, ["Anna Maria", "Bruno", "Carla", "Dario", "Egon", "Fanny"])
    shown += capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 70
    assert "2) 0 Anna Maria" in shown
    assert "1) nobody" in shown


# --- Wink -----------------------------------------------------------------------------------


def sit_down(home: Path, monkeypatch: pytest.MonkeyPatch, said: str, **facts: object) -> Any:
    """The person is Anna, in seat 0; the bots of the others answer at once."""
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "100")  # whatever terminal the tests themselves run in
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    t = parlour.game("wink").drawn({"players": 4} | facts, Rng(2))
    saved = Saved(t.record(), 0, "Anna", ["heuristic"] * 4, 0)
    return Terminal(t, saved, "en", 0.0)


WAITING = {"turn": 1, "phase": "call", "tokens": [0, 0, 12, 0], "links": [0, 0, 12, 0]}


def test_whoever_is_not_waited_for_may_ask_look_and_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No trap: help, why, the table and a wrong word leave the way open; Enter goes on."""
    said = "help\nwhy\nwhy look@1\nwhy look@ada\nwhy 101\nbanana\ntable\nundo\n\nquit\n"
    hands = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]
    terminal = sit_down(tmp_path, monkeypatch, said, hands=hands, **WAITING)
    terminal.run()
    told = capsys.readouterr().out
    assert "Nobody waits for you. Enter goes on" in told
    assert "Answer with a number or the text of a choice." in told
    assert "Glances are given between two turns. [WINK-11]" in told
    assert "That is possible." in told
    assert told.count("The crowd\n") == 2, "asked for, and then with the question"
    assert "Glance 1 of 3" in told, "the caller has called meanwhile"
    assert "The game is kept." in told
    assert terminal.t.cards[0] == 4


def test_an_accusation_is_made_though_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]
    terminal = sit_down(tmp_path, monkeypatch, "102\nquit\n", hands=hands, **WAITING)
    terminal.run()
    told = capsys.readouterr().out
    assert "Anna exposes the link Fred → Greta (12): +2." in told
    assert terminal.t.caught[0] == 1


def test_quit_at_an_offer_quits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]
    terminal = sit_down(tmp_path, monkeypatch, "quit\n", hands=hands, **WAITING)
    assert terminal.run() == 0
    assert terminal.t.stack[-1].ask == "call"


def test_numbers_stay_from_glance_to_glance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever one looks, the same number is the same glance."""
    terminal = sit_down(tmp_path, monkeypatch, "3\n5\n1\n" * 2 + "quit\n", turn=1, phase="ticks")
    terminal.run()
    lines = capsys.readouterr().out.splitlines()
    rows = {" ".join(line.split()[3:]) for line in lines if line.startswith("  look ")}
    assert rows == {"1) 1 Oscar 2) 2 Greta 3) 3 Fred 4) crowd"}
    given = [text for seat, text in terminal.t.log or [] if seat == 0 and "@" in text]
    assert given[:3] == ["look@3", "lower@1", "look@1"]


def test_live_the_person_is_asked_whenever_something_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A glance is given at any time, by number or by text, and time goes on by Enter."""
    live = {"pace": "live"}
    said = "look@2\n" + "\n" * 5 + "101\n" + "\n" * 5 + "quit\n"
    terminal = sit_down(tmp_path, monkeypatch, said, turn=1, phase="ticks", options=live)
    terminal.run()
    told = capsys.readouterr().out
    glances = [text for seat, text in terminal.t.log or [] if seat == 0]
    assert glances[:2] == ["look@2", "look@1"]
    assert "Anna → Greta." in told
    assert "Anna → Oscar." in told
