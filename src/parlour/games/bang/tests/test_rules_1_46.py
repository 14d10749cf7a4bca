"""What a scenario of the rules 1 to 46 cannot show: the box, the deal, tables of distances."""

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.core.errors import BadTable, IllegalChoice
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER
from parlour.games.bang.examiner import EXAMINER

pytestmark = pytest.mark.rules

GAME = parlour.game("bang")
SEEDS = range(30)
SIX = range(6)
CAST = {
    4: {"sheriff": 1, "renegade": 1, "outlaw": 2},
    5: {"sheriff": 1, "renegade": 1, "outlaw": 2, "deputy": 1},
    6: {"sheriff": 1, "renegade": 1, "outlaw": 3, "deputy": 1},
    7: {"sheriff": 1, "renegade": 1, "outlaw": 3, "deputy": 2},
}
THREE_LIVES = {"paul_regret", "el_gringo"}
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


def drawn(players: int = 4, **facts: Any) -> Any:
    return GAME.drawn({"players": players} | facts, Rng(5))


def told(t: Any, kind: str, eye: int | None = None) -> list[dict[str, Any]]:
    return [event for event in t.heard(eye) if event["type"] == kind]


def refusal(t: Any, seat: int, text: str) -> IllegalChoice:
    found = t.why_not(seat, text)
    assert isinstance(found, IllegalChoice)
    return found


# --- the box --------------------------------------------------------------------------------


def test_the_box_holds_eighty_cards_of_twenty_two_kinds() -> None:
    """63 brown cards and 17 blue ones, each kind as often as the list says.  [BANG-1]"""
    rules = table().rules
    assert Counter(kind.name for kind in rules.kinds) == BROWN | BLUE
    assert Counter(kind.name for kind in rules.kinds if kind.blue) == BLUE
    assert len(rules.text) == 80


def test_every_suit_has_twenty_cards() -> None:
    """Hearts, diamonds, clubs and spades are equally likely in a flip.  [BANG-1] [BANG-30]"""
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


# --- the deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", CAST)
def test_roles_by_the_number_of_players(players: int) -> None:
    """Every seat may get every role, and each role as often as it should be there.  [BANG-3]"""
    seen: set[tuple[int, str]] = set()
    for seed in SEEDS:
        roles = GAME.position(table(players, seed))["roles"]
        assert Counter(roles) == CAST[players]
        seen.update(enumerate(roles))
    assert len(seen) == players * len(CAST[players])


@pytest.mark.parametrize("players", CAST)
def test_only_the_sheriff_shows_a_role(players: int) -> None:
    """Everybody hears the Sheriff's role, and otherwise only their own.  [BANG-4]"""
    for seed in SEEDS:
        t = table(players, seed)
        roles = GAME.position(t)["roles"]
        for eye in [None, *range(players)]:
            shown = [
                role if role == "sheriff" or s == eye else None for s, role in enumerate(roles)
            ]
            assert [event["role"] for event in told(t, "role_dealt", eye)] == shown
            assert GAME.position(t, eye)["roles"] == [role or "?" for role in shown]


@pytest.mark.parametrize("players", CAST)
def test_characters_and_first_hands(players: int) -> None:
    """One character each, all different; as many cards as life points; the Sheriff has one more.

    [BANG-5] [BANG-6] [BANG-7]
    """
    characters: set[str] = set()
    for seed in SEEDS:
        t = table(players, seed)
        shown = told(t, "character_shown")
        names = [event["character"] for event in shown]
        assert len(set(names)) == players
        roles = GAME.position(t)["roles"]
        life = [
            (3 if name in THREE_LIVES else 4) + (role == "sheriff")
            for name, role in zip(names, roles, strict=True)
        ]
        assert [event["life"] for event in shown] == life
        assert t.life == life
        dealt = told(t, "dealt")
        assert [(event["seat"], event["count"]) for event in dealt] == list(enumerate(life))
        assert all(event["cards"] is None for event in dealt)
        for seat in range(players):
            own = told(t, "dealt", seat)[seat]["cards"]
            assert len(own) == life[seat]
            assert own == [t.text(card) for card in t.hands[seat]][: life[seat]]
        characters.update(names)
    assert len(characters) == 16


