"""An evening: several tables at once, round by round, and one standing for everybody.

Who sits with whom is drawn: nobody meets twice before all have met, as far as the numbers allow,
and sitting out goes round.  People may come late and leave early.  Pure: the same evening, the same
people and the same seed give the same round.
"""

from collections.abc import Sequence

import msgspec

from parlour.core.errors import BadTable
from parlour.core.rng import Rng
from parlour.core.sheet import Cell, to_csv
from parlour.server.evening.seating import Met, best_tables, note, table_sizes


class RoundTable(msgspec.Struct, frozen=True):
    """One table of a round: who sat there, what it paid them, who won.  Empty until it is over."""

    people: list[str]
    points: list[int] = []
    winners: list[str] = []


class Round(msgspec.Struct, frozen=True):
    """Everybody who was there: at the tables, or sitting out."""

    tables: list[RoundTable]
    out: list[str] = []


class Rank(msgspec.Struct, frozen=True):
    """One person's line of the standing."""

    place: int
    name: str
    points: int
    wins: int
    played: int
    out: int


class Evening(msgspec.Struct, forbid_unknown_fields=True):
    """`size`: how many should sit at a table if it can be; the game knows how many may."""

    game: str
    least: int
    most: int
    size: int
    rounds: list[Round] = []

    def draw(self, present: Sequence[str], seed: int) -> Round:
        """The tables of the next round, for whoever is there now."""
        people = sorted(set(present))
        sizes = table_sizes(len(people), self.least, self.most, self.size)
        if not sizes:
            raise BadTable("too_few_people", facts={"count": len(people), "least": self.least})
        rng = Rng(seed)
        out = sitting_out(people, self.rounds, len(people) - sum(sizes), rng)
        seated = [name for name in people if name not in out]
        tables = best_tables(meetings(seated, self.rounds), sizes, rng)
        named = [[seated[who] for who in table] for table in tables]
        return Round([RoundTable(table) for table in named], out)

    def begin(self, drawn: Round) -> None:
        self.rounds.append(drawn)

    def finish(self, table: int, points: list[int], winners: list[str]) -> None:
        """A table of the round in play is over."""
        last = self.rounds.pop()
        over = RoundTable(last.tables[table].people, points, winners)
        tables = [over if k == table else other for k, other in enumerate(last.tables)]
        self.rounds.append(Round(tables, last.out))

    @property
    def playing(self) -> bool:
        """Whether a table of the last round is not over yet."""
        return bool(self.rounds) and any(not table.points for table in self.rounds[-1].tables)

    def standing(self) -> list[Rank]:
        """Everybody who was ever there: by points, then by wins."""
        sums: dict[str, list[int]] = {}
        for drawn in self.rounds:
            for name in drawn.out:
                add(sums, name, [0, 0, 0, 1])
            for table in drawn.tables:
                for seat, name in enumerate(table.people):
                    points = table.points[seat] if table.points else 0
                    add(sums, name, [points, name in table.winners, bool(table.points), 0])
        order = sorted(sums, key=lambda name: (-sums[name][0], -sums[name][1], name))
        worth = [sums[name][:2] for name in order]
        return [Rank(1 + worth.index(worth[k]), name, *sums[name]) for k, name in enumerate(order)]

    def to_json(self) -> str:
        facts = {"evening": self, "standing": self.standing()}
        return msgspec.json.format(msgspec.json.encode(facts), indent=1).decode()

    def to_csv(self) -> str:
        """The standing, a row for each person, with what each round paid."""
        numbers = [f"round {number}" for number in range(1, len(self.rounds) + 1)]
        rows: list[list[Cell]] = [["place", "name", "points", "wins", "played", "out", *numbers]]
        paid = [paid_by_name(drawn) for drawn in self.rounds]
        for line in self.standing():
            sums = [line.points, line.wins, line.played, line.out]
            rows.append([line.place, line.name, *sums, *[by.get(line.name, "") for by in paid]])
        return to_csv(rows)


def add(sums: dict[str, list[int]], name: str, more: list[int]) -> None:
    sums[name] = [a + int(b) for a, b in zip(sums.get(name, [0] * 4), more, strict=True)]


def paid_by_name(drawn: Round) -> dict[str, int]:
    return {
        name: points
        for table in drawn.tables
        for name, points in zip(table.people, table.points, strict=bool(table.points))
    }


def sitting_out(people: list[str], rounds: list[Round], count: int, rng: Rng) -> list[str]:
    """Nobody sits out again before all others have; among equals whoever has played most."""
    times = dict.fromkeys(people, 0)
    played = dict.fromkeys(people, 0)
    for drawn in rounds:
        for name in drawn.out:
            if name in times:
                times[name] += 1
        for table in drawn.tables:
            for name in table.people:
                if name in played:
                    played[name] += 1
    lots = list(range(len(people)))
    rng.shuffle(lots)
    order = sorted(lots, key=lambda k: (times[people[k]], -played[people[k]]))
    return sorted([people[k] for k in order[:count]])


def meetings(people: list[str], rounds: list[Round]) -> Met:
    """How often each two have met."""
    number = {name: k for k, name in enumerate(people)}
    met = [[0] * len(people) for _ in people]
    for drawn in rounds:
        for table in drawn.tables:
            note(met, [[number[name] for name in table.people if name in number]])
    return met
