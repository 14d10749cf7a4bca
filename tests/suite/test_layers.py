"""The contracts between modules, by planted imports: `make lint` runs them over the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINT = "import sys; from importlinter.cli import lint_imports as l; l(sys.argv[1], no_cache=True)"
PLANTED = {
    "kings/frames.py": "from parlour.games.kings import view",
    "bang/state.py": "from parlour.games.bang import burial",
    "magpies/facts.py": "from parlour.games.magpies import state",
    "intrigo/odd.py": "from parlour.games.intrigo import turn",  # a module that no list names
    "intrigo/state.py": "from parlour.games.intrigo import odd",
}


def linted(place: Path) -> str:
    """What import-linter says of the package there."""
    command = [sys.executable, "-c", LINT, str(ROOT / "pyproject.toml")]
    env = os.environ | {"PYTHONPATH": str(place)}
    said = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False)
    return said.stdout


def test_a_room_keeps_its_layers_and_a_planted_import_breaks_them(tmp_path: Path) -> None:
    without = shutil.ignore_patterns("tests", "client", "web", "scenarios", "__pycache__")
    shutil.copytree(ROOT / "src" / "parlour", tmp_path / "parlour", ignore=without)
    games = tmp_path / "parlour" / "games"
    shutil.copytree(ROOT / "tests" / "rooms" / "magpies", games / "magpies", ignore=without)
    assert "0 broken" in linted(tmp_path)
    for name, line in PLANTED.items():
        with (games / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    said = linted(tmp_path)
    assert "Inside a room: game, view, frames, state, facts, kinds BROKEN" in said
    for wrong in (
        "kings.frames -> parlour.games.kings.view",
        "bang.state -> parlour.games.bang.burial",
        "magpies.facts -> parlour.games.magpies.state",
        "intrigo.odd -> parlour.games.intrigo.turn",
    ):
        assert wrong in said
