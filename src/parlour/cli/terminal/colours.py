"""Colour for what is said: suits, hearts, rule numbers, the names of people and of things."""

import re
from typing import Final

from rich.text import Text

from parlour.core.words import Speaker

SEATS: Final = (
    "bright_cyan",
    "bright_yellow",
    "bright_magenta",
    "bright_green",
    "bright_blue",
    "bright_red",
    "cyan",
    "yellow",
)
RULE: Final = r"\[[A-Z]+-[A-Z]?\d+\]"
UNSAFE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters: a name or a chat line must not steer the terminal."""


def coloured(said: str, speaker: Speaker, style: str = "") -> Text:
    text = Text(UNSAFE.sub("", said), style)
    text.highlight_regex("[♥♦]", "red")
    text.highlight_regex("[♣♠]", "bold")
    text.highlight_regex("▶", "bold green")
    text.highlight_regex(RULE, "dim")
    for token, colour in speaker.game.colours.items() if speaker.game else ():
        text.highlight_regex(whole(speaker.game.name(token, speaker.lang)), colour)
    for seat, name in enumerate(speaker.names):
        text.highlight_regex(whole(name), SEATS[seat % len(SEATS)])
    return text


def whole(name: str) -> re.Pattern[str]:
    """The name as a word of its own, not inside another one."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
