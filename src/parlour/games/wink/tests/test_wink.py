"""What a drawn position cannot show: the box, the deal, the options, and that every game ends."""

from typing import Any

import pytest

import parlour
from parlour.core.errors import BadTable
from parlour.core.ids import CardId
from parlour.core.rng import Rng
from parlour.core.rollout import play_out, random_step
from parlour.core.seats import HOUSE, NO_ONE
from parlour.core.undo import FREE, NO
from parlour.games.wink.body import read_glance
from parlour.games.wink.examiner import EXAMINER
from parlour.games.wink.kinds import NO_NUMBER

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")
HANDS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]
SMALL = {4: (36, 9), 5: (35, 7), 6: (36, 6), 7: (35, 5), 8: (32, 4)}


def drawn(options: dict[str, object] | None = None, fill: int = 5, **facts: Any) -> Any:
    """Four players, three cards each; Anna is 0."""
    usual = {"players": 4, "hands": HANDS, "options": options or {}}
    return GAME.drawn(usual | facts, Rng(fill))


def code(t: Any, seat: int, text: str) -> tuple[str, str]:
    refusal = t.why_not(seat, text)
    assert refusal is not None, f"{text} is offered"
    return refusal.code, refusal.rule


def bad(players: int = 4, **options: object) -> BadTable:
    with pytest.raises(BadTable) as caught:
        GAME.new(players, 1, options)
    return caught.value


# --- the box and the deal -------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 3, 9])
def test_four_to_eight_play(players: int) -> None:
    """[WINK-1]"""
    refused = bad(players)
    assert (refused.code, refused.rule) == ("wrong_players", "WINK-1")
    assert refused.facts == {"players": players, "least": 4, "most": 8}


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_the_deal(players: int) -> None:
    """Every number is in the crowd, its twin in a hand.  [WINK-4] [WINK-5] [WINK-6]"""
    numbers, hand = SMALL[players]
    t = GAME.new(players, 3)
    every = list(range(1, numbers + 1))
    assert sorted(t.crowd) == sorted(t.layout) == every
    assert t.crowd != tuple(every), "the crowd is shuffled"
    assert [len(cards) for cards in t.hands] == [hand] * players
    assert sorted(n for cards in t.hands for n in cards) == every
    assert t.hands[0] != tuple(every[:hand]), "the hands are shuffled"
    assert t.cards == [4] * players
    assert t.rules.hand == hand
    dealt = [event for event in t.heard(0) if event["type"] == "dealt"]
    assert [event["count"] for event in dealt] == [hand] * players
    assert dealt[0]["cards"] == [f"c{n}" for n in t.hands[0]]
    assert [event["cards"] for event in dealt[1:]] == [None] * (players - 1)


def test_anybody_may_start() -> None:
    """The first seat is drawn by lot.  [WINK-8]"""
    assert {GAME.new(5, seed).turn for seed in range(60)} == {0, 1, 2, 3, 4}


def test_a_fresh_table_knows_nothing_but_its_own_hand() -> None:
    t = GAME.new(4, 1)
    for number in range(1, 37):
        assert t.knows.masks[number] == 1 << t.holder(number)
    assert t.holder(CardId(37)) == NO_ONE
    assert t.caller(CardId(1)) == NO_ONE
    assert t.caller(NO_NUMBER) == NO_ONE


# --- options --------------------------------------------------------------------------------


def test_numbers_that_cannot_be_dealt_evenly_are_refused() -> None:
    refused = bad(5, in_play=[36, 36, 36, 35, 32])
    assert (refused.code, refused.rule) == ("uneven_hands", "WINK-6")
    assert refused.facts == {"number": "36", "players": 5}
    assert bad(8, in_play=[36, 35, 36, 35]).code == "wrong_counts"
    assert bad(8, in_play=[36, 35, 36, 35]).facts == {"count": 5}
    assert bad(4, in_play=[[36], 35, 36, 35, 32]).code == "uneven_hands"
    assert len(GAME.new(4, 1, {"in_play": [8, 35, 36, 35, 32]}).crowd) == 8


def test_a_wink_cannot_be_shorter_than_a_look_at_it() -> None:
    refused = bad(live_wink=2, live_seen=3, pace="live")
    assert (refused.code, refused.facts) == ("seen_too_long", {"count": 3, "most": 2})
    assert GAME.new(4, 1, {"live_wink": 2, "live_seen": 3}).rules.timing.wink == 1
    GAME.new(4, 1, {"live_wink": 3, "live_seen": 3, "pace": "live"})
    assert bad(by_turns_seen=2).code == "seen_too_long"


