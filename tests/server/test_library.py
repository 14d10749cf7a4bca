"""What can be read: words, rules, and every scenario of every game as a lesson."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import parlour
from parlour.core.decision import Choice
from parlour.core.event import Undone, Whisper
from parlour.core.game import Game
from parlour.core.ids import NO_CHOICE
from parlour.core.scenario.scene import Scene, numbered
from parlour.core.seats import HOUSE
from parlour.core.undo import AGREED, UNDO
from parlour.lab.citations import rulebook
from parlour.lab.playthroughs import folder_of
from parlour.server.http import guide, library
from parlour.server.http.types import Moment, Performance
from parlour.server.table import moments
from tests.server.tavern import Tavern, tavern
from tools.patience import PATIENCE_S

TRIED = re.compile(r"(\w+) (?:may not|submits) (.+?)(?: and is refused)?: (\w+)(?: \S+)?")
games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Tavern]:
    async with tavern(f"sqlite:///{tmp_path / 'parlour.db'}") as opened:
        yield opened


async def get(house: Tavern, path: str, status: int = 200) -> httpx.Response:
    async with httpx.AsyncClient(timeout=PATIENCE_S) as web:
        answer = await web.get(f"{house.url}/api{path}")
    assert answer.status_code == status, answer.text
    return answer


# --- scenarios ------------------------------------------------------------------------------


def told(scene: Scene) -> list[tuple[str, str, str]]:
    """What the file itself says is chosen or refused: who, what, with which code."""
    found: list[tuple[str, str, str]] = []
    for step in scene.steps:
        if (act := re.fullmatch(r"(\w+): (.+)", step.text)) and act[1] != "events":
            found.append((act[1], act[2], ""))
        elif act := TRIED.fullmatch(step.text):
            found.append((act[1], act[2], act[3]))
        elif step.text == "next game":
            found.append(("", "", ""))
    return found


def same_step(
    scene: Scene, step: tuple[str, str, str], before: Moment, moment: Moment, eyes: int
) -> bool:
    who, text, code = step
    if not who:
        return (moment.seat, moment.choice, moment.tried) == (None, None, None)
    seat = HOUSE if who == "house" else scene.seats.index(who)
    text = numbered(text, scene.seats)
    if not code:
        if seat == eyes and text not in (UNDO, AGREED):  # the learner's are told in full
            offered = [Choice(NO_CHOICE, c.text, c.brief) for c in before.decision.choices]
            text = next(c.text for c in offered if text == c.text or c.fits(text))
        return (moment.seat, moment.choice, moment.tried) == (seat, text, None)
    tried = moment.tried
    return tried is not None and (tried.seat, tried.choice, tried.code) == (seat, text, code)


@games
def test_every_scenario_can_be_performed_as_it_is_written(game: Game) -> None:
    files = (folder_of(game) / "scenarios").rglob("*.toml")
    written = [path.stem for path in files if "no such table" not in path.read_text("utf-8")]
    assert sorted(library.scenes(game)) == sorted(written)
    for name, scene in library.scenes(game).items():
        shown = library.performance(game, name)
        steps = told(scene)
        assert len(shown.moments) == len(steps) + 1, name
        for step, before, moment in zip(steps, shown.moments, shown.moments[1:], strict=False):
            assert same_step(scene, step, before, moment, shown.eyes), (name, step)
        assert [name["en"] for name in shown.seats] == scene.seats


@games
def test_the_learner_is_offered_what_the_scenario_answers(game: Game) -> None:
    for name in library.scenes(game):
        shown = library.performance(game, name)
        for before, after in zip(shown.moments, shown.moments[1:], strict=False):
            if after.seat == shown.eyes and after.choice not in (UNDO, AGREED):
                assert after.choice in [c.text for c in before.decision.choices], name


@games
def test_moments_show_what_the_learners_eyes_may_know(game: Game) -> None:
    name, scene = next(iter(library.scenes(game).items()))
    shown = library.performance(game, name)
    assert all(moment.view.eyes == shown.eyes for moment in shown.moments)
    assert all(set(moment.waits) <= set(range(len(scene.seats))) for moment in shown.moments)


@games
def test_refusals_are_told_in_both_languages_with_their_rule(game: Game) -> None:
    written = set(rulebook(folder_of(game)).numbers)
    tried = [
        moment.tried
        for name in library.scenes(game)
        for moment in library.performance(game, name).moments
        if moment.tried
    ]
    assert tried
    assert all(one.text["en"] and one.text["ru"] for one in tried)
    assert all(one.text["en"] != one.text["ru"] for one in tried)
    assert all(one.rule in written for one in tried if one.rule)


@games
def test_the_first_lesson_is_made_of_scenarios_that_say_something(game: Game) -> None:
    course = library.course(game)
    listed = {info.name: info for info in library.listing(game)}
    assert len(set(course)) == len(course)
    first = 2 if guide.practice(game) else 1  # a practice has the first place
    assert [listed[name].course for name in course] == list(range(first, first + len(course)))
    assert [name for name in course if not listed[name].lesson] == []


def performed(shown: Performance, seat: int) -> list[str]:
    return [str(moment.choice) for moment in shown.moments if moment.seat == seat]


def test_a_performance_step_by_step() -> None:
    shown = library.performance(parlour.game("kings"), "01_three_kings")
    assert shown.rules == ["KINGS-1", "KINGS-24"]
    assert shown.eyes == 2  # Carla answers first
    start, end = shown.moments
    assert (start.seat, start.choice, start.waits) == (None, None, [2])
    assert start.decision.ask == "draw"
    assert performed(shown, 2) == ["draw:deck"]
    assert end.decision is None
    assert end.waits == []
    assert end.view.over.winners == [1]
    assert [event["type"] for event in end.events] == ["drew"]


def test_a_replay_that_shows_all_hears_all() -> None:
    """What a seat drew is its secret at the table, and told when everything is shown."""
    t = parlour.game("kings").new(2, 7)
    while t.outcome is None and len(t.record().choices) < 6:
        decision = t.decisions()[0]
        t.answer(decision.seat, decision.choices[0].text)
    heard = {
        eyes: [
            event["card"]
            for step in moments.moments(t.record(), eyes, 1, 50, False)
            for event in step.events
            if event["type"] == "drew"
        ]
        for eyes in ("all", None)
    }
    assert heard["all"]
    assert None not in heard["all"]
    assert set(heard[None]) == {None}
    steps = [*moments.moments(t.record(), "all", 1, 50, False)]
    assert [step.waits for step in steps[:-1]] == [[seat] for seat, _ in t.record().choices]


class Peeked(Whisper, frozen=True):
    seat: int


def test_what_is_whispered_to_several_is_told_once_where_all_is_shown() -> None:
    events = [Peeked(0b001, 2), Peeked(0b010, 2), Peeked(0b010, 1), Undone(0), Undone(0)]
    seats = [event["seat"] for event in moments.events_for(events, "all", 3)]
    assert seats == [2, 1, 0, 0]
    assert [event["seat"] for event in moments.events_for(events, 1, 3)] == [2, 1, 0, 0]
    assert [event["seat"] for event in moments.events_for(events, None, 3)] == [0, 0]


# --- over HTTP ------------------------------------------------------------------------------


async def test_games_say_their_sign_and_whose_they_are(house: Tavern) -> None:
    listed = (await get(house, "/games")).json()
    for info in listed:
        numbers = rulebook(folder_of(parlour.game(info["id"]))).numbers
        assert all(number.startswith(f"{info['sign']}-") for number in numbers)
        assert bool(info["credits"]["en"]) == bool(info["credits"]["ru"])
    bang = next(info for info in listed if info["id"] == "bang")
    assert "Sciarra" in bang["credits"]["en"]


async def test_words_and_rules_come_in_both_languages(house: Tavern) -> None:
    for id, game in parlour.all_games().items():
        words = (await get(house, f"/games/{id}/words")).json()
        assert words["en"].keys() == words["ru"].keys()
        assert words["ru"]["title"] == game.words.say("ru", "title")
        assert "refusals.game_over" in words["en"]  # the kernel's own sentences too
        # A language that is not spoken here is answered in the default one.
        for lang, known in {"en": "en", "ru": "ru", "xx": "en"}.items():
            answer = await get(house, f"/games/{id}/rules/{lang}")
            assert answer.headers["content-type"].startswith("text/markdown")
            assert answer.text == guide.rulebook(game, known)
            assert answer.text.startswith("# ")


@pytest.mark.parametrize(
    ("lang", "quoted"), [("en", "“A 0 on a bare mine”"), ("ru", "«0 на пустой рудник»")]
)
def test_options_are_quoted_in_the_rules_as_the_language_quotes(lang: str, quoted: str) -> None:
    assert quoted in guide.rulebook(parlour.game("kings"), lang)


@games
def test_russian_rules_have_no_english_quotes_and_no_quotes_within_quotes(game: Game) -> None:
    text = guide.rulebook(game, "ru")
    assert re.findall(r"[“”][^\n]*", text) == []
    assert re.findall(r"«[^«»]*«[^\n]*", text) == []


async def test_scenes_are_listed_and_played(house: Tavern) -> None:
    listed: list[dict[str, Any]] = (await get(house, "/games/bang/scenes")).json()
    assert [one["name"] for one in listed] == list(library.scenes(parlour.game("bang")))
    puzzle = next(one for one in listed if one["puzzle"]["en"])
    shown = (await get(house, f"/games/bang/scenes/{puzzle['name']}")).json()
    assert shown["puzzle"] == puzzle["puzzle"]
    assert shown["rules"] == puzzle["rules"]
    assert shown["moments"][0]["view"]["eyes"] == shown["eyes"]


@pytest.mark.parametrize(
    "path",
    [
        "/games/chess/words",
        "/games/chess/rules/en",
        "/games/chess/scenes",
        "/games/chess/scenes/none",
        "/games/kings/scenes/none",
        "/games/kings/scenes/..%2Fdata",
    ],
)
async def test_what_is_not_there_is_not_found(house: Tavern, path: str) -> None:
    assert (await get(house, path, 404)).json()["code"] == "not_found"
