"""What a scenario cannot show."""

import pytest

import parlour

pytestmark = pytest.mark.rules


def test_three_cards_each_and_the_rest_aside() -> None:
    """[MAGP-1]"""
    view = parlour.game("magpies").new(4, 1).look(0)
    assert [len(hand) for hand in view.hands] == [3, 3, 3, 3]
    assert view.aside == ["?"] * 4
