"""`parlour scenario PATH…`: a line for each file; the exit status says it all."""

from pathlib import Path

import parlour
from parlour.core.errors import BadTable
from parlour.core.scene import BadScene, read_scene
from parlour.core.stage import play_scene


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
    """Empty if the file holds, otherwise why not."""
    try:
        scene = read_scene(str(file), file.read_text(encoding="utf-8"))
        return play_scene(scene, parlour.game(scene.game), fills)
    except BadTable as wrong:
        return f"{file}:1: {wrong}"
    except (BadScene, OSError, UnicodeDecodeError) as wrong:
        return str(wrong)
