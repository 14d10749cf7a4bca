"""The draw of an evening: who meets whom, who sits out, late comers, leavers, the standing."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import BadTable
from parlour.server.evening import seating
from parlour.server.evening.evening import Evening, Rank, Round
from parlour.server.evening.seating import table_sizes


@contextmanager
def quick() -> Iterator[None]:
    """Little effort, where only what must hold of any draw is looked at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "PATIENCE", 20)
        patch.setattr(seating, "TRIES", 2)
        yield


def people(count: int) -> list[str]:
    return [f"P{number:02}" for number in range(count)]


def fixed(size: int) -> Evening:
    return Evening("any", size, size, size)


def met(evening: Evening) -> Counter[tuple[str, ...]]:
    pairs: Counter[tuple[str, ...]] = Counter()
    for drawn in evening.rounds:
        for table in drawn.tables:
            pairs.update(combinations(sorted(table.people), 2))
    return pairs


def everybody(drawn: Round) -> list[str]:
    return sorted([name for table in drawn.tables for name in table.people] + drawn.out)


@pytest.mark.parametrize(
    ("count", "size", "rounds"),
    [(12, 3, 3), (16, 4, 5), (9, 3, 4), (8, 2, 7), (20, 4, 4)],
)
def test_nobody_meets_twice_where_that_can_be(count: int, size: int, rounds: int) -> None:
    evening = fixed(size)
    for number in range(rounds):
        evening.begin(evening.draw(people(count), number))
    assert set(met(evening).values()) == {1}


def test_twelve_at_tables_of_four_meet_again_as_little_as_can_be() -> None:
    """Three tables: four people of another round's table cannot all come from different ones."""
    evening = fixed(4)
    for number in range(3):
        evening.begin(evening.draw(people(12), number))
    pairs = met(evening)
    assert max(pairs.values()) == 2
    assert sum(times - 1 for times in pairs.values()) <= 9


def test_all_meet_before_anybody_meets_again() -> None:
    """Six people at tables of two: five rounds of new faces, then the same once more."""
    evening = fixed(2)
    for number in range(10):
        evening.begin(evening.draw(people(6), number))
        assert max(met(evening).values()) == 1 + (number >= 5)
    assert set(met(evening).values()) == {2}


@given(
    st.integers(1, 40), st.integers(2, 5), st.integers(0, 4), st.integers(0, 4), st.integers(0, 99)
)
def test_everybody_present_has_one_place_and_tables_are_of_the_right_size(
    count: int, least: int, more: int, wish: int, seed: int
) -> None:
    most = least + more
    evening = Evening("any", least, most, min(most, least + wish))
    if count < least:
        with pytest.raises(BadTable, match="too_few_people"):
            evening.draw(people(count), seed)
        return
    with quick():
        drawn = evening.draw(people(count), seed)
        again = evening.draw(list(reversed(people(count))), seed)
    assert drawn == again, "the same draw every time"
    assert everybody(drawn) == people(count)
    assert all(least <= len(table.people) <= most for table in drawn.tables)
    fewest = min(max(0, count - tables * most) for tables in range(1, count // least + 1))
    assert len(drawn.out) == fewest


@pytest.mark.parametrize(
    ("count", "least", "most", "size", "sizes"),
    [
        (12, 3, 8, 4, [4, 4, 4]),
        (13, 3, 8, 4, [5, 4, 4]),
        (13, 2, 4, 4, [4, 3, 3, 3]),
        (13, 4, 4, 4, [4, 4, 4]),
        (5, 3, 4, 4, [4]),
        (7, 3, 8, 7, [7]),
        (2, 3, 4, 3, []),
    ],
)
def test_few_sit_out_and_tables_are_as_wished(
    count: int, least: int, most: int, size: int, sizes: list[int]
) -> None:
    assert table_sizes(count, least, most, size) == sizes


@given(st.integers(5, 11), st.integers(0, 50))
def test_sitting_out_goes_round(count: int, seed: int) -> None:
    evening = fixed(4)
    times: Counter[str] = Counter(dict.fromkeys(people(count), 0))
    for number in range(2 * count):
        with quick():
            evening.begin(evening.draw(people(count), seed + number))
        times.update(evening.rounds[-1].out)
        assert max(times.values()) - min(times.values()) <= 1


@given(st.lists(st.sets(st.sampled_from(people(11)), min_size=4), min_size=2, max_size=7))
def test_people_come_late_and_leave_early(presences: list[set[str]]) -> None:
    """Only those present are drawn; of them nobody sits out before somebody who has less often."""
    evening = fixed(4)
    times: Counter[str] = Counter()
    for number, present in enumerate(presences):
        with quick():
            drawn = evening.draw(sorted(present), number)
        assert everybody(drawn) == sorted(present)
        playing = [name for table in drawn.tables for name in table.people]
        for name in drawn.out:
            assert times[name] <= min(times[other] for other in playing)
        times.update(drawn.out)
        evening.begin(drawn)


def test_a_late_comer_meets_new_people_and_plays_at_once() -> None:
    evening = fixed(2)
    early = people(5)
    for number in range(2):
        evening.begin(evening.draw(early, number))
    drawn = evening.draw([*early, "late"], 7)
    assert not drawn.out
    evening.begin(drawn)
    seven = evening.draw([*early, "late", "later"], 8)
    assert seven.out
    assert "later" not in seven.out, "whoever has played less does not sit out first"


def a_whole_evening() -> Evening:
    evening = fixed(2)
    evening.begin(evening.draw(["Anna", "Bruno", "Carla"], 1))
    (out,) = evening.rounds[0].out
    names = evening.rounds[0].tables[0].people
    evening.finish(0, [7, 5], [names[0]])
    evening.begin(evening.draw([out, names[0]], 2))
    seats = evening.rounds[1].tables[0].people
    evening.finish(0, [-2 if name == names[0] else 7 for name in seats], [out])
    return evening


def test_the_standing_adds_up_all_rounds() -> None:
    evening = a_whole_evening()
    (out,) = evening.rounds[0].out
    winner, loser = evening.rounds[0].tables[0].people
    assert evening.standing() == [
        Rank(1, out, 7, 1, 1, 1),
        Rank(2, winner, 5, 1, 2, 0),
        Rank(3, loser, 5, 0, 1, 0),
    ]


def test_equals_share_a_place_and_an_unfinished_table_counts_nothing() -> None:
    evening = fixed(2)
    assert not evening.playing
    evening.begin(evening.draw(people(4), 1))
    evening.finish(0, [3, 3], [])
    assert [table.points for table in evening.rounds[0].tables] == [[3, 3], []]
    assert [(line.place, line.points, line.played) for line in evening.standing()] == [
        (1, 3, 1),
        (1, 3, 1),
        (3, 0, 0),
        (3, 0, 0),
    ]


def test_an_evening_is_exported() -> None:
    evening = a_whole_evening()
    rows = list(csv.DictReader(io.StringIO(evening.to_csv())))
    assert [row["name"] for row in rows] == [line.name for line in evening.standing()]
    assert [row["round 1"] for row in rows] == ["", "7", "5"]
    assert [row["round 2"] for row in rows] == ["7", "-2", ""]
    facts = json.loads(evening.to_json())
    assert len(facts["evening"]["rounds"]) == 2
    assert [line["points"] for line in facts["standing"]] == [7, 5, 5]
