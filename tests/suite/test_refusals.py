"""A refusal says what is true, in every room: whom the table waits for, and for what."""

import re

import pytest

import parlour
from parlour.core.errors import IllegalChoice
from parlour.core.game import Game
from parlour.core.language import LANGUAGES
from parlour.core.seats import seats_in
from parlour.core.table import Table
from parlour.core.words import KERNEL, Speaker, Words
from parlour.lab.conformance import walk
from parlour.server.words import WORDS as SERVER

games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
WORD = "no_such_thing"
WAITING = ("not_asked", "already_chosen")


def refused(t: Table, seat: int) -> IllegalChoice:
    refusal = t.why_not(seat, WORD)
    assert refusal is not None
    return refusal


@games
def test_whoever_is_not_asked_hears_whom_the_table_waits_for(game: Game) -> None:
    """Their names and what they decide, in both languages; never that it is one's own turn."""
    met = 0
    for t in walk(game, game.least, 3):
        waited = seats_in(t.asked, t.players)
        for seat in range(t.players) if t.outcome is None else ():
            if seat in waited:
                continue
            refusal = refused(t, seat)
            if refusal.code == "out_of_play":
                assert not t.plays(seat)
            elif not waited:
                assert refusal.code == "time_passes"
            elif refusal.code in WAITING:
                assert refusal.facts == {"seats": waited, "ask": t.stack[-1].ask}
                assert_said(game, refusal)
                met += 1
    assert met


def assert_said(game: Game, refusal: IllegalChoice) -> None:
    names = [f"P{seat}" for seat in range(game.most)]
    for lang in LANGUAGES:
        said = Speaker(game, lang, names).refusal(refusal)
        what = game.words.say(lang, f"waits.{refusal.facts['ask']}")
        assert what in said
        assert "{" not in said
        waited = refusal.facts["seats"]
        assert isinstance(waited, list)
        assert all(names[seat] in said for seat in waited)


def test_several_people_decide_and_one_decides() -> None:
    facts: dict[str, object] = {"seats": [0, 2], "ask": "lay"}
    one: dict[str, object] = {"seats": [1], "ask": "lay"}
    said = [
        Speaker(parlour.game("kings"), lang, ["Anna", "Bruno", "Carla"]).refusal(
            IllegalChoice("not_asked", "KINGS-8", told)
        )
        for lang in ("en", "ru")
        for told in (facts, one)
    ]
    assert said == [
        "You are not asked anything now: Anna and Carla decide which unit to lay. [KINGS-8]",
        "You are not asked anything now: Bruno decides which unit to lay. [KINGS-8]",
        "Сейчас вас ни о чём не спрашивают: Anna и Carla решают, какой отряд выложить. [KINGS-8]",
        "Сейчас вас ни о чём не спрашивают: Bruno решает, какой отряд выложить. [KINGS-8]",
    ]


# --- what can be typed ----------------------------------------------------------------------

ARGUMENT = re.compile(r"\{\w+\}")
BRANCHES = re.compile(r"\{\w+, (?:plural|select),|[\w=]+ \{")
NOTATION = re.compile(r"\w[@:]\w")
MIXED = re.compile(r"(?=.*[^\W\d_])(?=.*[\d_])\w+")
"""A word that nobody would say: letters with digits in it, or an underscore."""


def spoken(message: str) -> str:
    """What a message says by itself: every argument is a 1."""
    return BRANCHES.sub(" ", ARGUMENT.sub("1", message))


def typed(game: Game) -> dict[str, set[str]]:
    """The parts of choices met in random games that are typed and never said, by language.

    `orc7` and `g3` in both; in Russian every word of the notation, as `deck` and `pass`.
    """
    choices = {
        choice.text
        for players in (game.least, game.most)
        for t in walk(game, players, 1)
        for decision in t.decisions()
        for choice in decision.choices
    }
    parts = {part for text in choices for part in re.split(r"\W", text)}
    mixed = {part for part in parts if MIXED.fullmatch(part)}
    return {"en": mixed, "ru": mixed | {part for part in parts if part.isalpha()}}


def with_notation(words: Words, known: dict[str, set[str]]) -> list[str]:
    return [
        f"{lang}: {key}: {message}"
        for lang in known
        for key, message in words.texts(lang).items()
        if not key.startswith("screen.")  # the terminal's own
        if NOTATION.search(said := spoken(message)) or known[lang] & set(re.findall(r"\w+", said))
    ]


@games
def test_no_sentence_for_the_page_holds_what_one_would_type(game: Game) -> None:
    """An example travels beside the sentence, in `Game.examples`."""
    assert with_notation(game.words, typed(game)) == []


@pytest.mark.parametrize("words", [KERNEL, SERVER], ids=["kernel", "server"])
def test_no_sentence_of_everybody_holds_what_one_would_type(words: Words) -> None:
    assert with_notation(words, {"en": set(), "ru": set()}) == []


def test_notation_in_a_sentence_is_found() -> None:
    """The test above would notice: planted examples are found, plain sentences are not."""
    said = ["for example orc7@c1.", "say accuse:25@2", "gaps g1 to g{number}", "write wink@{seat}"]
    plain = [
        "{card}: your own people",
        "{count, plural, one {# card} other {# cards}}: {cards}",
        "$5",
    ]
    assert [bool(NOTATION.search(spoken(text))) for text in said] == [True, True, False, True]
    assert {"g1"} & set(re.findall(r"\w+", spoken(said[2])))
    assert not any(NOTATION.search(spoken(text)) for text in plain)


@games
def test_an_example_belongs_to_a_refusal_and_is_notation(game: Game) -> None:
    for code, example in game.examples.items():
        assert game.words.has(f"refusals.{code}")
        assert example
        assert " " not in example
    refusal = IllegalChoice("game_over")
    assert Speaker(game, "en", []).example(refusal) == ""
