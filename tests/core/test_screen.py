"""A room without a screen of its own: the view field by field, in the room's words."""

from typing import Any

import pytest

import parlour
from parlour.core.screen import plain_screen
from parlour.core.view import View
from parlour.core.words import Speaker

GAME = parlour.game("magpies")
NAMES = ["Anna", "Bruno", "Carla"]
LINE = (
    "magpies/1 players=3 turn=1 turns=4 stack=[Turn()] hands=[[red1] [blue7 blue8] [red2]]"
    " nests=[[red3] [red4] [red5]] shown=[[red8 red6] [] []]"
)


def test_the_table_as_one_seat_sees_it() -> None:
    """What is shared, then seat by seat; unknown cards are counted."""
    assert GAME.screen(GAME.parse(LINE).look(0), "en", NAMES) == (
        "turns: 4\n"
        "aside: ? × 7\n"
        "\n"
        "  Anna\n"
        "    hand: red 1\n"
        "    nest: red 3\n"
        "    shown: red 8, red 6\n"
        "\n"
        "▶ Bruno\n"
        "    hand: ? × 2\n"
        "    nest: ?\n"
        "    shown: –\n"
        "\n"
        "  Carla\n"
        "    hand: ?\n"
        "    nest: ?\n"
        "    shown: –"
    )


def test_in_the_other_language_and_from_aside() -> None:
    shown = GAME.screen(GAME.parse(LINE).look(None), "ru", NAMES)
    assert "▶ Bruno\n    рука: ? × 2\n    гнездо: ?\n    показано: –" in shown
    assert "красная 8, красная 6" in shown
    assert "red" not in shown


class Odd(View, frozen=True, kw_only=True):
    """Fields of every form that a view may have."""

    heap: list[str]
    prices: dict[str, int]
    coins: list[int]
    mines: list[dict[str, Any]]
    owner: int
    ended: bool
    first_of_all: None = None


def test_fields_of_every_form() -> None:
    """A pile of as many cards as there are seats is still a pile."""
    view = Odd(
        players=3,
        eyes=0,
        turn=0,
        stack=[],
        heap=["red1", "red1", "blue?/red2"],
        prices={"red": 2, "blue": 1},
        coins=[3, 0, 1],
        mines=[{"mine": "?", "units": ["red1"]}, {}, {}],
        owner=2,
        ended=True,
    )
    lines = plain_screen(view, Speaker(GAME, "en", NAMES)).splitlines()
    assert lines[:5] == [
        "heap: red 1 × 2, blue?/red 2",
        "prices: red 2, blue 1",
        "owner: Carla",
        "ended: ✓",
        "first of all: –",
    ]
    assert lines[5:9] == ["", "▶ Anna", "    coins: 3", "    mines: mine ?, units red 1"]


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("red", "red"),
        ("red7", "red 7"),
        ("red7/hands", "red 7/hand"),
        ("?/blue", "?/blue"),
        ("green7", "green7"),
        ("7", "7"),
        ("", ""),
    ],
)
def test_a_token_is_named_by_its_parts(token: str, said: str) -> None:
    assert GAME.name(token, "en") == said
