"""What is in the box: cards, characters, roles."""

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.core.errors import BadTable
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.kinds import CASTS, DEPUTY, OUTLAW, RENEGADE, SHERIFF

pytestmark = pytest.mark.rules

BOX = Box(BASIC)
GAME = parlour.game("bang")
BROWN = {
    "bang": 25,
    "missed": 12,
    "beer": 6,
    "panic": 4,
    "cat_balou": 4,
    "duel": 3,
    "general_store": 2,
    "indians": 2,
    "stagecoach": 2,
    "gatling": 1,
    "saloon": 1,
    "wells_fargo": 1,
}
BLUE = {
    "jail": 3,
    "schofield": 3,
    "barrel": 2,
    "mustang": 2,
    "volcanic": 2,
    "dynamite": 1,
    "scope": 1,
    "remington": 1,
    "rev_carabine": 1,
    "winchester": 1,
}


def table(players: int = 4, seed: int = 1, **options: object) -> Any:
    return GAME.new(players, seed, options)


def test_the_box_holds_eighty_cards_of_twenty_two_kinds() -> None:
    """63 brown cards and 17 blue ones, each kind as often as the list says.  [BANG-1]"""
    rules = table().rules
    assert Counter(kind.name for kind in rules.kinds) == BROWN | BLUE
    assert Counter(kind.name for kind in rules.kinds if kind.blue) == BLUE
    assert len(rules.text) == 80


def test_the_box_holds_16_characters_and_the_roles_of_seven() -> None:
    """[BANG-1]"""
    assert len(BOX.characters) == 16
    roles = Counter(CASTS[7])
    assert roles == {SHERIFF: 1, DEPUTY: 2, OUTLAW: 3, RENEGADE: 1}


def test_six_kinds_have_a_page_of_their_own_in_the_rulebook() -> None:
    """Dynamite, Duel, General Store, Jail, Indians! and Volcanic are among the 22.  [BANG-37a]"""
    special = {"dynamite", "duel", "general_store", "jail", "indians", "volcanic"}
    assert special <= {kind.name for kind in BOX.kinds}
    assert sum(BROWN.values()) == 63


def test_every_suit_has_twenty_cards() -> None:
    """Hearts, diamonds, clubs and spades are equally likely in a flip.  [BANG-1] [BANG-30]

    Ten spades set off Dynamite.  [BANG-39]
    """
    rules = table().rules
    assert Counter(rules.suit) == {0: 20, 1: 20, 2: 20, 3: 20}
    exploding = [c for c in range(80) if rules.suit[c] == 3 and rules.rank[c] <= 7]
    assert len(exploding) == 10
    assert min(rules.rank) == 0
    assert max(rules.rank) == 12


def test_only_the_stagecoaches_look_the_same() -> None:
    """Every other card exists once.  [BANG-1]"""
    twice = {text for text, count in Counter(table().rules.text).items() if count > 1}
    assert twice == {"stagecoach:9S"}


@pytest.mark.parametrize("players", [0, 1, 2, 9])
def test_too_few_or_too_many(players: int) -> None:
    """There are no roles for two players, nor for nine.  [BANG-3]"""
    with pytest.raises(BadTable) as caught:
        table(players)
    assert (caught.value.code, caught.value.rule) == ("wrong_players", "BANG-3")
    assert caught.value.facts == {"players": players, "least": 3, "most": 8}