def test_the_longest_turn_is_no_shorter_than_the_least() -> None:
    refused = bad(live_least=9, live_longest=8)
    assert (refused.code, refused.facts) == ("longest_too_short", {"count": 8, "least": 9})
    GAME.new(4, 1, {"live_least": 8, "live_longest": 8})


def test_each_pace_has_its_own_numbers() -> None:
    live, turns = (GAME.new(4, 1, {"pace": pace}).rules.timing for pace in ("live", "by_turns"))
    assert (live.turn, live.hold, live.wink, live.seen, live.cooldown) == (1, 2, 3, 1, 8)
    assert (live.least, live.longest, turns.ticks) == (18, 120, 3)
    assert (turns.turn, turns.hold, turns.wink, turns.seen, turns.cooldown) == (0, 0, 1, 1, 0)


def test_the_bound_holds_for_every_option() -> None:
    """Cards, rounds, turns, ticks and accusations at their most.  [WINK-A24] [WINK-21]"""
    for players in range(4, 9):
        turns = 65 * 100 * players
        assert GAME.bound(players) == turns * (2 + 2400 * (players + 1)) + 12 * players


# --- what always holds ----------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["by_turns", "live", "same_room"])
@pytest.mark.parametrize("players", [4, 6])
def test_each_face_has_one_twin_in_one_hand(pace: str, players: int) -> None:
    """So the crowd never runs out of faces before a hand runs out of cards.  [WINK-24]"""
    options = {"pace": pace, "live_least": 2, "live_longest": 6}
    for seed in range(4):
        t = GAME.new(players, seed, options, quiet=True)
        rng = Rng(seed)
        while t.outcome is None:
            held = [n for hand in t.hands for n in hand]
            assert sorted(held) == sorted(t.crowd)
            assert set(t.tokens) - {0} <= set(t.crowd)
            assert all(link in (0, t.tokens[seat]) for seat, link in enumerate(t.links))
            assert all(t.hands)
            for seat, number in enumerate(t.links):
                assert number not in t.hands[seat]
            random_step(t, rng)
        assert t.outcome.reason in ("hand_empty", "stands_still")


def test_an_empty_crowd_would_end_the_game() -> None:
    """It cannot come first, but the rule is there.  [WINK-24]"""
    t = drawn({"pace": "same_room"}, tokens=[5, 0, 0, 0])
    t.crowd = (5,)
    t.answer(0, "name@1")
    assert t.outcome.reason == "crowd_empty"
    assert t.outcome.rule == "WINK-24"


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_random_games_end(players: int) -> None:
    for pace in ("by_turns", "live"):
        for seed in range(6):
            t = GAME.new(players, seed, {"pace": pace}, quiet=True)
            play_out(t, Rng(seed), GAME.bound(players))
            assert t.outcome is not None
            assert t.outcome.rule == "WINK-24"
            assert t.outcome.winners
            assert sum(map(len, t.open)) % 2 == 0


def test_a_clone_shares_nothing_that_changes() -> None:
    """Two tables from one moment go their own ways."""
    t = GAME.new(4, 2, {"pace": "live", "live_least": 1})
    rng = Rng(3)
    for _ in range(150):
        random_step(t, rng)
    line, twin = t.line(), t.clone()
    assert twin.line() == line
    for _ in range(60):
        if twin.outcome is None:
            random_step(twin, rng)
    assert t.line() == line
    assert twin.line() != line


# --- taking back ----------------------------------------------------------------------------


def test_what_was_said_aloud_cannot_be_unsaid() -> None:
    """A call, an accusation and a glance stay; only the answer *nobody* can be taken back."""
    t = drawn({"pace": "same_room"}, tokens=[5, 0, 0, 0])
    t.answer(0, "nobody")
    assert t.may_undo(0) == FREE
    t.undo(0)
    assert t.links[0] == 5
    t.answer(2, "accuse:5@3")
    assert t.may_undo(2) == NO
    t.answer(2, "accuse:5@3")
    assert t.may_undo(2) == NO, "the second time nothing new is learnt, but the card is played"
    t.answer(0, "nobody")
    t.answer(0, "call@4")
    assert t.may_undo(0) == NO


