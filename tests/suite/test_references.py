"""Frozen bots never change: `references.txt` holds a hash of what they chose in some games.

A bot that moved to `lab/references` unchanged keeps its line.  Where the rules of a game change,
the line that the failing test prints replaces the old one.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

import parlour
from parlour.core.bot import Bot
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.lab.references import reference_of
from parlour.lab.simulate import play_bots

FILE: Final = Path(__file__).with_name("references.txt")
PLAYERS: Final = 4
GAMES: Final = 2
HELD: Final = dict(line.split() for line in FILE.read_text().splitlines())


def bot(game: Game, rng: Rng) -> Bot:
    """The room's frozen bot."""
    made = reference_of(game)
    assert made is not None
    return made(rng)


def choices(game: Game) -> str:
    """A hash of all choices of some games among these bots."""
    found = sha256()
    for seed in range(GAMES):
        t = game.new(PLAYERS, seed)
        play_bots(t, [bot(game, Rng(seat)) for seat in range(PLAYERS)], game.bound(PLAYERS))
        for seat, text in t.log or []:
            found.update(f"{seat} {text}\n".encode())
    return found.hexdigest()[:32]


def test_every_frozen_bot_is_held() -> None:
    frozen = {id for id, game in parlour.all_games().items() if reference_of(game) is not None}
    assert frozen <= set(HELD)


@pytest.mark.parametrize("id", HELD)
def test_a_frozen_bot_chooses_as_ever(id: str) -> None:
    assert f"{id} {choices(parlour.game(id))}" == f"{id} {HELD[id]}"


def test_a_room_without_one_has_none() -> None:
    class Elsewhere(Game):
        id = "elsewhere"

    assert reference_of(Game.__new__(Elsewhere)) is None
