"""A picture of a training: how much one learnt seat wins among normal bots, as time goes on."""

import json
from pathlib import Path
from typing import Any, Final

WIDTH, HEIGHT, LEFT, TOP = 720, 420, 60, 50
FRAME: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" font-family="sans-serif"'
    ' font-size="14"><rect width="{w}" height="{h}" fill="#fff"/>\n{inside}\n</svg>\n'
)
COLOURS: Final = ("#8a2f1d", "#1d5c8a", "#3d7a2a", "#8a6a1d", "#5a2d82", "#1d8a80")


def curves(folder: Path) -> None:
    """Write `curves.svg` beside the record."""
    lines = (folder / "record.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    head = next(row for row in rows if "game" in row)
    told = [row for row in rows if "entropy" in row and row["alone"]]
    (folder / "curves.svg").write_text(picture(head["game"], told), encoding="utf-8")


def picture(game: str, rows: list[dict[str, Any]]) -> str:
    inside = [said(16, 28, f"{game}: victories of one learnt seat among normal bots")]
    last = max([1, *(row["decisions"] for row in rows)])
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = height(share)
        inside.append(f'<path d="M{LEFT} {y}H{WIDTH - 100}" stroke="#ddd"/>')
        inside.append(said(16, y + 5, f"{share:.2f}"))
    counts = sorted({int(players) for row in rows for players in row["alone"]})
    for number, players in enumerate(counts):
        colour = COLOURS[number % len(COLOURS)]
        points = [
            (across(row["decisions"] / last), height(row["alone"][str(players)][0]))
            for row in rows
            if str(players) in row["alone"]
        ]
        path = " ".join(f"{x},{y}" for x, y in points)
        inside.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = points[-1]
        inside.append(said(x + 8, y + 5, f"{players} players", colour))
    inside.append(said(LEFT, HEIGHT - 14, f"0 to {last / 1e6:.0f} million decisions"))
    return FRAME.format(w=WIDTH, h=HEIGHT, inside="\n".join(inside))


def said(x: float, y: float, text: str, colour: str = "#222") -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}">{text}</text>'


def across(part: float) -> int:
    return round(LEFT + (WIDTH - 100 - LEFT) * part)


def height(share: float) -> int:
    return round(HEIGHT - 50 - (HEIGHT - 50 - TOP) * share)