def test_a_pass_cannot_be_taken_back() -> None:
    """All have seen what it shows.  [WINK-A1]"""
    hands = [["1"], ["4"], ["7"], ["10"]]
    t = drawn({"pace": "same_room"}, hands=hands, tokens=[0, 7, 10, 4])
    t.answer(0, "pass")
    assert t.admitted == (1,)
    assert t.knows.masks[1] == 0xFFFF
    assert t.may_undo(0) == NO


def test_a_live_glance_cannot_be_taken_back() -> None:
    t = drawn({"pace": "live"})
    t.answer(2, "look@1")
    assert t.plans[2] == (read_glance("look@1"),)
    assert t.may_undo(2) == NO


# --- refusals -------------------------------------------------------------------------------


def test_digits_that_are_no_canonical_choice_are_refused() -> None:
    t = drawn({"pace": "same_room"}, tokens=[0, 7, 0, 0])
    assert code(t, 0, "call@05") == ("must_call", "WINK-9")
    assert code(t, 0, "call@x") == ("must_call", "WINK-9")
    assert code(t, 0, "accuse:07@2") == ("must_accuse", "WINK-18")
    assert code(t, 0, "accuse:7") == ("must_accuse", "WINK-18")
    assert code(t, 0, "accuse:x@2") == ("must_accuse", "WINK-18")
    assert code(t, 0, "accuse:7@4") == ("no_such_seat", "")
    assert code(t, 0, "call@1") == ("own_number_called", "WINK-10")
    assert code(t, 0, "call@36") == ("not_in_crowd", "WINK-9")
    assert code(t, 0, "accuse:1@2") == ("not_called", "WINK-A4")
    assert code(t, 0, "accuse:36@2") == ("not_called", "WINK-A4")
    live = drawn({"pace": "live"}, tokens=[0, 7, 0, 0])
    assert code(live, 0, "look@03") == ("must_glance", "WINK-11")
    assert code(live, 0, "look@x") == ("must_glance", "WINK-11")
    assert code(live, 0, "wink@crowd") == ("wink_at_crowd", "WINK-13")
    assert code(live, 0, "look@4") == ("no_such_seat", "")
    assert code(live, 0, "look@15") == ("no_such_seat", "")
    assert code(live, 0, "stare@1") == ("must_call", "WINK-9")


def test_refusals_say_the_facts() -> None:
    """Parameters of the sentences that people read."""
    t = drawn({"pace": "live"}, tokens=[5, 8, 0, 0], held=[0, 2, 0, 0], heads=["crowd", 2, 0, 0])
    assert t.why_not(2, "wink@0").facts == {"number": 5, "target": 0}
    assert t.why_not(2, "wink@3").facts == {"target": 3}
    assert t.why_not(1, "look@3").facts == {"count": 2}
    assert t.why_not(1, "look@2").facts == {"target": 2}
    assert t.why_not(0, "look@crowd").facts == {"target": "crowd"}
    assert t.why_not(3, "accuse:5@0").facts == {"number": 5, "target": 0}
    assert t.why_not(0, "accuse:5@1").facts == {"number": 5}
    assert t.why_not(1, "wink@0").code == "wink_too_late"
    t.answer(3, "lower@1")
    assert t.why_not(3, "look@0").facts == {"glance": "lower@1"}
    assert t.decision(0).about == {"number": 5}


def test_the_question_for_a_glance_counts() -> None:
    t = drawn(phase="ticks", tokens=[5, 0, 0, 0])
    assert t.decision(1).about == {"number": 1, "count": 3}
    t.answer(1, "look@0")
    assert t.decision(1).about == {"number": 2, "count": 3}
    assert next(c.text for c in t.decision(1).choices) == "look@0"
    t.answer(1, "look@0")
    t.answer(1, "look@0")
    assert t.decision(1) is None
    assert t.look(1).sealed == ["", "given", "", ""]
    assert t.look(0).sealed == ["", "", "", ""]


def test_a_tired_eye_is_told_so_only_when_it_winks() -> None:
    t = drawn(
        {"pace": "live"}, turn=3, tokens=[0, 0, 5, 0], heads=["crowd", 2, 0, 0], rest=[0, 4, 0, 0]
    )
    assert t.why_not(1, "wink@2").facts == {"count": 4}
    assert code(t, 1, "wink@2") == ("winked_lately", "WINK-11")
    assert code(t, 1, "look@03") == ("must_glance", "WINK-11")
    assert code(t, 1, "look@2") == ("glance_no_change", "WINK-11")


