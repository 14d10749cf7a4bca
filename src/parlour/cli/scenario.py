"""`parlour scenario PATH…`: prints a line for each file; the exit status is 1 if one fails."""

from pathlib import Path

import parlour
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.scenario.scene import BadScene, Scene, Slip, known, read_scene
from parlour.core.scenario.stage import fault, play_scene


def scenario(paths: list[str], fills: int, first: bool = False) -> int:
    """`first`: stop at the first failure."""
    files = [file for path in paths for file in found(Path(path))]
    failures = 0
    for file in files:
        report = performed(file, fills)
        failures += bool(report)
        print(f"{'FAIL' if report else 'ok  '}  {file}")
        if report:
            print(report)
        if report and first:
            return 1
    print(f"{len(files) - failures} passed, {failures} failed")
    return 1 if failures or not files else 0


def found(path: Path) -> list[Path]:
    return sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def performed(file: Path, fills: int) -> str:
    """Empty if the file holds, otherwise why not.  Whatever happens, the next file is played."""
    try:
        scene = read_scene(str(file), file.read_text(encoding="utf-8"))
        return play_scene(scene, room(scene), fills)
    except BadScene as wrong:
        return str(wrong)
    except UnicodeDecodeError:
        return f"{file}:1:1: this is no text in UTF-8"
    except OSError as wrong:
        return f"{file}:1:1: it cannot be read: {wrong.strerror}"
    except Exception as wrong:
        return f"{file}:1:1: {fault(wrong)}"


def room(scene: Scene) -> Game:
    try:
        return parlour.game(scene.game)
    except BadTable as wrong:
        games = sorted(parlour.all_games())
        told = f"no game is called {scene.game}{known(scene.game, games)}"
        spot = scene.source.spot(scene.source.value(("game",)))
        raise BadScene(scene.path, [Slip(spot, told)]) from wrong
