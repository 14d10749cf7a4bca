"""What each room shows to newcomers is there, in every language, and says what to do."""

import re
from collections.abc import Iterator

import msgspec
import pytest

import parlour
from parlour.core.game import Game
from parlour.core.language import DEFAULT, LANGUAGES
from parlour.lab.playthroughs import folder_of
from parlour.server.http.guide import GuideFile, guide_file, practice, ready_tables, rulebook
from parlour.server.http.library import course, performance, person, scenes
from parlour.server.http.types import Moment, Performance
from parlour.server.table.series import check_opening

games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
OURS = [game for game in parlour.all_games().values() if game.id != "magpies"]
STEPS = ["call", "eyes", "wink", "name"]
"""What the coach of Wink waits for, by `games/wink/client/coach.ts`."""
DEVELOPERS = re.compile(
    r"`|RULES|\.md\b|<!--|\[[SFID]\]|[a-z]_[a-z]"
    r"|\b(?:our copy|copy of the rulebook|scan|engine|client|data file|program)\b"
    r"|\b(?:нашей копии|скан|движок|клиент|файл\w*|программ\w*|тест\w*)\b"
    r"|github|BSRV|BGA\b"
)
"""Words that mean something to those who work on a room, and nothing to those who play it."""


# --- how it works -----------------------------------------------------------------------------


@games
def test_how_it_works_is_said_in_every_language(game: Game) -> None:
    guide = guide_file(game)
    assert guide.picture in scenes(game)
    assert len(guide.labels) == len(set(guide.labels)) == 4
    keys = [f"guide.{name}" for name in ("goal", "turn", "end")]
    keys += [f"guide.labels.{number}" for number in range(1, 5)]
    assert [key for key in keys if not all(game.words.in_languages(key).values())] == []


@games
def test_every_list_has_a_title_and_a_name_for_each_thing(game: Game) -> None:
    said = game.words.texts(DEFAULT)
    assert guide_file(game).lists
    for name in guide_file(game).lists:
        things = [key.partition(".")[2] for key in said if key.startswith(f"{name}.")]
        assert things, name
        assert game.words.has(f"guide.lists.{name}")
        assert [one for one in things if not game.words.has(f"names.{one}")] == []


# --- the rules --------------------------------------------------------------------------------


@games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_the_developers_is_in_the_rules_on_the_page(game: Game, lang: str) -> None:
    lines = rulebook(game, lang).splitlines()
    assert [line for line in lines if DEVELOPERS.search(line)] == []


@pytest.mark.parametrize(
    "told", ["see `RULES.md`", "`[F]` found", "the option `tie_break`", "in our copy", "наш скан"]
)
def test_a_word_of_the_developers_is_found(told: str) -> None:
    assert DEVELOPERS.search(told)


@games
def test_the_page_has_every_rule_that_the_book_has(game: Game) -> None:
    """What is left out is never a rule."""
    number = re.compile(r"^(?:\* \*\*|\| )([A-Z]{3,5}-A?\d+[a-z]?)\b", re.M)
    for lang in LANGUAGES:
        name = "RULES.md" if lang == DEFAULT else f"RULES.{lang}.md"
        text = (folder_of(game) / name).read_text(encoding="utf-8")
        assert number.findall(rulebook(game, lang)) == number.findall(text)


# --- lessons ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_each_game_of_the_house_has_five_lessons(game: Game) -> None:
    """Short ones; that of a game whose time passes by itself begins with a real game."""
    assert len(course(game)) + (practice(game) is not None) == 5


def test_the_first_lesson_of_wink_is_a_live_game_against_slow_bots() -> None:
    game = parlour.game("wink")
    table = practice(game)
    assert table is not None
    check_opening(game, table.players, table.options, table.series)
    assert (table.options["pace"], table.haste, table.helps) == ("live", "slow", True)
    said = [table.title, table.about]
    said += [game.words.in_languages(f"guide.practice.steps.{step}") for step in STEPS]
    assert [one for one in said if set(one) != set(LANGUAGES) or not all(one.values())] == []
    assert all(len(title) <= 45 for title in table.title.values())


def lessons(game: Game) -> Iterator[tuple[str, Performance]]:
    yield from ((name, performance(game, name)) for name in course(game))


def unguided(shown: Performance) -> list[int]:
    """The steps of the learner without a sentence in every language or without a thing to tap."""
    pairs = enumerate(zip(shown.moments, shown.moments[1:], strict=False))
    steps = [(k, now, after) for k, (now, after) in pairs if after.seat == shown.eyes]
    return [k for k, now, after in steps if not (is_said(now) and is_lit(now, after))]


def is_said(now: Moment) -> bool:
    return set(now.guide) == set(LANGUAGES) and all(now.guide.values())


def is_lit(now: Moment, after: Moment) -> bool:
    """The page lights what the choice consists of, if it was offered."""
    return now.decision is not None and after.choice in [c.text for c in now.decision.choices]


@games
def test_a_lesson_says_at_every_step_what_to_do(game: Game) -> None:
    for name, shown in lessons(game):
        scene = scenes(game)[name]
        answers = [moment for moment in shown.moments if moment.seat == shown.eyes]
        assert answers, name
        assert unguided(shown) == [], name
        assert {lang: len(said) for lang, said in scene.guide.items()} == dict.fromkeys(
            scene.guide, len(answers)
        ), name
        assert scene.lesson, name


def test_a_step_without_a_sentence_is_found() -> None:
    shown = performance(parlour.game("kings"), course(parlour.game("kings"))[0])
    bare = [
        m if k else Moment(m.seat, m.choice, None, [], m.view, m.decision, [])
        for k, m in enumerate(shown.moments)
    ]
    assert unguided(shown) == []
    assert unguided(msgspec.structs.replace(shown, moments=bare)) == [0]


@games
def test_the_people_of_scenarios_have_names_in_every_script(game: Game) -> None:
    people = {name for scene in scenes(game).values() for name in scene.seats}
    cyrillic = re.compile(r"[А-ЯЁ][а-яё]+")
    assert [name for name in people if not cyrillic.fullmatch(person(name)["ru"])] == []
    assert [name for name in people if not person(name)["en"].isascii()] == []


@games
def test_titles_of_lessons_are_short(game: Game) -> None:
    for name in course(game):
        assert all(len(said) <= 45 for said in scenes(game)[name].title.values()), name


# --- ready-made tables ------------------------------------------------------------------------


@games
def test_three_tables_are_ready_and_can_be_opened(game: Game) -> None:
    tables = ready_tables(game)
    assert [table.name for table in tables] == ["quick", "usual", "evening"]
    for table in tables:
        check_opening(game, table.players, table.options, table.series)
        assert all(table.about.values()), table.name


def test_a_room_without_a_guide_has_nothing_to_show() -> None:
    assert GuideFile() == GuideFile(
        picture="", labels=[], lists=[], lessons=[], tables={}, practice=None
    )
