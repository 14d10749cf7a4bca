"""Choices of two parts each, listed as one product of all first parts with all second ones."""

from parlour.core.decision import FEW, ONES_READY, READY, pack, pairs
from parlour.core.ids import COMPILED, NO_CHOICE, ChoiceId
from parlour.core.native import i64


def product(ones: list[int], others: list[int]) -> list[ChoiceId]:
    """The choices of each of these with each of those: `pairs`, quicker where it is compiled.

    Its length is known beforehand, so the list never grows, and no row is made for each one.
    """
    if not COMPILED:
        return pairs(ones, others)
    found = [NO_CHOICE] * (len(ones) * len(others))
    place: i64 = 0
    for one in ones:
        first: i64 = one * FEW
        ready: i64 = FEW if one < ONES_READY else 0
        for other in others:
            second: i64 = other
            found[place] = READY[first + second] if second < ready else pack(one, other)
            place += 1
    return found
