"""Builds the documentation into build/docs: `make docs`.

MkDocs wants all pages in one folder, so they are copied to build/pages, where each lies as it does
in the repository: links between them are the same there.  mkdocs.yml names this file as a hook too,
which adds to the navigation what is found by looking: decisions, packages and games.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "pages"
PLACES = ("*.md", "LICENSE", "docs/**/*", "client/*.md", "examples/*.py", "src/parlour/**/*.md")


def sources() -> Iterator[Path]:
    """Every page, and the pictures on them."""
    for place in PLACES:
        yield from sorted(path for path in ROOT.glob(place) if path.is_file())


def copy_pages() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    for source in sources():
        target = PAGES / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def on_config(config: Any) -> Any:
    """MkDocs calls this when it has read mkdocs.yml."""
    pages = sorted(PAGES.glob("src/parlour/**/*.md"))
    games = PAGES / "src/parlour/games"
    rooms = sorted(room for room in games.iterdir() if room.is_dir())
    config.nav += [
        {"Decisions": named(sorted(PAGES.glob("docs/adr/*.md")))},
        {"Packages": named([page for page in pages if games not in page.parents])},
        {"Games": [{room.name: named(sorted(room.rglob("*.md")))} for room in rooms]},
    ]
    return config


def named(pages: list[Path]) -> list[str]:
    """As the navigation names pages: by their paths."""
    return [page.relative_to(PAGES).as_posix() for page in pages]


def main() -> int:
    copy_pages()
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--quiet"]
    return subprocess.run(build, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