@pytest.mark.parametrize("players", CAST)
def test_the_rest_is_the_deck(players: int) -> None:
    """Every card is in one place, and nobody knows one in the deck.  [BANG-7]"""
    for seed in SEEDS:
        t = table(players, seed)
        assert sorted(EXAMINER.inventory(t)) == list(range(80))
        left = t.deck[t.dealt :]
        assert len(left) == 80 - sum(len(hand) for hand in t.hands) - len(t.looked)
        assert not any(t.knows.masks[card] for card in left)
        assert t.discards == ()
        for seat in range(players):
            assert not any(t.knows.knows(BYSTANDER, card) for card in t.hands[seat][: t.life[seat]])


@pytest.mark.parametrize("players", CAST)
def test_the_sheriff_begins(players: int) -> None:
    """The first turn is the Sheriff's, whatever the seat.  [BANG-9]"""
    seats: set[int] = set()
    for seed in SEEDS:
        t = table(players, seed)
        sheriff = GAME.position(t)["roles"].index("sheriff")
        assert t.turn == sheriff
        assert [event["seat"] for event in told(t, "turn_began")] == [sheriff]
        assert [decision.seat for decision in t.decisions() if decision.waits] == [sheriff]
        seats.add(sheriff)
    assert seats == set(range(players))


# --- distances ------------------------------------------------------------------------------


def seen_from(t: Any, seat: int) -> list[int]:
    """The distances of all others, clockwise; two ways of asking agree."""
    others = t.others(seat)
    found = [t.distance(seat, other) for other in others]
    for most in range(1, 7):
        near = [other for other, far in zip(others, found, strict=True) if far <= most]
        assert t.within(seat, most) == near
    return found


def seen_by(t: Any, seat: int) -> list[int]:
    """How far away the others see this seat."""
    return [t.distance(other, seat) for other in t.others(seat)]


@pytest.mark.parametrize(
    ("players", "ring"),
    [
        (3, [1, 1]),
        (4, [1, 2, 1]),
        (5, [1, 2, 2, 1]),
        (6, [1, 2, 3, 2, 1]),
        (7, [1, 2, 3, 3, 2, 1]),
        (8, [1, 2, 3, 4, 3, 2, 1]),
    ],
)
def test_distances_round_the_table(players: int, ring: list[int]) -> None:
    """The shorter way round counts, from every seat.  [BANG-21]"""
    t = drawn(players)
    for seat in range(players):
        assert seen_from(t, seat) == ring
        assert t.distance(seat, seat) == 0


@pytest.mark.parametrize("seat", SIX)
def test_the_whole_tables_of_mustang_and_scope(seat: int) -> None:
    """The tables of the rulebook, for whoever has the horse.  [BANG-21] [BANG-22] [BANG-23]"""
    rider = drawn(6, front=[["mustang:8H"] if s == seat else [] for s in SIX])
    assert seen_by(rider, seat) == [2, 3, 4, 3, 2]
    assert seen_from(rider, seat) == [1, 2, 3, 2, 1]
    scout = drawn(6, front=[["scope:AS"] if s == seat else [] for s in SIX])
    assert seen_from(scout, seat) == [1, 1, 2, 1, 1]
    assert seen_by(scout, seat) == [1, 2, 3, 2, 1]


def test_both_horses() -> None:
    """Scope and Mustang add up, and never to less than one.  [BANG-24] [BANG-23]"""
    front = [["scope:AS", "mustang:8H"], [], ["mustang:9H"], [], [], []]
    t = drawn(6, front=front)
    assert seen_from(t, 0) == [1, 2, 2, 1, 1]
    assert seen_from(t, 2) == [1, 2, 3, 3, 1]
    assert seen_by(t, 2) == [2, 3, 4, 2, 2]


def test_the_dead_are_skipped_in_the_count() -> None:
    """Of six sit four: the table is a ring of four.  [BANG-21]"""
    t = drawn(6, fallen=[1, 4])
    assert t.others(0) == [2, 3, 5]
    assert seen_from(t, 0) == [1, 2, 1]
    assert seen_from(t, 5) == [1, 2, 1]
    assert seen_from(t, 3) == [1, 2, 1]


