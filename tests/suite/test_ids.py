"""Ids are not taken for each other, and whatever is absent is called by a name."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import parlour
from parlour.core.errors import IllegalChoice
from parlour.core.ids import CardId, ChoiceId, all_cards, as_card, as_choices
from parlour.core.piles import without
from parlour.core.seats import ALL, NO_ONE

if TYPE_CHECKING:
    from parlour.core.table import Table

    def mistakes(t: Table, seat: int, card: CardId, choice: ChoiceId) -> None:
        """The type check refuses each line; were it to accept one, it would refuse its comment."""
        t.text(choice)  # type: ignore[arg-type]
        t.text(seat)  # type: ignore[arg-type]
        t.play(seat, card)  # type: ignore[arg-type]
        t.play(choice, seat)  # type: ignore[arg-type]
        t.knows.show(seat, card)  # type: ignore[arg-type]
        t.stack[-1].resolve(t, seat, card)  # type: ignore[arg-type]
        rest: tuple[CardId, ...] = without(all_cards(3), seat)  # type: ignore[arg-type]
        t.knows.hide(rest)
        as_card(card)  # type: ignore[arg-type]


SOURCES = Path(parlour.__file__).parent
MODULES = [
    path
    for floor in ("core", "games", "lab", "server", "cli")
    for path in sorted((SOURCES / floor).rglob("*.py"))
    if "tests" not in path.parts and path.is_file()
]
SUMS = {
    "core/words.py",
    "games/intrigo/round.py",
    "server/evening/seating.py",
}
"""Where a −1 or −2 is added or multiplied by: it stands for nothing."""


def negatives(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every −1 and −2 that is neither a place from the end, a step, nor what a name is given to."""
    over = {below: node for node in ast.walk(tree) for below in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.UnaryOp) or ast.unparse(node) not in ("-1", "-2"):
            continue
        above: Any = over[node]
        called = isinstance(above, ast.Call) and ast.unparse(above.func) == "range"
        if called or isinstance(above, ast.Subscript | ast.Slice):
            continue
        while not isinstance(above, ast.stmt):
            above = over[above]
        if not (
            isinstance(above, ast.AnnAssign) and ast.unparse(above.annotation).startswith("Final")
        ):
            yield node.lineno, ast.unparse(above)


def test_what_is_absent_has_a_name() -> None:
    found = {
        str(path.relative_to(SOURCES)): list(negatives(ast.parse(path.read_text("utf-8"))))
        for path in MODULES
    }
    assert {path for path, lines in found.items() if lines} == SUMS, found


@pytest.mark.parametrize(
    "line", ["if card == -1: pass", "def line(seat=-1): pass", "t.sealed = [-1] * 3", "x: int = -2"]
)
def test_a_bare_number_for_what_is_absent_is_found(line: str) -> None:
    assert list(negatives(ast.parse(line)))


def test_the_whole_truth_is_no_seats_view() -> None:
    t = parlour.game("kings").new(2, 1)
    assert t.line() == t.line(ALL) != t.line(None)
    with pytest.raises(IllegalChoice, match="no_such_seat"):
        t.line(NO_ONE)


def test_a_choice_that_is_a_card_is_that_card() -> None:
    cards = all_cards(3)
    assert [as_card(choice) for choice in as_choices(list(cards))] == list(cards)
