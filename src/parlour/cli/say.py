"""Sentences of the command line, in the language of whoever runs it."""

import os
import sys
from functools import cache

from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, spoken
from parlour.core.words import Speaker, Words
from parlour.games import all_games


def language() -> str:
    """The language that the machine is set to, if it is one of the house."""
    for name in ("PARLOUR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return spoken([value])
    return DEFAULT


@cache
def words() -> Words:
    return Words("parlour.cli")


def text(key: str, lang: str = "", **facts: object) -> str:
    return words().say(lang or language(), key, **facts)


def complain(refusal: Refusal, id: str = "") -> None:
    """Say the refusal in words; a room has words of its own."""
    speaker = Speaker(all_games().get(id), language(), [])
    print(refused(speaker, refusal), file=sys.stderr)


def refused(speaker: Speaker, refusal: Refusal) -> str:
    """The sentence, and under it what could be typed instead, if there is an example."""
    return with_example(speaker.refusal(refusal), speaker.example(refusal), speaker.lang)


def with_example(said: str, example: str, lang: str) -> str:
    return f"{said}\n{text('play.example', lang, example=example)}" if example else said
