"""Puzzles: positions in which the network is sure of another choice, told as a scenario draws."""

import tomllib
from typing import Any

import pytest

import parlour
from parlour.bots.search import Candidate
from parlour.core.ids import ChoiceId
from parlour.core.rng import Rng
from parlour.lab import puzzles
from parlour.lab.puzzles import Finder, as_toml, clearly, main, shares

KINGS = parlour.game("kings")


def test_what_is_found_can_be_drawn_and_both_choices_are_there() -> None:
    finder = Finder(KINGS, 40, Rng(0))
    found = next(finder.watch(2, 0))
    assert found.better != found.usual
    assert found.sure >= puzzles.SURE
    assert found.gain > puzzles.CLEAR * found.error
    assert finder.asked >= finder.differed >= 1
    position = tomllib.loads("\n".join(found.lines()))["position"]
    t = KINGS.drawn(position | {"players": 2}, Rng(1))
    decision = t.decision(found.seat)
    assert decision is not None
    assert decision.ask == found.ask
    assert {found.better, found.usual} <= {choice.text for choice in decision.choices}


def test_an_answer_that_is_no_better_is_no_puzzle() -> None:
    first, second = Candidate(ChoiceId(1), 0.0), Candidate(ChoiceId(2), 0.0)
    first.values.extend([0.5, 0.7, 0.6])
    second.values.extend([0.4, 0.5, 0.45])
    assert clearly([first, second], 2.5)
    assert not clearly([second, first], 0.0)


def test_shares_add_up_and_keep_their_order() -> None:
    found = shares([900.0, 901.0, 0.0])
    assert sum(found) == pytest.approx(1)
    assert found[1] > found[0] > found[2]


@pytest.mark.parametrize(
    "value", [3, "orc7", ["a", 2], {"mine": "1-1-2", "units": []}, [[], [{"seat": 0}]], True]
)
def test_values_are_written_as_toml_reads_them(value: Any) -> None:
    assert tomllib.loads(f"x = {as_toml(value)}") == {"x": value}


def test_the_command_tells_how_many_there_were(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kings", "--games", "0"]) == 0
    assert capsys.readouterr().out.startswith("0 games, 0 questions")
