"""Each planted leak must turn the twin-world test red."""

from typing import Any

import pytest

import parlour
from parlour.core.game import Game
from parlour.core.piles import Knowledge
from parlour.core.seats import only
from parlour.core.table import Table
from parlour.core.view import Eyes, View
from parlour.lab.twins import Leak, check_twins

MAGPIES: Any = type(parlour.game("magpies"))
REFUSALS = parlour.game("magpies").refusals


class Honest(MAGPIES):  # type: ignore[misc]
    """Nothing planted: the control."""


class HandOrder(MAGPIES):  # type: ignore[misc]
    """A rival's hand is told in an order that depends on its cards."""

    def seen(self, t: Any, eyes: Eyes) -> Any:
        view: Any = super().seen(t, eyes)
        if eyes.everything or not t.hands[0]:
            return super().seen(t, eyes)
        first = t.hands[0].index(max(t.hands[0]))  # where the best card of a hand stands
        return view.__class__(**fields(view) | {"turns": view.turns + 100 * first})


class RivalsHand(MAGPIES):  # type: ignore[misc]
    """Everybody sees the next seat's cards."""

    def seen(self, t: Any, eyes: Eyes) -> Any:
        view: Any = super().seen(t, eyes)
        if eyes.everything or eyes.seat is None:
            return super().seen(t, eyes)
        peek = super().seen(t, Eyes((eyes.seat + 1) % t.players))
        hands = [max(a, b) for a, b in zip(view.hands, peek.hands, strict=True)]
        return view.__class__(**fields(view) | {"hands": hands})


class CardId(MAGPIES):  # type: ignore[misc]
    """The id of a stolen card travels with the event."""

    def heard(self, t: Table, seat: int | None, since: int = 0) -> list[dict[str, object]]:
        events: list[dict[str, object]] = super().heard(t, seat, since)
        for event, told in zip((t.sink or [])[since:], events, strict=True):
            if told["type"] == "stole":
                told["id"] = str(event.card.seen_by(event.seat))
        return events


class Oracle(MAGPIES):  # type: ignore[misc]
    """A refusal depends on a rival's hand: its rule is cited only if somebody holds a red 1."""

    @property
    def refusals(self) -> dict[str, str]:
        told = dict(REFUSALS)
        held = self.table is not None and any(0 in hand for hand in self.table.hands)
        return told | {"not_held": "MAGP-3" if held else ""}

    table: Any = None

    def look(self, t: Table, seat: int | None) -> View:
        self.table = t
        view: View = super().look(t, seat)
        return view


class Counter(MAGPIES):  # type: ignore[misc]
    """A number in the line counts rows that were hidden from the seat."""

    def line(self, t: Any, seat: int | None = -1) -> str:
        high = sum(1 for hand in t.hands for card in hand if card > 7)
        return f"{super().line(t, seat)} {high if seat != -1 else ''}".strip()


class KeptBits(MAGPIES):  # type: ignore[misc]
    """A third party's bit is kept after a theft: everybody learns what was stolen."""

    def seen(self, t: Any, eyes: Eyes) -> Any:
        masks = list(t.knows.masks)
        if not eyes.everything:
            for seat, hand in enumerate(t.hands):
                for card in hand[2:]:  # what was added to a full hand came by theft
                    masks[card] |= only(eyes.eye) | only(seat)
        real, t.knows = t.knows, Knowledge(masks)
        view = super().seen(t, eyes)
        t.knows = real
        return view


def fields(view: Any) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__struct_fields__}


def leaks(game: Game) -> bool:
    try:
        for seed in range(40):
            check_twins(game, 3, seed)
    except Leak:
        return True
    return False


def test_nothing_planted_nothing_found() -> None:
    assert not leaks(Honest())


@pytest.mark.parametrize("planted", [HandOrder, RivalsHand, CardId, Oracle, Counter, KeptBits])
def test_each_planted_leak_is_found(planted: type[Game]) -> None:
    assert leaks(planted())
