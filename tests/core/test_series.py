"""Series: forms, who begins, standings, records."""

from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.errors import BadTable, BadText, Refusal
from parlour.core.game import Game
from parlour.core.outcome import Outcome
from parlour.core.series import (
    Plan,
    Series,
    SeriesRecord,
    is_series,
    load_series,
    read_form,
    read_series,
)
from parlour.lab.series import play_series

pytestmark = pytest.mark.rules
MAGPIES = parlour.game("magpies")


def plan(form: str, players: int = 2, game: Game = MAGPIES, **more: Any) -> Plan:
    kind, number = read_form(form)
    return Plan(game.id, players, form=kind, number=number, **more)


def won(series: Series, *winners: int, scores: tuple[int, ...] = ()) -> None:
    """A game that ended so."""
    t = series.open(len(series.results))
    t.finish(Outcome(winners, scores or (0,) * t.players, "quiet"))
    series.add(t)


def played(form: str, *games: int, players: int = 2) -> Series:
    series = Series(MAGPIES, plan(form, players))
    for winner in games:
        assert not series.over
        won(series, winner)
    return series


def test_a_fixed_number_of_games_is_played_out() -> None:
    series = played("games:3", 0, 0, 0)
    assert series.over
    assert series.standing().points == [3, 0]
    assert series.winners() == [0]


@pytest.mark.parametrize(
    ("form", "games", "over"),
    [
        ("best-of:3", (0, 0), True),
        ("best-of:3", (0, 1), False),
        ("best-of:3", (0, 1, 1), True),
        ("best-of:4", (0, 0), False),
        ("best-of:4", (0, 0, 0), True),
        ("best-of:4", (0, 1, 0, 1), True),
        ("first-to:2", (0, 1), False),
        ("first-to:2", (0, 1, 1), True),
        ("first-to:1", (1,), True),
    ],
)
def test_a_series_ends_as_soon_as_it_is_decided(
    form: str, games: tuple[int, ...], over: bool
) -> None:
    assert played(form, *games).over is over


def test_drawn_games_do_not_go_on_for_ever() -> None:
    series = Series(MAGPIES, plan("first-to:1"))
    while not series.over:
        won(series)
    assert len(series.results) == 200
    assert series.winners() == [0, 1], "nobody was better"


def test_who_begins_goes_round_and_everybody_equally_often() -> None:
    series = Series(MAGPIES, plan("games:8", 4, first=2))
    firsts = []
    while not series.over:
        firsts.append(series.open(0).on_turn())
        won(series, 0)
    assert firsts == [2, 3, 0, 1, 2, 3, 0, 1]
    assert [result.first for result in series.results] == firsts


def test_places_are_shared_and_wins_count_before_points_where_they_decide() -> None:
    kings = parlour.game("kings")
    for form, order, places in (
        ("games:2", [0, 2, 1], [1, 3, 2]),
        ("best-of:2", [1, 2, 0], [3, 1, 2]),
    ):
        series = Series(kings, plan(form, 3, kings))
        won(series, 1, scores=(19, 20, 15))
        won(series, 1, 2, scores=(20, 1, 21))
        standing = series.standing()
        assert standing.points == [39, 21, 36]
        assert standing.wins == [0, 2, 1]
        assert (standing.order, standing.places) == (order, places)
    level = played("games:2", 0, 1)
    assert level.standing().places == [1, 1]
    assert level.winners() == [0, 1]


