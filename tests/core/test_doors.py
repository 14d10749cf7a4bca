"""The door for programs: whose answer is wanted, ids that are checked, records that are whole."""

from typing import Any

import pytest

import parlour
from parlour import Choice, Rng, Table
from parlour.core.decision import FIRST_OFFER
from parlour.core.dice import Dice
from parlour.core.errors import IllegalChoice, RulesBug
from parlour.core.ids import ChoiceId, as_choices
from parlour.core.piles import Knowledge
from parlour.core.rollout import play_out
from parlour.core.seats import HOUSE, UNTOLD

pytestmark = pytest.mark.rules

LIVE: dict[str, object] = {"pace": "live"}
games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)


def refused(t: Table, seat: int, choice: int) -> IllegalChoice:
    line = t.line()
    with pytest.raises(IllegalChoice) as found:
        t.play(seat, ChoiceId(choice))
    assert t.line() == line, "what was refused has changed the table"
    return found.value


# --- whose answer is wanted -----------------------------------------------------------------


@games
def test_wanted_are_the_seats_that_the_game_waits_for(game: parlour.Game) -> None:
    t = game.new(game.most, 3, quiet=True)
    rng = Rng(1)
    while t.outcome is None:
        assert t.wanted() == sorted(d.seat for d in t.decisions() if d.waits)
        assert t.wanted() or t.ticking()
        step(t, rng)
    assert t.wanted() == []


def step(t: Table, rng: Rng) -> None:
    """As a program would: it needs no mask of seats and no seat of time."""
    if not t.wanted():
        t.pass_time()
        return
    seat = t.wanted()[rng.below(len(t.wanted()))]
    ids = t.choices(seat)
    t.play(seat, ids[rng.below(len(ids))])


def test_time_is_no_seat() -> None:
    t = parlour.game("wink").new(4, 1, LIVE, quiet=True)
    assert HOUSE not in t.wanted()
    assert t.ticking()
    t.pass_time()
    t.pass_time(3)
    for seat in (HOUSE, UNTOLD):
        assert refused(t, seat, FIRST_OFFER).code == "no_such_seat"
    kings = parlour.game("kings").new(2, 1)
    with pytest.raises(IllegalChoice, match="no_clock"):
        kings.pass_time()
    assert kings.record().choices == []


# --- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize("quiet", [True, False])
@games
def test_an_id_that_is_not_offered_is_refused_with_what_is(game: parlour.Game, quiet: bool) -> None:
    t = game.new(game.most, 3, quiet=quiet)
    seat = t.wanted()[0]
    offered = t.choices(seat)
    nonsense = {-1, -2, -7, 0, max(offered) + 1, FIRST_OFFER + 999, 10**15} - set(offered)
    for wrong in sorted(nonsense):
        refusal = refused(t, seat, wrong)
        assert refusal.code == "not_offered"
        assert refusal.facts["number"] == wrong
        assert refusal.facts["list"] == [f"{c.id} ({c.text})" for c in t.decision(seat).choices]  # type: ignore[union-attr]
    t.play(seat, offered[0])


@games
def test_a_seat_that_is_not_there_or_not_asked_is_refused(game: parlour.Game) -> None:
    t = game.new(game.most, 3, quiet=True)
    for seat in (-1, -2, game.most, 99):
        assert refused(t, seat, 0).code == "no_such_seat"
        with pytest.raises(IllegalChoice, match="no_such_seat"):
            t.choices(seat)
    for seat in set(range(game.most)) - set(t.wanted()):
        if not t.choices(seat):
            mine = t.choices(t.wanted()[0])
            assert refused(t, seat, mine[0]).code == "not_asked"


@games
def test_a_game_that_is_over_takes_no_answer(game: parlour.Game) -> None:
    t = game.new(game.least, 1, quiet=True)
    last: list[tuple[int, int]] = []
    rng = Rng(5)
    while t.outcome is None:
        for seat in t.wanted()[:1]:
            last.append((seat, t.choices(seat)[0]))
        step(t, rng)
    for seat, choice in last[-5:]:
        assert refused(t, seat, choice).code == "game_over"
    assert refused(t, HOUSE, 0).code == "no_such_seat"
    with pytest.raises(IllegalChoice, match="game_over"):
        t.pass_time()


@games
def test_what_was_offered_before_is_not_offered_for_ever(game: parlour.Game) -> None:
    """The ids that were told last are remembered, and forgotten when anything happens."""
    t = game.new(game.least, 2, quiet=True)
    rng = Rng(7)
    for _ in range(300):
        if t.outcome is not None:
            break
        before = {seat: set(t.choices(seat)) for seat in range(t.players)}
        step(t, rng)
        for seat, ids in before.items():
            gone = ids - set(t.clone().choices(seat))
            for choice in sorted(gone)[:2]:
                refused(t, seat, choice)


