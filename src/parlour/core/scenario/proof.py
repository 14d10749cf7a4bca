"""Proof-reading a scenario: before it is played, every name in it must mean something.

A sentence with an unknown name could never fail: `hands lacks bang:7X` holds although there is no
such card.  So each word is looked up in the table's lexicon, and a slip says what is known there.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from parlour.core import notation
from parlour.core.errors import BadText
from parlour.core.game import Game
from parlour.core.rulebook import rule_numbers
from parlour.core.scenario.lexicon import BOX, Lexicon
from parlour.core.scenario.scene import (
    NAME,
    Scene,
    Slip,
    Start,
    aims,
    known,
    names_in,
    no_seat,
    strays,
    words_in,
)
from parlour.core.scenario.sentence import Sentence, read_list, read_sentence
from parlour.core.scenario.sorts import Place
from parlour.core.scenario.source import Path, Source

HOUSE: Final = "house"
BYSTANDER: Final = "bystander"
_PIECE: Final = re.compile(r'"(?:\\.|[^"\\])*"|[^\s\[\]{}="]+|[\[\]{}]')
_JOINED: Final = re.compile(r"[^@+]+")
ABOUT_TEXTS: Final = ("unknown_", "no_such_", "must_", "not_in_game")
"""How refusals begin that say of a text that it means nothing: only with them it may."""
HEADING: Final = ("players", "options", "carry", "eyes")
"""Fields of every view that a position does not draw."""
DEEP: Final = ("lacks", "has", "sees")
"""Words that look for something: of nothing they would always hold."""


def read_play(scene: Scene) -> tuple[list[Sentence], list[Slip]]:
    """The sentences of the play, and the lines that are none."""
    sentences: list[Sentence] = []
    slips: list[Slip] = []
    for step in scene.steps:
        try:
            sentences.append(read_sentence(step))
        except Slip as slip:
            slips.append(slip)
    return sentences, slips


def proof_read(scene: Scene, sentences: list[Sentence], lexicon: Lexicon) -> list[Slip]:
    """Every slip in the file, as far as it can be seen without playing."""
    found: list[Slip] = []
    for start in scene.starts:
        found += _Drawn(scene, lexicon).slips(start)
    reader = Proof(scene, lexicon)
    for sentence in sentences:
        found += reader.slips(sentence)
    return sorted(found, key=lambda slip: slip.spot)


def unwritten_rules(scene: Scene, game: Game) -> list[Slip]:
    """Rules that the scenario cites, but the book does not have."""
    book = rule_numbers(game.package)
    source: Source = scene.source
    return [
        Slip(source.spot(source.value(("rules", number))), no_rule(rule, book))
        for number, rule in enumerate(scene.rules)
        if book and rule not in book
    ]


def no_rule(rule: str, book: tuple[str, ...]) -> str:
    return f"the book has no rule {rule}{known(rule, book)}"


def no_word(word: str, lexicon: Lexicon) -> str:
    return f"nothing in this game is called {word}{known(word, lexicon.words)}"


class _Drawn:
    """Cards and other words in a position or a deal."""

    def __init__(self, scene: Scene, lexicon: Lexicon) -> None:
        self.source: Source = scene.source
        self.lexicon = lexicon

    def slips(self, start: Start) -> Iterator[Slip]:
        for name, value in start.written.items():
            if why := self.not_drawn(name, value):
                yield Slip(self.source.spot(self.source.key((*start.place, name))), why)
            elif name in self.lexicon.fields or name == "dice":
                yield from self.inside(value, (*start.place, name))
            if name == "dice" and isinstance(value, list):
                yield from self.dice(value, (*start.place, name))

    def dice(self, thrown: list[Any], path: Path) -> Iterator[Slip]:
        """Numbers from 0 on; below it a line writes the cards that are picked."""
        for number, die in enumerate(thrown):
            if type(die) is int and die < 0:
                told = f"no die shows {die}: a throw among 6 is a number from 0 to 5"
                yield Slip(self.source.spot(self.source.value((*path, number))), told)

    def not_drawn(self, name: str, value: Any) -> str:
        """Why this is a field, but cannot be drawn: it would be dropped, or mean something else."""
        if name in self.lexicon.only_shown:
            return f"{name} is only shown: it follows from the rest and cannot be drawn"
        if name in HEADING:
            return f"{name} is no part of a position: the head of the file says it"
        if name == "seed" and not re.fullmatch(r"[0-9a-f]{64}", str(value)):
            return "seed has 64 hex digits"
        return ""

    def inside(self, value: Any, path: Path) -> Iterator[Slip]:
        for at, name in names_in(value, path, self.source):
            if name not in self.lexicon.parts and not self.lexicon.knows(name):
                told = f"no part is called {name}{known(name, self.lexicon.parts)}"
                yield Slip(self.source.spot(at), told)
        for at, word in words_in(value, path, self.source):
            if not self.lexicon.knows(word):
                yield Slip(self.source.spot(at), no_word(word, self.lexicon))


class Proof:
    """Looks up the words of a sentence; a method for each kind of word."""

    def __init__(self, scene: Scene, lexicon: Lexicon) -> None:
        self.seats = scene.seats
        self.lexicon = lexicon

    def slips(self, sentence: Sentence) -> Iterator[Slip]:
        if sentence.act == "may_not_why":
            yield sentence.slip("choice", "a refusal is told with its code: may not …: code RULE")
            return
        try:
            for name, text in sentence.words.items():
                check = getattr(self, f"of_{name}", None)
                for inside, reason in check(text, sentence) if text and check else ():
                    yield sentence.slip(name, reason, inside)
        except Slip as slip:
            yield slip

    # --- people -----------------------------------------------------------------------------

    def of_seat(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in self.seats:
            yield 0, no_seat(text, self.seats)

    def of_who(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in (*self.seats, HOUSE):
            yield 0, no_seat(text, [*self.seats, HOUSE])

    def of_eyes(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in (*self.seats, BYSTANDER):
            yield 0, no_seat(text, [*self.seats, BYSTANDER])

    def of_winners(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        for word in re.finditer(r"\b(?!and\b)\w+", text):
            if word[0] not in self.seats:
                yield word.start(), no_seat(word[0], self.seats)

    # --- names of the rules -----------------------------------------------------------------

    def of_ask(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in self.lexicon.asks:
            yield 0, f"nobody is ever asked {text}{known(text, self.lexicon.asks)}"

    def of_code(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in self.lexicon.codes:
            yield 0, f"no refusal has the code {text}{known(text, self.lexicon.codes)}"

    def of_rule(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if self.lexicon.rules and text not in self.lexicon.rules:
            yield 0, no_rule(text, self.lexicon.rules)

    def of_reason(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in self.lexicon.game.reasons:
            yield 0, f"no game ends by {text}{known(text, self.lexicon.game.reasons)}"

    def of_numbers(self, text: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        if len(text.split()) != len(self.seats):
            yield 0, f"{sentence.act} are {len(self.seats)} numbers, one for each seat"

    # --- choices ----------------------------------------------------------------------------

    def of_choice(self, text: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        yield from self.of_choices(text, sentence)
        code = sentence.words.get("code", "")
        if code and not code.startswith(ABOUT_TEXTS):
            aimed = [inside for inside, _ in aims(text, self.seats)]
            for part in _JOINED.finditer(text):
                if part.start() not in aimed and not self.lexicon.says(part[0]):
                    yield part.start(), no_word(part[0], self.lexicon)

    def of_choices(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        for inside, name in aims(text, self.seats):
            yield inside, no_seat(name, self.seats)

    # --- what happened ----------------------------------------------------------------------

    def of_kind(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text not in self.lexicon.kinds:
            yield 0, f"no event is called {text}{known(text, self.lexicon.kinds)}"

    def of_facts(self, text: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        if sentence.words["kind"] in self.lexicon.kinds:
            yield from self.facts_of(sentence.words["kind"], text)

    def facts_of(self, kind: str, text: str) -> Iterator[tuple[int, str]]:
        names = self.lexicon.kinds[kind]
        places = self.lexicon.fact_places[kind]
        yield from self.values(text, "", names, f"{kind} has no fact", places)

    def of_told(self, _: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        for told in read_list(sentence):
            unknown = list(self.of_kind(told.kind, sentence))
            yield from ((told.at, reason) for _, reason in unknown)
            if told.facts and not unknown:
                for inside, reason in self.facts_of(told.kind, told.facts):
                    yield told.facts_at + inside, reason

    # --- what lies on the table -------------------------------------------------------------

    def of_path(self, text: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        names = text.split(".")
        starts = [found.start() for found in re.finditer(r"[^.]+", text)]
        for number, name in enumerate(names):
            if NAME.fullmatch(name) and name not in self.seats:
                yield starts[number], no_seat(name, self.seats)
                return
        if names[0] in BOX and sentence.words.get("eyes"):
            yield 0, f"nobody sees {names[0]}"
        if wrong := self.lexicon.inside(names):
            number, there = wrong
            what = "field" if number == 0 else "part"
            yield (
                starts[number],
                f"no {what} is called {names[number]}{known(names[number], there)}",
            )

    def of_value(self, text: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        op = sentence.words["op"]
        if op == "counts":
            if not text.isdecimal():
                yield 0, f"{text} is no number: counts 3, or counts 12 in all"
            return
        path = sentence.words["path"].split(".")
        if not self.lexicon.inside(path):
            yield from self.stand(text, self.lexicon.place(path), op)

    def of_token(self, text: str, _: Sentence) -> Iterator[tuple[int, str]]:
        if text == '""':
            yield 0, "an empty word is never seen"
        else:
            yield from self.stand(text, self.lexicon.anywhere(), "sees")

    def of_number(self, _: str, sentence: Sentence) -> Iterator[tuple[int, str]]:
        path = sentence.words["path"].split(".")
        if sentence.act != "adds_up" or self.lexicon.inside(path):
            return
        if not self.lexicon.place(path).counts:
            yield 0, f"no number ever stands in {path[0]}: there is nothing to add up"

    def stand(self, text: str, place: Place, op: str) -> Iterator[tuple[int, str]]:
        """Whether a value can stand at a place: its words, and its shape."""
        told = list(
            self.values(
                text, "_", sorted(self.lexicon.parts), "no part is called", {"_": place}, op
            )
        )
        yield from told or self.shape(text, place, op)

    def shape(self, text: str, place: Place, op: str) -> Iterator[tuple[int, str]]:
        """What holds of nothing, and lists where there is one thing alone."""
        read = notation.read(f"_=[{text}]")["_"]
        value = read[0] if len(read) == 1 else read
        if value == {}:
            yield 0, "{} is never found: what is absent is []"
        elif value == [] and op in DEEP:
            yield 0, f"{op} [] says nothing: name what is meant"
        elif isinstance(value, list) and op in ("lacks", "sees"):
            if any(isinstance(one, list) for one in value):
                yield 0, "words, numbers and groups are looked for, not lists"
        elif isinstance(value, list) and value and op != "has" and not place.many:
            yield 0, f"{place.name} is one thing, not a list"

    def values(
        self,
        text: str,
        around: str,
        names: Any,
        unknown: str,
        places: dict[str, Place],
        op: str = "=",
    ) -> Iterator[tuple[int, str]]:
        """Values as they are written, `name=value` or bare; `around`: they stand in a list."""
        if wrong := _unreadable(text, around):
            yield wrong
            return
        for piece in _pieces(text, self.seats):
            if piece.is_name:
                wanted = names if not piece.inside or around else sorted(self.lexicon.parts)
                if piece.word not in wanted and piece.word not in self.seats:
                    told = f"{unknown} {piece.word}{known(piece.word, wanted)}"
                    yield piece.at, told
                continue
            place = places.get(around or piece.fact)
            wrong_word = list(self.word(piece.word, piece.at))
            yield from wrong_word
            if place is not None and not wrong_word:
                yield from self.placed(piece, place, around, op)

    def placed(
        self, piece: "Piece", place: Place, around: str, op: str
    ) -> Iterator[tuple[int, str]]:
        """Whether a known word is of the sort that stands there."""
        name = piece.name if around else ""
        found = place.sorts(name, op in ("lacks", "sees"))
        if not any(self.lexicon.fits(piece.word, sort) for sort in found):
            yield piece.at, self.lexicon.misplaced(piece.word, found, place)
        elif not around and piece.listed and not place.many:
            yield piece.at, f"{place.name} is one thing, not a list"

    def word(self, word: str, at: int) -> Iterator[tuple[int, str]]:
        stray = strays(word, self.seats)
        for inside, name in stray:
            yield at + inside, no_seat(name, self.seats)
        if word and not stray and not self.lexicon.knows(word) and not self.lexicon.is_card(word):
            yield at, no_word(word, self.lexicon)


class Piece:
    """A word of a value: where it stands, in which part, and of which fact."""

    def __init__(self, word: str, at: int, is_name: bool, around: list[str]) -> None:
        self.word: Final = word
        self.at: Final = at
        self.is_name: Final = is_name
        self.inside: Final = "{" in around
        self.listed: Final = "[" in around
        names = [name for name in around if name not in "[{"]
        self.name: Final = names[-1] if names else ""
        self.fact: Final = names[0] if names else ""


def _pieces(text: str, seats: list[str]) -> Iterator[Piece]:
    """The words of a value with the brackets and the names around them; names of seats are none."""
    around: list[str] = []
    marks: list[int] = []
    for piece in _PIECE.finditer(text):
        word = piece[0]
        if text.startswith("=", piece.end()):
            yield Piece(word, piece.start(), True, around)
            around += [word] if word not in seats else []
            continue
        if word in "[{":
            marks.append(len(around))
            around.append(word)
            continue
        if word in "]}":
            del around[marks.pop() :]
        else:
            quoted = word[0] == '"'
            yield Piece(word.strip('"'), piece.start() + quoted, False, around)
        while around and around[-1] not in "[{":  # the name has its value
            around.pop()


def _unreadable(text: str, around: str) -> tuple[int, str] | None:
    head, tail = (f"{around}=[", "]") if around else ("", "")
    try:
        notation.read(head + text + tail)
    except BadText as wrong:
        column = wrong.facts["column"]
        assert isinstance(column, int)
        at = max(0, min(column - 1 - len(head), len(text) - 1))
        return at, f"this cannot be read: {wrong.facts['reason']}"
    return None
