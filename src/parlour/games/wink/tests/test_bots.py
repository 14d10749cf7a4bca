"""The bots of Wink: what they believe, when they wink and accuse, and how long they take."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import parlour
from parlour.bots import PolicyBot, make_bot, weights_of
from parlour.core.ids import CardId
from parlour.core.rng import Rng
from parlour.games.wink.beliefs import balanced, holders
from parlour.games.wink.bots import WinkPolicy
from parlour.games.wink.player import WinkPlayer
from parlour.lab.human import person
from parlour.lab.simulate import play_bots, poll
from parlour.lab.wink_figures import measured

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")
HANDS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["10", "11", "12"]]
LIVE = {"pace": "live"}
SEEN = [{"by": 2, "seat": 1, "to": 0, "number": 5}]
POLICY = WinkPolicy(weights_of(GAME, "normal"))


def drawn(**facts: Any) -> Any:
    usual = {"players": 4, "hands": HANDS, "options": {"by_turns_ticks": 1}}
    return GAME.drawn(usual | facts, Rng(4))


def live(**facts: Any) -> Any:
    """Bruno holds Anna's number; everybody has looked where they look for a while."""
    usual = {"tokens": [5, 0, 0, 0], "turn": 1, "phase": "ticks", "options": LIVE}
    return drawn(**usual | facts)


def chosen(t: Any, seat: int, luck: int = 1) -> str:
    choice = make_bot(GAME, "normal", Rng(luck)).choose(t.look(seat), t.decision(seat))
    return str(choice)


def played(t: Any, seat: int, ticks: int, luck: int = 1) -> list[tuple[int, str]]:
    """What one bot does at a table where nobody else does anything, and in which tick."""
    bot, found = make_bot(GAME, "normal", Rng(luck)), []
    for tick in range(ticks):
        decision = t.decision(seat)
        choice = bot.choose(t.look(seat), decision) if decision else None
        if choice is not None:
            found.append((tick, choice.text))
            t.answer(seat, choice.text)
        t.pass_time()
    return found


# --- what they believe ----------------------------------------------------------------------


def test_it_believes_what_was_said() -> None:
    t = drawn(tokens=[5, 0, 0, 0], lacks=[[], [], [5], []], turn=1)
    assert holders(t, 3, CardId(5)) == [0.0, 1.0, 0.0, 0.0]
    assert holders(t, 1, CardId(5)) == [0.0, 0.0, 0.0, 0.0]
    assert sum(POLICY.believed(t, 0, CardId(5))) == pytest.approx(1.0)


def test_cards_that_some_lack_crowd_into_the_other_hands() -> None:
    """Carla and Dmitri lack all of Bruno's numbers, so theirs are not with him."""
    t = drawn(lacks=[[], [], [4, 5, 6], [4, 5, 6]])
    plain, found = holders(t, 0, CardId(7)), balanced(t, 0, CardId(7), 12)
    assert plain[1] == pytest.approx(1 / 3)
    assert found[1] < 0.05
    assert sum(found) == pytest.approx(1.0)


# --- what they do about it ------------------------------------------------------------------


def test_it_accuses_whom_it_saw_and_nobody_else() -> None:
    t = drawn(tokens=[5, 0, 0, 0], turn=1, seen=SEEN)
    assert chosen(t, 2) == "accuse:5@1"
    assert chosen(t, 3) == "None"


