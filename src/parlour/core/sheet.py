"""Tables of figures and names as CSV files, which people open in spreadsheets."""

import csv
import io
import re
from collections.abc import Sequence
from typing import Final

Cell = int | str
FORMULA: Final = re.compile(r"(^|[,;|\t\r\n])(?=\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20])")
"""Where a spreadsheet would begin to run what it reads.

Not only at the start: which sign divides cells is the reader's setting, not the file's.
"""


def to_csv(rows: Sequence[Sequence[Cell]]) -> str:
    """Numbers stay numbers; a text that a spreadsheet would run has an apostrophe before it."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow([quoted(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()


def quoted(text: str) -> str:
    """The writer does not know that a carriage return ends a row."""
    return FORMULA.sub(r"\1'", text.replace("\r", "\n"))
