"""Every draft that somebody could have watched, each as likely as another.

A draft is a card for each slot: pack p (named after the seat it was dealt to) and pick k.  Slot
(p, k) was kept by the seat k places to the left of p, or lies in a pack if pick k is still to come.
What a seat saw at each pick splits the slots into groups, each with its own cards: inside a group
any order is possible that gives every seat what it has laid, and nothing that it is known to lack.

Looks of which there is one copy can be treated one by one.  Only equal plots interact (either may
be the one that was laid), so their owners are enumerated, and weighed by the number of ways in
which the other cards can then be laid out.
"""

from math import factorial, prod
from typing import Final, final

from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER
from parlour.games.intrigo.kinds import DRAFT

IN_PACK: Final = -1
"""The owner of slots whose pick is still to come."""

Group = tuple[list[int], list[int]]
"""Slots and the looks that fill them, nobody knows in which order."""

NO_LOOK: Final = -1
"""In a slot that is not yet laid out."""


@final
class Known:
    """What somebody knows of a draft: `viewer` is a seat, or the BYSTANDER, who saw no pack.

    seen    the looks in the viewer's packs, one pack for each pick so far
    mine    the looks the viewer kept, in the order of the picks
    needs   how many copies of each look every seat has laid or shown
    lacks   the looks that a seat does not hold beyond those
    """

    def __init__(
        self,
        players: int,
        done: int,
        copies: list[int],
        viewer: int,
        seen: list[list[int]],
        mine: list[int],
        needs: list[list[int]],
        lacks: list[list[int]],
    ) -> None:
        self.players: Final = players
        self.done: Final = done
        self.copies: Final = copies
        self.viewer: Final = viewer
        self.seen: Final = seen
        self.mine: Final = mine
        self.needs: Final = needs
        self.lacks: Final = lacks

    def owner(self, slot: int) -> int:
        pack, pick = slot // DRAFT, slot % DRAFT
        return (pack + pick) % self.players if pick < self.done else IN_PACK

    def kept_slots(self, seat: int) -> list[int]:
        """The slots that a seat has kept, pick by pick."""
        return [(seat - pick) % self.players * DRAFT + pick for pick in range(self.done)]

    def pack_slots(self, seat: int) -> list[int]:
        """The slots of the pack that lies before a seat."""
        pack = (seat - self.done) % self.players * DRAFT
        return [pack + pick for pick in range(self.done, DRAFT)]

    def needer(self, look: int) -> int:
        """The seat that must have had this look; IN_PACK if none must."""
        for seat in range(self.players):
            if seat != self.viewer and self.needs[seat][look]:
                return seat
        return IN_PACK

    def tied(self, look: int) -> bool:
        """Whether several copies exist, and where they are is not free."""
        if self.copies[look] == 1:
            return False
        lacking = [seat for seat in range(self.players) if look in self.lacks[seat]]
        return self.needer(look) != IN_PACK or bool(lacking)


def minus(looks: list[int], others: list[int]) -> list[int]:
    left = looks[:]
    for look in others:
        if look not in left:
            raise ValueError("what was seen in the draft does not fit together")
        left.remove(look)
    return left


def groups_of(known: Known) -> tuple[list[Group], dict[int, int]]:
    """The groups, and the slots whose look the viewer knows: its own picks.  [INT-13]"""
    unseen: list[int] = []
    slots: list[int] = []
    for look in range(len(known.copies)):
        unseen += [look] * known.copies[look]
    groups: list[Group] = []
    sure: dict[int, int] = {}
    for pack in range(known.players):
        times = times_seen(known, pack)
        slots += [pack * DRAFT + k for k in range(times[0] if times else DRAFT)]
        if times:
            unseen = minus(unseen, known.seen[times[0]])
        for k in range(len(times)):
            groups.append(stretch(known, pack, times[k], (times + [DRAFT])[k + 1], sure))
    groups.append((slots, unseen))
    return groups, sure


def times_seen(known: Known, pack: int) -> list[int]:
    """The picks at which this pack lay before the viewer."""
    if known.viewer == BYSTANDER:
        return []
    here = [(known.viewer - pick) % known.players == pack for pick in range(len(known.seen))]
    return [pick for pick in range(len(here)) if here[pick]]


def stretch(known: Known, pack: int, begin: int, end: int, sure: dict[int, int]) -> Group:
    """The slots of a pack from one time it was seen to the next."""
    looks = known.seen[begin]
    if end < len(known.seen):
        looks = minus(looks, known.seen[end])
    slots = [pack * DRAFT + pick for pick in range(begin, end)]
    if begin < known.done:
        mine = known.mine[begin]
        if known.copies[mine] == 1 and known.needer(mine) != IN_PACK:
            raise ValueError("somebody laid a plot that cannot have been kept")
        sure[slots[0]] = mine
        looks = minus(looks, [mine])
        slots = slots[1:]
    return slots, looks


