"""Interleaved rounds: in each round everything is measured once, so that noise meets all alike."""

from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import NamedTuple

import msgspec

from parlour.lab.bench.lanes import CannotMeasure, Lane
from parlour.lab.bench.measures import MEASURES, MICROSECONDS, PER_SECOND, Job, Reading
from parlour.lab.bench.peers import PEER_UNITS


class Task(NamedTuple):
    """A job and who does it."""

    lane: Lane
    job: Job


class Figure(msgspec.Struct):
    """What came of a task: its value in every round, and what they come to.

    `low` and `high` are the least and the greatest of the rounds.  `p99`: of bots, how long the
    slowest of a hundred choices takes, over all rounds.
    """

    lane: str
    name: str
    game: str
    players: int
    level: str
    unit: str
    median: float
    low: float
    high: float
    rounds: list[float]
    p99: float | None = None

    @property
    def spread(self) -> float:
        """Half the distance between the least and the greatest, as a part of the median."""
        return (self.high - self.low) / 2 / self.median if self.median else 0.0


class Results:
    """Readings by task, and why some could not be taken."""

    def __init__(self) -> None:
        self.readings: dict[Task, list[Reading]] = {}
        self.failures: dict[Task, str] = {}

    def figures(self) -> list[Figure]:
        return [figure(task, readings) for task, readings in self.readings.items()]

    def find(self, task: Task) -> Figure | None:
        readings = self.readings.get(task)
        return figure(task, readings) if readings else None


def measure(tasks: Sequence[Task], rounds: int, seconds: float) -> Iterator[Results]:
    """The results so far, after every reading.  What fails once is not tried again."""
    results = Results()
    for _ in range(rounds):
        for task in tasks:
            if task not in results.failures:
                try:
                    reading = task.lane.measure(task.job, seconds)
                    results.readings.setdefault(task, []).append(reading)
                except CannotMeasure as why:
                    results.failures[task] = str(why)
            yield results


def unit_of(job: Job) -> str:
    return MEASURES[job.name].unit if job.name in MEASURES else PEER_UNITS[job.name]


def value(reading: Reading, unit: str) -> float:
    if reading.each:
        return 1e6 * median(reading.each)
    if unit == MICROSECONDS:
        return 1e6 * reading.seconds / reading.work
    assert unit == PER_SECOND
    return reading.work / reading.seconds


def figure(task: Task, readings: list[Reading]) -> Figure:
    job, unit = task.job, unit_of(task.job)
    values = [value(reading, unit) for reading in readings]
    each = [one for reading in readings for one in reading.each]
    return Figure(
        task.lane.name,
        job.name,
        job.game,
        job.players,
        job.level,
        unit,
        median(values),
        min(values),
        max(values),
        values,
        1e6 * quantiles(each, n=100)[98] if len(each) > 1 else None,
    )
