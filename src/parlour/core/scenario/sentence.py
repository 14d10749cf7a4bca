"""The sentences of a scenario's play, and the words in them with their places."""

import re
from typing import Final

from parlour.core.scenario.scene import Slip, Step

_SEAT = r"(?P<seat>\w+)"
_WHO = r"(?P<who>\w+)"  # a seat, or the house
_EYES = r"(?P<eyes>\w+)"  # a seat, or whoever looks on
_PATH = r"(?P<path>\w+(?:\.(?:\w+|\*))*)"
_SEEN = rf"(?:{_EYES} sees )?{_PATH}"
_REFUSAL = r"(?P<code>\w+)(?: (?P<rule>\S+))?"
_EVENT = r"(?P<kind>\w+)(?: (?P<facts>.*))?"
_NUMBERS = r"(?P<numbers>-?\d+(?: -?\d+)*)"

_GRAMMAR: Final[dict[str, str]] = {
    "events": r"events: (?P<told>.+)",
    "answer": rf"{_WHO}: (?P<choice>.+)",
    "nobody": r"nobody is asked",
    "impossible": rf"no such table: {_REFUSAL}",
    "hears_only": rf"{_EYES} hears only: (?P<told>.+)",
    "asked": rf"{_SEAT} is asked (?P<ask>\w+)",
    "not_asked": rf"{_SEAT} is not asked",
    "may_undo": rf"{_SEAT} may (?:undo(?P<consent> by consent)?|(?P<no>not )undo)",
    "may_only": rf"{_SEAT} may only (?P<choices>.+)",
    "may_not": rf"{_SEAT} may not (?P<choice>.+?): {_REFUSAL}",
    "may_not_why": rf"{_SEAT} may not (?P<choice>.+)",
    "may": rf"{_SEAT} may (?P<choices>.+)",
    "submits": rf"{_WHO} submits (?P<choice>.+?) and is refused: {_REFUSAL}",
    "default": rf"by default {_SEAT} answers (?P<choice>.+)",
    "event": rf"(?P<no>no )?event {_EVENT}",
    "hears": rf"{_EYES} (?:hears|(?P<no>does not )hear) {_EVENT}",
    "in_all": rf"{_SEEN} counts (?P<number>\d+) in all",
    "adds_up": rf"{_SEEN} adds up to (?P<number>-?\d+)",
    "fact": rf"{_SEEN} (?P<op>=|is not|(?:is )?exactly|has|lacks|counts) (?P<value>.+)",
    "sees": rf"{_EYES} (?:sees|(?P<no>does not )see) (?P<token>\S+)",
    "over": r"the game is over(?:: (?P<reason>\w+))?",
    "goes_on": r"the game goes on",
    "next_game": r"next game",
    "series_over": r"the series is over",
    "series_goes_on": r"the series goes on",
    "wins_series": r"(?P<winners>\w+(?:, \w+)*(?: and \w+)?) wins? the series",
    "wins": r"(?P<winners>\w+(?:, \w+)*(?: and \w+)?) wins?",
    "scores": rf"scores {_NUMBERS}",
    "points": rf"points {_NUMBERS}",
}
_PATTERNS: Final = {act: re.compile(pattern) for act, pattern in _GRAMMAR.items()}
SHOWN: Final = frozenset({"answer", "may_not", "submits", "next_game"})
"""What a lesson shows: deeds, tries that are refused, and the next game of a series."""


class Sentence:
    """What a line of the play says: the act, and its words by name."""

    def __init__(self, step: Step, act: str, found: re.Match[str]) -> None:
        self.step: Final = step
        self.act: Final = act
        self.words: Final[dict[str, str]] = {n: w or "" for n, w in found.groupdict().items()}
        self.at: Final[dict[str, int]] = {name: found.start(name) for name in self.words}

    def slip(self, name: str, reason: str, inside: int = 0) -> Slip:
        """A complaint about one of the words, or about a part of it."""
        return Slip(self.step.spot(max(0, self.at.get(name, 0)) + inside), reason)


def read_sentence(step: Step) -> Sentence:
    for act, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(step.text):
            return Sentence(step, act, found)
    raise Slip(step.spot(), f"this is no sentence of docs/scenarios.md: {step.text}")


class Told:
    """One entry of a list of events: the kind, its facts, how often, and where it stands."""

    def __init__(self, kind: str, facts: str, times: int, at: int, facts_at: int) -> None:
        self.kind: Final = kind
        self.facts: Final = facts
        self.times: Final = times
        self.at: Final = at
        self.facts_at: Final = facts_at


def read_list(sentence: Sentence) -> list[Told]:
    """`drew seat=Anna ×2, wounded` as entries; `nothing` is an empty list."""
    text = sentence.words["told"]
    if text == "nothing":
        return []
    entries: list[Told] = []
    at = 0
    for part in split_commas(text):
        found = re.fullmatch(r"(\s*)(\w+)(?: (.*?))??(?: [×x](\d+))?\s*", part)
        if not found or (found[4] and int(found[4]) < 1):
            told = "an event is its kind, its facts and, if it comes more than once, ×2"
            raise sentence.slip("told", told, at)
        start = at + found.start(2)
        facts_at = at + found.start(3) if found[3] else start
        entries.append(Told(found[2], found[3] or "", int(found[4] or 1), start, facts_at))
        at += len(part) + 1
    return entries


def split_commas(text: str) -> list[str]:
    """At every comma that stands in no quotation."""
    parts = [""]
    quoted = False
    for sign in text:
        quoted ^= sign == '"'
        if sign == "," and not quoted:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
