"""Build the compiled wheel, install it into a fresh environment, and try it there: `make wheel`.

    python -m tools.wheel                as it is released, with what requirements.lock names
    python -m tools.wheel -O0 --quick    out of the build that `make test` has, with the
                                         dependencies of this environment
    python tools/wheel.py --installed    try the package of the Python that runs this

The wheel has to be compiled, to bring the page, and to play as the sources do.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
OUT: Final = ROOT / "build" / "wheel"
INSTALL: Final = ("install", "-qq", "--disable-pip-version-check", "--no-deps")


def built(opt_level: str) -> Path:
    """The wheel, in build/wheel."""
    shutil.rmtree(OUT, ignore_errors=True)
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(OUT)]
    env = os.environ | {"PARLOUR_OPT_LEVEL": opt_level}
    subprocess.run(words, cwd=ROOT, env=env, stdout=sys.stderr, check=True)
    (wheel,) = OUT.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path, quick: bool) -> Path:
    """The Python of a fresh environment that has the wheel."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), *INSTALL]
    if quick:
        (site,) = (folder / "lib").glob("python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    else:
        lock = str(ROOT / "requirements.lock")
        subprocess.run([*pip, "--require-hashes", "-r", lock], check=True)
    subprocess.run([*pip, "--no-index", str(wheel)], check=True)
    return python


def tried(python: Path | str, path: str = "") -> dict[str, Any]:
    """What `try_package` says in another process, which finds nothing of ours but in `path`."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"PYTHONPATH": path} if path else {}
    words = [str(python), "-P", __file__, "--installed"]
    done = subprocess.run(words, env=env, stdout=subprocess.PIPE, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def try_package() -> dict[str, Any]:
    """Which package this Python has, and a hash of a random game of each room."""
    import parlour
    from parlour.core.build import build

    games = {}
    for game in parlour.all_games().values():
        table = game.new(players=game.least, seed=7)
        parlour.play_out(table, parlour.Rng(7), game.bound(game.least))
        games[game.id] = hashlib.sha256(table.line().encode()).hexdigest()
    where = Path(parlour.__file__).parent
    page = (where / "web" / "index.html").is_file()
    return {"build": build(), "page": page, "games": games, "where": str(where)}


def is_whole(found: dict[str, Any]) -> bool:
    return found["build"] == "compiled" and found["page"] is True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-O", dest="opt_level", choices="0123", default="3")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--installed", action="store_true")
    args = parser.parse_args()
    if args.installed:
        found = try_package()
        print(json.dumps(found))
        return 0 if is_whole(found) else 1
    wheel = built(args.opt_level)
    with tempfile.TemporaryDirectory() as scratch:
        found = tried(installed(wheel, Path(scratch, "env"), args.quick))
        assert Path(found["where"]).is_relative_to(scratch), found["where"]
    assert is_whole(found), found
    assert found["games"] == tried(sys.executable, str(ROOT / "src"))["games"]
    size = wheel.stat().st_size / 1e6
    print(f"{wheel.name} ({size:.1f} MB) is compiled, has the page, and plays as the sources do")
    return 0


if __name__ == "__main__":
    sys.exit(main())
