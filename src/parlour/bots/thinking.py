"""Bots in other processes: all that one needs goes there as plain data, and an answer comes back.

A bot keeps nothing between its choices, so any process may answer any of them.
"""

from typing import Any

import msgspec

from parlour.bots.levels import make_bot
from parlour.bots.search import Budget, Considered, SearchBot
from parlour.core.decision import Decision
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.view import View
from parlour.games import game as find_game


def packed_view(view: View) -> bytes:
    """A view for `think` and `consider`."""
    return msgspec.msgpack.encode(view)


def think(
    game: str, level: str, temper: str, seed: int, view: bytes, seat: int, budget: Budget
) -> str | None:
    """The text of what a bot of this kind chooses; None if it takes none of the offers.

    `seed`: of the bot's random numbers, another one for each decision.
    """
    room = find_game(game)
    seen, decision = unpacked(room, view, seat)
    if decision is None:
        return None
    chosen = make_bot(room, level, Rng(seed), temper, budget).choose(seen, decision)
    return None if chosen is None else chosen.text


def consider(
    game: str, temper: str, seed: int, view: bytes, seat: int, budget: Budget
) -> list[Considered]:
    """What a hard bot thinks of its best choices, the best first; none where it is not asked."""
    room = find_game(game)
    seen, decision = unpacked(room, view, seat)
    bot = make_bot(room, "hard", Rng(seed), temper, budget)
    if decision is None or not isinstance(bot, SearchBot):
        return []
    return bot.consider(seen, decision)


def unpacked(room: Game, view: bytes, seat: int) -> tuple[Any, Decision | None]:
    """The view, and what the seat may answer, which a table drawn from the view tells."""
    seen = msgspec.msgpack.decode(view, type=room.view_type)
    return seen, room.mind(seen).template.decision(seat)
