"""The model of `make scale`, and that docs/scaling.md says what it says."""

from pathlib import Path

import msgspec
import pytest

from tools.load_costs import Costs
from tools.scale import COSTS, MEASURED, TABLES, World, first_to_break, main, need, read

ROOT = Path(__file__).parents[2]


def test_the_document_has_what_the_program_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out.strip() in (ROOT / "docs" / "scaling.md").read_text("utf-8")


def test_every_cost_is_explained() -> None:
    assert {"date", *COSTS} == set(Costs.__struct_fields__)


@pytest.mark.parametrize("name", COSTS)
def test_every_cost_counts(name: str) -> None:
    """A hundred times as dear, something is needed that was not needed before."""
    costs, world = read(MEASURED), World()
    dearer = msgspec.structs.replace(costs, **{name: 100 * getattr(costs, name)})
    assert need(100_000, dearer, world) != need(100_000, costs, world)


def test_more_tables_need_more_and_a_house_has_its_bounds() -> None:
    costs, world = read(MEASURED), World()
    few, many = need(TABLES[0], costs, world), need(TABLES[1], costs, world)
    assert few.nodes < many.nodes
    assert few.lacks == []
    assert need(TABLES[2], costs, world).lacks == ["notes", "connections"]
    bounds = first_to_break(costs, world)
    assert list(bounds.values()) == sorted(bounds.values())
    for bound in ("notes", "connections"):
        assert bound not in need(bounds[bound], costs, world).lacks
        assert bound in need(bounds[bound] + 1, costs, world).lacks
