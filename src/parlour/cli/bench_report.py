"""What `parlour bench` tells: tables for people, data for machines, a picture."""

import os
import platform
from collections.abc import Iterator, Sequence
from math import floor, log10
from typing import Any, Final, Protocol

import msgspec

import parlour
from parlour.cli.say import language, text
from parlour.lab.bench.compare import Comparison, Pair, compared, tasks_of
from parlour.lab.bench.lanes import Lane
from parlour.lab.bench.measures import Job
from parlour.lab.bench.picture import Bar, Group, svg
from parlour.lab.bench.rounds import Figure, Results, Task

Row = list[str]
SIZES: Final = ((1e6, "M"), (1e3, "k"))


class Report(Protocol):
    """What is to be measured, and how it is told."""

    tasks: list[Task]

    def lines(self, results: Results) -> Iterator[str]: ...
    def data(self, results: Results) -> dict[str, Any]: ...
    def picture(self, results: Results) -> str: ...


class GamesReport:
    """Figures of our games: a table for each game and build, a column for each size of table."""

    def __init__(self, jobs: Sequence[Job], builds: Sequence[Lane]) -> None:
        self.tasks = [Task(lane, job) for job in jobs for lane in builds]

    def lines(self, results: Results) -> Iterator[str]:
        figures = results.figures()
        for game, lane in dict.fromkeys((one.game, one.lane) for one in figures):
            mine = [one for one in figures if (one.game, one.lane) == (game, lane)]
            yield f"\n{title(game)}, {lane}"
            yield from aligned(game_rows(mine))
        yield from failures(results)

    def data(self, results: Results) -> dict[str, Any]:
        return {"figures": results.figures()} | failed(results)

    def picture(self, results: Results) -> str:
        figures = results.figures()
        rows = dict.fromkeys((one.name, one.level) for one in figures)
        groups = [
            Group(
                label(name, level),
                [bar(one) for one in figures if (one.name, one.level) == (name, level)],
            )
            for name, level in rows
        ]
        return svg("parlour bench", groups)


class ComparisonReport:
    """Figures of ours beside those of others, with ratios."""

    def __init__(self, pairs: list[Pair], builds: list[Lane], peers: Lane | None) -> None:
        self.pairs: Final = pairs
        self.builds: Final = builds
        self.peers: Final = peers
        self.versions: Final = peers.versions if peers is not None else {}
        self.tasks = tasks_of(pairs, builds, peers)

    def rows(self, results: Results) -> list[Comparison]:
        return list(compared(results, self.pairs, self.builds, self.peers))

    def lines(self, results: Results) -> Iterator[str]:
        heads = [text(f"bench.{name}") for name in ("build", "ours", "peer", "theirs", "ratio")]
        rows = [["", *heads], *(comparison_row(one) for one in self.rows(results))]
        yield ""
        yield from aligned(rows, words=(0, 1, 3))
        yield text("bench.notes")
        yield ", ".join(f"{name} {version}" for name, version in self.versions.items())
        yield from failures(results)

    def data(self, results: Results) -> dict[str, Any]:
        rows = {"versions": self.versions, "comparisons": self.rows(results)}
        return {"figures": results.figures()} | rows | failed(results)

    def picture(self, results: Results) -> str:
        notes = text("bench.notes").splitlines()
        return svg("parlour bench --peers", list(groups(self.rows(results))), notes)


# --- tables for people ------------------------------------------------------------------------


def game_rows(figures: Sequence[Figure]) -> Iterator[Row]:
    """Of one game and build."""
    counts = list(dict.fromkeys(one.players for one in figures))
    yield [text("bench.players"), *map(str, counts)]
    for name, level in dict.fromkeys((one.name, one.level) for one in figures):
        found = {one.players: one for one in figures if (one.name, one.level) == (name, level)}
        cells = [found.get(players) for players in counts]
        yield [label(name, level), *(cell(one) if one else "" for one in cells)]
        if any(one.p99 is not None for one in found.values()):
            slowest = [short(one.p99) if one and one.p99 else "" for one in cells]
            yield [text("bench.rows.p99", level=level), *slowest]


def comparison_row(row: Comparison) -> Row:
    ours = row.ours
    about = f"{title(ours.game)} {ours.players}: {label(ours.name, ours.level)}"
    if row.pair.peer is None or row.ratio is None:
        return [about, ours.lane, cell(ours), "", "", ""]
    peer = text(f"bench.peers.{row.pair.peer.name}")
    ratio = f"×{row.ratio.median:.2f} ({row.ratio.low:.2f}…{row.ratio.high:.2f})"
    return [about, ours.lane, cell(ours), peer, their_cell(row), ratio]


def their_cell(row: Comparison) -> str:
    if row.peer is not None:
        return cell(row.peer)
    return text("bench.stored", figure=short(row.pair.stored or 0.0))


def aligned(rows: Iterator[Row] | Sequence[Row], words: tuple[int, ...] = (0,)) -> Iterator[str]:
    """Columns of words begin together, columns of figures end together."""
    lines = list(rows)
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    for line in lines:
        cells = [
            f"{one:<{width}}" if k in words else f"{one:>{width}}"
            for k, (one, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield ("  " + "   ".join(cells)).rstrip()


def failures(results: Results) -> Iterator[str]:
    for task, why in results.failures.items():
        yield text("bench.failed", name=task.job.name, game=task.job.game, reason=why)


def title(game: str) -> str:
    return parlour.game(game).words.say(language(), "title")


def label(name: str, level: str = "") -> str:
    return text(f"bench.rows.{name}", level=level)


def cell(figure: Figure) -> str:
    """The median, and how far the rounds lay apart."""
    return f"{short(figure.median)} ±{100 * figure.spread:.0f}%"


def short(value: float) -> str:
    """Three digits: 464k, 1.70, 28.1."""
    size, sign = next(((size, sign) for size, sign in SIZES if value >= size), (1.0, ""))
    digits = max(0, 2 - floor(log10(value / size))) if value >= 0.01 else 2
    return f"{value / size:.{digits}f}{sign}"


# --- data and pictures ------------------------------------------------------------------------


def conditions() -> dict[str, Any]:
    """Where and under what load this was measured."""
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return {
        "parlour": parlour.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "load": load,
    }


def failed(results: Results) -> dict[str, Any]:
    return {
        "failures": [
            msgspec.to_builtins(task.job) | {"lane": task.lane.name, "reason": why}
            for task, why in results.failures.items()
        ]
    }


def bar(figure: Figure) -> Bar:
    about = f"{title(figure.game)} {figure.players}, {figure.lane}"
    return Bar(about, figure.median, cell(figure))


def groups(rows: Sequence[Comparison]) -> Iterator[Group]:
    """A group for each thing that is compared with the same: our bars, then the bar of the peer."""
    for name, level, peer in dict.fromkeys(subject(row) for row in rows):
        mine = [row for row in rows if subject(row) == (name, level, peer)]
        bars = [ours_of(row) for row in mine]
        if peer and mine[0].ratio is not None:
            length = mine[0].peer.median if mine[0].peer is not None else mine[0].pair.stored or 0.0
            bars.append(Bar(text(f"bench.peers.{peer.name}"), length, their_cell(mine[0]), "peer"))
        yield Group(label(name, level), bars)


def subject(row: Comparison) -> tuple[str, str, Job | None]:
    return row.ours.name, row.ours.level, row.pair.peer


def ours_of(row: Comparison) -> Bar:
    found = bar(row.ours)
    if row.ratio is not None:
        found.text += f", ×{row.ratio.median:.2f}"
    return found
