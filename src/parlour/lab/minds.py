"""Checks of minds: worlds fit the view, are equally likely, and no possible world is missing.

`check_mind` looks at a few worlds closely.  `unlike` compares many of them with as many tables
drawn from the same view: a thing that a mind forgets to deal, or deals unfairly, stands out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Any
from zlib import crc32

import msgspec

from parlour.core.drawing import tidy
from parlour.core.game import Game
from parlour.core.mind import Mind
from parlour.core.rng import Rng
from parlour.core.rollout import random_step
from parlour.core.seats import seats_in
from parlour.core.table import Table
from parlour.core.view import View
from parlour.lab.examiners import examiner_of

SHARED = ("options", "carry", "ids_told", "serial", "asking")
"""What all tables of one game may hold together: it is replaced, never changed."""
STRANGE = 5.5
"""So many standard deviations beyond the mean of chi-square are no chance."""
RARE, GROUPS = 10, 12


def check_mind(game: Game, t: Table, seat: int | None, rng: Rng, worlds: int = 3) -> None:
    """Worlds that the eyes cannot tell from the real one, nor each other's choices apart."""
    view = t.look(seat)
    mind = game.mind(view)
    before = mind.template.line()
    drawn = [mind.world(rng) for _ in range(worlds)]
    for world in drawn:
        check_world(game, t, world, seat, view)
    for one, other in zip([mind.template, *drawn], drawn, strict=False):
        assert not (shared := both_hold(one, other)), f"two worlds share their {shared}"
        assert asked(one, seat) == asked(other, seat), "choices differ from world to world"
    for world in drawn:
        play_on(world, rng)
    assert mind.template.line() == before, "playing in a world has changed the mind"


def check_world(game: Game, t: Table, world: Table, seat: int | None, view: View) -> None:
    assert world.look(seat) == view, "the seat can tell the imagined table from the real"
    examiner = examiner_of(game)
    wrong = examiner.contradictions(world, t.heard(seat))
    assert not wrong, f"imagined against what seat {seat} was told: {wrong}"
    cards, real = examiner.inventory(world), examiner.inventory(t)
    assert sorted(cards) == sorted(real), "other cards than there are"
    assert world.asked == t.asked
    assert all(world.choices(s) for s in seats_in(t.asked, t.players)), "asked without an answer"
    assert [text for _, text in asked(world, seat)] == [text for _, text in asked(t, seat)]


def asked(t: Table, seat: int | None) -> list[tuple[int, str]]:
    """What the seat may answer, in this order: ids and texts."""
    decision = None if seat is None else t.decision(seat)
    return [(choice.id, choice.text) for choice in decision.choices] if decision else []


def both_hold(a: Table, b: Table) -> list[str]:
    """Things that can change and that two tables hold together."""
    found = ["knows"] if a.knows is b.knows or a.knows.masks is b.knows.masks else []
    found += ["stack"] if a.stack is b.stack else []
    found += ["dice"] if a.dice is b.dice else []
    for name in [name for name in dir(a) if not name.startswith("__")]:  # those are the class's
        held = getattr(a, name)
        if isinstance(held, list | dict | set) and held is getattr(b, name):
            found += [] if name in SHARED else [name]
    return found


def play_on(t: Table, rng: Rng, choices: int = 3) -> None:
    for _ in range(choices):
        if t.outcome is None:
            random_step(t, rng)


# --- the same worlds as often -----------------------------------------------------------------


def unlike(game: Game, view: View, mind: Mind[Any], times: int = 300) -> list[str]:
    """Where worlds of the mind and tables drawn from the view differ more than by chance."""
    facts = tidy(msgspec.to_builtins(view))
    mine = collected(game, (mind.world(rng) for rng in rngs(1, times)))
    drawn = collected(game, (game.drawn(facts, rng, quiet=True) for rng in rngs(2, times)))
    return [
        f"{path}: {dict(mine[path])} for {dict(drawn[path])}"
        for path in sorted(mine.keys() | drawn.keys())
        if not homogeneous(mine[path], drawn[path], times)
    ]


def rngs(seed: int, times: int) -> Iterator[Rng]:
    first = Rng(seed)
    return (first.split() for _ in range(times))


def collected(game: Game, tables: Iterable[Table]) -> dict[str, Counter[str]]:
    """How often each place held what; of the dice only that no two tables have the same."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    keys = set()
    for number, t in enumerate(tables, 1):
        facts = game.position(t)
        keys.add(facts.pop("seed"))
        assert len(keys) == number, "two imagined tables have the same dice"
        for path, value in leaves(facts):
            found[path][value] += 1
    return found


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every single value; of a list also how long it is."""
    if isinstance(value, dict):
        value = list(value.items())
    elif isinstance(value, list):
        yield f"{path}.len", str(len(value))
        value = list(enumerate(value))
    else:
        yield path, str(value)
        return
    for key, part in value:
        yield from leaves(part, f"{path}.{key}")


def homogeneous(a: Counter[str], b: Counter[str], times: int) -> bool:
    """Chi-square of two samples of one size; rare values are counted in a few groups."""
    missing = Counter({"nothing": times - a.total()}), Counter({"nothing": times - b.total()})
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for sample, counts in enumerate((a + missing[0], b + missing[1])):
        for value, count in counts.items():
            often = a[value] + b[value] >= RARE
            rows[value if often else f"group {crc32(value.encode()) % GROUPS}"][sample] += count
    chi_square = sum((x - y) ** 2 / (x + y) for x, y in rows.values())
    freedom = max(1, len(rows) - 1)
    return chi_square <= freedom + STRANGE * sqrt(2 * freedom) + 8
