"""A second set of cards is a folder inside BANG!'s room, and touches none of its files."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

import parlour
import parlour.games.bang
from parlour.bots import Budget, make_bot
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.game import Bang
from parlour.games.bang.state import BangTable
from parlour.lab.conformance import walk
from parlour.lab.encoding import encoding_of
from parlour.lab.encoding_checks import check_actions, check_secrecy
from parlour.lab.secrets import check_hidden
from parlour.lab.simulate import play_bots
from parlour.lab.twins import check_twins

SETS = str(Path(__file__).parents[1] / "sets")


@pytest.fixture(scope="module")
def wide() -> Iterator[Bang]:
    """BANG! with the set in its folder, as far as Python can tell."""
    parlour.games.bang.__path__.append(SETS)

    class Wide(Bang):
        box: ClassVar = Box(BASIC, "parlour.games.bang.ghost_town")

    yield Wide()
    parlour.games.bang.__path__.remove(SETS)


def games(game: Bang, count: int) -> Iterator[Table]:
    for seed in range(count):
        yield from walk(game, 3 + seed % 6, seed)


def test_its_cards_come_after_those_of_the_first_set(wide: Bang) -> None:
    plain = parlour.game("bang")
    assert isinstance(plain, Bang)
    assert [kind.name for kind, _ in wide.box.deck] == [
        *[kind.name for kind, _ in plain.box.deck],
        *["ambush"] * 5,
    ]
    assert [one.name for one in wide.box.characters[16:]] == ["drifter"]
    assert "ambush" not in {kind.name for kind in plain.box.kinds}


def test_it_is_dealt_played_asked_told_and_refused(wide: Bang) -> None:
    told, asked = set(), set()
    for t in games(wide, 12):
        asked |= {decision.ask for decision in t.decisions()}
        told |= {event["type"] for event in t.heard(None)}
    assert "give_up" in asked
    assert "ambushed" in told
    t = wide.new(4, 3)
    assert isinstance(t, BangTable)
    assert len(t.deck) == 85
    assert wide.refusals["nobody_to_ambush"] == "BANG-32"


def test_a_table_with_it_is_looked_at_recorded_replayed_and_imagined(wide: Bang) -> None:
    for number, t in enumerate(games(wide, 4)):
        if number % 9 == 0:
            view: Any = t.look(number % t.players)
            assert wide.imagine(view, Rng(number)).look(number % t.players) == view
            assert wide.parse(t.line()).line() == t.line()
        if t.outcome is not None:
            assert wide.load(t.record()).line() == t.line()


def test_an_expert_who_never_saw_its_cards_plays_by_the_policy(wide: Bang) -> None:
    game, untried = cast("Game", wide), Budget(playouts=1)
    make_bot(parlour.game("bang"), "expert", Rng(0))  # one that is known leads nobody astray
    for t in islice(games(wide, 1), 60):
        for seat in t.wanted():
            view, decision = t.look(seat), t.decision(seat)
            assert decision is not None
            chosen = make_bot(game, "expert", Rng(1), budget=untried).choose(view, decision)
            assert chosen == make_bot(game, "normal", Rng(1)).choose(view, decision)


def test_it_keeps_its_secrets(wide: Bang) -> None:
    for seed in range(3):
        game: Any = wide
        check_hidden(game, 4, seed)
        check_twins(game, 4, seed)


def test_it_is_named_in_both_languages_and_on_the_screen(wide: Bang) -> None:
    assert wide.name("ambush:2C", "en") == "Ambush 2♣"
    assert wide.name("ambush:2C", "ru") == "Засада 2♣"
    people = {"players": 4, "characters": ["drifter", None, None, None]}
    t = wide.drawn(people | {"hands": ["ambush:3C", "beer:6H", "", ""]}, Rng(1))
    assert "ambush:3C@1" in [choice.text for choice in t.decisions()[0].choices]
    view: Any = t.look(0)
    said = wide.screen(view, "en", ["Anna", "Bruno", "Carla", "Dino"])
    assert "the Drifter" in said
    assert "Ambush 3♣" in said
    why = t.why_not(0, "ambush@2")
    assert why is not None
    assert why.code == "nobody_to_ambush"


def test_bots_play_with_cards_they_have_never_heard_of(wide: Bang) -> None:
    for seed in range(4):
        t = wide.new(5, seed, quiet=True)
        bots = [make_bot(cast("Game", wide), "normal", Rng(seat)) for seat in range(5)]
        play_bots(t, bots, wide.bound(5))
        assert t.outcome is not None


def test_its_cards_have_columns_and_actions(wide: Bang) -> None:
    plain, more = encoding_of("bang"), encoding_of(wide)
    assert set(plain.names) < set(more.names)
    assert {"hand.ambush", "ask.give_up", "seat0.character.drifter"} <= set(more.names)
    assert "play.ambush:2C@seat1" in more.action_names
    assert plain.stamp != more.stamp
    for number, t in enumerate(islice(games(wide, 1), 60)):
        check_actions(more.encoder, t, number % t.players)
        if number % 9 == 0:
            check_secrecy(more.encoder, t, number % t.players, Rng(number))
