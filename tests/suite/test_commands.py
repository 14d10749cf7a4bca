"""The command line as a person meets it, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """
game = "kings"
rules = ["KINGS-20"]
seats = ["Anna", "Bruno"]
[title]
en = "A card is drawn"
ru = "Карта добрана"
[position]
phase = "draw"
[play]
steps = \"\"\"
Anna is asked draw
Anna: draw:deck
Bruno is asked lay
\"\"\"
"""


def run(*words: str, home: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "XDG_STATE_HOME": str(home), "PARLOUR_LANG": "en"}
    command = [sys.executable, "-m", "parlour.cli", *words]
    return subprocess.run(
        command, input=said, env=env, capture_output=True, text=True, timeout=100, check=False
    )


def test_a_game_can_be_left_and_resumed(tmp_path: Path) -> None:
    words = ("play", "kings", "--seed", "3", "--fast")
    left = run(*words, home=tmp_path, said="1\n1\nwhy orc9@c9\nquit\n")
    assert left.returncode == 0, left.stderr
    assert "goes on with it" in left.stdout
    resumed = run("play", "kings", "--fast", home=tmp_path, said="1\n" * 400)
    assert "Resuming" in resumed.stdout
    assert "The deck has run out." in resumed.stdout
    record = next((tmp_path / "parlour").glob("*.record.json"))
    told = run("replay", str(record), home=tmp_path)
    assert told.returncode == 0
    assert "lays" in told.stdout
    again = run(*words, home=tmp_path, said="quit\n")
    assert "Resuming" not in again.stdout, "a finished game is not resumed"


def test_a_broken_save_is_put_aside_and_a_new_game_starts(tmp_path: Path) -> None:
    (tmp_path / "parlour").mkdir()
    (tmp_path / "parlour" / "kings.json").write_text('{"record": 5')
    played = run("play", "kings", "--fast", home=tmp_path, said="quit\n")
    assert played.returncode == 0
    assert "put aside" in played.stderr
    assert (tmp_path / "parlour" / "kings.broken.json").exists()


def test_a_refusal_in_the_terminal_cites_the_rule_in_the_players_language(tmp_path: Path) -> None:
    said = run("play", "kings", "--lang", "ru", home=tmp_path, said="orc7@c9\nbanana\nquit\n")
    assert "[KINGS-" in said.stdout
    assert "рудник" in said.stdout.lower()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("play", "chess"), "There is no game “chess”"),
        (("play", "kings", "--players", "9"), "2 to 4 players"),
        (("play", "kings", "--bots", "genius"), "There is no bot “genius”"),
        (("play", "kings", "-o", "hand=99"), "“hand” cannot be “99”"),
        (("sim", "kings", "--players", "2", "-o", "colour=1"), "There is no option “colour”"),
        (("sim", "kings", "--players", "2", "-o", "copies=1"), "40 units and 80 mines"),
    ],
)
def test_what_cannot_be_is_said_clearly(
    words: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    said = run(*words, home=tmp_path)
    assert said.returncode == 2
    assert reason in said.stderr
    assert "Traceback" not in said.stderr


def test_simulation_speaks_to_people_and_to_machines(tmp_path: Path) -> None:
    people = run("sim", "kings", "--players", "3", "--games", "5", home=tmp_path)
    assert "per second of CPU" in people.stdout
    machine = run(
        "sim",
        "kings",
        "--players",
        "2",
        "--games",
        "4",
        "--bots",
        "heuristic,random",
        "--json",
        home=tmp_path,
    )
    figures = json.loads(machine.stdout)
    assert figures["games"] == 4
    assert figures["bots"] == ["heuristic", "random"]
    assert sum(figures["shares"]) == pytest.approx(1)
    arena = run("arena", "kings", "--players", "2", "--deals", "3", "--json", home=tmp_path)
    assert json.loads(arena.stdout)["deals"] == 3


def test_the_version_says_which_build_runs(tmp_path: Path) -> None:
    assert run("--version", home=tmp_path).stdout.startswith("parlour 0.")
    assert "kings" in run("games", home=tmp_path).stdout


def test_a_scenario_that_holds_passes(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(GOOD)
    said = run("scenario", str(file), home=tmp_path)
    assert said.returncode == 0, said.stdout
    assert "1 passed, 0 failed" in said.stdout


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Bruno is asked lay", "Bruno is asked draw", "found     lay"),
        ("Bruno is asked lay", "Anna is asked draw", "expected  Anna to be asked draw"),
        ("Anna: draw:deck", "Anna: draw:orc", "empty_stack [KINGS-20]"),
        ("Anna: draw:deck", "Anna dances", "a sentence of docs/scenarios.md"),
        ('phase = "draw"', 'phase = "sleep"', "the phase is lay or draw"),
        ('phase = "draw"', "hands = { Anna = 'orc12' }", "there is no 'orc12'"),
        ('phase = "draw"', "hands = { Anna = 'orc7 orc7 orc7' }", "all 'orc7' are laid out"),
        ('phase = "draw"', "colour = 3", "unknown names: colour"),
        ('game = "kings"', 'game = "chess"', "unknown_game"),
        ('rules = ["KINGS-20"]', "rules = []", ":3: `rules` must cite"),
        ('seats = ["Anna", "Bruno"]', 'seats = ["Anna", "Anna"]', ":4: `seats` must be"),
        ('ru = "Карта добрана"', "", "`title` must be given in en and ru"),
        ("[title]", "[title", "line 5"),
        ("[play]", "[ply]", "unknown field `ply`"),
        ("Bruno is asked lay", "kings.Anna = dwarf", "It holds only in"),
    ],
)
def test_a_scenario_that_fails_explains_itself(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(GOOD.replace(old, new))
    said = run("scenario", str(file), "--fills", "8", home=tmp_path)
    assert said.returncode == 1
    assert told in said.stdout, said.stdout
    assert "Traceback" not in said.stderr


def test_no_scenario_at_all_is_no_success(tmp_path: Path) -> None:
    assert run("scenario", str(tmp_path), home=tmp_path).returncode == 1
