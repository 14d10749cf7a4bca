"""What `make docs` builds a site of: pages that are there, and names that the reference can find.

MkDocs itself needs an environment of its own; these tests find what would stop it, in a moment.
"""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import parlour
from tools.docs import sources

ROOT = Path(__file__).parents[2]
CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
FOUND = ("docs/adr/", "src/parlour/")  # tools/docs.py adds these to the navigation
REFERENCES = [ROOT / "docs" / "reference.md", ROOT / "docs" / "reference-rooms.md"]


def identifiers(page: Path) -> list[str]:
    return re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.M)


def find(name: str) -> Any:
    """What a dotted name stands for."""
    module, _, last = name.rpartition(".")
    try:
        return getattr(import_module(module), last)
    except AttributeError:
        return import_module(name)


def test_every_page_of_the_navigation_is_there_and_every_page_is_in_it() -> None:
    named = set(re.findall(r": (\S+\.md)$", CONFIG, re.M))
    pages = {path.relative_to(ROOT).as_posix() for path in sources() if path.suffix == ".md"}
    assert named - pages == set()
    assert {page for page in pages - named if not page.startswith(FOUND)} == set()


@pytest.mark.parametrize("page", REFERENCES, ids=lambda page: page.stem)
def test_the_reference_names_what_exists(page: Path) -> None:
    assert identifiers(page)
    for name in identifiers(page):
        found = find(name)
        for member in members(page, name):
            declared = member in instance_attributes(found) or member in found.__annotations__
            assert declared or hasattr(found, member), (name, member)


def members(page: Path, name: str) -> list[str]:
    """Those that the page picks, if it does."""
    block = re.search(
        rf"^::: {re.escape(name)}\n((?: +.*\n)*)", page.read_text(encoding="utf-8"), re.M
    )
    assert block is not None
    return re.findall(r"[\w]+", block[1].partition("members:")[2])


def test_the_reference_has_everything_that_parlour_exports() -> None:
    listed = [find(name) for name in identifiers(REFERENCES[0])]
    missing = [name for name in parlour.__all__ if getattr(parlour, name) not in listed]
    assert missing == []


def test_attributes_of_instances_are_described() -> None:
    """Each by a docstring below it, or in the docstring of its class."""
    for name in identifiers(REFERENCES[0]):
        found = find(name)
        if inspect.isclass(found) and not members(REFERENCES[0], name):
            said = re.findall(r"^\s+(\w+): ", found.__doc__ or "", re.M)
            for attribute, described in instance_attributes(found).items():
                assert described or attribute in said, f"{name}.{attribute} is not described"


def instance_attributes(found: type) -> dict[str, bool]:
    """The public attributes that `__init__` sets, and whether a docstring follows each."""
    tree = ast.parse(Path(inspect.getfile(found)).read_text(encoding="utf-8"))
    [body] = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == found.__name__]
    made = [n for n in body.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    lines: list[ast.stmt] = made[0].body if made else []
    found_here: dict[str, bool] = {}
    for k, line in enumerate(lines):
        name = attribute_set(line)
        if name and not name.startswith("_"):
            found_here[name] = any(isinstance(after, ast.Expr) for after in lines[k + 1 : k + 2])
    return found_here


def attribute_set(line: ast.stmt) -> str:
    """`x` of a statement `self.x = …`, or nothing."""
    match line:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name("self"), attr=name)]):
            return name
        case ast.AnnAssign(target=ast.Attribute(value=ast.Name("self"), attr=name)):
            return name
    return ""
