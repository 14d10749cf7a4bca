"""What a question says, what is to be confirmed, and answers that come late or are refused."""

from typing import Any

import pytest

from parlour.core.errors import IllegalChoice
from parlour.core.rng import Rng
from parlour.games.bang import GAME

pytestmark = pytest.mark.rules

FOUR = ["sheriff", "outlaw", "renegade", "outlaw"]
ANNA, BRUNO, CARLA, DORA = range(4)


def drawn(roles: list[str], **facts: Any) -> Any:
    """A position; lists that leave out the last seats say nothing about them."""
    for name in {"characters", "hands", "front"} & facts.keys():
        facts[name] = facts[name] + [None] * (len(roles) - len(facts[name]))
    return GAME.drawn({"players": len(roles), "roles": roles} | facts, Rng(7))


def refused(t: Any, seat: int, text: str, decision: int) -> str:
    with pytest.raises(IllegalChoice) as caught:
        t.answer(seat, text, decision)
    return caught.value.code


def about(t: Any, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = t.decision(seat).about
    return found


def test_what_would_be_wasted_is_to_be_confirmed() -> None:
    """Beer at full life, Saloon for nobody, Jail for oneself.  [BANG-27] [BANG-35] [BANG-44]"""
    roles = ["outlaw", "sheriff", "outlaw", "renegade"]
    hand = ["beer:6H", "saloon:5H", "jail:4H", "bang:7C"]
    t = drawn(roles, turn=0, hands=[hand, [], [], []])
    assert about(t, 0) == {"confirm": ["beer:6H", "saloon:5H", "jail:4H@0"]}
    t = drawn(roles, turn=0, hands=[hand, [], [], []], life=[4, 4, 4, 4])
    assert about(t, 0) == {"confirm": ["beer:6H", "jail:4H@0"]}
    t = drawn(roles, turn=0, hands=[hand, [], [], []], life=[3, 5, 4, 4])
    assert about(t, 0) == {"confirm": ["jail:4H@0"]}
    t = drawn(roles, turn=0, hands=[hand, [], [], []], life=[3, 5, 0, 0], fallen=[2, 3])
    assert about(t, 0) == {"confirm": ["beer:6H", "jail:4H@0"]}


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


def test_what_the_questions_are_about() -> None:
    """Who shoots, how many Missed!, how many Beers, how many cards too many.

    [BANG-14] [BANG-25] [BANG-28] [BANG-41] [BANG-45]
    """
    roles = ["sheriff", "outlaw", "renegade", "outlaw"]
    hands = [["bang:7C", "duel:8C", "indians:KD", "panic:JH"], ["beer:6H", "?"], ["?"], ["?"]]
    t = drawn(roles, hands=hands, life=[2, 1, 4, 4], front=[[], ["barrel:QS"], [], []])
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
