"""What a shell completes, what --help shows, and progress bars."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import parlour
from parlour.cli import COMMANDS, main, parser
from parlour.cli.progress import watched
from parlour.cli.say import words
from parlour.core.language import LANGUAGES
from tests.suite.window import Window, plain

SHELLS = ("bash", "zsh", "fish")


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def candidates(source: str, line: str, folder: Path) -> list[str]:
    """What bash would offer at the end of the line."""
    typed = line.split(" ")
    asked = (
        f"COMP_WORDS=({' '.join(map(shlex.quote, typed))}); COMP_CWORD={len(typed) - 1}; _parlour\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    told = subprocess.run(
        ["bash", "-c", f"{source}\n{asked}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    assert told.stderr == ""
    return told.stdout.split()


@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shutil.which(shell)])
def test_the_script_of_a_shell_is_one(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    read = subprocess.run(
        [shell, "-n"], input=script(shell, capsys), text=True, capture_output=True, check=False
    )
    assert (read.returncode, read.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_names_every_command_and_option(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = script(shell, capsys)
    for name in (*COMMANDS, "friends", "kings", "no-qr"):
        assert name in source


def test_bash_completes_commands_options_games_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game one.json").touch()
    source = script("bash", capsys)
    assert candidates(source, "parlour se", tmp_path) == ["serve", "series"]
    assert candidates(source, "parlour play ", tmp_path) == sorted(parlour.all_games())
    assert candidates(source, "parlour play k", tmp_path) == ["kings"]
    assert candidates(source, "parlour play kings --la", tmp_path) == ["--lang"]
    assert candidates(source, "parlour play --lang ", tmp_path) == list(LANGUAGES)
    assert candidates(source, "parlour play --players ", tmp_path) == []
    assert candidates(source, "parlour join http://a --open w", tmp_path) == ["wink"]
    assert candidates(source, "parlour replay ga", tmp_path) == ["game", "one.json"]
    assert candidates(source, "parlour completion ", tmp_path) == list(SHELLS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_shows_examples_that_can_be_typed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for lang in LANGUAGES:
        for line in words().texts(lang)[f"examples.{name}"].splitlines():
            if not line:
                continue
            typed = line.partition("<(")[2].rstrip(")") or line.partition(">")[0]
            assert shlex.split(typed)[0] == "parlour"
            parser().parse_args(shlex.split(typed)[1:])
    first = words().texts(LANGUAGES[0])[f"examples.{name}"].splitlines()[0]
    assert first in shown


def test_a_simulation_shows_rate_and_time_left_on_a_terminal(tmp_path: Path) -> None:
    env = {"PARLOUR_LANG": "en"}
    sim = ("sim", "kings", "--players", "2", "--games", "40")
    with Window(*sim, home=tmp_path, columns=80, **env) as window:
        assert not window.asks()
        assert window.process.wait() == 0
    assert "40/40" in plain(window.raw)
    assert "/s" in plain(window.raw)
    assert plain(window.raw).rstrip().endswith("deck_empty 40")


def test_nothing_is_drawn_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(watched(iter("abc"), 3, "letters")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")
