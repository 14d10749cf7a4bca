"""One word for one idea: no public name of the server has two meanings.

A class or a type of the server is defined once, and its name means nothing else in the kernel.
Rows are words of the log: a row is named after what happened, whatever else has that name.
No name is one that the glossary gives up in favour of another ("not").
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import parlour

ROOT = Path(parlour.__file__).parent
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def names(folder: str) -> Iterator[tuple[str, str]]:
    """Public classes and types of a folder, with the module that defines each."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            for name in defined(node):
                if name[0].isupper() and not name.isupper() and len(name) > 1:
                    yield name, str(file.relative_to(ROOT))


def defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.ClassDef):
        is_row = any(ast.unparse(base) in ("Body", "rows.Body") for base in node.bases)
        return [] if is_row else [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def homes(found: Iterator[tuple[str, str]]) -> dict[str, set[str]]:
    known: dict[str, set[str]] = defaultdict(set)
    for name, module in found:
        known[name].add(module)
    return known


def twice(known: dict[str, set[str]]) -> dict[str, set[str]]:
    return {name: modules for name, modules in known.items() if len(modules) > 1}


def given_up() -> set[str]:
    """The words of the glossary's last column, as a class would be called."""
    found: set[str] = set()
    for row in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if row.startswith("|") and len(cells) == 3:
            plain = re.sub(r"\([^)]*\)", "", cells[2])
            found |= {word.strip().title().replace(" ", "") for word in plain.split(",")}
    return found - {"", "Not", "---"}


def test_a_name_of_the_server_is_defined_once() -> None:
    server, core = homes(names("server")), homes(names("core"))
    both = {name: server[name] | core[name] for name in server.keys() & core.keys()}
    assert twice(server) == {}
    assert both == {}


def test_no_name_of_the_server_is_a_word_that_the_glossary_gives_up() -> None:
    assert homes(names("server")).keys() & given_up() == set()


def test_the_search_finds_what_it_looks_for() -> None:
    """The same two questions about made-up modules."""
    assert twice(homes(iter([("Line", "a"), ("Line", "b"), ("Row", "a"), ("Row", "a")]))) == {
        "Line": {"a", "b"}
    }
    assert {"Session", "Match", "Prompt"} <= given_up()
