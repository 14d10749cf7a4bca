"""What a scenario cannot show."""

import pytest

from parlour.games.magpies import GAME

pytestmark = pytest.mark.rules


def test_three_cards_each_and_the_rest_aside() -> None:
    """[MAGP-1]"""
    view = GAME.look(GAME.new(4, 1), 0)
    assert [len(hand) for hand in view.hands] == [3, 3, 3, 3]
    assert view.aside == ["?"] * 4
