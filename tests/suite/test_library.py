"""The examples of the documents run, and print what the documents say they print."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import Rng

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)


def run_page(page: Path) -> tuple[dict[str, Any], list[tuple[str, str, str]]]:
    """What the blocks of a page define, and of each: its code, what it printed and should have."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": page.stem}
    told = []
    for code, expected in BLOCK.findall(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), names)
        told.append((code, printed.getvalue(), expected))
    return names, told


@pytest.fixture(scope="session")
def library() -> tuple[dict[str, Any], list[tuple[str, str, str]]]:
    return run_page(ROOT / "docs" / "library.md")


def test_every_example_of_the_library_page_prints_what_it_says(library: Any) -> None:
    _, told = library
    assert len(told) > 15
    for code, printed, expected in told:
        assert printed == expected, code


def test_the_example_of_the_readme_runs() -> None:
    _, told = run_page(ROOT / "README.md")
    assert told


def test_the_example_of_the_page_about_encodings_prints_what_it_says() -> None:
    _, told = run_page(ROOT / "docs" / "encodings.md")
    assert [printed for _, printed, _ in told] == [expected for _, _, expected in told] != []


def test_the_search_player_beats_random_players(library: Any) -> None:
    """Six short games, each seat three times: it wins nearly all, and by far."""
    names, _ = library
    leads = [search_lead(names, seed) for seed in range(6)]
    assert sum(lead > 0 for lead in leads) >= 5
    assert sum(leads) / len(leads) > 15


def search_lead(names: dict[str, Any], seed: int) -> int:
    """By how many points the search player is ahead of a random one at the end."""
    game, me = names["game"], seed % 2
    table = game.new(2, seed, names["SHORT"], quiet=True)
    bots = [parlour.make_bot(game, "random", Rng(seed)) for _ in range(2)]
    bots[me] = names["SearchBot"](game, Rng(seed), worlds=2)
    while table.outcome is None:
        seat = table.wanted()[0]
        choice = bots[seat].choose(table.look(seat), table.decision(seat))
        assert choice is not None
        table.play(seat, choice.id)
    lead: int = names["lead"](table.outcome.scores, me)
    return lead


@pytest.mark.parametrize("start", ["def random_step(", "class SearchBot:", "def simulate("])
def test_the_three_programs_have_20_to_40_lines(library: Any, start: str) -> None:
    _, told = library
    [size] = [len(code.splitlines()) for code, _, _ in told if f"\n{start}" in code]
    assert 20 <= size <= 40
