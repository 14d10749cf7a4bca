"""What went wrong elsewhere and no drawn scenario can show: distances, numbers, dice, the pack."""

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.core.errors import IllegalChoice
from parlour.core.rng import Rng
from parlour.games.bang.examiner import EXAMINER

pytestmark = pytest.mark.rules

GAME = parlour.game("bang")
FOUR = ["sheriff", "outlaw", "renegade", "outlaw"]
SIX = ["sheriff", "outlaw", "outlaw", "outlaw", "renegade", "deputy"]
ANNA, BRUNO, CARLA, DORA = range(4)


def drawn(roles: list[str], **facts: Any) -> Any:
    """A position; lists that leave out the last seats say nothing about them."""
    for name in {"characters", "hands", "front"} & facts.keys():
        facts[name] = facts[name] + [None] * (len(roles) - len(facts[name]))
    return GAME.drawn({"players": len(roles), "roles": roles} | facts, Rng(7))


def seen_from(t: Any, seat: int) -> list[int]:
    """How far away each seat is, in the order they sit."""
    return [t.distance(seat, other) for other in range(t.players)]


def seen_at(t: Any, seat: int) -> list[int]:
    return [t.distance(other, seat) for other in range(t.players)]


def refused(t: Any, seat: int, text: str, decision: int) -> str:
    with pytest.raises(IllegalChoice) as caught:
        t.answer(seat, text, decision)
    return caught.value.code


# --- distance -------------------------------------------------------------------------------


def test_the_ring_of_six() -> None:
    """The examples of the rulebook: a Mustang, then a Scope, on six seats.  [BANG-21]"""
    assert seen_from(drawn(SIX), ANNA) == [0, 1, 2, 3, 2, 1]
    mustang = drawn(SIX, front=[["mustang:8H"], [], [], [], [], []])
    assert seen_at(mustang, ANNA) == [0, 2, 3, 4, 3, 2]
    assert seen_from(mustang, ANNA) == [0, 1, 2, 3, 2, 1]
    scope = drawn(SIX, front=[["scope:AS"], [], [], [], [], []])
    assert seen_from(scope, ANNA) == [0, 1, 1, 2, 1, 1]
    assert seen_at(scope, ANNA) == [0, 1, 2, 3, 2, 1]


def test_nobody_is_at_distance_zero() -> None:
    """Scope and Rose Doolan together leave a neighbour at 1.  [BANG-23] [BANG-A40]"""
    t = drawn(SIX, characters=["rose_doolan"], front=[["scope:AS"]])
    assert seen_from(t, ANNA) == [0, 1, 1, 1, 1, 1]


def test_distance_is_a_sum_with_a_floor() -> None:
    """Seats + Mustang + Regret − Scope − Doolan, then at least 1.  [BANG-A40]"""
    t = drawn(
        SIX,
        characters=["rose_doolan", "paul_regret", None, "paul_regret", None, None],
        front=[["scope:AS"], ["mustang:8H"], [], ["mustang:9H"], [], []],
    )
    assert seen_from(t, ANNA) == [0, 1, 1, 3, 1, 1]
    assert seen_at(t, BRUNO) == [1, 0, 3, 4, 5, 4]
    assert seen_at(t, ANNA) == [0, 1, 2, 3, 2, 1]


def test_the_dead_take_their_chairs_away() -> None:
    """With Bruno and Carla gone, Dora is Anna's neighbour.  [BANG-21]"""
    t = drawn(SIX, fallen=[BRUNO, CARLA])
    assert [t.distance(ANNA, other) for other in (3, 4, 5)] == [1, 2, 1]


@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("reach", range(1, 6))
def test_within_reach_is_distance(seat: int, reach: int) -> None:
    """Whoever is counted as within reach is at that distance or nearer.  [BANG-A40]"""
    t = drawn(
        SIX,
        characters=["rose_doolan", "paul_regret", None, "paul_regret", None, "rose_doolan"],
        front=[["scope:AS"], ["mustang:8H"], ["mustang:9H"], [], [], []],
    )
    near = [other for other in t.others(seat) if t.distance(seat, other) <= reach]
    assert t.within(seat, reach) == near


# --- played for nothing ---------------------------------------------------------------------


def test_idle_cards_are_to_be_confirmed() -> None:
    """Beer at full life and a Saloon nobody needs ask for a second thought.  [BANG-A9]"""
    t = drawn(FOUR, hands=[["beer:6H", "saloon:5H", "bang:7C"]])
    assert t.decision(ANNA).about == {"confirm": ["beer:6H", "saloon:5H"]}
    hurt = drawn(FOUR, hands=[["beer:6H", "saloon:5H"]], life=[4, 4, 4, 4])
    assert hurt.decision(ANNA).about == {"confirm": []}


def test_a_beer_between_two_is_to_be_confirmed() -> None:
    """With two left Beer is idle, and the Saloon is not.  [BANG-A9] [BANG-A11]"""
    t = drawn(FOUR, hands=[["beer:6H", "saloon:5H"]], life=[4, 0, 4, 0], fallen=[BRUNO, DORA])
    assert t.decision(ANNA).about == {"confirm": ["beer:6H"]}


