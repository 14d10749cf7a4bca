"""A picture of figures: an SVG with horizontal bars, in groups that each have their own scale."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

import msgspec

WIDTH: Final = 900
LABEL: Final = 330
BAR: Final = 430
LINE: Final = 20
COLOURS: Final = {"ours": "#2f6f4f", "peer": "#b5793a"}
FRAME: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
height="{height}" font-family="sans-serif" font-size="13" fill="#222">
<rect width="100%" height="100%" fill="#fff"/>
{inside}
</svg>
"""


class Bar(msgspec.Struct):
    """A bar with a label before it and a text after it; `whose`: ours or a peer's."""

    label: str
    value: float
    text: str
    whose: str = "ours"


class Group(msgspec.Struct):
    """Bars of one unit under a title.  The longest fills the width."""

    title: str
    bars: list[Bar]


def svg(title: str, groups: Sequence[Group], notes: Sequence[str] = ()) -> str:
    lines = [said(16, 28, title, 'font-size="17"')]
    y = 40
    for group in groups:
        y += LINE + 8
        lines.append(said(16, y, group.title, 'font-weight="bold"'))
        most = max((bar.value for bar in group.bars), default=0.0) or 1.0
        for bar in group.bars:
            y += LINE
            lines += drawn(bar, y, BAR * bar.value / most)
    y += LINE
    for note in notes:
        y += LINE
        lines.append(said(16, y, note))
    return FRAME.format(width=WIDTH, height=y + LINE, inside="\n".join(lines))


def drawn(bar: Bar, y: int, length: float) -> list[str]:
    place = f'x="{LABEL}" y="{y - 12}" width="{length:.1f}" height="15"'
    return [
        said(LABEL - 8, y, bar.label, 'text-anchor="end"'),
        f'<rect {place} fill="{COLOURS[bar.whose]}"/>',
        said(round(LABEL + length + 6), y, bar.text),
    ]


def said(x: int, y: int, text: str, how: str = "") -> str:
    return f'<text x="{x}" y="{y}" {how}>{escape(text)}</text>'
