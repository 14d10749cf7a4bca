"""The schema in numbered steps: sql/<dialect>/001_name.sql, 002_name.sql, …

A step that has been released is never edited; a change is a new step in both dialects.
"""

import re
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from parlour.server.store import StoreError

NAME: Final = re.compile(r"(\d{3})_(\w+)\.sql")

VERSIONS: Final = """
CREATE TABLE IF NOT EXISTS schema_version (
    version INTEGER PRIMARY KEY,
    name    TEXT NOT NULL
)
"""
AT: Final = "SELECT coalesce(max(version), 0) FROM schema_version"


class Migration(NamedTuple):
    """One step, to be run in a transaction of its own together with the note that it was."""

    version: int
    name: str
    sql: str


def migrations(dialect: Literal["sqlite", "postgres"]) -> list[Migration]:
    """All steps, in order, without holes."""
    steps = []
    for file in (files("parlour.server.store") / "sql" / dialect).iterdir():
        if match := NAME.fullmatch(file.name):
            steps.append(Migration(int(match[1]), match[2], file.read_text("utf-8")))
    steps.sort()
    assert [step.version for step in steps] == list(range(1, len(steps) + 1)), dialect
    return steps


def missing(dialect: Literal["sqlite", "postgres"], version: int) -> list[Migration]:
    """The steps a database at this version still needs."""
    steps = migrations(dialect)
    if version > len(steps):
        raise StoreError(
            f"the database has schema {version}, this program knows {len(steps)}: "
            "it was written by a newer version"
        )
    return steps[version:]


def check_newest(dialect: Literal["sqlite", "postgres"], version: int) -> None:
    if steps := missing(dialect, version):
        raise StoreError(
            f"the database has schema {version}, this program wants {steps[-1].version}: "
            "start its server once, which brings it up to date"
        )
