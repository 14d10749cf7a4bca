"""Afterwards: what a seat could have chosen at a moment of a finished game, and what it was worth.

Worked out when somebody asks, from what the seat saw then.  Whoever looks through a seat's eyes is
told of that seat alone; whoever sees everything is told of whoever chose.
"""

from typing import Any, Final

import msgspec

from parlour.bots.advice import Worth, beliefs, weighed
from parlour.bots.search import Considered
from parlour.bots.thinking import consider, packed_view
from parlour.core.errors import Refusal
from parlour.core.record import Record
from parlour.core.seats import HOUSE
from parlour.core.undo import AGREED, UNDO
from parlour.games import game as find_game
from parlour.server.background import replayed
from parlour.server.table import moments, records
from parlour.server.table.fairness import luck
from parlour.server.table.keeper import Keeper
from parlour.server.table.moments import EyesOf
from parlour.server.thinkers import NoTime, Thinkers

MOST: Final = 8
"""So many of the choices are told, the best, and the one that was made."""


class Thoughts(msgspec.Struct, frozen=True):
    """Of one moment: who chose, what, and what else there was, the best first.

    `ask`, `about`: what was asked then, without which a choice has no words in some rooms.
    `beliefs`: for each seat how likely it hid what, as these eyes must see it after the choice;
    null where the game hides no such thing.
    """

    number: int
    seat: int | None
    chosen: str
    ask: str
    about: dict[str, Any]
    worths: list[Worth]
    beliefs: list[dict[str, float]] | None


class Chosen(msgspec.Struct, frozen=True):
    """What was thought, and the view of whoever chose, for a search."""

    thoughts: Thoughts
    view: bytes = b""


def moment(record: Record, number: int, eyes: EyesOf) -> Chosen:
    """By the room's policy."""
    if not 1 <= number <= moments.total_of(record):
        raise Refusal("no_such_moment", facts={"number": number})
    game = find_game(record.game)
    seat, text = record.choices[number - 2] if number > 1 else (HOUSE, "")
    t = game.load(record, max(0, number - 2))
    view, worths, asked = b"", list[Worth](), None
    chose = seat != HOUSE and text not in (UNDO, AGREED) and eyes in ("all", seat)
    if chose and game.policy is not None:
        seen, asked = t.look(seat), t.decision(seat)
        view, worths = packed_view(seen), few(weighed(game, seen, seat, text), text)
    if number > 1:
        t.replay(seat, text)
    who = eyes if isinstance(eyes, int) else seat if eyes == "all" and chose else None
    believed = None if who is None or t.outcome else beliefs(game, t.look(who), who)
    by, what = (seat, text) if chose else (None, "")
    ask, about = (asked.ask, asked.about) if asked is not None else ("", {})
    return Chosen(Thoughts(number, by, what, ask, about, worths, believed), view)


def few(worths: list[Worth], chosen: str) -> list[Worth]:
    """The best, one of each kind that people tell apart, and the one that was made."""
    briefs = {one.brief for one in worths if one.text == chosen}
    found: list[Worth] = []
    for one in worths:
        if one.text == chosen or (one.brief not in briefs and len(found) < MOST):
            briefs.add(one.brief)
            found.append(one)
    return found


async def show(keeper: Keeper, number: int, at: int, eyes: EyesOf, thinkers: Thinkers) -> Thoughts:
    """With chances of victory, if no bot thinks just now: those who play come first."""
    game = records.played(keeper.sitting, number)
    chosen, _ = await records.choices(keeper, game)
    record = records.record_of(keeper.sitting, game, chosen)
    if not records.has_rules(record):
        raise Refusal("other_rules")
    found = await replayed(moment, record, at, eyes)
    told = found.thoughts
    if not found.view or thinkers.waiting or len(told.worths) < 2:
        return told
    seed = luck(bytes.fromhex(record.seed), told.seat or 0, f"thoughts {at}")
    try:
        tried = await thinkers.ask(consider, record.game, "", seed, found.view, told.seat)
    except NoTime:
        return told
    return msgspec.structs.replace(told, worths=with_chances(told.worths, tried))


def with_chances(worths: list[Worth], tried: list[Considered]) -> list[Worth]:
    """What was played out comes first, by the chances it showed."""
    means = {one.text: one.mean for one in tried if one.playouts}
    found = [msgspec.structs.replace(one, chance=means.get(one.text)) for one in worths]
    return sorted(found, key=lambda one: (one.chance is None, -(one.chance or 0.0), -one.worth))
