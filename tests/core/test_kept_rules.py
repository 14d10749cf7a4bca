"""Tables with the same options share what these make of a table; not without bound."""

import pytest

import parlour
from parlour.core.errors import BadTable
from parlour.core.game import KEPT_RULES
from parlour.games.kings.game import Kings


def test_tables_with_the_same_options_share_their_rules() -> None:
    game = Kings()
    one, other = game.new(2, 1), game.new(2, 2)
    assert one.rules is other.rules
    assert one.rules is not game.new(3, 1).rules
    assert one.rules is not game.new(2, 1, {"hand": 5}).rules


def test_whoever_thinks_of_many_options_fills_no_memory() -> None:
    game = parlour.game("bang")
    for rounds in range(2 * KEPT_RULES):
        game.new(4, 1, {"quiet_rounds": rounds}, quiet=True)
        assert len(game._kept_rules) <= KEPT_RULES


def test_options_that_cannot_be_played_are_refused_every_time() -> None:
    game = parlour.game("kings")
    for _ in range(2):
        with pytest.raises(BadTable):
            game.new(2, 1, {"hand": 40})
