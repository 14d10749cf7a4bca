"""Dealing unknown cards in every way that the known facts allow, and in no other.

Each number goes to a place (a hand, or the box) with room for it that is not barred.  First by
chance, which is fair among all worlds; where facts are many and chance fails, card by card, never
into a dead end: by Hall's theorem the rest can be dealt if every set of places has room for the
numbers that can only go there.
"""

from typing import Final

from parlour.core.rng import Rng

TRIES: Final = 24


def deal(rooms: list[int], barred: list[int], rng: Rng) -> list[int] | None:
    """A place for each number (they are as many as there is room), or None if there is no way.

    `rooms`: cards that go to each place; `barred`: for each number a mask of places.
    """
    for _ in range(TRIES):
        found = by_chance(rooms, barred, rng)
        if found is not None:
            return found
    return card_by_card(rooms, barred, rng)


def by_chance(rooms: list[int], barred: list[int], rng: Rng) -> list[int] | None:
    slots: list[int] = []
    for place in range(len(rooms)):
        slots += [place] * rooms[place]
    rng.shuffle(slots)
    for number in range(len(barred)):
        if barred[number] >> slots[number] & 1:
            return None
    return slots[: len(barred)]


def card_by_card(rooms: list[int], barred: list[int], rng: Rng) -> list[int] | None:
    left = rooms[:]
    if not can_deal(left, barred):
        return None
    order = list(range(len(barred)))
    rng.shuffle(order)
    places = [-1] * len(barred)
    for done in range(len(order)):
        rest = [barred[number] for number in order[done + 1 :]]
        for place in tried(left, barred[order[done]], rng):
            left[place] -= 1
            if can_deal(left, rest):
                places[order[done]] = place
                break
            left[place] += 1
    return places


def tried(left: list[int], barred: int, rng: Rng) -> list[int]:
    """The places open to a number, in random order, roomier ones likelier first."""
    slots: list[int] = []
    for place in range(len(left)):
        if not barred >> place & 1:
            slots += [place] * left[place]
    rng.shuffle(slots)
    return list(dict.fromkeys(slots))


def can_deal(rooms: list[int], barred: list[int]) -> bool:
    """Whether every set of places has room for the numbers that can go nowhere else."""
    everywhere = (1 << len(rooms)) - 1
    counts: dict[int, int] = {}
    for mask in barred:
        allowed = everywhere & ~mask
        counts[allowed] = counts.get(allowed, 0) + 1
    for places in range(everywhere + 1):
        room = 0
        for place in range(len(rooms)):
            if places >> place & 1:
                room += rooms[place]
        for allowed, count in counts.items():
            if allowed & ~places == 0:
                room -= count
        if room < 0:
            return False
    return True
