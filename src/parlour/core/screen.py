"""The table in a terminal: panels, and lines for a room that draws none of its own.

A panel is what a room says about a part of the table; how it is drawn is up to the terminal.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, final

import msgspec

from parlour.core.drawing import UNKNOWN
from parlour.core.view import View
from parlour.core.words import Speaker

_COMMON: Final = frozenset(View.__struct_fields__)


@final
class Panel:
    """A part of the table: a title, and rows of cells.

    `seat` is whose part it is.  `narrow` are the rows for a window that is too narrow for `rows`.
    """

    def __init__(
        self,
        title: str,
        rows: Sequence[tuple[str, ...]],
        seat: int | None = None,
        narrow: Sequence[tuple[str, ...]] = (),
    ) -> None:
        self.title: Final = title
        self.rows: Final = rows
        self.seat: Final = seat
        self.narrow: Final = narrow


def lined(lines: Sequence[str]) -> list[tuple[str, ...]]:
    """Lines as rows of one cell each."""
    return [(line,) for line in lines]


def plain_panels(view: View, speaker: Speaker) -> list[Panel]:
    """What everybody shares, then what lies before each seat.  The client's plain board in text."""
    fields = msgspec.to_builtins(view).items()
    own = {name: value for name, value in fields if name not in _COMMON}
    seated = [name for name, value in own.items() if is_by_seat(value, view.players)]
    shared = [row(speaker, name, own[name]) for name in own if name not in seated]
    panels = [Panel("", lined(shared))] if shared else []
    for seat in range(view.players):
        rows = lined([row(speaker, name, own[name][seat]) for name in seated])
        panels.append(Panel(speaker.names[seat], rows, seat))
    return panels


def plain_screen(view: View, speaker: Speaker) -> str:
    """The plain panels as lines, one below the other."""
    lines: list[str] = []
    for panel in plain_panels(view, speaker):
        if panel.seat is None:
            lines += [cells[0] for cells in panel.rows]
            continue
        sign = "▶" if view.turn == panel.seat and view.over is None else " "
        lines += ["", f"{sign} {panel.title}", *[f"    {cells[0]}" for cells in panel.rows]]
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