def test_heads_alone_are_no_evidence() -> None:
    attention = [[0, 60, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    t = live(gazes=["crowd", 0, 1, 1], attention=attention)
    held = POLICY.believed(t, 2, CardId(5))
    assert held[1] > held[3], "whose head is on the caller is likelier the contact"
    assert all(not text.startswith("accuse") for _, text in played(t, 2, 12))


def test_it_names_whom_it_saw() -> None:
    t = drawn(tokens=[5, 0, 0, 0], seen=[{"by": 0, "seat": 1, "to": 0, "number": 5}])
    assert {chosen(t, 0, luck) for luck in range(9)} == {"name@1"}


def test_it_calls_a_number_whose_holder_it_knows() -> None:
    t = drawn(turn=2, seen=SEEN)
    assert {chosen(t, 2, luck) for luck in range(9)} == {"call@5"}


def test_it_does_not_call_what_the_others_can_work_out() -> None:
    t = drawn(turn=2, lacks=[[4], [], [], []])
    assert "call@4" not in {chosen(t, 2, luck) for luck in range(20)}


def test_it_winks_when_eyes_meet_and_nobody_else_looks() -> None:
    """Late in the round; the caller is not yet asked for a name."""
    for luck in range(5):
        t = live(turn=3, gazes=[1, 0, "crowd", "crowd"])
        assert "wink@0" in [text for _, text in played(t, 1, 8, luck)]


def test_it_does_not_wink_under_a_watching_head() -> None:
    t = live(turn=3, gazes=[1, 0, 1, "crowd"])
    assert POLICY.wink(t, 1, 0, 0) < 0 < POLICY.wink(t, 1, 0, 0b100), "unless it overlooks it"
    by_turns = drawn(tokens=[5, 0, 0, 0], phase="ticks", gazes=[1, 0, 1, 1])
    assert "wink@0" not in {chosen(by_turns, 1, luck) for luck in range(20)}


def test_it_does_not_wink_at_a_caller_who_looks_elsewhere() -> None:
    t = live(gazes=[2, 0, "crowd", "crowd"])
    assert POLICY.wink(t, 1, 0, 0) < 0


def test_it_waits_for_a_better_moment_while_there_is_time() -> None:
    worths = [POLICY.wink(live(turn=k, gazes=[1, 0, "crowd", "crowd"]), 1, 0, 0) for k in (0, 2, 3)]
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]


def test_it_looks_at_callers_who_do_not_concern_it() -> None:
    """Decoys: Dmitri has no cards left to accuse with, and looks at Anna all the same."""
    t = live(cards=[4, 4, 4, 0], gazes=["crowd"] * 4)
    faces = POLICY.faces(t, 3)
    assert faces[0] > faces[1] == faces[2] > 0


def test_a_contact_goes_back_to_its_caller() -> None:
    t = live(gazes=["crowd"] * 4)
    faces = POLICY.faces(t, 1)
    assert faces[0] == max(faces)


# --- when -----------------------------------------------------------------------------------


def test_nothing_is_done_in_the_tick_in_which_it_is_first_shown() -> None:
    for luck in range(8):
        t = live(seen=SEEN)
        done = played(t, 2, 10, luck)
        accused = [tick for tick, text in done if text.startswith("accuse")]
        assert accused
        assert 2 <= accused[0] <= 6, "a page shows it first, then a quarter of a second to 1.2 s"


def test_reaction_times_are_skewed_to_the_right() -> None:
    t = live()
    t.rules.timing.tick_ms = 1  # to count milliseconds
    player = WinkPlayer(POLICY, Rng(3))
    times = sorted([player.reaction(t) for _ in range(1000)])
    median, mean = times[500], sum(times) / len(times)
    assert times[0] >= 250 + 250
    assert times[-1] <= 250 + 1200
    assert 400 < median - 250 < mean - 250 < 600
    player.slowness = 2.0
    assert 800 < sorted([player.reaction(t) for _ in range(1000)])[500] - 250 < 1100
    t.rules.timing.tick_ms = 250


def test_eyes_rest_on_a_face_and_move_on() -> None:
    looks = [tick for tick, text in played(live(), 3, 80) if text.startswith("look@")]
    gaps = [later - sooner for sooner, later in pairwise(looks)]
    assert 5 < len(looks) < 27
    assert min(gaps) >= 3, "a head turns and is held"
    assert len(set(gaps)) > 2


MEMORY = ("meant", "due", "gaze", "until", "overlooked", "question", "answer_at")


def memory(player: Any) -> list[Any]:
    return [getattr(player, name) for name in MEMORY]


def twin_of(bot: PolicyBot, luck: int) -> PolicyBot:
    """A bot with the same memory and luck of its own."""
    other = PolicyBot(GAME, bot.policy, Rng(luck))
    for name in MEMORY:
        setattr(other.player, name, getattr(bot.player, name))
    return other


def slower(bot: PolicyBot, world: Any, seat: int) -> None:
    """A planted mistake: it takes longer where the next seat holds a low card."""
    bot.player.slowness = 1.0 + 3.0 * (world.hands[(seat + 1) % world.players][0] < 6)


def check_twins(t: Any, seat: int, bot: PolicyBot, luck: int, cheats: bool = False) -> None:
    """Choice and delay are the same in every world that the seat cannot tell from the real one."""
    mind, found = GAME.mind(t.look(seat)), []
    for world in [t, mind.world(Rng(luck)), mind.world(Rng(luck + 1))]:
        twin = twin_of(bot, luck)
        if cheats:
            slower(twin, world, seat)
        found.append((twin.pick(world, seat), memory(twin.player)))
    assert found[0] == found[1] == found[2], t.line()


def watched_game(players: int, cheats: bool = False) -> None:
    t = GAME.new(players, 2, LIVE, quiet=True)
    bots: list[Any] = [make_bot(GAME, "normal", Rng(k)) for k in range(players)]
    for step in range(400):
        if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
            t.pass_time()
            if step % 8 == 0:
                for seat in range(players):
                    check_twins(t, seat, bots[seat], step, cheats)


@pytest.mark.parametrize("players", [4, 8])
def test_neither_choice_nor_delay_depends_on_what_the_seat_does_not_know(players: int) -> None:
    watched_game(players)


def test_a_delay_that_depends_on_it_is_found() -> None:
    with pytest.raises(AssertionError):
        watched_game(4, cheats=True)


# --- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["by_turns", "live", "same_room"])
def test_it_plays_every_pace(pace: str) -> None:
    t = GAME.new(5, 1, {"pace": pace}, quiet=True)
    play_bots(t, [make_bot(GAME, "normal", Rng(k)) for k in range(5)], 20_000)
    assert t.outcome is not None


@cache
def few(pace: str) -> dict[str, float]:
    found = measured(6, pace, range(70, 73), weights_of(GAME, "normal"))
    return {name: sum(values) / len(values) for name, values in found.items()}


@pytest.mark.once
@pytest.mark.parametrize("pace", ["live", "by_turns"])
def test_a_few_games_are_as_they_should_be(pace: str) -> None:
    """The same games every time; `parlour.lab.wink_figures` plays enough of them for intervals."""
    figures = few(pace)
    assert 25 < figures["exposed"] < 70
    assert figures["found"] > 1
    assert figures["heads_only"] < 20
    assert -35 < figures["person"] < 35
    assert figures["wrong"] < figures["right"] / 4
    if pace == "live":
        assert 3 < figures["minutes"] < 12


def test_a_person_plays_every_pace() -> None:
    for pace in ("by_turns", "live", "same_room"):
        t = GAME.new(4, 3, {"pace": pace}, quiet=True)
        play_bots(t, [person(Rng(k)) for k in range(4)], 20_000)
        assert t.outcome is not None
