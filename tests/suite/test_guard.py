"""What everybody is sent does not change unless it is meant to: `make guard ARGS=--write` then."""

import os

import pytest

import parlour
from parlour.lab.guard import Games, differing, hashes, key_of, sittings, stored

FIRST = 1 if os.environ.get("PARLOUR_SAMPLE") == "least" else 2
"""With `make test` the interpreted build, which is the slower, plays the first game alone."""
TABLES = [sitting for game in parlour.all_games().values() for sitting in sittings(game)]

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("sitting", TABLES, ids=lambda s: f"{s.game} {key_of(s)}")
def test_the_first_games_are_sent_as_they_were_stored(sitting: Games) -> None:
    """Every seat and a bystander: what they hear, see and are asked, and the record."""
    then = stored(sitting.game)[key_of(sitting)]
    assert len(then) == sitting.games
    assert differing(sitting, hashes(sitting, FIRST), then) == []


def test_a_game_that_differs_is_named() -> None:
    sitting = TABLES[0]
    then = stored(sitting.game)[key_of(sitting)]
    wrong = differing(sitting, [then[0], then[0]], then)
    assert wrong == ["bang, 3 players, plain: seed 1 is not what it was"]
