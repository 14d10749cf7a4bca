"""A table as panels: what everybody shares, the others side by side, one's own at the bottom."""

import re
from itertools import groupby
from typing import Final

from rich.box import ROUNDED
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.panel import Panel as Box
from rich.table import Table as Grid
from rich.text import Text

from parlour.cli.terminal.colours import SEATS, coloured
from parlour.core.screen import Panel
from parlour.core.view import View
from parlour.core.words import Speaker

PARTS: Final = re.compile(r".+?(?:, | {2,}|: |$)")
"""What a line lists: parts with commas, colons or wide spaces between them."""
BESIDE: Final = 38
"""Columns that a panel needs to stand beside another."""
EDGES: Final = 2
"""Columns of the left and the right edge of a panel."""


def drawn_table(view: View, speaker: Speaker, console: Console) -> RenderableType:
    """What a room names after the seats comes after them, too."""
    panels: list[Panel] = speaker.game.panels(view, speaker.lang, speaker.names)
    seats = [k for k, panel in enumerate(panels) if panel.seat is not None] or [len(panels)]
    others = [panel for panel in panels if panel.seat not in (None, view.eyes)]
    own = [panel for panel in panels if panel.seat is not None and panel.seat == view.eyes]
    width = console.width

    def drawn(some: list[Panel]) -> list[Box]:
        return [drawn_panel(panel, view, speaker, width) for panel in some]

    above, after = panels[: seats[0]], [p for p in panels[seats[0] :] if p.seat is None]
    beside = side_by_side(others, view, speaker, console)
    return Group(*drawn(above), beside, *drawn(own), *drawn(after))


def side_by_side(panels: list[Panel], view: View, speaker: Speaker, console: Console) -> Grid:
    """As many beside each other as fit, those of a row equally high."""
    across = max(1, min(console.width // BESIDE, len(panels)))
    width = console.width // across
    grid = Grid.grid()
    for _ in range(across):
        grid.add_column(width=width)
    for k in range(0, len(panels), across):
        row = [drawn_panel(panel, view, speaker, width) for panel in panels[k : k + across]]
        narrow = console.options.update(width=width)
        height = max(len(console.render_lines(box, narrow)) for box in row)
        for box in row:
            box.height = height
        grid.add_row(*row)
    return grid


def drawn_panel(panel: Panel, view: View, speaker: Speaker, width: int) -> Box:
    turn = panel.seat is not None and panel.seat == view.turn and view.over is None
    title = panel.title or speaker.game.words.say(speaker.lang, "title")
    head = coloured(f"{'▶ ' if turn else ''}{title}", speaker, "bold not dim")
    colour = "dim" if panel.seat is None else SEATS[panel.seat % len(SEATS)]
    rows, edges = panel.rows, 2 * EDGES
    if panel.narrow and widest(panel) > width - edges:
        edges = EDGES
        rows = panel.narrow if widest(panel) > width - edges else rows
    blocks = [list(rows) for _, rows in groupby(rows, key=len)]
    body = Group(*[block(rows, speaker, width - edges) for rows in blocks])
    return boxed(body, head, colour if turn or panel.seat is None else f"dim {colour}", edges)


def widest(panel: Panel) -> int:
    return max(cell_len(cells[0]) for cells in panel.rows)


def block(rows: list[tuple[str, ...]], speaker: Speaker, width: int) -> RenderableType:
    """Rows of as many cells, in columns."""
    if len(rows[0]) == 1:
        lines = [line for cells in rows for line in broken(cells[0], width)]
        return Text("\n").join(coloured(line, speaker) for line in lines)
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for cells in rows:
        grid.add_row(*[coloured(cell, speaker) for cell in cells])
    return grid


def broken(line: str, width: int) -> list[str]:
    """A line that is too long, broken between the things it lists and not inside one."""
    if cell_len(line) <= width:
        return [line]
    lines = [""]
    for part in PARTS.findall(line):
        if lines[-1] and cell_len(lines[-1] + part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return [line.rstrip() for line in lines]


def boxed(body: RenderableType, title: Text, colour: str, edges: int = 2 * EDGES) -> Box:
    padding = (0, edges // EDGES - 1)
    return Box(
        body, box=ROUNDED, title=title, title_align="left", border_style=colour, padding=padding
    )
