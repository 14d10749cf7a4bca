"""Who sits with whom: a search for tables at which as few as possible meet again.

People are numbers here; `met[a][b]` says how often two have met.
"""

from typing import Final

from parlour.core.rng import Rng

TRIES: Final = 16
"""Rounds drawn, of which the best is taken."""
AHEAD: Final = 3
"""So many rounds after it are sketched, to see whether it leaves good ones."""
PATIENCE: Final = 500
"""After so many exchanges in a row that gain nothing a search gives up."""

Met = list[list[int]]
Tables = list[list[int]]


def table_sizes(people: int, least: int, most: int, size: int) -> list[int]:
    """As few as possible sit out; then tables as near to the wished size as can be."""
    found: list[tuple[int, int, list[int]]] = []
    for count in range(1, people // least + 1):
        seated = min(people, count * most)
        sizes = [seated // count + (k < seated % count) for k in range(count)]
        found.append((people - seated, sum([abs(n - size) for n in sizes]), sizes))
    return min(found)[2] if found else []


def note(met: Met, tables: Tables) -> None:
    for table in tables:
        for a in table:
            for b in table:
                met[a][b] += a != b


def best_tables(met: Met, sizes: list[int], rng: Rng) -> Tables:
    """Of several good rounds the one that leaves the best rounds after it, the next one first."""
    best: Tables = []
    least: list[int] = []
    for _ in range(TRIES):
        tables = search(met, sizes, rng)
        costs = [cost(met, tables)]
        if best and costs > least[:1]:
            continue
        costs += future(met, tables, sizes, rng)
        if not best or costs < least:
            best, least = tables, costs
        if not any(least):
            break
    return best


def future(met: Met, tables: Tables, sizes: list[int], rng: Rng) -> list[int]:
    """What the rounds after this one would cost, if the same people stayed."""
    met = [row[:] for row in met]
    costs: list[int] = []
    for _ in range(AHEAD):
        note(met, tables)
        tables = search(met, sizes, rng)
        costs.append(cost(met, tables))
    return costs


def cost(met: Met, tables: Tables) -> int:
    """How often those who meet have met already: a third time weighs more than two seconds."""
    return sum([met[a][b] ** 3 for table in tables for a in table for b in table if a < b])


def search(met: Met, sizes: list[int], rng: Rng) -> Tables:
    """A random round, mended by exchanging two people while that is no worse."""
    people = list(range(len(met)))
    rng.shuffle(people)
    tables: Tables = []
    for size in sizes:
        tables.append(people[:size])
        people = people[size:]
    left = cost(met, tables)
    weights = [[times**3 for times in row] for row in met]
    stuck = 0
    while left and stuck < PATIENCE and len(tables) > 1:
        change = swap(weights, tables, rng)
        left += change
        stuck = 0 if change else stuck + 1
    return tables


def swap(weights: Met, tables: Tables, rng: Rng) -> int:
    """Exchange two people of different tables, unless it is worse.  Returns the change."""
    here = rng.below(len(tables))
    there = (here + 1 + rng.below(len(tables) - 1)) % len(tables)
    a, b = tables[here], tables[there]
    i, j = rng.below(len(a)), rng.below(len(b))
    one, other = weights[a[i]], weights[b[j]]
    change = -2 * one[b[j]]  # the two themselves part neither before nor after
    for mate in a:
        change += other[mate] - one[mate]
    for mate in b:
        change += one[mate] - other[mate]
    if change > 0:
        return 0
    a[i], b[j] = b[j], a[i]
    return change
