"""Lists of choices and piles, as rules list and search them."""

from parlour.core.ids import all_cards
from parlour.core.piles import bit, lies_in


def test_a_card_lies_in_a_pile_or_does_not() -> None:
    first, second, third = all_cards(3)
    assert lies_in((first, third), third)
    assert not lies_in((first, third), second)
    assert not lies_in((), second)


def test_a_bit_is_a_power_of_two_however_high() -> None:
    assert [bit(number) for number in range(61)] == [2**number for number in range(61)]
