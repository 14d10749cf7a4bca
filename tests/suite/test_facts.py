"""Each fact of a table is declared once.  What is forgotten, or told to too many, is found."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.errors import BadText, RulesBug
from parlour.core.eyes import Eyes
from parlour.core.fact import EVERYBODY, Box, Cards, Derived, Own, Pile, Piles
from parlour.core.game import Game
from parlour.core.table import Table
from parlour.core.view_builder import TableFacts, ViewBuilder
from parlour.lab.conformance import Setting, check_imagine, walk
from parlour.lab.ends import paces
from parlour.lab.secrets import check_changed, check_shown
from parlour.lab.twins import Leak

pytestmark = pytest.mark.rules

ROOT = Path(__file__).parents[2]
GAMES = list(parlour.all_games().values())
OPEN = ("sight",)
"""What is shown to one seat only, but could be counted by anybody."""


def declared(game: Game) -> TableFacts:
    facts: TableFacts = import_module(f"{game.package}.facts").FACTS
    return facts


def views_of(game: Game) -> ViewBuilder[Any]:
    return game.views


def attributes(t: Table) -> set[str]:
    """All that a table holds, compiled or not."""
    compiled = [getattr(kind, "__mypyc_attrs__", ()) for kind in type(t).__mro__]
    return set(getattr(t, "__dict__", {})) | {name for names in compiled for name in names}


def kernel(game: Game, t: Table) -> set[str]:
    return attributes(Table(t.players, t.dice, t.knows)) | {"rules", "__dict__"}


def test_what_is_generated_is_up_to_date() -> None:
    command = [sys.executable, "-m", "tools.facts", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"stale, run `make facts`: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_table_holds_what_is_declared_and_no_more(game: Game) -> None:
    names = {fact.name for fact in declared(game).facts if fact.held}
    for t in walk(game, game.least, 1):
        assert attributes(t) - kernel(game, t) == names


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_clone_takes_every_fact_over_and_shares_no_list(game: Game) -> None:
    for t in walk(game, game.most, 2):
        twin = t.clone()
        for fact in [fact for fact in declared(game).facts if fact.held]:
            mine, theirs = getattr(t, fact.name), getattr(twin, fact.name)
            assert mine == theirs, f"{fact.name} is not taken over"
            assert not isinstance(mine, list) or mine is not theirs, f"{fact.name} is shared"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_shown_once_for_all_eyes_is_the_same_in_each(game: Game) -> None:
    views = views_of(game)
    assert views.shown_alike
    for players in (game.least, game.most):
        for t in walk(game, players, 3):
            for seat in range(players):
                for fact, show in views.shown_alike:
                    mine = show(t, Eyes(seat)) if show else fact.show(t, Eyes(seat))
                    assert mine == views.same(t)[fact.field], f"{fact.name} differs for {seat}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_two_parts_of_a_view_are_what_each_pair_of_eyes_sees(game: Game) -> None:
    views = views_of(game)
    for t in walk(game, game.most, 4):
        same = views.same(t)
        for eye in (None, *range(game.most)):
            own = views.own(t, Eyes(eye))
            assert not same.keys() & own.keys()
            assert views.view(**same, **own) == t.look(eye)


def hidden_piles() -> list[Any]:
    found = [(game, fact) for game in GAMES for fact in declared(game).facts]
    secret = [
        (game, fact)
        for game, fact in found
        if isinstance(fact, Cards)
        and fact.audience != EVERYBODY
        and fact.name != "aside"  # a deal never lays anything there, only a scenario does
    ]
    return [pytest.param(game, fact, id=f"{game.id}-{fact.name}") for game, fact in secret]


def tables(game: Game) -> list[tuple[int, Setting]]:
    """Numbers of players and options with which all is hidden that can be."""
    if game.id == "bang":
        return [(4, Setting({"two_characters": True}))]
    return [(game.least, Setting(options)) for options in paces(game)]


def check_some(game: Game, *checks: Callable[[Game, int, int, Setting], None]) -> None:
    for seed in range(20):
        for check in checks:
            for players, setting in tables(game):
                check(game, players, seed, setting)


def planted(game: Game, views: ViewBuilder[Any]) -> Game:
    class Planted(type(game)):  # type: ignore[misc]
        def build_view(self, t: Any, eyes: Eyes, same: Any = None) -> Any:
            return views.build(t, eyes)

    return Planted()


@pytest.mark.parametrize(("game", "fact"), hidden_piles())
def test_a_fact_declared_for_too_many_is_found(game: Game, fact: Cards) -> None:
    """The planted mistake: this one pile is everybody's to see."""
    honest = views_of(game)
    wrong = (Piles if isinstance(fact, Piles) else Pile)(fact.name, EVERYBODY, "")
    facts = [wrong if one.name == fact.name else one for one in honest.facts]
    shows = {name: show for name, show in honest.shows.items() if name != fact.name}
    wrong_views = ViewBuilder(
        honest.view, TableFacts("Planted", object, facts), shows, honest.reads
    )
    with pytest.raises(Leak, match=f"'{fact.name}"):
        check_some(planted(game, wrong_views), check_shown)