@pytest.mark.parametrize(
    ("weapon", "reach"),
    [
        ("", 1),
        ("volcanic:10C", 1),
        ("schofield:JC", 2),
        ("remington:KC", 3),
        ("rev_carabine:AC", 4),
        ("winchester:8S", 5),
    ],
)
def test_the_reach_of_every_weapon(weapon: str, reach: int) -> None:
    """A Colt reaches one; horses do not change what a weapon reaches.  [BANG-24]"""
    t = drawn(front=[["mustang:8H", "scope:AS", *weapon.split()], [], [], []])
    assert t.reach(0) == reach
    assert t.reach(1) == 1


def test_a_refusal_says_how_far_it_is() -> None:
    """Out of reach: the distance and the reach; too far: the distance.  [BANG-25] [BANG-36]"""
    front = [["mustang:8H"] if seat == 3 else [] for seat in SIX]
    t = drawn(6, hands=[["bang:7C", "panic:JH"]] + [["?"]] * 5, front=front)
    shot = refusal(t, 0, "bang:7C@3")
    assert shot.facts == {"distance": 4, "reach": 1, "target": 3}
    assert refusal(t, 0, "panic:JH@2").facts == {"distance": 2, "target": 2}
    assert refusal(t, 0, "bang:7C@0").facts == {"card": "bang"}


# --- what a question says ---------------------------------------------------------------------


def about(t: Any, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = t.decision(seat).about
    return found


def test_what_would_be_wasted_is_to_be_confirmed() -> None:
    """Beer at full life, Saloon for nobody, Jail for oneself.  [BANG-27] [BANG-35] [BANG-44]"""
    roles = ["outlaw", "sheriff", "outlaw", "renegade"]
    hand = ["beer:6H", "saloon:5H", "jail:4H", "bang:7C"]
    t = drawn(roles=roles, turn=0, hands=[hand, [], [], []])
    assert about(t, 0) == {"confirm": ["beer:6H", "saloon:5H", "jail:4H@0"]}
    t = drawn(roles=roles, turn=0, hands=[hand, [], [], []], life=[4, 4, 4, 4])
    assert about(t, 0) == {"confirm": ["beer:6H", "jail:4H@0"]}
    t = drawn(roles=roles, turn=0, hands=[hand, [], [], []], life=[3, 5, 4, 4])
    assert about(t, 0) == {"confirm": ["jail:4H@0"]}
    t = drawn(roles=roles, turn=0, hands=[hand, [], [], []], life=[3, 5, 0, 0], fallen=[2, 3])
    assert about(t, 0) == {"confirm": ["beer:6H", "jail:4H@0"]}


def test_what_the_questions_are_about() -> None:
    """Who shoots, how many Missed!, how many Beers, how many cards too many.

    [BANG-14] [BANG-25] [BANG-28] [BANG-41] [BANG-45]
    """
    roles = ["sheriff", "outlaw", "renegade", "outlaw"]
    hands = [["bang:7C", "duel:8C", "indians:KD", "panic:JH"], ["beer:6H", "?"], ["?"], ["?"]]
    t = drawn(roles=roles, hands=hands, life=[2, 1, 4, 4], front=[[], ["barrel:QS"], [], []])
    shot = t.clone()
    shot.answer(0, "bang:7C@1")
    assert about(shot, 1) == {"by": 0, "needed": 1}
    shot.answer(1, "pass")
    assert about(shot, 1) == {"count": 1}
    duel = t.clone()
    duel.answer(0, "duel:8C@2")
    assert about(duel, 2) == {"target": 0}
    indians = t.clone()
    indians.answer(0, "indians:KD")
    assert about(indians, 1) == {"by": 0}
    panic = t.clone()
    panic.answer(0, "panic:JH@1")
    assert about(panic, 0) == {"target": 1}
    t.answer(0, "end")
    assert about(t, 0) == {"count": 2}


def test_every_turned_card_is_equally_likely() -> None:
    """A flip takes the top of a deck that is shuffled anew for every game.  [BANG-30]"""
    assert len({table(4, seed).deck for seed in range(10)}) == 10
