"""The command line as a person meets it, in a process of its own."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.cli.play import Saved, Terminal
from parlour.core.build import build
from parlour.core.rng import Rng
from parlour.core.undo import CONSENT
from tools.patience import PATIENCE_S

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
        command,
        input=said,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_game_can_be_left_and_resumed(tmp_path: Path) -> None:
    words = ("play", "kings", "--seed", "3", "--fast")
    left = run(*words, home=tmp_path, said="1\n1\nwhy orc9@c9\nquit\n")
    assert left.returncode == 0, left.stderr
    assert "continues it" in left.stdout
    resumed = run("play", "kings", "--fast", home=tmp_path, said="1\n" * 400)
    assert "Resuming" in resumed.stdout
    assert "The deck has run out." in resumed.stdout
    record = next((tmp_path / "parlour").glob("*.record.json"))
    told = run("replay", str(record), home=tmp_path)
    assert told.returncode == 0
    assert "lays" in told.stdout
    again = run(*words, home=tmp_path, said="quit\n")
    assert "Resuming" not in again.stdout, "a finished game is not resumed"


def test_the_terminal_alone_shows_what_could_be_typed_instead(tmp_path: Path) -> None:
    said = run("play", "bang", "--seed", "1", "--fast", home=tmp_path, said="why bang\nbang\nq\n")
    assert said.stdout.count("BANG! needs a target: choose one. [BANG-32]") == 2
    assert said.stdout.count("\nFor example: bang:7C@2\n") == 2
    form = run("series", "kings", "--players", "2", "--form", "league", home=tmp_path)
    assert form.stderr.endswith("its tournament.\nFor example: best-of:3\n")


def test_a_broken_save_is_put_aside_and_a_new_game_starts(tmp_path: Path) -> None:
    (tmp_path / "parlour").mkdir()
    (tmp_path / "parlour" / "kings.json").write_text('{"record": 5')
    played = run("play", "kings", "--fast", home=tmp_path, said="quit\n")
    assert played.returncode == 0
    assert "put aside" in played.stderr
    assert (tmp_path / "parlour" / "kings.broken.json").exists()


def test_bots_agree_to_what_is_taken_back_by_consent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One word, `undo`, however it is taken back; the record tells how."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    game = parlour.game("kings")
    drawn = {"players": 2, "turn": 0, "phase": "draw", "camp": {"orc": "orc3"}}
    t = game.drawn(drawn, Rng(1))
    person = Terminal(t, Saved(t.record(), 0, "Anna", ["random"] * 2, 0), "en", 0.0)
    decision = t.decision(0)
    assert decision is not None
    assert person.try_answer("draw:orc", decision)
    assert t.may_undo(0) == CONSENT
    assert person.try_answer("undo", decision)
    assert t.record().choices == [(0, "draw:orc"), (0, "undo:agreed")]
    assert not person.try_answer("undo", decision)


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
        (("series", "kings", "--players", "2", "--form", "tournament"), "has no tournament"),
        (("series", "kings", "--players", "2", "--form", "league"), "no form of series “league”"),
        (("series", "kings", "--players", "2", "--form", "best-of:0"), "1 to 99"),
        (("series", "bang", "--players", "3", "--form", "tournament"), "[BANG-A49]"),
        (("series", "bang", "--players", "4", "--set", "hiring=true"), "[BANG-69]"),
        (("series", "bang", "--players", "4", "--bots", "genius"), "There is no bot “genius”"),
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


def test_a_series_is_played_recorded_told_again_and_verified(tmp_path: Path) -> None:
    file, table, figures = (tmp_path / name for name in ("s.json", "s.csv", "figures.json"))
    words = ("series", "bang", "--players", "4", "--form", "tournament", "--set", "hiring=true")
    written = ("--record", str(file), "--csv", str(table), "--json", str(figures))
    played = run(*words, "--seed", "5", *written, home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "Game 4 of 4." in played.stdout
    assert "The winner is Bot" in played.stdout
    rows = [line.split(",") for line in table.read_text().splitlines()]
    assert len(rows) == 1 + 4 * 4
    standing = json.loads(figures.read_text())["standing"]
    assert [int(row[-1]) for row in rows[-4:]] == standing["points"]
    assert run(*words, "--seed", "5", "--csv", "-", home=tmp_path).stdout == table.read_text()
    told = run("replay", str(file), home=tmp_path)
    assert "opens the bidding for" in told.stdout
    assert played.stdout.splitlines()[-3] in told.stdout
    checked = run("verify", str(file), home=tmp_path).stdout.splitlines()
    assert checked[0].startswith("Yes. All 4 games")
    assert checked[1].startswith("This says nothing of the shuffles")
    record = json.loads(file.read_text())
    record["points"][0] += 500
    file.write_text(json.dumps(record))
    refused = run("verify", str(file), home=tmp_path)
    assert refused.returncode == 1
    assert refused.stdout.startswith("No. ")
    record["games"] = record["games"][:2]
    record["points"] = []
    file.write_text(json.dumps(record))
    assert "No." in run("verify", str(file), home=tmp_path).stdout


def test_the_version_says_which_build_runs(tmp_path: Path) -> None:
    said = run("--version", home=tmp_path).stdout
    assert said.startswith(f"parlour {parlour.__version__} ({build()}, ")
    assert f"SQLite {sqlite3.sqlite_version})" in said
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
        ("Anna: draw:deck", "Anna dances", ":13:1: this is no sentence of docs/scenarios.md"),
        ('phase = "draw"', 'phase = "sleep"', "the phase is lay or draw"),
        (
            'phase = "draw"',
            "hands = { Anna = 'orc12' }",
            ":9:19: nothing in this game is called orc12",
        ),
        (
            'phase = "draw"',
            "hands = { Anna = 'orc7 orc7 orc7' }",
            ":9:29: the position cannot be laid out: all 'orc7'",
        ),
        (
            'phase = "draw"',
            "colour = 3",
            ":9:1: the position cannot be laid out: nothing is called 'colour'",
        ),
        ('game = "kings"', 'game = "chess"', ":2:9: no game is called chess"),
        ('rules = ["KINGS-20"]', "rules = []", ":3:1: `rules` must cite"),
        ('seats = ["Anna", "Bruno"]', 'seats = ["Anna", "Anna"]', ":4:1: `seats` must be"),
        ('en = "', 'ruu = "', "`title` must be given in en"),
        ('ru = "Карта добрана"', 'rus = "Карта добрана"', ":7:1: no language of the house is"),
        ("[title]", "[title", ":5:7: this is no TOML"),
        ("[play]", "[ply]", "no part of a scenario is called ply"),
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
