"""The table in a terminal for a room that draws none of its own: its view, field by field."""

from itertools import groupby
from typing import Any, Final

import msgspec

from parlour.core.drawing import UNKNOWN
from parlour.core.view import View
from parlour.core.words import Speaker

_COMMON: Final = frozenset(View.__struct_fields__)


def plain_screen(view: View, speaker: Speaker) -> str:
    """What everybody shares, then what lies before each seat.  The client's plain board in text."""
    fields = msgspec.to_builtins(view).items()
    own = {name: value for name, value in fields if name not in _COMMON}
    seated = [name for name, value in own.items() if is_by_seat(value, view.players)]
    lines = [row(speaker, name, own[name]) for name in own if name not in seated]
    for seat in range(view.players):
        sign = "▶" if view.turn == seat and view.over is None else " "
        lines += ["", f"{sign} {speaker.names[seat]}"]
        lines += [f"    {row(speaker, name, own[name][seat])}" for name in seated]
    return "\n".join(lines).lstrip("\n")


def is_by_seat(value: Any, players: int) -> bool:
    """A list of texts is a pile, however many there are."""
    if not isinstance(value, list) or len(value) != players:
        return False
    return not any(isinstance(one, str) for one in value)


def row(speaker: Speaker, name: str, value: Any) -> str:
    label = speaker.game.words.name(speaker.lang, name).replace("_", " ")
    return f"{label}: {said(speaker, name, value) or '–'}"


def said(speaker: Speaker, name: str, value: Any) -> str:
    """A value in people's words; things alike that lie side by side are counted."""
    if isinstance(value, dict):
        inside = value.items()
        return ", ".join(f"{speaker.fact('', key)} {said(speaker, key, v)}" for key, v in inside)
    if isinstance(value, list):
        runs = groupby([said(speaker, name, one) for one in value])
        return ", ".join(counted(one, len(list(same))) for one, same in runs)
    if value is None or value is False:
        return "–"
    if value is True:
        return "✓"
    return value if value == UNKNOWN else str(speaker.fact(name, value))


def counted(one: str, count: int) -> str:
    return one if count == 1 else f"{one} × {count}"
