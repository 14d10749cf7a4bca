"""Bots that think in other processes choose what they would choose here."""

import pickle

import pytest

import parlour
from parlour.bots import Budget, make_bot
from parlour.bots.thinking import consider, packed_view, think
from parlour.core.rng import Rng
from parlour.core.rollout import random_step
from parlour.core.table import Table

LITTLE = Budget(playouts=16, seconds=1e9)


def asked_table(game: parlour.Game) -> tuple[Table, int]:
    """A table of random play at which somebody may choose among several."""
    t, rng = game.new(game.least, 5, quiet=True), Rng(5)
    while True:
        for seat in t.wanted():
            if len(t.choices(seat)) > 1:
                return t, seat
        random_step(t, rng)


@pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
def test_a_bot_in_another_process_chooses_what_it_would_choose_here(game: parlour.Game) -> None:
    t, seat = asked_table(game)
    for level in parlour.levels(game):
        job = (think, game.id, level, "", 9, packed_view(t.look(seat)), seat, LITTLE)
        call, *data = pickle.loads(pickle.dumps(job))
        decision = t.decision(seat)
        assert decision is not None
        chosen = make_bot(game, level, Rng(9), "", LITTLE).choose(t.look(seat), decision)
        assert call(*data) == (None if chosen is None else chosen.text)


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    t, seat = asked_table(parlour.game("kings"))
    view = packed_view(t.look(1 - seat))
    assert think("kings", "normal", "", 9, view, 1 - seat, LITTLE) is None
    assert consider("kings", "", 9, view, 1 - seat, LITTLE) == []


def test_what_a_hard_bot_considered_can_be_sent_back() -> None:
    t, seat = asked_table(parlour.game("kings"))
    found = consider("kings", "", 9, packed_view(t.look(seat)), seat, LITTLE)
    assert pickle.loads(pickle.dumps(found)) == found
    assert {one.text for one in found} <= {one.text for one in t.decision(seat).choices}  # type: ignore[union-attr]
    assert all(0 <= one.mean <= 1 and one.playouts for one in found)
