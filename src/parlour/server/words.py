"""Refusals in people's words: the room's, the server's, the kernel's, in this order."""

from collections.abc import Sequence
from typing import Final

from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.core.language import DEFAULT, spoken
from parlour.core.words import Speaker, Words
from parlour.games import all_games

WORDS: Final = Words("parlour.server")


def refusal_text(
    refusal: Refusal, lang: str, game: Game | None = None, names: Sequence[str] = ()
) -> str:
    """The sentence of a refusal; never an error of its own.  `names`: of the people, by seat."""
    speaker = Speaker(game or _room_of(refusal), lang, list(names))
    key = f"refusals.{refusal.code}"
    try:
        if WORDS.has(key):
            return WORDS.say(lang, key, **refusal.facts)
        return speaker.refusal(refusal)
    except (KeyError, TypeError, ValueError):
        return refusal.code


def example(refusal: Refusal, game: Game | None) -> str:
    """What somebody at a terminal could type instead."""
    return Speaker(game, DEFAULT, []).example(refusal)


def _room_of(refusal: Refusal) -> Game | None:
    """Whose rule it is, where there is no table yet: every refusal of a room cites one."""
    cited = (refusal.code, refusal.rule)
    games = all_games().values() if refusal.rule else ()
    return next((game for game in games if cited in game.refusals.items()), None)


def best_language(header: str) -> str:
    """The first language of an Accept-Language header that is spoken here."""
    return spoken(header.split(",")[:10])
