"""Refusals say why, and what they say is true of this very table."""

from typing import Any

import pytest

import parlour
from parlour.core.errors import IllegalChoice
from parlour.core.rng import Rng
from parlour.core.words import Speaker

pytestmark = pytest.mark.rules

GAME = parlour.game("kings")


def drawn(**facts: Any) -> Any:
    """A position of two, Anna 0 king of the dwarves and Bruno 1 of the goblins."""
    return GAME.drawn({"players": 2, "kings": ["dwarf", "goblin"]} | facts, Rng(5))


def refusal(t: Any, seat: int, text: str) -> IllegalChoice:
    found = t.why_not(seat, text)
    assert isinstance(found, IllegalChoice)
    return found


def test_a_refusal_names_the_cards() -> None:
    """The unit that does not fit and the one on top of the pile.  [KINGS-10] [KINGS-11]"""
    t = drawn(
        hands=[["orc7/1-1-2", "orc0/1-1-3"], ["giant3"]],
        centre=[{"mine": "3-1-4", "units": "dwarf2 goblin8"}],
        mines=[[{"mine": "2-3-5", "units": "giant7 goblin9"}], []],
    )
    assert refusal(t, 0, "orc7@c1").facts == {"card": "orc7", "top": "goblin8"}
    assert refusal(t, 0, "orc7/1-1-2@c1").facts == {"card": "orc7", "top": "goblin8"}
    assert refusal(t, 0, "orc7@m1").facts == {"card": "orc7", "top": "goblin9"}
    assert refusal(t, 0, "orc0@c1").facts == {"card": "orc0", "number": 9, "also": "bare"}
    assert refusal(t, 0, "giant3@c1").facts == {"card": "giant3", "mine": None}
    assert refusal(t, 0, "orc7/1-1-1@c1").facts == {"card": "orc7", "mine": "1-1-1"}
    assert refusal(t, 0, "orc7@m2").facts == {"place": "m2", "centre": 4, "own": 1}
    assert refusal(t, 0, "nothing").facts == {"text": "nothing"}
    assert refusal(t, 1, "giant3@c2").facts == {"seats": [0], "ask": "lay"}


def test_a_refusal_names_who_may_not_dig() -> None:
    """Own race, too early or too late an overseer.  [KINGS-16] [KINGS-17] [KINGS-A10]"""
    t = drawn(
        hands=[["dwarf7", "orc8"], []],
        mines=[["2-1-3", "2-1o-5", {"mine": "1-1o-4", "units": "goblin3"}], []],
    )
    said = [(r.code, r.facts) for r in (refusal(t, 0, f"dwarf7@m{n}") for n in (1, 2))]
    assert said == [
        ("own_race_digs_not", {"card": "dwarf7"}),
        ("overseer_first_miners", {"card": "dwarf7"}),
    ]
    late = refusal(t, 0, "orc8@m3")
    assert (late.code, late.facts) == ("only_overseer", {"card": "orc8"})


def test_a_refused_draw_names_the_stack() -> None:
    """An empty stack by its race, anything else by what was said.  [KINGS-20]"""
    t = drawn(phase="draw", camp={"orc": "orc3"})
    assert refusal(t, 0, "draw:giant").facts == {"race": "giant"}
    assert refusal(t, 0, "draw:sky").facts == {"text": "draw:sky"}


def test_a_refusal_says_what_is_true() -> None:
    """Of places, of a 0 and of a card's back, as this table has them.  [KINGS-9] [KINGS-11]"""

    def said(text: str, lang: str = "en", **options: object) -> str:
        t = drawn(
            hands=[["orc7/1-1-2", "orc0"], []],
            centre=[{"mine": "3-1-4", "units": "dwarf2"}],
            mines=[["2-2-4"], []],
            options=options,
        )
        return Speaker(GAME, lang, ["Anna", "Bruno"]).refusal(refusal(t, 0, text))

    places = "There is no such mine: 4 lie in the centre, and 1 is yours. [KINGS-9]"
    assert said("orc7@c5") == said("orc7@m2") == places
    assert said("orc7@c2", "ru", centre=1) == (
        "Такого рудника нет: в центре их 1, своих у вас 1. [KINGS-9]"
    )
    assert said("orc0@c1") == "orcs 0 may only be laid on a 9 or on a bare mine. [KINGS-11]"
    off = said("orc0@c1", zero_on_empty=False)
    assert off == "orcs 0 may only be laid on a 9. [KINGS-11]"
    other = said("orc7/1-1-3@c1")
    assert other == "You do not hold orcs 7 with the mine 1-1-3 on the back. [KINGS-9]"
