"""Dealing unknown cards in every way that the known facts allow, and in no other.

Each number goes to a place (a hand, or the box) with room for it that is not barred.  First by
chance, which is fair among all worlds; where facts are many and chance fails, card by card, never
into a dead end: by Hall's theorem the rest can be dealt if every set of places has room for the
numbers that can only go there.
"""

from typing import Final, final

from parlour.core.rng import Rng

TRIES: Final = 200
NO_PLACE: Final = -1


@final
class Deals:
    """All ways to deal numbers (as many as there is room) to places: worked out once, drawn often.

    `rooms`: cards that go to each place; `barred`: for each number a mask of places.
    """

    def __init__(self, rooms: list[int], barred: list[int]) -> None:
        self.rooms: Final = rooms
        self.barred: Final = barred
        places = [place for place in range(len(rooms)) if rooms[place]]
        self.total: Final = sum(rooms)
        alike = {mask: [p for p in places if not mask >> p & 1] for mask in set(barred)}
        slots = {mask: sum([rooms[p] for p in found]) for mask, found in alike.items()}
        self.open: Final = [alike[mask] for mask in barred]
        self.width: Final = [slots[mask] for mask in barred]
        widths, numbers = sorted(set(self.width)), range(len(barred))
        self.order: Final = [n for width in widths for n in numbers if self.width[n] == width]
        """Numbers with the fewest slots to go to come first."""

    def draw(self, rng: Rng) -> list[int] | None:
        """A place for each number, or None if there is no way."""
        for _ in range(TRIES):
            found = self.by_chance(rng)
            if found is not None:
                return found
        return card_by_card(self.rooms, self.barred, rng)

    def by_chance(self, rng: Rng) -> list[int] | None:
        """One try.  Each number goes to any slot that is open to it and still free.

        That alone would favour worlds in which slots were scarce.  So the try goes on as often as
        free slots are among those that there could be at most, and then all worlds are alike.
        """
        left = self.rooms[:]
        places = [NO_PLACE] * len(self.order)
        done = 0
        for number in self.order:
            if self.width[number] == self.total:
                break
            slot = rng.below(max(1, min(self.width[number], self.total - done)))
            place = self.slot(number, left, slot)
            if place == NO_PLACE:
                return None
            left[place] -= 1
            places[number] = place
            done += 1
        rest: list[int] = []
        for place in range(len(left)):
            rest += [place] * left[place]
        rng.shuffle(rest)
        for k in range(done, len(self.order)):
            places[self.order[k]] = rest[k - done]
        return places

    def slot(self, number: int, left: list[int], slot: int) -> int:
        """The place of a free slot that is open to the number, or NO_PLACE."""
        for place in self.open[number]:
            if slot < left[place]:
                return place
            slot -= left[place]
        return NO_PLACE


def card_by_card(rooms: list[int], barred: list[int], rng: Rng) -> list[int] | None:
    left = rooms[:]
    if not can_deal(left, barred):
        return None
    order = list(range(len(barred)))
    rng.shuffle(order)
    places = [NO_PLACE] * len(barred)
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
