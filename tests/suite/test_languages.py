"""Languages are found by their files, complete where they are, and named nowhere in the source."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from babel import Locale

import parlour
from parlour.cli.say import language
from parlour.core.game import Game
from parlour.core.language import DEFAULT, LANGUAGES, languages_of, listed, rulebook_name, spoken
from parlour.core.scenario.scene import read_scene
from parlour.core.words import Words, arguments, fill
from parlour.lab.citations import rulebook
from parlour.lab.playthroughs import folder_of

ROOT = Path(__file__).parents[2]
SHIPPED = {"en", "ru"}
"""Languages that every place of this repository has; any other may be in some places only."""
PROGRAMS = ["parlour.core", "parlour.cli", "parlour.server"]
ROOMS = [game.package for game in parlour.all_games().values()]
SHELL = ROOT / "client" / "src" / "text"
SENTENCES = json.loads((ROOT / "tests" / "languages" / "sentences.json").read_text("utf-8"))
"""What the terminal and the page both say: client/src/lib/words.test.ts reads it too."""

games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
Texts = dict[str, dict[str, str]]


def shell(folder: Path = SHELL) -> Texts:
    """The page's own sentences by language."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in folder.glob("*.toml")}


def texts_of(place: str) -> Texts:
    if place in ("client", "client/admin"):
        return shell(SHELL if place == "client" else SHELL / "admin")
    return {lang: Words(place).texts(lang) for lang in languages_of(place)}


def incomplete(texts: Texts) -> list[str]:
    """What a language lacks, has of its own alone, leaves empty, or says of other facts."""
    default = texts[DEFAULT]
    wrong = [
        f"{lang}: {key}"
        for lang, said in texts.items()
        for key in sorted(default.keys() ^ said.keys())
    ]
    wrong += [
        f"{lang}: {key}: {text}"
        for lang, said in texts.items()
        for key, text in said.items()
        if not text or arguments(text) != arguments(default.get(key, text))
    ]
    return wrong


# --- which there are, and where ---------------------------------------------------------------


