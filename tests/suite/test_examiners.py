"""Rooms give an examiner, wherever they lie; the laboratory alone finds it."""

import os
import sys
from pathlib import Path
from subprocess import run
from typing import ClassVar

import pytest

import parlour
from parlour.core.examiner import Examiner
from parlour.core.game import Game
from parlour.lab.examiners import examiner_of


@pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
def test_every_room_says_what_it_hides_and_what_there_is(game: Game) -> None:
    """In methods of its own: a room that is silent cannot be examined."""
    examiner = examiner_of(game)
    for name in ("hidden", "inventory", "contradictions"):
        assert getattr(type(examiner), name) is not getattr(Examiner, name)
    t = game.new(game.least, 1)
    assert examiner.hidden(t)
    assert examiner.inventory(t)
    assert examiner.contradictions(t, t.heard(0)) == []


def test_no_question_of_the_laboratory_is_left_in_the_contract() -> None:
    asked = {name for name in vars(Examiner) if not name.startswith("_")}
    assert {"hidden", "inventory", "contradictions", "changed"} <= asked
    assert not asked & set(dir(Game))


def room(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A room in a package elsewhere, as entry points load it: the tiny game under another roof."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(folder))

    class Guest(type(parlour.game("magpies"))):  # type: ignore[misc]
        id: ClassVar = name
        data: ClassVar = parlour.game("magpies").data

        def __init__(self) -> None:
            self.package = name

    return Guest()


def test_a_room_from_elsewhere_is_examined_in_the_same_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = room(tmp_path, "guest_with", monkeypatch)
    (tmp_path / "guest_with" / "examiner.py").write_text(
        "from parlour.core.examiner import Examiner\nEXAMINER = Examiner()\n"
    )
    assert type(examiner_of(guest)) is Examiner


@pytest.mark.parametrize("source", [None, "", "EXAMINER = 3\n"])
def test_a_missing_examiner_names_the_file_to_write(
    source: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"guest_without_{len(source or 'none')}"
    guest = room(tmp_path, name, monkeypatch)
    if source is not None:
        (tmp_path / name / "examiner.py").write_text(source)
    with pytest.raises(TypeError, match=rf"{name} has no examiner: write {name}/examiner\.py"):
        examiner_of(guest)


def test_an_examiner_that_cannot_be_imported_says_so_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = room(tmp_path, "guest_broken", monkeypatch)
    (tmp_path / "guest_broken" / "examiner.py").write_text("import no_such_module\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        examiner_of(guest)


def test_playing_never_loads_an_examiner() -> None:
    """Checked by import-linter where it can be read; this looks at what really happens."""

    source = (
        "import sys, parlour\nfrom parlour.core.rng import Rng\n"
        "from parlour.core.rollout import play_out\n"
        "for game in parlour.all_games().values():\n"
        "    t = game.new(game.least, 1)\n"
        "    t.look(0), t.line(), play_out(t.clone(), Rng(1), 99_999)\n"
        "print([name for name in sys.modules if name.endswith('.examiner')])"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(parlour.__file__).parent.parent)}
    done = run([sys.executable, "-c", source], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
