"""Which screen a game is shown on: drawn pages, or plain lines."""

import os
import sys
from collections.abc import Sequence

from parlour.cli.lines import Lines
from parlour.core.words import Speaker


def open_screen(speaker: Speaker, commands: Sequence[str]) -> Lines:
    """Pages on a terminal that a person reads and types at, plain lines otherwise."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return Lines(speaker, commands)
    from parlour.cli.terminal.page import Page

    return Page(speaker, commands)
