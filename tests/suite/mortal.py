"""Workers that die: run by tests/suite/test_runs.py in a process of its own.

    python tests/suite/mortal.py FOLDER [always]

Each chunk of seeds comes to their sum.  Workers hear every Ctrl-C and go on; the one that plays
seed 5 is killed, once or always.
"""

import os
import signal
import sys
from functools import partial
from pathlib import Path

from parlour.lab.refusals import LabRefusal
from parlour.lab.workers import Processes


def play(folder: Path, always: bool, seeds: range) -> tuple[int, int]:
    signal.raise_signal(signal.SIGINT)
    died = folder / "died"
    if 5 in seeds and (always or not died.exists()):
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return seeds.start, sum(seeds)


def main() -> None:
    chunks = iter([range(first, first + 2) for first in range(0, 40, 2)])
    with Processes(2) as workers:
        mortal = partial(play, Path(sys.argv[1]), "always" in sys.argv)
        try:
            print(list(workers.parts(mortal, chunks)))
        except LabRefusal as refusal:
            print(refusal)


if __name__ == "__main__":
    main()
