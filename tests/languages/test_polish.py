"""Polish: a language that is in the kernel, the terminal, the server, the page and one room.

It is not shipped.  These tests lay its files into a copy of the programs and change nothing else;
what the page shows stands in tests/browser/test_languages.py.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from parlour.core.language import DEFAULT
from tests.languages.further import HERE, ROOT, files_of, tree_with
from tests.suite.test_languages import incomplete
from tools.house import SERVE, House
from tools.patience import PATIENCE_S

PLACES = files_of("pl")


def flat(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        inner = flat(value, f"{prefix}{name}.") if isinstance(value, dict) else None
        found |= inner if inner is not None else {prefix + name: str(value)}
    return found


def read(path: Path) -> dict[str, str]:
    return flat(tomllib.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", PLACES, ids=str)
def test_it_says_nothing_that_english_does_not(path: Path) -> None:
    """What English has and it lacks is said in English: a new sentence need not be Polish too."""
    english = read(ROOT / path.with_name(f"{DEFAULT}.toml"))
    polish = read(HERE / "pl" / path)
    assert incomplete({"en": {key: english.get(key, "") for key in polish}, "pl": polish}) == []


class Terminal:
    """The command line of the tree that has Polish, in a process of its own."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree

    def run(self, *words: str, said: str = "", lang: str = "en") -> str:
        env = {**os.environ, "PYTHONPATH": "src", "PARLOUR_LANG": lang}
        done = subprocess.run(
            [sys.executable, "-c", SERVE, *words],
            input=said,
            cwd=self.tree,
            env={**env, "XDG_STATE_HOME": str(self.tree / "state")},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tree_with("pl", tmp_path / "tree"))


def test_the_terminal_plays_a_room_in_polish(terminal: Terminal) -> None:
    words = ("play", "kings", "--players", "4", "--seed", "3", "--fast", "--lang", "pl")
    said = terminal.run(*words, said="why nonsense\n2\nquit\n")
    assert "Królowie pod górami. Grasz jako Gość." in said
    assert "Gość dostaje 6 kart:" in said
    assert "jeszcze 2 oddziały\n" in said
    assert "jeszcze 1 oddział\n" in said
    assert "Wyłóż jeden oddział" in said
    assert "Gra jest zachowana." in said


def test_the_machines_own_language_is_taken(terminal: Terminal) -> None:
    assert "Stół do gier karcianych" in terminal.run("--help", lang="pl_PL.UTF-8")
    assert "{en,pl,ru}" in terminal.run("play", "--help")


def test_a_room_without_it_speaks_english_inside_the_polish_terminal(terminal: Terminal) -> None:
    words = ("play", "magpies", "--players", "2", "--seed", "1", "--fast", "--lang", "pl")
    said = terminal.run(*words, said="quit\n")
    assert "Magpies. Grasz jako Gość." in said
    assert "Hide one card in your nest" in said


def test_the_server_refuses_in_polish_and_sends_what_a_room_has(
    terminal: Terminal, tmp_path: Path
) -> None:
    with House(tmp_path, terminal.tree) as house:
        wrong = Request(f"{house.url}/api/tables/none", headers={"Accept-Language": "pl-PL,en"})
        with pytest.raises(HTTPError) as refused:
            urlopen(wrong, timeout=PATIENCE_S)
        with refused.value as answer:
            assert json.load(answer)["text"] == "Nie ma takiego stołu."
        titles = {game["id"]: game["title"] for game in house.ask("/games")}
        assert titles["kings"]["pl"] == "Królowie pod górami"
        assert titles["magpies"] == {"en": "Magpies", "pl": "Magpies", "ru": "Сороки"}
        words = house.ask("/games/magpies/words")
        assert "events.showed" not in words["pl"]  # the page says it in English
        assert words["pl"]["events.undone"] == "{seat} cofa ostatni wybór."  # the kernel's
        with urlopen(house.url, timeout=PATIENCE_S) as plain:
            assert "Gospoda jest otwarta." in plain.read().decode()