def archive(t: Table, eyes: Eyes) -> Eyes:
    return Eyes(eyes.seat, everything=True)


def neighbour(t: Table, eyes: Eyes) -> Eyes:
    return Eyes(0 if eyes.seat is None else (eyes.seat + 1) % t.players)


def hidden_by_hand() -> list[Any]:
    """The odd facts of which somebody is not shown what the archive or a neighbour sees."""
    return [
        pytest.param(game, name, whose, id=f"{game.id}-{name}-{whose.__name__}")
        for game in GAMES
        for name, whose in found_hidden(game)
    ]


def found_hidden(game: Game) -> list[tuple[str, Any]]:
    """Each game is walked through once for all of them: every collection of the tests does this."""
    shows = {name: show for name, show in views_of(game).shows.items() if name not in OPEN}
    every = [(name, whose) for name in shows for whose in (archive, neighbour)]
    left = every
    for players, setting in tables(game):
        for t in walk(game, players, 0, setting):
            left = [
                (name, whose)
                for name, whose in left
                if shows[name](t, Eyes(0)) == shows[name](t, whose(t, Eyes(0)))
            ]
    return [one for one in every if one not in left]


@pytest.mark.once
@pytest.mark.parametrize(("game", "name", "whose"), hidden_by_hand())
def test_an_odd_fact_shown_to_the_wrong_eyes_is_found(game: Game, name: str, whose: Any) -> None:
    """The planted mistake: everybody is shown what somebody else sees of it."""
    honest = views_of(game)
    show = honest.shows[name]
    shows = honest.shows | {name: lambda t, eyes: show(t, whose(t, eyes))}
    facts = TableFacts("Planted", object, honest.facts)
    wrong = planted(game, ViewBuilder(honest.view, facts, shows, honest.reads))
    with pytest.raises((AssertionError, BadText)):
        check_some(wrong, check_shown, check_changed, check_imagine)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_odd_fact_that_nobody_shows_or_reads_is_named(game: Game) -> None:
    honest = views_of(game)
    for name in honest.shows.keys() | honest.reads.keys():
        shows = {one: show for one, show in honest.shows.items() if one != name}
        reads = {one: read for one, read in honest.reads.items() if one != name}
        facts = [one for one in honest.facts if one.name != name]
        with pytest.raises(RulesBug, match=name):
            ViewBuilder(
                honest.view, TableFacts("Planted", object, facts), honest.shows, honest.reads
            )
        if not isinstance(next(one for one in honest.facts if one.name == name), Own | Derived):
            continue  # its kind can do it too
        with pytest.raises(RulesBug, match=name):
            ViewBuilder(honest.view, TableFacts("Planted", object, honest.facts), shows, reads)


def test_a_fact_that_no_view_shows_is_in_no_view() -> None:
    boxes = {fact.name for game in GAMES for fact in declared(game).facts if isinstance(fact, Box)}
    fields = {field for game in GAMES for field in game.view_type.__struct_fields__}
    assert "face" in boxes
    assert not boxes & fields
