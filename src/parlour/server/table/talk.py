"""Table talk: ready phrases in every language, free text where the table allows it.

Bounded by what has been said, which is in the log: every node and every restart counts alike.
"""

from typing import Final

from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT
from parlour.server.table import rows
from parlour.server.table.deeds import Deed
from parlour.server.table.names import tidy_talk
from parlour.server.table.sitting import Sitting
from parlour.server.words import WORDS

LONGEST: Final = 200
MOST: Final = 5
SPAN_MS: Final = 10_000

PHRASES: Final = [
    key.removeprefix("phrases.") for key in WORDS.texts(DEFAULT) if key.startswith("phrases.")
]


def say(seat: int, phrase: str, text: str, mid: str) -> Deed:
    def deed(s: Sitting, now: int) -> list[rows.Body]:
        if s.heard_of(seat, mid):
            return []
        if s.phase in ("frozen", "closed"):
            raise Refusal(f"table_{s.phase}")
        if muted(s, seat):
            raise Refusal("dead_silent")
        _check(s, phrase, text)
        recent = [line for line in s.chat if line.seat == seat and now - SPAN_MS < line.at <= now]
        if len(recent) >= MOST:
            raise Refusal("too_much_talk", facts={"number": MOST, "count": SPAN_MS // 1000})
        return [rows.Said(seat, phrase, tidy_talk(text), mid)]

    return deed


def muted(s: Sitting, seat: int) -> bool:
    """A seat that is out of the game knows what others must not; it may talk when that is over."""
    t = s.game_table
    return not s.config.dead_talk and s.playing and t is not None and not t.plays(seat)


def _check(s: Sitting, phrase: str, text: str) -> None:
    if s.config.chat == "off":
        raise Refusal("no_talk")
    if bool(phrase) == bool(tidy_talk(text)):
        raise Refusal("bad_message", facts={"reason": "phrase or text"})
    if phrase and phrase not in PHRASES:
        raise Refusal("unknown_phrase", facts={"name": phrase})
    if text and s.config.chat != "free":
        raise Refusal("phrases_only")
    if len(text) > LONGEST:
        raise Refusal("too_long", facts={"number": LONGEST})
