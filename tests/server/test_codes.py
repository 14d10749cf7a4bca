"""docs/protocol.md names every code that the server can send, under the status it is sent with."""

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

import parlour
from parlour.server import app

HOME: Final = Path(parlour.__file__).parent
PAGE: Final = HOME.parents[1] / "docs" / "protocol.md"
SENT_BY: Final = ("server", "core", "bots")
REFUSALS: Final = ("Refusal", "BadTable", "BadText", "IllegalChoice")
ENDS: Final = ("Frozen", "Closed", "close_by")
LAST_WORDS: Final = ("dismiss", "Problem")
NOT_SENT: Final = {
    "bad_carry": "a record that cannot be",
    "bad_entry": "of a record in a file",
    "bad_line": "of a scenario or a file",
    "bad_position": "of a scenario or a file",
    "bad_record": "of a file",
    "bad_seed": "of a command or a file",
    "no_clock": "of the library: nobody but the house passes time at a table",
    "not_offered": "of the library: choices by number",
    "wrong_uvicorn": "told by `parlour serve` before it serves",
}
"""Refusals of the kernel and of commands that no guest ever hears."""
PHASES: Final = {"table_": ("table_frozen", "table_closed")}
"""Codes that are put together."""


def refusals(source: str) -> Iterable[tuple[str, str]]:
    """Each code of a module, with the class that is raised or the function that sends it."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in (*REFUSALS, *LAST_WORDS):
            for code in texts(node.args[0]):
                yield from ((whole, name) for whole in PHASES.get(code, (code,)))


def texts(node: ast.expr) -> Iterable[str]:
    """The texts that an argument may be: what an `if` asks about is none of them."""
    if isinstance(node, ast.IfExp):
        yield from [*texts(node.body), *texts(node.orelse)]
    elif isinstance(node, ast.JoinedStr):
        yield from [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def sources() -> list[str]:
    found = [path for part in SENT_BY for path in (HOME / part).rglob("*.py")]
    return [path.read_text("utf-8") for path in found]


def sentences() -> set[str]:
    """Codes that have a sentence; of some, no call has a literal."""
    found: set[str] = set()
    for part in SENT_BY[:2]:
        words = (HOME / part / "text" / "en.toml").read_text("utf-8")
        found |= set(tomllib.loads(words)["refusals"])
    return found


def sent(modules: list[str]) -> set[str]:
    raised = {code for source in modules for code, _ in refusals(source)}
    return (raised | sentences()) - set(NOT_SENT)


def errors(page: str) -> str:
    return page.split("\n## Errors\n")[1].split("\n## ", 1)[0]


def told(page: str) -> set[str]:
    """The codes in the first or second cells of the page's tables of errors."""
    rows = [line.split("|") for line in errors(page).splitlines() if line.startswith("| ")]
    cells = [cell for row in rows for cell in row[1:3]]
    return {code for cell in cells for code in re.findall(r"`([a-z_]+)`", cell)}


def by_status(page: str) -> list[tuple[int, str]]:
    rows = re.findall(r"^\| ([\d, ]+) \| (.*) \|$", errors(page), re.M)
    return [
        (int(status), code)
        for numbers, codes in rows
        for status in numbers.split(",")
        for code in re.findall(r"`([a-z_]+)`", codes)
    ]


def statuses(modules: list[str]) -> dict[str, set[int]]:
    """What the application answers with, for what is raised in its own code."""
    found: dict[str, set[int]] = {}
    for source in modules:
        for code, name in refusals(source):
            usual = app.BAD if name in ("BadTable", "BadText") else app.CONFLICT
            found.setdefault(code, set()).add(app.STATUS.get(code, usual))
    return found


def test_every_code_is_on_the_page() -> None:
    assert sent(sources()) - told(PAGE.read_text("utf-8")) == set()


def test_every_code_on_the_page_is_one() -> None:
    facts = {"list", "seats", "ask", "number", "name", "rule", "mid", "bye", "hello", "join"}
    assert told(PAGE.read_text("utf-8")) - sent(sources()) - facts == set()


def test_a_code_that_is_added_to_the_server_has_to_be_written_down() -> None:
    page = PAGE.read_text("utf-8")
    planted = 'def f(): raise Refusal("brand_new" if True else f"table_{x}")'
    assert sent([*sources(), planted]) - told(page) == {"brand_new"}
    for code in ("no_such_guest", "unclear_name", "too_few_people", "replaced", "stalled"):
        assert code in sent(sources()) - told(page.replace(f"`{code}`", ""))


def closing(modules: list[str]) -> set[str]:
    """Why a table is frozen or closed, wherever that is written."""
    calls = [node for source in modules for node in ast.walk(ast.parse(source))]
    named = [
        (getattr(node.func, "id", getattr(node.func, "attr", "")), node.args)
        for node in calls
        if isinstance(node, ast.Call)
    ]
    reasons = [args[0] for name, args in named if name in ENDS and args]
    return {reason for arg in reasons for reason in texts(arg)}


def test_the_page_says_why_a_table_may_be_frozen_or_closed() -> None:
    row = re.search(r"^\| `reason` \| (why it is frozen.*) \|$", PAGE.read_text("utf-8"), re.M)
    assert row
    assert set(re.findall(r"`([a-z_]+)`", row[1])) == closing(sources()) != set()
    assert "brand_new" in closing(['keeper.do(deeds.close_by("brand_new"))'])


def test_what_is_never_sent_is_a_code_all_the_same() -> None:
    raised = {code for source in sources() for code, _ in refusals(source)}
    assert set(NOT_SENT) <= raised | sentences()


def test_each_code_has_the_status_that_the_page_says() -> None:
    known = statuses(sources())
    framework = {"bad_origin", "bad_host", "too_long", "too_slow", "unexpected"}
    wrong = {
        code: (status, known.get(code, set()))
        for status, code in by_status(PAGE.read_text("utf-8"))
        if code not in framework and status != 405 and status not in known.get(code, {status})
    }
    assert not wrong


@pytest.mark.parametrize("path", sorted(PAGE.parent.rglob("*.md")), ids=lambda path: path.name)
def test_no_table_of_a_page_is_broken_by_a_blank_line(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    for k, line in enumerate(lines[:-1]):
        if line.startswith("|") and (k == 0 or not lines[k - 1].startswith("|")):
            assert re.match(r"^\|[\s:|-]+\|$", lines[k + 1]), f"line {k + 1} begins no table"
