"""Whatever is taken back is taken back on the clock too: nobody gains by it, nobody loses.

The clocks of a sitting are compared with a reckoning of their own: time runs for whoever is asked,
an answer that stands adds the increment and what is forgiven of its line, and one that is taken
back leaves only the time in which its seat was asked.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.undo import AGREED, CONSENT, FREE, NO, UNDO
from parlour.server.table import clocks, deeds, rows, snapshots
from parlour.server.table.begin import begin
from parlour.server.table.deeds import Deed
from parlour.server.table.saved import read_snapshot
from parlour.server.table.sitting import Sitting
from tests.server.desk import START_MS
from tests.server.test_undo import probed

INCREMENT = 10_000
PACE = rows.Pace("live", 600, INCREMENT // 1000)


class Reckoning:
    """What every clock should show, and how it was before the last choice."""

    def __init__(self, players: int) -> None:
        self.left = [PACE.bank_s * 1000] * players
        self.quota = [clocks.LAG_QUOTA_MS] * players
        self.asked_ms = [0] * players  # how long the question has been open
        self.since_ms = [0] * players  # how long the seat has been asked since the last choice
        self.before: tuple[list[int], list[int], list[Any]] = ([], [], [])


class Pure:
    """A sitting without a keeper: deeds give rows, rows are applied, time is a number."""

    def __init__(self, game: str, players: int) -> None:
        self.s = Sitting(id="t", game=parlour.game(game), seed=b"s" * 32, salt=b"t" * 32)
        self.now = START_MS
        self.sums = Reckoning(players)
        assert self.s.game is not None
        opened = rows.Opened(game, self.s.game.version, players, "CODE", "", pace=PACE)
        self.write([opened, *(rows.Seated(k, "person", f"{k}", f"{k}") for k in range(players))])
        self.write(begin(self.s))

    def write(self, bodies: list[rows.Body]) -> None:
        for body in bodies:
            self.s.apply(rows.write(self.s.seq + 1, self.now, body))
        assert not self.s.fault

    def do(self, deed: Deed) -> None:
        self.write(deed(self.s, self.now))

    @property
    def t(self) -> Any:
        return self.s.game_table

    def think(self, ms: int) -> None:
        self.now += ms
        for seat in self.t.wanted():
            self.sums.left[seat] -= ms
            self.sums.asked_ms[seat] += ms
            self.sums.since_ms[seat] += ms

    def choose(self, seat: int, choice: str, lag: int, offer: bool = False) -> None:
        sums, asking = self.sums, list(self.t.asking)
        sums.before = (list(sums.left), list(sums.quota), asking)
        sums.since_ms = [0] * self.s.players
        self.do(deeds.answer(seat, choice, None, "person", lag=lag))
        if not offer:  # an offer that is taken leaves the question open, and the clock running
            forgiven = min(lag, clocks.LAG_EACH_MS, sums.quota[seat], sums.asked_ms[seat])
            sums.left[seat] += INCREMENT + forgiven
            grown = sums.quota[seat] - forgiven + clocks.LAG_GROWS_MS
            sums.quota[seat] = min(clocks.LAG_QUOTA_MS, grown)
        for other in range(self.s.players):
            if (other == seat and not offer) or self.t.asking[other] is not asking[other]:
                sums.asked_ms[other] = 0

    def take_back(self, seat: int, agreed: bool) -> None:
        """As it was, less the time in which the seat was asked since, or another by all along."""
        sums = self.sums
        left, quota, asking = sums.before
        for other in range(self.s.players):
            all_along = self.t.asking[other] is asking[other]
            if other == seat or all_along:
                left[other] -= sums.since_ms[other]
            if other == seat or not all_along:
                sums.asked_ms[other] = 0
        self.write([deeds._taken_back(self.s, seat, self.now, AGREED if agreed else UNDO)])
        sums.left, sums.quota = left, quota

    def check(self) -> None:
        c = self.s.clocks
        assert c is not None
        running = [0 if since is None else self.now - since for since in c.since]
        shown = [left - spent for left, spent in zip(c.left, running, strict=True)]
        assert shown == self.sums.left
        assert c.quota == self.sums.quota


@given(data=st.data())
@settings(deadline=None, max_examples=60)
@pytest.mark.parametrize(("game", "players"), [("kings", 3), ("bang", 4), ("wink", 4)])
def test_answers_and_undos_in_any_order_leave_what_thinking_alone_would(
    game: str, players: int, data: st.DataObject
) -> None:
    table = Pure(game, players)
    for _ in range(data.draw(st.integers(1, 25), label="steps")):
        table.think(data.draw(st.integers(0, 3_000), label="thinks"))
        table.check()
        if table.t.outcome is not None:
            return
        seats = [k for k in range(players) if table.s.decision(k) is not None]
        seat = data.draw(st.sampled_from(seats), label="seat")
        decision = table.s.decision(seat)
        assert decision is not None
        choice = data.draw(st.sampled_from(decision.choices), label="choice")
        if table.t.asked >> seat & 1 or choice.is_offer:
            table.choose(seat, choice.text, data.draw(st.integers(0, 900)), choice.is_offer)
        table.check()
        back = next((k for k in range(players) if table.t.may_undo(k) != NO), None)
        if back is not None and data.draw(st.booleans(), label="undo"):
            table.think(data.draw(st.integers(0, 3_000), label="hesitates"))
            table.take_back(back, table.t.may_undo(back) == CONSENT)
            table.check()
            kept = read_snapshot(snapshots.keep(table.s))
            assert msgspec.to_builtins(kept.clocks) == msgspec.to_builtins(table.s.clocks)


def free_choice(table: Pure) -> tuple[int, str]:
    """Something that may be taken back at once."""
    for _ in range(100):
        seat = table.t.wanted()[0]
        for choice in table.t.decision(seat).choices:
            probe = probed(table.t)
            probe.answer(seat, choice.text)
            if probe.may_undo(seat) == FREE:
                return seat, choice.text
        table.choose(seat, table.t.decision(seat).choices[0].text, 0)
    raise AssertionError("nothing can be taken back")


@pytest.mark.parametrize("lag", [0, 300])
def test_twenty_answers_taken_back_cost_what_was_thought(lag: int) -> None:
    """Neither an increment nor what was forgiven of the line is kept."""
    table = Pure("kings", 2)
    seat, choice = free_choice(table)
    c = table.s.clocks
    assert c is not None
    left, quota = c.left[seat], c.quota[seat]
    for _ in range(20):
        table.think(1_000)
        table.choose(seat, choice, lag)
        table.take_back(seat, agreed=False)
    assert c.left[seat] == left - 20_000
    assert c.quota[seat] == quota


def test_offers_that_are_taken_leave_the_clock_of_an_open_question_alone() -> None:
    """An increment for each would fill it."""
    table, taken = Pure("wink", 4), 0
    while not taken:
        seat = table.t.wanted()[0]
        table.think(1_000)
        choices = table.t.decision(seat).choices
        taken = sum(choice.is_offer for choice in choices)
        choice = choices[-1] if taken else choices[0]
        table.choose(seat, choice.text, 300, choice.is_offer)
        table.check()


def test_a_time_out_that_is_taken_back_gives_no_time() -> None:
    table = Pure("kings", 2)
    seat, _ = free_choice(table)
    c, decision = table.s.clocks, table.s.decision(seat)
    assert c is not None
    assert decision is not None
    table.think(c.left[seat])
    table.do(deeds.time_out(seat, decision.id))
    assert c.left[seat] == INCREMENT
    if table.t.may_undo(seat) != NO:
        table.write([deeds._taken_back(table.s, seat, table.now, AGREED)])
        assert c.left[seat] == 0


def test_a_snapshot_from_before_clocks_remembered_is_read() -> None:
    """The undo that follows is reckoned as it used to be."""
    table = Pure("kings", 2)
    seat, choice = free_choice(table)
    table.think(1_000)
    table.choose(seat, choice, 0)
    c = table.s.clocks
    assert c is not None
    c.before = None
    table.take_back(seat, agreed=False)
    table.check()
