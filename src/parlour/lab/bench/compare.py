"""Our figures beside those of others: which row stands beside which, and the ratios."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

import msgspec

from parlour.lab.bench.lanes import Lane
from parlour.lab.bench.measures import Job
from parlour.lab.bench.rounds import Figure, Results, Task

INTERPRETED: Final = "pure Python"


class Pair(msgspec.Struct, frozen=True):
    """One of our figures and what it is compared with, if with anything.

    stored  the peer's figure, measured elsewhere: that engine cannot be had here
    build   the build that the row is about; otherwise the compiled one, if it is there
    """

    ours: Job
    peer: Job | None = None
    stored: float | None = None
    build: str = ""


LOOP: Final = Job("crazy_eights_loop", "crazy_eights", 5)
ROLLOUTS: Final = Job("crazy_eights_rollouts", "crazy_eights", 5)
CLONE: Final = Job("hearts_clone", "hearts", 4)
STEPS: Final = Job("uno_steps", "uno", 2)
TABLES: Final = (("bang", 5), ("kings", 4), ("intrigo", 4), ("wink", 6))
COMPARED: Final = [
    *(Pair(Job("loop", game, players), LOOP) for game, players in TABLES),
    Pair(Job("rollout", "bang", 5), ROLLOUTS),
    Pair(Job("clone", "bang", 5), CLONE),
    Pair(Job("loop_look", "bang", 5), STEPS),
    *(Pair(Job("loop_encode", game, players), STEPS) for game, players in TABLES),
    *(Pair(Job("observe", game, players)) for game, players in TABLES),
    *(Pair(Job("imagine", game, players)) for game, players in TABLES),
    *(Pair(Job("world", game, players)) for game, players in TABLES),
    Pair(Job("new", "kings", 4)),
    # bang-server, an engine of BANG! in C++ with its own bots, on another day and a quiet machine:
    Pair(Job("games", "bang", 4, "normal"), Job("bang_server", "bang", 4), 263.0),
    Pair(Job("games", "bang", 7, "normal"), Job("bang_server", "bang", 7), 139.0),
    Pair(Job("loop", "bang", 5), STEPS, build=INTERPRETED),
]
"""The rows of `parlour bench --peers`, in their order."""


class Ratio(msgspec.Struct):
    """Our figure as a multiple of theirs, taken round by round: median, least, greatest."""

    median: float
    low: float
    high: float


class Comparison(msgspec.Struct):
    """A row: our figure, theirs if it was measured, and the ratio if there is one."""

    pair: Pair
    ours: Figure
    peer: Figure | None
    ratio: Ratio | None


def tasks_of(pairs: Sequence[Pair], builds: Sequence[Lane], peers: Lane | None) -> list[Task]:
    """What has to be measured for these rows, each thing once, a figure next to its peer's."""
    tasks: dict[Task, None] = {}
    for pair in pairs:
        lane = lane_of(pair, builds)
        if lane is not None:
            tasks[Task(lane, pair.ours)] = None
            theirs = peer_task(pair, peers)
            if theirs is not None:
                tasks[theirs] = None
    return list(tasks)


def lane_of(pair: Pair, builds: Sequence[Lane]) -> Lane | None:
    """The build that a row is about; the first one, unless the row names another."""
    named = [lane for lane in builds if pair.build in ("", lane.name)]
    return named[0] if named else None


def compared(
    results: Results, pairs: Sequence[Pair], builds: Sequence[Lane], peers: Lane | None
) -> Iterator[Comparison]:
    """The rows for which there are figures."""
    for pair in pairs:
        lane, theirs = lane_of(pair, builds), peer_task(pair, peers)
        ours = results.find(Task(lane, pair.ours)) if lane is not None else None
        if ours is not None:
            peer = results.find(theirs) if theirs is not None else None
            yield Comparison(pair, ours, peer, ratio(pair, ours, peer))


def peer_task(pair: Pair, peers: Lane | None) -> Task | None:
    if pair.peer is None or pair.stored is not None or peers is None:
        return None
    return Task(peers, pair.peer)


def ratio(pair: Pair, ours: Figure, peer: Figure | None) -> Ratio | None:
    if peer is not None:
        found = [a / b for a, b in zip(ours.rounds, peer.rounds, strict=False)]
    elif pair.stored is not None:
        found = [one / pair.stored for one in ours.rounds]
    else:
        return None
    return Ratio(median(found), min(found), max(found)) if found else None
