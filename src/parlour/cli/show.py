"""Choices as a terminal shows them: one row for each thing, its places beside it, all numbered."""

from collections.abc import Iterator
from itertools import count
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final

from parlour.core.decision import Choice
from parlour.core.game import Game

ANY_TIME: Final = 101
"""What may be done at any time is numbered from here on, whatever is being asked."""
MOST: Final = 800
"""So many standing offers are remembered before those that are gone are forgotten."""
GAP: Final = "\0"


class Numbers:
    """The numbers of choices.  A choice keeps its own while the same is asked again and again."""

    def __init__(self) -> None:
        self.ask = ""
        self.answers: dict[str, int] = {}
        self.offers: dict[str, int] = {}

    def give(self, ask: str, choices: list[Choice]) -> list[tuple[int, Choice]]:
        """Every choice with its number.  No `ask`: nothing but standing offers."""
        if ask and ask != self.ask:
            self.ask, self.answers = ask, {}
        self._answer([choice.text for choice in choices if not choice.is_offer])
        self._offer([choice.text for choice in choices if choice.is_offer])
        given = self.answers | self.offers
        return [(given[choice.text], choice) for choice in choices]

    def chosen(self, said: str) -> str:
        """The text of the choice with this number; whatever else was said is left as it is."""
        given = self.answers | self.offers
        return next((text for text, n in given.items() if str(n) == said), said)

    def _answer(self, texts: list[str]) -> None:
        """What is gone frees its number for what is new, the lowest first."""
        if not texts:
            return
        if own := own_numbers(texts):
            self.answers = own
            return
        self.answers = {text: n for text, n in self.answers.items() if text in texts}
        free = unused(self.answers, 1)
        for text in texts:
            if text not in self.answers:
                self.answers[text] = next(free)

    def _offer(self, texts: list[str]) -> None:
        """What comes and goes comes back under its old number."""
        if len(self.offers) + len(texts) > MOST:
            self.offers = {text: n for text, n in self.offers.items() if text in texts}
        free = unused(self.offers, ANY_TIME)
        for text in texts:
            if text not in self.offers:
                self.offers[text] = next(free)


def unused(given: dict[str, int], least: int) -> Iterator[int]:
    taken = set(given.values())
    return (n for n in count(least) if n not in taken)


def own_numbers(texts: list[str]) -> dict[str, int]:
    """Where everything that is asked for is a number itself (`call@25`), it needs no other one."""
    parts = [text.partition("@") for text in texts]
    words = {word for word, _, _ in parts}
    if len(words) > 1 or not all(place.isdecimal() for _, _, place in parts):
        return {}
    found = {text: int(place) for text, (_, _, place) in zip(texts, parts, strict=True)}
    return found if max(found.values()) < ANY_TIME else {}


def list_choices(game: Game, lang: str, rows: list[tuple[int, Choice]], names: list[str]) -> None:
    briefs = brief_texts([choice for _, choice in rows])
    groups: dict[str, list[tuple[int, str, str]]] = {}
    for (number, _), shown in zip(rows, briefs, strict=True):
        what, _, place = shown.partition("@")
        groups.setdefault(what, []).append((number, shown, place))
    for what, group in groups.items():
        said = in_words(game, lang, what)
        if group[0][2]:
            print_row(f"  {what:<14} {said:<16} ", spots(group, names))
        else:
            print("\n".join(f"  {k:>2}) {shown:<14} {said}".rstrip() for k, shown, _ in group))


def spots(group: list[tuple[int, str, str]], names: list[str]) -> list[str]:
    """The places of one thing, each with its number; a seat with whoever sits there."""
    if all(place == str(number) for number, _, place in group):
        return [f"{number:>2}" for number in sorted(number for number, _, _ in group)]
    people = {str(seat): f"{seat} {name}" for seat, name in enumerate(names)}
    return [f"{number:>2}) {people.get(place, place):<3}" for number, _, place in sorted(group)]


def print_row(head: str, parts: list[str]) -> None:
    """Print a row, broken between its parts to fit the width of the terminal."""
    joined = "  ".join(part.replace(" ", GAP) for part in parts)
    width = max(get_terminal_size((100, 24)).columns - len(head), 20)
    for line in wrap(joined, width, break_long_words=False, break_on_hyphens=False):
        print(f"{head}{line.replace(GAP, ' ')}".rstrip())
        head = " " * len(head)


def in_words(game: Game, lang: str, what: str) -> str:
    """The card or thing of a choice in people's words, where they differ."""
    word, _, token = what.rpartition(":")
    names = [game.name(part, lang) for part in (token, word) if part]
    return next((name for name in names if name not in (token, word)), "")


def brief_texts(choices: list[Choice]) -> list[str]:
    """The short form where it is unmistakable."""
    briefs = [choice.brief for choice in choices]
    return [c.brief if briefs.count(c.brief) == 1 else c.text for c in choices]
