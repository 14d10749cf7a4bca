"""A refusal says what is true, in every room: whom the table waits for, and for what."""

import pytest

import parlour
from parlour.core.errors import IllegalChoice
from parlour.core.game import Game
from parlour.core.seats import seats_in
from parlour.core.table import Table
from parlour.core.words import LANGUAGES, Speaker
from parlour.lab.conformance import walk

games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
WORD = "no_such_thing"
WAITING = ("not_asked", "not_your_turn", "others_first", "already_chosen")


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
                assert (refusal.code == "others_first") == hears_of_own_turn(t, seat)
                assert_said(game, refusal)
                met += 1
    assert met


def hears_of_own_turn(t: Table, seat: int) -> bool:
    return t.on_turn() == seat and t.sealed[seat] < 0


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
            IllegalChoice("not_your_turn", "KINGS-8", told)
        )
        for lang in LANGUAGES
        for told in (facts, one)
    ]
    assert said == [
        "It is not your turn: Anna, Carla decide which unit to lay. [KINGS-8]",
        "It is not your turn: Bruno decides which unit to lay. [KINGS-8]",
        "Сейчас не ваш ход: Anna, Carla решают, какой отряд выложить. [KINGS-8]",
        "Сейчас не ваш ход: Bruno решает, какой отряд выложить. [KINGS-8]",
    ]
