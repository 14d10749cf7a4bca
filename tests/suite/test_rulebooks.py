"""Rulebook, code and tests belong together, in every room; languages: test_languages.py."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.core.errors import Refusal
from parlour.core.event import kind_name
from parlour.core.game import Game
from parlour.core.language import LANGUAGES
from parlour.core.scenario.scene import read_scene
from parlour.core.scenario.stage import Stage, play_scene
from parlour.core.view import View
from parlour.core.words import KERNEL
from parlour.lab.citations import relied_on, rulebook, shown
from parlour.lab.ends import check_over
from parlour.lab.playthroughs import all_of, folder_of

games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
SCENES = [
    path
    for game in parlour.all_games().values()
    for path in sorted((folder_of(game) / "scenarios").rglob("*.toml"))
]


@pytest.mark.rules
@pytest.mark.parametrize("path", SCENES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_scenario_holds(path: Path) -> None:
    scene = read_scene(str(path), path.read_text(encoding="utf-8"))
    report = play_scene(scene, parlour.game(scene.game))
    assert not report, report


@games
def test_every_room_has_scenarios(game: Game) -> None:
    folder = folder_of(game) / "scenarios"
    assert list(folder.rglob("*.toml")), f"{folder} has no scenarios"
    for path in folder.rglob("*.toml"):
        assert read_scene(str(path), path.read_text(encoding="utf-8")).game == game.id


@games
def test_every_rule_is_shown_and_every_citation_is_written(game: Game) -> None:
    book = rulebook(folder_of(game))
    written = set(book.numbers)
    unproven = written - book.later - shown(folder_of(game))
    assert not unproven, f"no scenario and no test shows {sorted(unproven)}"
    unwritten = (shown(folder_of(game)) | relied_on(folder_of(game), game)) - written
    assert not unwritten, f"cited, but no rule of the book: {sorted(unwritten)}"


@games
def test_the_playthroughs_are_as_they_were(game: Game) -> None:
    """`make playthroughs` writes them anew: a review reads the difference."""
    for path, text in all_of(game).items():
        assert path.exists(), f"{path} is missing: make playthroughs"
        assert text == path.read_text(encoding="utf-8")


@games
def test_the_words_for_scenarios_are_all_described(game: Game) -> None:
    """SCENES.md names every field, question, event, refusal and ending."""
    page = (folder_of(game) / "SCENES.md").read_text(encoding="utf-8")
    common = View.__struct_fields__
    words = [name for name in game.view_type.__struct_fields__ if name not in common]
    words += [kind_name(event.__name__) for event in game.event_types]
    words += [frame.ask for frame in game.frame_types if frame.ask]
    words += [*game.refusals, *game.reasons]
    missing = [word for word in words if not re.search(rf"`[^`]*\b{word}\b[^`]*`", page)]
    assert not missing, f"SCENES.md does not say what these are: {missing}"


def keys_of(game: Game) -> list[str]:
    """Every sentence the room may need to say."""
    found = ["title", "about"]
    found += [f"events.{kind_name(event.__name__)}" for event in game.event_types]
    found += [f"asks.{frame.ask}" for frame in game.frame_types if frame.ask]
    found += [f"waits.{frame.ask}" for frame in game.frame_types if frame.ask]
    found += [f"reasons.{reason}" for reason in game.reasons]
    found += [f"refusals.{code}" for code in game.refusals]
    for name in game.option_list:
        found += [f"options.{name}.name", f"options.{name}.help"]
    return found


@games
def test_no_sentence_is_missing(game: Game) -> None:
    missing = [key for key in keys_of(game) if not (game.words.has(key) or KERNEL.has(key))]
    assert not missing, f"text/en.toml lacks {missing}"


@games
def test_every_event_can_be_said(game: Game) -> None:
    """Sentences are filled without a hole, for everybody, in a whole game."""
    from parlour.core.words import Speaker
    from parlour.lab.conformance import finished

    t = finished(game, game.least, 5)
    for lang in LANGUAGES:
        speaker = Speaker(game, lang, [f"P{seat}" for seat in range(t.players)])
        for seat in [*range(t.players), None]:
            for event in t.heard(seat):
                said = speaker.event(event)
                assert said
                assert "{" not in said
                assert "None" not in said
        assert speaker.refusal(Refusal("game_over"))


@games
def test_every_number_of_the_data_can_be_overridden_and_is_checked(game: Game) -> None:
    for name, option in game.option_list.items():
        assert option.mark in "SFID"
        game.new(game.least, 1, {name: option.default})
        with pytest.raises(Refusal):
            game.new(game.least, 1, {name: "no such value"})
    with pytest.raises(Refusal):
        game.new(game.least, 1, {"no_such_option": 1})
    for players in (game.least - 1, game.most + 1):
        with pytest.raises(Refusal):
            game.new(players, 1)


@pytest.mark.rules
@games
def test_every_end_that_a_scenario_shows_leaves_a_table_that_can_be_kept(game: Game) -> None:
    shown: set[str] = set()
    for path in sorted((folder_of(game) / "scenarios").rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if "the game is over" in text:
            stage = Stage(read_scene(str(path), text), game, 0)
            stage.play()
            if stage.t.outcome is None:  # the next game of a series has begun
                continue
            check_over(game, stage.t)
            assert game.load(stage.t.record()).line() == stage.t.line()
            shown.add(stage.t.outcome.reason)
    assert shown, "no scenario plays to an end: `the game is over: REASON`"
    assert shown <= set(game.reasons)
