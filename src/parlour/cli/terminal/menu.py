"""Choices grouped by what is chosen, each thing with a number and the places it may go to.

`bang:7C@1` and `bang:7C@2` are one thing with two places.  A person types the number of the thing
and the place, `3 1`, or the number alone where there is no choice of places.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final, final

from parlour.cli.lines import Question
from parlour.cli.show import Numbers, brief_texts
from parlour.cli.terminal.wording import place_words, thing_words
from parlour.core.decision import FIRST_OFFER, Choice
from parlour.core.ids import ChoiceId
from parlour.core.words import Speaker

PLACE: Final = re.compile(r"([a-z]?)(\d+)")
"""A place whose label stands on the table itself: `g3`, `c1`, `25`."""
RUN: Final = 3
"""So many places in a row are shown as the first and the last."""


@final
class Place:
    """Where a thing may go: what is typed, what is shown, and the choice it makes."""

    def __init__(self, token: str, said: str, choice: Choice) -> None:
        self.token: Final = token
        self.said: Final = said
        self.text: Final = choice.text

    def fits(self, said: str) -> bool:
        return said.casefold() in (self.token.casefold(), self.said.casefold())

    def begins(self, said: str) -> bool:
        begun = said.casefold()
        return self.token.casefold().startswith(begun) or self.said.casefold().startswith(begun)


@final
class Thing:
    """What is chosen: its number, its name, its short text, and its places, if it has any.

    The only thing that is asked for has no number: its places are enough.
    """

    def __init__(self, what: str, said: str, choices: list[tuple[Choice, str]]) -> None:
        self.what: Final = what
        self.said: Final = said
        self.number: int | None = None
        self.is_offer: Final = choices[0][0].is_offer
        self.text: Final = choices[0][0].text
        self.brief: Final = choices[0][1]
        self.places: list[Place] = []

    def find(self, said: str) -> Place | None:
        """The place that was typed: whole, or the beginning of one alone."""
        exact = [place for place in self.places if place.fits(said)]
        begun = exact or [place for place in self.places if place.begins(said)]
        return begun[0] if len(begun) == 1 else None


class Menu:
    """The things that may be chosen now.  A thing keeps its number while the same is asked."""

    def __init__(self) -> None:
        self.numbers = Numbers()
        self.things: list[Thing] = []
        self.open: Thing | None = None
        """The thing that was chosen without a place."""

    def lay_out(self, question: Question, speaker: Speaker) -> None:
        briefs = brief_texts(question.choices)
        groups: dict[tuple[bool, str], list[tuple[Choice, str]]] = {}
        for choice, brief in zip(question.choices, briefs, strict=True):
            groups.setdefault((choice.is_offer, parted(choice.text)[0]), []).append((choice, brief))
        self.open = None
        self.things = [
            Thing(what, thing_words(speaker, question, what), choices)
            for (_, what), choices in groups.items()
        ]
        for thing, choices in zip(self.things, groups.values(), strict=True):
            thing.places = places(choices, speaker)
        self._number(question.ask)

    def _number(self, ask: str) -> None:
        asked = [thing for thing in self.things if not thing.is_offer]
        sole = asked[0] if len(asked) == 1 and len(asked[0].places) > 1 else None
        rows = [thing for thing in self.things if thing is not sole]
        named = [Choice(first_id(thing), thing.what, thing.what) for thing in rows]
        for thing, (number, _) in zip(rows, self.numbers.give(ask, named), strict=True):
            thing.number = number

    def chosen(self, said: str) -> str | None:
        """The text of a choice; None if a thing has to be placed yet; else what was said."""
        opened, self.open = self.open, None
        unplaced = [opened] if opened else [thing for thing in self.things if not thing.number]
        for thing in unplaced:
            if place := thing.find(said):
                return place.text
        number, _, rest = said.replace("@", " ").partition(" ")
        found = next((thing for thing in self.things if str(thing.number) == number), None)
        return said if found is None else self._placed(found, rest.strip(), said)

    def _placed(self, thing: Thing, where: str, said: str) -> str | None:
        if not where and len(thing.places) < 2:
            return thing.text
        if not where:
            self.open = thing
            return None
        place = thing.find(where)
        return place.text if place else said

    def completions(self, before: str) -> Iterable[str]:
        """What may follow these words: the texts of choices, or the places of a thing."""
        if before in ("", "why"):
            return [text for thing in self.things for text in texts(thing)]
        found = next((thing for thing in self.things if str(thing.number) == before), None)
        return [place.token for place in found.places] if found else []


def first_id(thing: Thing) -> ChoiceId:
    return ChoiceId(FIRST_OFFER if thing.is_offer else 0)


def texts(thing: Thing) -> list[str]:
    return [place.text for place in thing.places] or [thing.text]


def parted(text: str) -> tuple[str, str]:
    """What is chosen and where it goes; of two cards together, the one and the other."""
    what, _, where = text.partition("@")
    if where:
        return what, where
    what, plus, where = text.partition("+")
    return what + plus, where


def places(choices: list[tuple[Choice, str]], speaker: Speaker) -> list[Place]:
    found = []
    for choice, brief in choices:
        what, where = parted(choice.text)
        if where:
            found.append(Place(parted(brief)[1], place_words(speaker, what, where), choice))
    return sorted(found, key=order)


def order(place: Place) -> tuple[str, int]:
    """Places of one kind by their numbers; the others stay where they were."""
    match = PLACE.fullmatch(place.token)
    return (match[1], int(match[2])) if match else ("~", 0)


def runs(tokens: list[str]) -> list[str]:
    """`g1 g2 g3 g5` as `g1–g3 g5`."""
    found: list[str] = []
    matches = [PLACE.fullmatch(token) for token in tokens]
    steps = [(m[1], int(m[2]) - k) if m else (tokens[k], 0) for k, m in enumerate(matches)]
    for _, run in groupby(range(len(tokens)), key=lambda k: steps[k]):
        row = [tokens[k] for k in run]
        found += [f"{row[0]}–{row[-1]}"] if len(row) >= RUN else row
    return found
