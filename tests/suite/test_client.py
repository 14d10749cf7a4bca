"""What the page takes from the rooms: types that are not stale, sentences that are there."""

import re
from pathlib import Path

import pytest

from parlour.core.view import View
from parlour.games import all_games
from parlour.lab.conformance import walk
from tools import wire

ROOT = Path(__file__).parents[2]
GAMES = sorted(game.id for game in all_games().values() if wire.folder(game).is_dir())
PLAIN = sorted(all_games().keys() - set(GAMES))
SAID = re.compile(r"""\bsay\(\s*["']([a-z_]+(?:\.[a-z_0-9]+)+)["']""")


def test_the_types_of_the_client_are_not_stale() -> None:
    """`make wire` has been run since a view, an event or a message changed."""
    assert [str(path.relative_to(ROOT)) for path in wire.stale()] == []


def test_the_lock_of_the_client_names_no_registry() -> None:
    """Hashes, but no address: whoever installs chooses where from."""
    lock = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "integrity" in lock


@pytest.mark.parametrize("id", GAMES)
def test_every_sentence_of_a_board_is_in_both_languages(id: str) -> None:
    """A board that asks for a sentence nobody wrote would show its key."""
    game = all_games()[id]  # keys put together from parts are left to the tests in the browser
    sources = [*wire.folder(game).rglob("*.svelte"), *wire.folder(game).rglob("*.ts")]
    wanted = {key for file in sources for key in SAID.findall(file.read_text(encoding="utf-8"))}
    assert sorted(key for key in wanted if not game.words.has(key)) == []


@pytest.mark.parametrize("id", GAMES)
def test_the_words_of_an_option_are_in_both_languages(id: str) -> None:
    """The set-up screen offers words, not keys."""
    game = all_games()[id]
    keys = [
        f"options.{name}.words.{word}"
        for name, option in game.option_list.items()
        for word in option.words
    ]
    assert [key for key in keys if not game.words.has(key)] == []


@pytest.mark.parametrize("id", PLAIN)
def test_a_room_without_a_client_has_names_for_all_that_is_shown(id: str) -> None:
    """The plain board and the terminal show fields and choices by `names` of its text files."""
    game = all_games()[id]
    words = set(game.view_type.__struct_fields__) - set(View.__struct_fields__)
    for t in walk(game, game.most, 1):
        texts = [choice.text for decision in t.decisions() for choice in decision.choices]
        words |= {part for text in texts for part in re.split(r"[@:/+]", text)}
    stems = {word.rstrip("0123456789") for word in words} - {""}
    unnamed = sorted(stem for stem in stems if not game.words.has(f"names.{stem}"))
    assert not unnamed, f"[names] in text/en.toml or text/ru.toml lacks {unnamed}"