@pytest.mark.parametrize(
    ("game", "pays"), [("kings", [7, 4]), ("magpies", [1, 0]), ("wink", [7, 4, 4, 1])]
)
def test_scores_are_added_up_or_a_win_is_a_point(game: str, pays: list[int]) -> None:
    room = parlour.game(game)
    series = Series(room, plan("games:1", len(pays), room))
    scores = (7, 4, 4, 1)[: len(pays)]
    won(series, 0, scores=scores)
    assert series.results[0].pays == pays
    assert series.points == pays


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"form": "league"}, "unknown_form"),
        ({"form": "tournament"}, "no_tournament"),
        ({"number": 0}, "bad_number"),
        ({"number": 100}, "bad_number"),
        ({"players": 9}, "wrong_players"),
        ({"players": 0}, "wrong_players"),
        ({"first": 2}, "bad_carry"),
        ({"options": {"rounds": 99}}, "bad_option"),
        ({"options": {"colour": 1}}, "unknown_option"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(change: dict[str, Any], code: str) -> None:
    wrong = msgspec.structs.replace(plan("games:2"), **change)
    with pytest.raises(BadTable) as refused:
        Series(MAGPIES, wrong)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "games", "games:", "games:x", "best:3", "tournament:4"])
def test_a_form_that_nobody_knows_is_refused(text: str) -> None:
    with pytest.raises(BadTable, match="unknown_form"):
        read_form(text)


@pytest.mark.parametrize(
    "carry", [{"first": 2}, {"first": "0"}, {"first": True}, {"gold": 1}, {"points": [1, 2]}, [1]]
)
def test_a_carry_that_says_nonsense_is_refused(carry: Any) -> None:
    with pytest.raises(BadTable, match="bad_carry"):
        MAGPIES.new(2, 1, carry=carry)


def test_a_game_of_a_series_is_an_ordinary_record_and_an_ordinary_line() -> None:
    t = MAGPIES.new(2, 1, carry={"first": 1})
    assert t.look(0).carry == {"first": 1}
    assert "carry={first=1}" in t.line()
    assert t.record().carry == {"first": 1}
    assert MAGPIES.load(t.record()).line() == t.line()
    assert MAGPIES.parse(t.line()).line() == t.line()
    plain = MAGPIES.new(2, 1)
    assert "carry" not in plain.line()
    assert "carry" not in plain.record().to_json()


def some_series() -> SeriesRecord:
    *_, series = play_series(MAGPIES, plan("games:3", 3), ["random"], "seed")
    return series.record()


def test_a_series_is_played_again_from_its_record() -> None:
    record = read_series(some_series().to_json())
    assert is_series(record.to_json())
    assert not is_series(record.games[0].to_json())
    series, tables = load_series(MAGPIES, record)
    assert series.over
    assert series.points == record.points
    assert series.record() == record
    assert [t.record() for t in tables] == record.games


@pytest.mark.parametrize("number", [0, 1])
def test_a_record_that_was_tampered_with_is_found_out(number: int) -> None:
    record = some_series()
    games = record.games
    unfinished = msgspec.structs.replace(games[number], choices=games[number].choices[:3])
    other = msgspec.structs.replace(games[number], carry={"first": 2})
    wrong: list[dict[str, Any]] = [
        {"points": [9, 9, 9]},
        {"games": games[1:]},
        {"games": [*games, games[0]]},
        {"games": [*games[:number], unfinished, *games[number + 1 :]]},
        {"games": [*games[:number], other, *games[number + 1 :]]},
        {"plan": msgspec.structs.replace(record.plan, players=2)},
    ]
    for change in wrong:
        with pytest.raises(Refusal):
            load_series(MAGPIES, msgspec.structs.replace(record, **change))
    for text in ("{}", "[]", "nonsense"):
        with pytest.raises(BadText):
            read_series(text)


def test_a_series_is_folded_from_what_was_written_down() -> None:
    game = parlour.game("bang")
    plan = Plan("bang", 4, {"hiring": True, "experience": True}, "tournament")
    noted = Series(game, plan)
    for series in play_series(game, plan, ["random"], 4):
        noted.note(series.results[-1], series.left)
        assert noted.carry() == series.carry()
        assert noted.standing() == series.standing()
    assert noted.over


def test_only_the_next_game_can_be_added() -> None:
    series = Series(MAGPIES, plan("games:2"))
    for t in (series.open(1), MAGPIES.new(2, 1)):
        with pytest.raises(ValueError, match="next game"):
            series.add(t)
    won(series, 0)
    won(series, 1)
    with pytest.raises(BadTable, match="series_over"):
        series.open(1)