def test_jail_on_oneself_is_to_be_confirmed() -> None:
    """Locking oneself up is allowed after a second thought.  [BANG-A39]"""
    t = drawn(FOUR, turn=BRUNO, hands=[[], ["jail:4H", "panic:JH"]])
    assert t.decision(BRUNO).about == {"confirm": [f"jail:4H@{BRUNO}"]}


# --- online play ----------------------------------------------------------------------------


def test_an_answer_to_a_closed_question_is_stale() -> None:
    """The number of a decision is used up with it, though the next looks the same.  [BANG-12]"""
    front = [["volcanic:10C"], [], [], []]
    hands = [["bang:7C", "bang:8C"], ["missed:10C", "missed:JC"], [], []]
    t = drawn(FOUR, hands=hands, front=front)
    first = t.decision(ANNA).id
    t.answer(ANNA, f"bang:7C@{BRUNO}", first)
    shot = t.decision(BRUNO).id
    t.answer(BRUNO, "missed:10C", shot)
    assert refused(t, ANNA, f"bang:8C@{BRUNO}", first) == "stale"
    t.answer(ANNA, f"bang:8C@{BRUNO}", t.decision(ANNA).id)
    assert refused(t, BRUNO, "missed:JC", shot) == "stale"
    assert t.decision(BRUNO).ask == "shot"
    assert [len(hand) for hand in t.hands] == [0, 1, 0, 0]


def test_a_refused_answer_leaves_the_table_as_it_was() -> None:
    """Whatever is refused neither throws dice nor is written down.  [BANG-12]"""
    t = drawn(FOUR, hands=[["panic:JH", "bang:7C"], ["missed:10C", "missed:JC"], [], []])
    before = t.line()
    for text in ("bang:7C@2", "panic:JH@2", "beer:6H", "bang:7C", "panic:JH@0", "missed", "x"):
        with pytest.raises(IllegalChoice):
            t.answer(ANNA, text)
    assert t.line() == before
    assert t.record().choices == []


@pytest.mark.parametrize("seed", range(12))
def test_silence_never_freezes_the_table(seed: int) -> None:
    """A table of the silent plays on by defaults, each a recorded answer.  [BANG-A60]"""
    t: Any = GAME.new(4 + seed % 5, seed, {"quiet_rounds": 2})
    answers = 0
    while t.outcome is None:
        asked = [one for one in t.decisions() if one.ask]
        assert asked
        open_now = asked[0]
        assert open_now.default.text in [choice.text for choice in open_now.choices]
        t.answer(open_now.seat, open_now.default.text, open_now.id)
        answers += 1
        assert answers < 1000
    assert len(t.record().choices) == answers
    assert GAME.load(t.record()).line() == t.line()


def test_a_default_throws_no_dice() -> None:
    """To know what the clock will answer leaves everything as it is.  [BANG-A60]"""
    t = drawn(FOUR, hands=[["panic:JH"], ["missed:10C", "missed:JC"]], front=[[], ["barrel:QS"]])
    t.answer(ANNA, f"panic:JH@{BRUNO}")
    thrown = t.dice.thrown
    assert t.decision(ANNA).default.text == "hand"
    assert t.decision(ANNA).default.text == "hand"
    assert t.dice.thrown == thrown


def test_questions_do_not_depend_on_what_is_hidden() -> None:
    """Whether a target is asked is the same whatever its hand holds.  [BANG-26] [BANG-28]"""
    for hand in (["missed:10C"], ["beer:6H"], ["scope:AS"]):
        t = drawn(FOUR, hands=[["bang:7C"], hand], life=[5, 1, 4, 4])
        t.answer(ANNA, f"bang:7C@{BRUNO}")
        assert t.decision(BRUNO).ask == "shot"
        t.answer(BRUNO, "pass")
        assert t.decision(BRUNO).ask == "dying"


# --- the pack -------------------------------------------------------------------------------


def test_twenty_cards_of_each_suit() -> None:
    """80 cards, 20 of a suit, ten spades that explode.  [BANG-1] [BANG-39]"""
    rules = drawn(FOUR).rules
    faces = [text.partition(":")[2] for text in rules.text]
    assert Counter(face[-1] for face in faces) == dict.fromkeys("CDHS", 20)
    exploding = [face for face in faces if face[-1] == "S" and face[:-1] in "23456789"]
    assert len(exploding) == 10
    blue = {kind.name for kind in rules.kinds if kind.blue}
    assert sum(kind.blue for kind in rules.kinds) == 17
    assert blue == {
        *("jail", "schofield", "barrel", "mustang", "volcanic", "dynamite", "scope"),
        *("remington", "rev_carabine", "winchester"),
    }


def test_how_many_of_each() -> None:
    """The copies of the 22 kinds.  [BANG-1]"""
    assert Counter(kind.name for kind in drawn(FOUR).rules.kinds) == {
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


@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_ever_made_or_lost(seed: int) -> None:
    """Through reshuffles, loot and stolen discards there are 80 cards.  [BANG-10] [BANG-A19]"""
    t: Any = GAME.new(4 + seed % 5, seed, {"quiet_rounds": 5})
    rng = Rng(seed)
    while t.outcome is None:
        open_now = next(one for one in t.decisions() if one.ask)
        t.answer(open_now.seat, open_now.choices[rng.below(len(open_now.choices))].text)
        assert sorted(EXAMINER.inventory(t)) == list(range(80))
