"""What a seat can imagine at a table of BANG!: roles, hands that must hold a Beer, odds."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from parlour.core.mind import Mind
from parlour.core.rng import Rng
from parlour.games.bang import GAME
from parlour.games.bang.belief import Belief, layouts
from parlour.games.bang.kinds import DEPUTY, OUTLAW, RENEGADE, SHERIFF
from parlour.games.bang.state import BangTable

pytestmark = pytest.mark.rules


def drawn(players: int, **position: object) -> BangTable:
    facts: dict[str, Any] = {"players": players, **position}
    return GAME.drawn(facts, Rng(0))


def mind_of(t: BangTable, seat: int | None) -> Mind[BangTable]:
    return GAME.mind(GAME.look(t, seat))


def test_hidden_roles_are_imagined_uniformly() -> None:
    """Every layout that fits what the Sheriff sees is equally likely.  [BANG-4]"""
    t = GAME.new(5, 3)
    mind, rng = mind_of(t, t.first()), Rng(7)
    found = Counter(mind.world(rng).roles for _ in range(2400))
    assert len(found) == 12
    assert all(140 < count < 265 for count in found.values()), found


def test_unknown_hands_are_imagined_uniformly() -> None:
    t = drawn(4, hands=["? ?", "?", "", ""], rest="aside", deck="? ?")
    mind, rng = mind_of(t, 0), Rng(5)
    seen = Counter(mind.world(rng).hands[1][0] for _ in range(7800))
    assert len(seen) == 78
    assert max(seen.values()) < 160


def drinking(**position: object) -> BangTable:
    """Seat 1 has drunk one Beer and needs another."""
    t = drawn(
        4,
        phase="start",
        turn=1,
        life=[5, 2, 4, 4],
        front=["", "dynamite:2H", "", ""],
        hands=["?", "bang:2C beer:6H beer:7H", "?", "?"],
        **position,
    )
    t.answer(1, "beer:6H")
    assert GAME.look(t, 0).hands[1] == ["?", "?"]
    return t


def test_whoever_has_begun_to_drink_is_imagined_with_another_beer() -> None:
    """After the first Beer everybody knows that there is a second.  [BANG-A7]"""
    t = drinking(deck="missed:8S")
    mind = mind_of(t, 0)
    for seed in range(40):
        world = mind.world(Rng(seed))
        assert world.beers(1) >= 1
        assert world.look(0) == GAME.look(t, 0)
        assert world.choices(1)


def test_hands_with_a_beer_are_all_equally_likely() -> None:
    """Each pair of unseen cards with a Beer among them, and no other.  [BANG-A7]"""
    t = drinking(deck="missed:8S bang:3C beer:8H", rest="discards")
    mind, rng = mind_of(t, 0), Rng(2)
    unseen = [c for c in t.rules.cards if not t.knows.knows(0, c)]
    pairs = {p for p in combinations(unseen, 2) if t.rules.rescues[p[0]] or t.rules.rescues[p[1]]}
    assert (len(unseen), len(pairs)) == (6, 9)
    times = 300 * len(pairs)
    found = Counter(tuple(sorted(mind.world(rng).hands[1])) for _ in range(times))
    assert set(found) == pairs
    chi_square = sum((count - 300) ** 2 / 300 for count in found.values())
    assert chi_square < len(pairs) + 5 * (2 * len(pairs)) ** 0.5
    others = Counter(world.hands[2][0] for world in (mind.world(rng) for _ in range(times)))
    assert set(others) == set(unseen)


# --- odds -------------------------------------------------------------------------------------


def test_a_certain_layout_is_in_every_world() -> None:
    t = drawn(4, roles=["sheriff", "outlaw", "renegade", "outlaw"])
    mind = mind_of(t, 0)
    wanted = (SHERIFF, OUTLAW, OUTLAW, RENEGADE)
    odds = mind.odds([wanted], [0.25])
    for seed in range(20):
        world = mind.world(Rng(seed), odds)
        assert world.roles == wanted
        assert world.look(0) == GAME.look(t, 0)
    assert len({mind.world(Rng(seed)).roles for seed in range(40)}) == 3


def test_odds_decide_how_often() -> None:
    """One layout three times as likely as another, the third impossible."""
    t = drawn(4, roles=["sheriff", "outlaw", "renegade", "outlaw"])
    mind, rng = mind_of(t, 0), Rng(3)
    found = layouts(4, (SHERIFF, -1, -1, -1))
    odds = mind.odds(found, [3.0, 0.0, 1.0])
    seen = Counter(mind.world(rng, odds).roles for _ in range(1200))
    assert set(seen) == {found[0], found[2]}
    assert 840 < seen[found[0]] < 960


def test_a_bot_s_belief_gives_odds() -> None:
    """Whoever shot at the Sheriff is imagined an Outlaw more often than by lot."""
    shots = [[0] * 5, [4, 0, 0, 0, 0], *([0] * 5 for _ in range(3))]
    t = drawn(5, roles=["sheriff", "outlaw", "deputy", "renegade", "outlaw"], shots=shots)
    belief, mind, rng = Belief(t, 0), mind_of(t, 0), Rng(4)
    odds = mind.odds(belief.layouts(), belief.shares)
    outlaws = sum(mind.world(rng, odds).roles[1] == OUTLAW for _ in range(1000))
    assert abs(outlaws / 1000 - belief.chance[1][OUTLAW]) < 0.05
    assert belief.chance[1][OUTLAW] > 0.7


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        ((SHERIFF, OUTLAW, DEPUTY, OUTLAW), "the roles are sheriff, outlaw, outlaw, renegade"),
        ((SHERIFF, OUTLAW, OUTLAW), "the roles are sheriff, outlaw, outlaw, renegade"),
        ((OUTLAW, SHERIFF, RENEGADE, OUTLAW), "the role of seat 0 is known: sheriff"),
        ((SHERIFF, RENEGADE, OUTLAW, OUTLAW), "the role of seat 1 is known: outlaw"),
    ],
)
def test_what_cannot_be_believed_is_refused(layout: tuple[int, ...], sentence: str) -> None:
    t = drawn(4, roles=["sheriff", "outlaw", "renegade", "outlaw"])
    with pytest.raises(ValueError, match=sentence):
        mind_of(t, 1).odds([layout], [1.0])


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1.0], "need as many weights"),
        ([0.0, 0.0, 0.0], "some layout must be possible"),
        ([1.0, -1.0, 1.0], "a weight is a number from 0 up"),
        ([1.0, float("nan"), 1.0], "a weight is a number from 0 up"),
    ],
)
def test_odds_that_are_none_are_refused(weights: list[float], sentence: str) -> None:
    t = drawn(4, roles=["sheriff", "outlaw", "renegade", "outlaw"])
    with pytest.raises(ValueError, match=sentence):
        mind_of(t, 0).odds(layouts(4, (SHERIFF, -1, -1, -1)), weights)


def test_odds_belong_to_the_mind_that_weighed_them() -> None:
    t = drawn(4, roles=["sheriff", "outlaw", "renegade", "outlaw"])
    odds = mind_of(t, 0).odds([(SHERIFF, OUTLAW, OUTLAW, RENEGADE)], [1.0])
    with pytest.raises(ValueError, match="another mind"):
        mind_of(t, 1).world(Rng(0), odds)
