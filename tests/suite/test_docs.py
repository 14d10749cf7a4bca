"""The documents say what is."""

import re
import tomllib
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parents[2]
ROOM = ROOT / "tests" / "rooms" / "magpies"
BLOCK = re.compile(r"^`([\w./]+)`\n\n(`{3,4})\w+\n(.*?)\n\2$", re.M | re.S)
RULE_TEXTS = ("RULES.md", "RULES.ru.md")  # a rule is one line: its number and its text


def test_adding_a_game_followed_literally_gives_the_tiny_room() -> None:
    """The files that the page shows, and those that it says are to be copied."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    made = {name: text for name, _, text in BLOCK.findall(page)}
    to_copy = page.partition("\nCopy these from")[2].partition("\n## ")[0]
    copied = set(re.findall(r"`([\w./]+\.\w+)`", to_copy))
    files = {
        path.relative_to(ROOM).as_posix(): path.read_text(encoding="utf-8").rstrip()
        for path in ROOM.rglob("*")
        if path.suffix in (".md", ".py", ".toml") and not path.stem.endswith("_gen")
    }
    assert copied.isdisjoint(made)
    assert copied <= files.keys()
    assert made == {name: text for name, text in files.items() if name not in copied}


def test_one_version_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == parlour.__version__


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.lock")))
def test_the_locks_name_no_host_and_hash_everything(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    packages = re.findall(r"^[a-z0-9][\w.\-]*==", text, re.M)
    assert packages
    assert len(re.split(r"^[a-z0-9][\w.\-]*==", text, flags=re.M)[1:]) == len(packages)
    assert all(
        "--hash=sha256:" in part for part in re.split(r"^[a-z0-9][\w.\-]*==", text, flags=re.M)[1:]
    )


def test_links_between_the_documents_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_no_file_of_ours_is_longer_than_400_lines_or_a_test_than_500() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("src", "tests", "tools")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines()))
        > (500 if "tests" in path.parts else 400)
    }
    assert not long


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "adr").glob("*.md")), ids=lambda page: page.name[:4]
)
def test_a_decision_says_when_whether_it_stands_and_what_lost(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.search(r"^Date: \d{4}-\d\d-\d\d\. Status: \w+", text, re.M)
    assert "**What was weighed.**" in text


def test_lines_of_documents_have_fewer_than_120_columns() -> None:
    """Rows of tables, which Markdown cannot break, and the rule texts are free."""
    long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in pages()
        if page.name not in RULE_TEXTS
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) >= 120 and not line.startswith("|")
    ]
    assert not long


def pages() -> list[Path]:
    """Every document of the repository, also those of the rooms and of .github."""
    folders = ("docs", "src", "client", "tests", ".github")
    return [*ROOT.glob("*.md"), *(page for f in folders for page in (ROOT / f).rglob("*.md"))]


def test_the_actions_of_the_workflows_are_pinned_by_hash() -> None:
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        uses = re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
        assert uses
        for used in uses:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used
