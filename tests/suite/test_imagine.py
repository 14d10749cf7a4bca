"""Imagined worlds of the tiny game: every possible one, equally often."""

from collections import Counter

import pytest

import parlour
from parlour.core.rng import Rng

pytestmark = pytest.mark.rules

WORLDS = 6000


def test_imagined_hands_are_uniform_by_chi_square() -> None:
    """Seat 0 of two knows its own cards: each other card is equally likely in the rival's hand."""
    game = parlour.game("magpies")
    mind = game.mind(game.new(2, 3).look(0))
    rng = Rng(11)
    hands: Counter[str] = Counter()
    for _ in range(WORLDS):
        world = mind.world(rng)
        hands.update(world.game.position(world)["hands"][1])
    unseen = 16 - 3
    assert len(hands) == unseen, "some card is never imagined there"
    expected = 3 * WORLDS / unseen
    chi_square = sum((count - expected) ** 2 / expected for count in hands.values())
    assert chi_square < 32.9, "12 degrees of freedom, one in a thousand"


def test_the_real_world_is_among_the_imagined() -> None:
    game = parlour.game("magpies")
    t = game.parse(
        "magpies/1 players=2 turn=0 hands=[[red1] [red2]] nests=[[red3] [red4]] "
        "shown=[[red5 red6 red7 red8] [blue1 blue2 blue3 blue4]] seed=1"
    )
    facts = game.position(t)
    mind, rng = game.mind(t.look(0)), Rng(5)
    worlds = (game.position(mind.world(rng)) for _ in range(1800))
    found = Counter((world["hands"][1][0], world["nests"][1][0]) for world in worlds)
    assert (facts["hands"][1][0], facts["nests"][1][0]) in found
    assert len(found) == 6 * 5, "six cards are unseen; two of them lie before the rival"
    chi_square = sum((count - 60) ** 2 / 60 for count in found.values())
    assert chi_square < 58.3, "29 degrees of freedom, one in a thousand"