@final
class Shares:
    """Which slots of a group each owner has, how many are free, which looks are given to whom."""

    def __init__(self, known: Known, slots: list[int], looks: list[int]) -> None:
        if len(slots) != len(looks):
            raise ValueError("what was seen in the draft does not fit together")
        self.slots: Final[dict[int, list[int]]] = {}
        self.room: Final[dict[int, int]] = {}
        self.given: Final[dict[int, list[int]]] = {}
        self.free: Final[list[int]] = []
        self.tied: Final[list[int]] = []
        for slot in slots:
            owner = known.owner(slot)
            self.slots.setdefault(owner, []).append(slot)
            self.room[owner] = len(self.slots[owner])
            self.given[owner] = []
        for look in looks:
            self.sort(known, look)

    def sort(self, known: Known, look: int) -> None:
        if known.tied(look):
            self.tied.append(look)
        elif known.copies[look] == 1 and known.needer(look) != IN_PACK:
            self.give(look, known.needer(look))
        else:
            self.free.append(look)

    def give(self, look: int, owner: int) -> None:
        if not self.room.get(owner, 0):
            raise ValueError("somebody laid a plot that cannot have been kept")
        self.room[owner] -= 1
        self.given[owner].append(look)

    def ways(self) -> int:
        """In how many ways the free looks go round."""
        ways = factorial(len(self.free))
        for room in self.room.values():
            ways //= factorial(room)
        return ways


def fits(known: Known, ties: list[tuple[int, int]], owners: list[int]) -> bool:
    """Every seat has the equal plots that it laid, and no more of those it lacks.  [INT-A8]"""
    for look in {look for _, look in ties}:
        for seat in range(known.players):
            if seat == known.viewer:
                continue
            has = sum([o == seat and tie[1] == look for o, tie in zip(owners, ties, strict=True)])
            need = known.needs[seat][look]
            if has < need or (has > need and look in known.lacks[seat]):
                return False
    return True


def below(rng: Rng, total: int) -> int:
    """A number below any total, every one equally likely."""
    if total < 1 << 32:
        return rng.below(total)
    span = 1 << 128
    while True:
        number = 0
        for _ in range(4):
            number = number << 32 | rng.word()
        if number < span - span % total:
            return number % total


def chosen(rng: Rng, weights: list[int]) -> int:
    number = below(rng, sum(weights))
    k = 0
    while number >= weights[k]:
        number -= weights[k]
        k += 1
    return k


@final
class Drafts:
    """All drafts that fit what is known: worked out once, drawn from often.

    `placings`: every way to give the tied looks to owners; `weights`: its number of worlds.
    """

    def __init__(self, known: Known) -> None:
        groups, self.sure = groups_of(known)
        shares = [Shares(known, slots, looks) for slots, looks in groups]
        self.known: Final = known
        self.shares: Final = shares
        self.ties: Final = [(k, look) for k in range(len(shares)) for look in shares[k].tied]
        self.placings: Final[list[list[int]]] = []
        self.weights: Final[list[int]] = []
        self.place([])
        if sum(self.weights) == 0:
            raise ValueError("no draft fits what is known")

    def place(self, owners: list[int]) -> None:
        """Note every way to go on from these owners of the first tied looks."""
        if len(owners) == len(self.ties):
            if fits(self.known, self.ties, owners):
                self.placings.append(owners)
                self.weights.append(prod([share.ways() for share in self.shares]))
            return
        room = self.shares[self.ties[len(owners)][0]].room
        for owner in list(room):
            if room[owner]:
                room[owner] -= 1
                self.place(owners + [owner])
                room[owner] += 1

    def draw(self, rng: Rng) -> list[int]:
        """The look of every slot, in a world drawn from all that are possible."""
        owners = self.placings[chosen(rng, self.weights)]
        looks = [NO_LOOK] * (self.known.players * DRAFT)
        for slot, look in self.sure.items():
            looks[slot] = look
        for k in range(len(self.shares)):
            share = self.shares[k]
            given = {owner: share.given[owner][:] for owner in share.given}
            for n in range(len(owners)):
                if self.ties[n][0] == k:
                    given[owners[n]].append(self.ties[n][1])
            lay_out(share, given, rng, looks)
        return looks


def lay_out(share: Shares, given: dict[int, list[int]], rng: Rng, looks: list[int]) -> None:
    """The free looks go to the owners by lot, then each owner's looks to its slots."""
    free = share.free[:]
    rng.shuffle(free)
    at = 0
    for owner, slots in share.slots.items():
        room = len(slots) - len(given[owner])
        theirs = given[owner] + free[at : at + room]
        at += room
        rng.shuffle(theirs)
        for k in range(len(slots)):
            looks[slots[k]] = theirs[k]
