"""All that leaves a table for a seat: what must be the same in worlds it cannot tell apart."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from parlour.bots import Budget, levels, make_bot
from parlour.core.decision import Decision
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.core.view import View

Sent = Callable[[Game, Table, int | None, list[str]], bytes]
"""What leaves a table for a seat, or a bystander; the texts are what a prying seat would try."""

FEW: Final = Budget(playouts=12, seconds=60)
"""A bot that searches does so for a number of play-outs, never for a time."""


def sent(game: Game, t: Table, seat: int | None, tries: list[str]) -> bytes:
    """All that leaves the table for this seat, and what a bot in it would do."""
    view = game.look(t, seat)
    told: dict[str, Any] = {"view": view, "line": game.line(t, seat), "heard": game.heard(t, seat)}
    if seat is not None:
        told["may_undo"] = t.may_undo(seat)
        told["refusals"] = [str(t.why_not(seat, text)) for text in tries]
        decision = t.decision(seat)
        if decision is not None:
            told["asked"] = asked(decision)
            told["bot"] = move(game, level_of(game, decision), view, decision)
    return msgspec.json.encode(told)


def level_of(game: Game, decision: Decision) -> str:
    """Every level in its turn: all of them at each decision would take most of the time."""
    known = levels(game)
    return known[decision.id % len(known)]


def asked(decision: Decision) -> list[Any]:
    choices = [(choice.text, choice.brief) for choice in decision.choices]
    return [decision.id, decision.ask, decision.about, choices, str(decision.default)]


def move(game: Game, level: str, view: View, decision: Decision) -> str:
    return str(make_bot(game, level, Rng(1), budget=FEW).choose(view, decision))
