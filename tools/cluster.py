"""Simulations on a real Ray cluster, with rows in real Parquet files: `make ray`.

Ray, pyarrow and Polars are in an environment of their own (`requirements-ray.lock`), so this is no
test of the suite.  A cluster of two nodes with one worker each runs on this machine.  In the middle
of a run a worker is killed, then a node; the totals must be those of one process.  The rows of a
run that was continued are compared with its totals, and the cells of `examples/win_rates.ipynb` are
run on them; their pictures lie in `build/ray` afterwards.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import chdir
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tools.patience import PAUSE_S, Patience

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build" / "ray"
NOTEBOOK: Final = ROOT / "examples" / "win_rates.ipynb"
GAMES: Final = 900
SIM: Final = ("sim", "bang", "--players", "5", "--bots", "heuristic", "--json")
TIMINGS: Final = ("seconds", "choices_per_second", "games_per_second")
TASK: Final = "ray::played_there"
"""What Ray calls a process that plays a chunk."""


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "parlour.cli", *words]


def totals(told: str) -> dict[str, Any]:
    return {name: value for name, value in json.loads(told).items() if name not in TIMINGS}


def played(*words: str) -> dict[str, Any]:
    """What a command comes to that nobody disturbs."""
    done = subprocess.run(command(*words), stdout=subprocess.PIPE, text=True, check=True)
    return totals(done.stdout)


def disturbed(kept: Path, disturb: Callable[[], None], *words: str) -> dict[str, Any]:
    """What a command comes to in which something happens when some of its games are kept."""
    with (
        kept.with_suffix(".log").open("w") as log,  # Ray has much to say of what dies
        subprocess.Popen(
            command(*words, "--keep", str(kept)), stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        patience = Patience("some games are kept")
        while not kept.exists() or kept.read_bytes().count(b"\n") < 3:
            patience.check()
            time.sleep(PAUSE_S)
        disturb()
        assert process.poll() is None, "it was over before that"
        told = process.communicate()[0]
    assert process.returncode == 0
    return totals(told)


def playing() -> list[int]:
    """The Ray processes that play a chunk at this moment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(TASK.encode()):
                found.append(int(path.parent.name))
        except OSError:  # it has just ended
            continue
    return found


def both_playing() -> list[int]:
    patience = Patience("both workers play")
    while len(found := playing()) < 2:
        patience.check()
        time.sleep(PAUSE_S)
    return found


def kill_worker() -> None:
    os.kill(both_playing()[0], signal.SIGKILL)
    print("   killed one of two workers", flush=True)


def on_the_cluster() -> None:
    expected = played(*SIM, "--games", str(GAMES), "--jobs", "1")
    cluster = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1}
    )
    node = cluster.add_node(num_cpus=1)

    def kill_node() -> None:
        both_playing()
        cluster.remove_node(node, allow_graceful=False)
        print("   killed one of two nodes", flush=True)

    try:
        words = (*SIM, "--games", str(GAMES), "--ray", cluster.address)
        assert played(*words) == expected
        print(f"== two workers: the totals of {GAMES} games are those of one process", flush=True)
        for disturb in (kill_worker, kill_node):
            kept = FOLDER / f"{disturb.__name__}.kept"
            begun = time.monotonic()
            assert disturbed(kept, disturb, *words) == expected
            print(f"   the same totals after {time.monotonic() - begun:.0f} s", flush=True)
    finally:
        cluster.shutdown()


def rows_in_files() -> None:
    """Of a run that went on twice, so there are several files."""
    pl = import_module("polars")
    words = (*SIM, "--parquet", str(FOLDER / "bang"), "--keep", str(FOLDER / "rows.kept"))
    for games in (GAMES // 3, GAMES // 2):
        played(*words, "--games", str(games))
    told = played(*words, "--games", str(GAMES))
    rows = pl.read_parquet(FOLDER / "bang" / "*.parquet")
    files = len(list((FOLDER / "bang").iterdir()))
    assert rows.height == GAMES * 5
    assert rows.select("seed", "seat").n_unique() == GAMES * 5
    by_seat = rows.group_by("seat").agg(pl.col("share").mean(), pl.col("score").mean()).sort("seat")
    for found, expected in ((by_seat["share"], "shares"), (by_seat["score"], "scores")):
        assert all(abs(a - b) < 1e-9 for a, b in zip(found, told[expected], strict=True))
    print(
        f"== {rows.height} rows in {files} files agree with the totals\n{rows.head(5)}", flush=True
    )


def notebook() -> None:
    """The cells as one program; what a cell shows is drawn to a file."""
    os.environ["MPLBACKEND"] = "Agg"
    pyplot: Any = import_module("matplotlib.pyplot")
    shown: list[str] = []

    def show() -> None:
        shown.append(f"win_rates_{len(shown) + 1}.png")
        pyplot.savefig(shown[-1], dpi=80)

    pyplot.show = show
    names: dict[str, Any] = {}
    with chdir(FOLDER):
        for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
        for column in ("role", "seat"):
            print(names["win_rates"](column), flush=True)
    assert len(shown) == 3
    print(f"== the notebook runs; its pictures: {', '.join(shown)} in build/ray", flush=True)


def main() -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "PARLOUR_LANG": "en"}
    on_the_cluster()
    rows_in_files()
    notebook()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
