"""The page at the door: the built web client where there is one, else a word on how to come in."""

from pathlib import Path
from typing import Final

PLAIN: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parlour</title>
<h1>Parlour</h1>
<p>The tavern is open.  Sit down from a terminal: <code>parlour join</code> and this address.</p>
<p>Таверна открыта.  Сесть за стол из терминала: <code>parlour join</code> и этот адрес.</p>
</html>
"""


def page(client: Path | None) -> str:
    if client is not None and (client / "index.html").is_file():
        return (client / "index.html").read_text(encoding="utf-8")
    return PLAIN