def test_a_list_of_ids_is_the_callers_own() -> None:
    t = parlour.game("kings").new(2, 1, quiet=True)
    seat = t.wanted()[0]
    ids = t.choices(seat)
    first = ids.pop(0)
    ids.append(ChoiceId(12345))
    assert refused(t, seat, 12345).code == "not_offered"
    t.choices(seat).clear()
    t.play(seat, first)


# --- records --------------------------------------------------------------------------------


@games
def test_a_record_is_whole_by_whichever_door_one_came(game: parlour.Game) -> None:
    t = game.new(game.least, 4)
    rng = Rng(4)
    for _ in range(60):
        if t.outcome is None:
            step(t, rng)
    again = game.load(t.record())
    assert again.line() == t.line()
    assert [again.heard(seat) for seat in range(t.players)] == [
        t.heard(seat) for seat in range(t.players)
    ]


@games
def test_random_play_leaves_no_short_record(game: parlour.Game) -> None:
    t = game.new(game.least, 2)
    play_out(t, Rng(1), game.bound(game.least))
    again = game.load(t.record())
    assert (again.line(), again.outcome) == (t.line(), t.outcome)


@pytest.mark.parametrize("recorded", [True, False])
def test_what_was_played_by_id_can_be_taken_back_like_an_answer(recorded: bool) -> None:
    """Also where nothing is recorded: at a table of the server, whose rows are the record."""
    found = 0
    for seed in range(8):
        by_id, by_text = (parlour.game("magpies").new(2, seed) for _ in range(2))
        for t in (by_id, by_text):
            t.log = t.log if recorded else None
            for seat in (0, 1):
                t.play(seat, t.choices(seat)[0])
        seat = by_id.wanted()[0]
        choice = by_id.choices(seat)[seed % 3]
        by_id.play(seat, choice)
        by_text.answer(seat, by_text.choice(seat, choice).text)
        assert by_id.may_undo(seat) == by_text.may_undo(seat)
        if by_id.may_undo(seat) != "no":
            by_id.undo(seat, agreed=True)
            assert choice in by_id.choices(seat)
            found += 1
    assert found


# --- choices across tables ------------------------------------------------------------------


def test_choices_are_equal_by_their_texts() -> None:
    three, many = as_choices([3, 99])
    one, other = [Choice(id, "orc7/2-3o-7@c1", "orc7@c1") for id in (three, many)]
    assert one == other
    assert one != Choice(three, "orc8/2-3o-7@c1", "orc8@c1")
    assert one != "orc7/2-3o-7@c1"
    assert len({one, other}) == 1
    assert {one: 1}[other] == 1


@games
def test_choices_can_be_counted_over_imagined_worlds(game: parlour.Game) -> None:
    """At the same decision each world offers the same choices, whatever their ids."""
    t = game.new(game.least, 6)
    seat = t.wanted()[0]
    view = t.look(seat)
    offered = [set(t.decision(seat).choices)]  # type: ignore[union-attr]
    for k in range(5):
        decision = game.imagine(view, Rng(k)).decision(seat)
        assert decision is not None
        offered.append(set(decision.choices))
    assert all(choices == offered[0] for choices in offered)


# --- clones ---------------------------------------------------------------------------------


def thrown(t: Table) -> list[int]:
    return [t.dice.below(1000) for _ in range(8)]


def test_a_clone_throws_the_same_dice_or_fresh_ones() -> None:
    t = parlour.game("bang").new(4, 1, quiet=True)
    line = t.line()
    assert thrown(t.clone()) == thrown(t.clone())
    assert thrown(t.clone(seed=5)) == thrown(t.clone(seed=5)) != thrown(t.clone())
    assert thrown(t.clone(seed=Rng(1).key())) != thrown(t.clone(seed=Rng(2).key()))
    assert t.clone(seed=0).dice.thrown == 0
    assert t.line() == line
    assert t.clone(seed=5).look(0) == t.look(0)


def test_fresh_dice_forget_what_was_laid_down() -> None:
    t = parlour.game("bang").new(4, 1, quiet=True)
    t.dice.queue = (7,)
    assert t.clone().dice.queue == (7,)
    assert t.clone(seed=1).dice.queue == ()


# --- what is to be had from `parlour` itself -------------------------------------------------


def test_everything_a_program_needs_is_to_be_had_at_the_door() -> None:
    for name in parlour.__all__:
        assert getattr(parlour, name) is not None
    assert {"Bot", "Choice", "Decision", "Game", "Outcome", "Rng", "Table", "View", "play_out"} <= {
        *parlour.__all__
    }


def test_a_table_without_a_game_says_so() -> None:
    t: Any = Table(2, Dice(bytes(32)), Knowledge([]))
    with pytest.raises(RulesBug, match="opened by no game"):
        t.look(0)
