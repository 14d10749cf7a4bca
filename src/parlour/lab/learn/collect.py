"""Tables in several processes that share memory with the learner, in two groups.

While the network looks at one group the processes play the other.  What a decision needs lies in
shared arrays: the observation, a row for each choice, who is asked, what has ended since.
"""

import mmap
import multiprocessing
from typing import Any, Final, final

import numpy as np

from parlour.lab.encoding import encoding_of
from parlour.lab.learn.company import ONE, Room, Slot, seen_size
from parlour.lab.learn.secrets import truth

Array = Any
MOST: Final = 64
"""Choices of one decision that are looked at; where there are more, the first ones."""
GROUPS: Final = 2
NO_FILE: Final = -1
"""For memory that is shared with child processes alone."""


@final
class Group:
    """The shared arrays of so many tables; the rows of each process lie together."""

    def __init__(self, room: Room, tables: int) -> None:
        code, players = encoding_of(room.game), room.most()
        self.seen: Final = shared((tables, seen_size(room)), "u1")
        self.rows: Final = shared((tables * MOST, code.choice_size), "u1")
        self.count: Final = shared((tables,), "i4")
        self.first: Final = shared((tables,), "i4")
        self.seat: Final = shared((tables,), "i8")
        self.who: Final = shared((tables,), "u1")
        self.answer: Final = shared((tables,), "i4")
        self.over: Final = shared((tables,), "u1")
        self.won: Final = shared((tables, players), "f4")
        self.seats: Final = shared((tables, players), "u1")
        self.players: Final = shared((tables,), "u1")
        self.alone: Final = shared((tables,), "u1")
        """Whether the game that ended had the network in one seat and normal bots in the others."""
        self.taught: Final = shared((tables,), "i4")
        """What the normal bot would choose, while that is wanted."""
        self.truth: Final = shared((tables, players), "i1")
        """What the seat is to guess of everybody, itself first."""
        self.teaches: Final = shared((1,), "u1")
        self.teaches[0] = 1


def shared(shape: tuple[int, ...], kind: str) -> Array:
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return np.frombuffer(mmap.mmap(NO_FILE, max(1, size)), kind).reshape(shape)


def write(group: Group, row: int, at: int, slot: Slot) -> int:
    """A table's decision; its choices from the place `at` on.  The next free place."""
    seen, rows = slot.seen()
    size = group.rows.shape[1]
    count = min(len(slot.ids), MOST)
    group.seen[row] = np.frombuffer(seen, "u1")
    group.rows[at : at + count] = np.frombuffer(rows, "u1", count * size).reshape(count, size)
    group.count[row], group.first[row] = count, at
    group.seat[row], group.who[row] = slot.seat, slot.who[slot.seat]
    group.truth[row] = truth(slot.t, slot.seat, group.truth.shape[1])
    ended, slot.ended = slot.ended, None
    group.taught[row] = min(slot.taught(), MOST - 1) if group.teaches[0] else 0
    group.over[row] = ended is not None
    if ended is not None:
        players = ended.players
        group.players[row] = players
        group.won[row, :players] = ended.won
        group.seats[row, :players] = ended.who
        group.alone[row] = ended.kind == ONE
    return at + count


def serve(room: Room, groups: list[Group], rows: range, seed: int, ready: Any, go: Any) -> None:
    """A process: for each group in turn it answers, plays on, writes and reports."""
    slots, kinds = [], room.kinds()
    for number, group in enumerate(groups):
        seeds = [seed + (GROUPS * row + number) for row in rows]
        slots.append([Slot(room, s, kinds[k % len(kinds)]) for k, s in enumerate(seeds)])
        turn(group, rows, slots[number], ready[number])
    while True:
        for number, group in enumerate(groups):
            go[number].acquire()
            for row, slot in zip(rows, slots[number], strict=True):
                slot.answer(int(group.answer[row]))
            turn(group, rows, slots[number], ready[number])


def turn(group: Group, rows: range, slots: list[Slot], ready: Any) -> None:
    at = rows.start * MOST
    for row, slot in zip(rows, slots, strict=True):
        slot.advance()
        at = write(group, row, at, slot)
    ready.release()


@final
class Collector:
    """So many processes with so many tables each in either group."""

    def __init__(self, room: Room, processes: int, tables: int, seed: int) -> None:
        self.tables: Final = processes * tables
        self.groups: Final = [Group(room, self.tables) for _ in range(GROUPS)]
        context = multiprocessing.get_context("fork")  # the arrays are inherited, not copied
        self._ready: Final = [context.Semaphore(0) for _ in range(GROUPS)]
        self._go: Final = [[context.Semaphore(0) for _ in range(GROUPS)] for _ in range(processes)]
        self._processes: Final = []
        for number in range(processes):
            rows = range(number * tables, (number + 1) * tables)
            words = (room, self.groups, rows, seed << 32, self._ready, self._go[number])
            process = context.Process(target=serve, args=words, daemon=True)
            process.start()
            self._processes.append(process)

    def arrived(self, number: int) -> Group:
        """Wait until every process has written this group."""
        for process in self._processes:
            while not self._ready[number].acquire(timeout=10):
                if not process.is_alive():
                    raise RuntimeError("a process with tables has ended")
        return self.groups[number]

    def looked_again(self, number: int) -> None:
        """Nothing was answered: the group arrives again."""
        for _ in self._processes:
            self._ready[number].release()

    def answered(self, number: int) -> None:
        """The answers stand in the group: play on."""
        for go in self._go:
            go[number].release()

    def teach(self, wanted: bool) -> None:
        """Whether processes say what the normal bot would choose, which costs time."""
        for group in self.groups:
            group.teaches[0] = wanted

    def packed(self, number: int) -> Array:
        """The rows of all choices of a group, in the order of its tables."""
        group, each = self.groups[number], self.tables // len(self._processes)
        parts = []
        for first in range(0, self.tables, each):
            last = first + each - 1
            parts.append(group.rows[first * MOST : group.first[last] + group.count[last]])
        return np.concatenate(parts)

    def close(self) -> None:
        for process in self._processes:
            process.terminate()
