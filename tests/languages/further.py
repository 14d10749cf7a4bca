"""A further language, laid into a copy of the programs as it would be added to the repository."""

import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
PROGRAMS: Final = ("src/parlour", "tests/rooms", "tools")
PAGE: Final = ("client", "package.json", "package-lock.json")
CONFIGS: Final = ("conftest.py", "vite.config.ts", "svelte.config.js", "tsconfig.json")
BUILT: Final = shutil.ignore_patterns("web", "__pycache__")


def tree_with(lang: str, tree: Path) -> Path:
    """The programs and the page's sources, with every `xx.toml` of tests/languages/xx laid in.

    Nothing else says that the language exists.
    """
    for name in (*PROGRAMS, *PAGE, *CONFIGS):
        place, copy = ROOT / name, tree / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            shutil.copytree(place, copy, ignore=BUILT)
        else:
            shutil.copy(place, copy)
    (tree / "node_modules").symlink_to(ROOT / "node_modules", target_is_directory=True)
    shutil.copytree(HERE / lang, tree, dirs_exist_ok=True)
    return tree


def files_of(lang: str) -> list[Path]:
    """Its files, relative to the root of the repository."""
    return sorted(path.relative_to(HERE / lang) for path in (HERE / lang).rglob("*.toml"))