def test_a_planned_wink_at_anybody_is_void_when_its_link_is_over() -> None:
    """[WINK-23]"""
    t = drawn({"by_turns_ticks": 1}, turn=2, phase="ticks", tokens=[0, 0, 5, 0])
    t.answer(1, "wink@2")
    t.answer(0, "accuse:5@1")
    for seat in (0, 2, 3):
        t.answer(seat, "look@1")
    assert t.winks == ()
    assert t.bodies[1].head == 2
    assert not t.bodies[1].winking


# --- time -----------------------------------------------------------------------------------


def test_only_a_live_table_ticks() -> None:
    for pace, ticks in (("live", True), ("by_turns", False), ("same_room", False)):
        t = drawn({"pace": pace})
        assert t.ticking() == ticks
        assert (t.why_not(0, "look@1") is None) == ticks
    t = drawn({"pace": "live", "still_rounds": 1, "live_least": 1}, idle=3)
    t.answer(0, "call@5")
    t.answer(HOUSE, "tick")
    assert t.outcome.reason == "stands_still"
    assert not t.ticking()


def test_the_table_waits_at_least_and_at_most() -> None:
    """The turn passes in the very tick in which it is long enough.  [WINK-9]"""
    options = {"pace": "live", "live_least": 4, "live_longest": 6}
    t = drawn(options)
    t.answer(0, "call@5")
    t.answer(HOUSE, "tick:3")
    assert (t.turn, t.clock, t.asked) == (0, 3, 0)
    t.answer(HOUSE, "tick")
    assert (t.turn, t.clock, t.asked) == (1, 0, 2)
    t.answer(HOUSE, "tick:5")
    assert (t.turn, t.clock, t.asked, t.tokens[1]) == (1, 5, 2, 0)
    t.answer(HOUSE, "tick")
    assert (t.turn, t.clock, t.asked) == (2, 0, 4)
    assert t.tokens[1] == next(n for n in t.layout if n in t.crowd and n not in (4, 5, 6))


def test_idle_ticks_are_one_entry_and_play_again() -> None:
    t = GAME.new(4, 1, {"pace": "live"})
    seat = t.turn
    t.answer((seat + 1) % 4, f"look@{seat}")
    t.answer(HOUSE, "tick:5")
    t.answer(HOUSE, "tick:2")
    assert t.record().choices == [((seat + 1) % 4, f"look@{seat}"), (-1, "tick:7")]
    assert GAME.load(t.record()).line() == t.line()


def test_looks_are_counted_from_the_call_on() -> None:
    """Heads that point at a caller, and faces the caller's own eyes rest on."""
    t = drawn({"by_turns_ticks": 2}, turn=3, tokens=[5, 0, 0, 0])
    t.answer(3, "call@1")
    for seat, given in enumerate((["look@1", "lower@2"], ["look@0"] * 2, ["lower@0"] * 2)):
        for text in given:
            t.answer(seat, text)
    t.answer(3, "look@crowd")
    t.answer(3, "look@2")
    assert t.attention == [0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]
    assert t.watched == [0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    view = t.look(0)
    assert view.attention[0] == [0, 2, 2, 0]
    assert view.watched == [[0, 1, 0, 0], [], [], []]
    assert t.look(None).watched == []
    t.answer(0, "nobody")
    t.answer(0, "call@4")
    assert t.attention[:4] == t.watched[:4] == [0, 0, 0, 0]
    assert t.attention[4:12] == [1, 0, 0, 0, 1, 0, 0, 1]


def test_all_that_happens_is_listed() -> None:
    assert "Closed" in EXAMINER.usable(4)
    assert EXAMINER.usable(5) == EXAMINER.usable(4) - {"Closed"}
    assert {"Called", "Winked", "Exposed"} <= EXAMINER.usable(5)
    assert not {"Dealt", "Passed", "Admitted"} & EXAMINER.usable(5)


def test_names_of_things() -> None:
    assert GAME.name("c12", "en") == "12"
    assert GAME.name("crowd", "en") == "the crowd"
    assert GAME.name("99", "ru") == "99"