def test_the_terminal_the_server_and_the_page_speak_what_the_kernel_speaks() -> None:
    assert set(LANGUAGES) >= SHIPPED
    assert [languages_of(program) for program in PROGRAMS] == [LANGUAGES] * 3
    assert sorted(shell()) == sorted(LANGUAGES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_speaks_the_languages_of_this_repository_and_none_of_its_own(room: str) -> None:
    """A language that the kernel does not have would never be heard."""
    assert SHIPPED <= set(languages_of(room)) <= set(LANGUAGES)


@pytest.mark.parametrize("place", [*PROGRAMS, "parlour.bots", "client", "client/admin", *ROOMS])
def test_a_language_is_complete_wherever_it_is(place: str) -> None:
    assert incomplete(texts_of(place)) == []


@pytest.mark.parametrize("place", [*PROGRAMS, "parlour.bots", "client", "client/admin", *ROOMS])
def test_no_sentence_says_a_word_twice_running(place: str) -> None:
    """As “Go on on another device” did."""
    twice = re.compile(r"\b(\w{2,}) \1\b", re.IGNORECASE)
    stammers = {text for said in texts_of(place).values() for text in said.values()}
    assert [text for text in sorted(stammers) if twice.search(text)] == []


def test_a_hint_shows_where_the_words_of_a_choice_begin_and_end() -> None:
    """They are a sentence of their own: "better than Buy the guard and lay it in gap 3"."""
    bare = re.compile(r"(?<![“«])\{(choice|other)\}|\{(choice|other)\}(?![”»])")
    for lang in SHIPPED:
        said = {k: v for k, v in texts_of("parlour.core")[lang].items() if k.startswith("advice.")}
        assert said
        assert [key for key, text in said.items() if bare.search(text)] == []


def test_an_incomplete_language_is_found() -> None:
    english = {"a": "{n} cards", "b": "yes", "c": "no"}
    polish = {"a": "{m} kart", "b": "", "d": "nie"}
    found = ["pl: c", "pl: d", "pl: a: {m} kart", "pl: b: "]
    assert incomplete({"en": english, "pl": polish}) == found


def test_every_language_has_a_name_and_is_known_to_cldr() -> None:
    for code, said in shell().items():
        assert said["language"]
        assert Locale.parse(code).plural_form(1)


@games
def test_the_rules_have_the_same_numbers_in_every_language(game: Game) -> None:
    folder = folder_of(game)
    english = rulebook(folder)
    assert len(set(english.numbers)) == len(english.numbers)
    names = {rulebook_name(lang) for lang in LANGUAGES}
    assert {rulebook_name(lang) for lang in SHIPPED} <= {p.name for p in folder.glob("RULES*.md")}
    assert {path.name for path in folder.glob("RULES*.md")} <= names
    for path in folder.glob("RULES*.md"):
        book = rulebook(folder, path.name)
        assert (book.numbers, book.later) == (english.numbers, english.later), path.name


@games
def test_scenes_are_told_in_the_languages_of_this_repository(game: Game) -> None:
    for path in (folder_of(game) / "scenarios").rglob("*.toml"):
        scene = read_scene(str(path), path.read_text(encoding="utf-8"))
        told = [scene.title, *[said for said in (scene.lesson, scene.puzzle) if said]]
        assert all(set(said) >= SHIPPED for said in told), path.name


# --- what is said -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", SENTENCES["messages"], ids=lambda case: case["lang"])
def test_plurals_are_those_of_the_language(case: dict[str, dict[str, str]]) -> None:
    message, lang = str(case["message"]), str(case["lang"])
    assert {n: fill(message, lang, {"n": int(n)}) for n in case["said"]} == case["said"]


@pytest.mark.parametrize("case", SENTENCES["lists"], ids=lambda case: case["lang"])
def test_lists_are_those_of_the_language(case: dict[str, list[str]]) -> None:
    names = ["Anna", "Bruno", "Carla"]
    assert [listed(str(case["lang"]), names[:n]) for n in (1, 2, 3)] == case["said"]


def test_what_a_language_lacks_is_said_in_the_default_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the plurals of that one: “21 cards”, although 21 is “one” in Russian."""
    folder = tmp_path / "half_a_room"
    (folder / "text").mkdir(parents=True)
    (folder / "__init__.py").touch()
    english = 'title = "Half"\ncards = "{n, plural, one {# card} other {# cards}}"\n'
    (folder / "text" / "en.toml").write_text(english, encoding="utf-8")
    (folder / "text" / "ru.toml").write_text('title = "Половина"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    words = Words("half_a_room")
    assert words.say("ru", "title") == "Половина"
    assert words.say("ru", "cards", n=21) == "21 cards"
    assert words.in_languages("title")["ru"] == "Половина"
    assert words.in_languages("cards")["ru"] == words.in_languages("cards")["en"]
    assert words.in_languages("nothing") == dict.fromkeys(LANGUAGES, "")
    with pytest.raises(KeyError):
        words.say("xx", "title")


def test_a_tag_is_taken_for_the_language_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spoken(["xx", " ru-RU;q=0.9", "en"]) == "ru"
    assert [spoken([tag]) for tag in ("RU", "ru_RU.UTF-8", "rus", "C", "")] == [
        *("ru", "ru"),
        *(DEFAULT,) * 3,
    ]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PARLOUR_LANG", "ru_RU.UTF-8")
    assert language() == "ru"
    monkeypatch.setenv("PARLOUR_LANG", "xx")
    assert language() == DEFAULT
    monkeypatch.delenv("PARLOUR_LANG")
    assert language() == DEFAULT


# --- nobody names them ------------------------------------------------------------------------

NAMED = re.compile(r"""["'`](?:en|ru)["'`]|\.(?:en|ru)\b|\b(?:en|ru)\s*:|\(en\|ru\)""")
"""A language compared with, listed, or looked up by its name."""
SOURCES = {".py", ".ts", ".svelte", ".js"}
DEFAULTS = {"src/parlour/core/language.py": 1, "client/src/lib/text.gen.ts": 1}
"""The default language, and what is generated from it."""


def named_in(source: str) -> list[str]:
    return [line.strip() for line in source.splitlines() if NAMED.search(line)]


def test_no_source_names_a_language() -> None:
    found: dict[str, list[str]] = {}
    for top in ("src", "client"):
        for path in (ROOT / top).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in SOURCES or "/tests/" in name or name.endswith(".test.ts"):
                continue
            if not name.startswith("src/parlour/web/") and (
                lines := named_in(path.read_text("utf-8"))
            ):
                found[name] = lines
    assert {name: len(lines) for name, lines in found.items()} == DEFAULTS, found


def test_a_source_that_names_a_language_is_found() -> None:
    named = [
        'choices=("en", "ru")',
        "lang === 'en'",
        "scene.puzzle.en",
        "{ en: {}, ru: {} }",
        'pattern="^(en|ru)$"',
        "    ru: str",
    ]
    plain = ["return then", "screen: x", "a.entry", '"enough"', "children: Snippet"]
    assert [len(named_in(line)) for line in named] == [1] * len(named)
    assert not any(named_in(line) for line in plain)


@games
def test_the_help_of_an_option_names_no_word_that_a_menu_does_not_show(game: Game) -> None:
    """A menu shows the words of an option in the reader's language, never as they are typed."""
    for name, option in game.option_list.items():
        for lang in LANGUAGES:
            said = game.words.say(lang, f"options.{name}.help")
            raw = [word for word in option.words if re.search(rf"[«“\"]{word}[»”\"]", said)]
            assert not raw, (lang, name, said)
