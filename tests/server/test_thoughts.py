"""Afterwards: what else could have been chosen, through whose eyes, and when it is told at all."""

from typing import Any

import pytest

from parlour.bots import make_bot
from parlour.core.errors import Refusal
from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.core.seats import HOUSE
from parlour.games import game
from parlour.server.table import thoughts
from parlour.server.table.thoughts import MOST, moment
from parlour.server.thinkers import NoTime
from tests.server.desk import Desk, Opener

KINGS = game("kings")


@pytest.fixture(scope="session")
def record() -> Record:
    """A whole game among bots."""
    t = KINGS.new(3, 7, {"copies": 1, "copy_modifiers": [0, 0]})
    bots = [make_bot(KINGS, "easy", Rng(seat)) for seat in range(3)]
    while t.outcome is None:
        [seat] = t.wanted()
        decision = t.decision(seat)
        assert decision is not None
        choice = bots[seat].choose(t.look(seat), decision)
        assert choice is not None
        t.answer(seat, choice.text)
    return t.record()


def test_the_alternatives_are_told_with_the_one_that_was_made(record: Record) -> None:
    several = 0
    for number in range(2, len(record.choices) + 2, 5):
        seat, text = record.choices[number - 2]
        told = moment(record, number, "all").thoughts
        assert (told.seat, told.chosen) == (seat, text)
        assert text in [one.text for one in told.worths]
        assert len(told.worths) <= MOST + 1
        assert len({one.brief for one in told.worths}) == len(told.worths)
        assert [one.worth for one in told.worths] == sorted(
            [one.worth for one in told.worths], reverse=True
        )
        several += len(told.worths) > 1
    assert several > 5


def test_it_is_told_what_was_asked(record: Record) -> None:
    """Without it a page cannot say of every choice what it does."""
    asked = {moment(record, number, "all").thoughts.ask for number in range(2, 12)}
    assert asked == {"lay", "draw"}
    lays = [n for n in range(2, 12) if moment(record, n, "all").thoughts.ask == "lay"]
    assert "needs" in moment(record, lays[0], "all").thoughts.about
    assert moment(record, lays[0], None).thoughts.ask == ""


def test_a_look_is_told_among_looks_and_a_call_among_calls() -> None:
    """Live, whoever may call looks round meanwhile: neither is chosen instead of the other."""
    wink = game("wink")
    t = wink.new(4, 7, {"pace": "live"})
    [caller] = t.wanted()
    decision = t.decision(caller)
    assert decision is not None
    for offer in (True, False):
        texts = [c.text for c in decision.choices if c.is_offer is offer]
        clone = wink.load(t.record())
        clone.answer(caller, texts[0])
        told = moment(clone.record(), 2, "all").thoughts
        assert texts[0] in (shown := [one.text for one in told.worths])
        assert set(shown) <= set(texts)


def test_through_a_seats_eyes_only_its_own_choices_are_told(record: Record) -> None:
    """And through a bystander's none: an alternative is a card in somebody's hand."""
    seat, _ = record.choices[0]
    assert moment(record, 2, seat).thoughts.worths
    others: list[Any] = [(seat + 1) % 3, None]
    for eyes in others:
        told = moment(record, 2, eyes)
        assert (told.thoughts.seat, told.thoughts.chosen, told.thoughts.worths) == (None, "", [])
        assert told.view == b""


def test_nothing_is_told_of_moments_in_which_nobody_chose(record: Record) -> None:
    assert moment(record, 1, "all").thoughts.worths == []
    timed = Record("kings", KINGS.version, 3, {}, [(HOUSE, "tick:1")], "0" * 64)
    with pytest.raises(Refusal):
        moment(timed, 3, "all")
    with pytest.raises(Refusal):
        moment(record, len(record.choices) + 2, "all")


async def finished(desk: Opener, monkeypatch: pytest.MonkeyPatch) -> Desk:
    short = {"copies": 1, "copy_modifiers": [0, 0]}
    table: Desk = await (await desk()).open("kings", 0, bots=2, seat=None, options=short)
    await table.begin()

    async def busy(*asked: Any) -> Any:
        raise NoTime

    monkeypatch.setattr(table.hub.thinkers, "ask", busy)
    return table


async def test_only_a_game_that_is_over_is_explained(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(desk, monkeypatch)
    thinkers = table.hub.thinkers
    with pytest.raises(Refusal, match="not_revealed"):
        await thoughts.show(table.keeper, 1, 2, "all", thinkers)
    for _ in range(400):
        if table.keeper.sitting.over is not None:
            break
        await table.pass_time(10_000)
    told = await thoughts.show(table.keeper, 1, 2, "all", thinkers)
    assert told.worths
    assert all(one.chance is None for one in told.worths), "nobody has played it out"


def test_what_was_played_out_comes_first() -> None:
    from parlour.bots.advice import Worth
    from parlour.bots.search import Considered

    worths = [Worth("a", "a", 3.0), Worth("b", "b", 2.0), Worth("c", "c", 1.0)]
    tried = [Considered("b", 2.0, 0.6, 0.1, 9), Considered("a", 3.0, 0.4, 0.1, 9)]
    found = thoughts.with_chances(worths, tried)
    assert [(one.text, one.chance) for one in found] == [("b", 0.6), ("a", 0.4), ("c", None)]


def test_beliefs_are_told_through_a_seats_eyes_where_a_game_hides_roles() -> None:
    bang = game("bang")
    t = bang.new(5, 3)
    bots = [make_bot(bang, "normal", Rng(seat)) for seat in range(5)]
    while t.outcome is None and len(t.record().choices) < 12:
        seat = t.wanted()[0]
        decision = t.decision(seat)
        assert decision is not None
        choice = bots[seat].choose(t.look(seat), decision)
        assert choice is not None
        t.answer(seat, choice.text)
    for eyes in range(5):
        told = moment(t.record(), 10, eyes).thoughts
        assert told.beliefs is not None
        assert len(told.beliefs) == 5
        assert all(sum(chances.values()) == pytest.approx(1.0) for chances in told.beliefs)
    assert moment(t.record(), 10, None).thoughts.beliefs is None
