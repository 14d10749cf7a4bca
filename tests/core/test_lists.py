"""Lists of choices and piles, as rules list and search them."""

from parlour.core.decision import PARTS, pairs, unpack


def test_pairs_are_each_of_these_with_each_of_those_in_order() -> None:
    some = [0, 1, 15, 16, 17, 255, 256, 257, PARTS - 2, PARTS - 1]
    found = pairs(some, some)
    assert [unpack(choice) for choice in found] == [(one, other) for one in some for other in some]
    assert pairs([], some) == pairs(some, []) == []
