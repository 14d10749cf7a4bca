"""Cells that a spreadsheet would run are quoted; numbers stay numbers."""

import csv
import io
import re
from pathlib import Path

import pytest

import parlour
from parlour.core.sheet import to_csv


def cells(text: str) -> list[str]:
    return next(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        " =1+1",
        "＝1+1",
        '=HYPERLINK("http://evil.example","Anna")',
    ],
)
def test_a_text_that_would_be_run_is_quoted(text: str) -> None:
    found, five = cells(to_csv([[text, 5]]))
    assert found.startswith("'")
    assert (found.replace("'", ""), five) == (text.replace("\r", "\n"), "5")


@pytest.mark.parametrize("sign", [";", "|", "\t", ","])
def test_another_sign_between_cells_makes_no_difference(sign: str) -> None:
    """A spreadsheet that divides by semicolons reads a second cell out of this one."""
    found = cells(to_csv([[f"Anna{sign}=1+1"]]))[0]
    assert not re.search(r"[;|\t,]\s*=", found)


@pytest.mark.parametrize("text", ["Anna", "Anna-Maria", "O'Hara", "a=b", "Аня 2", "", "a;b"])
def test_other_texts_are_as_they_are(text: str) -> None:
    assert cells(to_csv([[text, "x"]])) == [text, "x"]


def test_numbers_stay_numbers() -> None:
    assert to_csv([["pays", "name"], [-2, "-2"], [0, "+"]]) == "pays,name\n-2,'-2\n0,'+\n"


def test_every_export_goes_through_here() -> None:
    home = Path(parlour.__file__).parent
    found = [path.name for path in home.rglob("*.py") if "csv.writer" in path.read_text("utf-8")]
    assert found == ["sheet.py"]
