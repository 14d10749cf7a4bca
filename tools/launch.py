"""The command `parlour` of a checkout: which build runs is decided here, and nowhere else.

The compiled tree of exactly these sources, if there is one; otherwise the sources.  Whoever puts a
folder with the package on PYTHONPATH has decided already: `PYTHONPATH=src` runs the sources.
An installed wheel has nothing to decide: it is compiled or not.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]


def is_decided() -> bool:
    """Whether PYTHONPATH has the package."""
    path = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return any(Path(folder, "parlour").is_dir() for folder in path if folder)


def chosen_tree() -> Path | None:
    from tools.compile import BEST, HOME, ready_tree

    if find_spec("librt") is None:  # what is compiled needs it, and this environment is too old
        return None
    try:
        return ready_tree(ROOT, HOME, BEST)
    except OSError:  # a checkout that we may not write to, say
        return None


def choose() -> None:
    """From now on `parlour` is imported from the chosen tree."""
    sys.path[0] = str(ROOT)  # in the place of tools/, for `chosen_tree`
    tree = None if is_decided() else chosen_tree()
    del sys.path[0]
    if tree is not None:
        sys.path.insert(0, str(tree))
        path = [str(tree), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, path))  # for child processes


def main() -> int:
    choose()
    sys.argv[0] = "parlour"
    from parlour.cli import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())
