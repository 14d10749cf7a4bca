"""Sentences, the terminal's table and the bot."""

from typing import Any

import pytest

import parlour
from parlour.bots import make_bot
from parlour.core.bot import RandomBot
from parlour.core.rng import Rng
from parlour.core.words import Speaker
from parlour.games.intrigo import GAME
from parlour.games.intrigo.kinds import KINDS, TOKENS, WHYS
from parlour.lab.arena import duel
from parlour.lab.conformance import finished, walk
from parlour.lab.simulate import play_bots

pytestmark = pytest.mark.rules

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_event_has_a_sentence(lang: str) -> None:
    speaker = Speaker(GAME, lang, NAMES)
    for seed in range(6):
        t = finished(GAME, 4, seed)
        for event in [*t.heard(1), *t.heard(None)]:
            said = speaker.event(event)
            assert said
            for sign in ("None", "{", "}", "_"):
                assert sign not in said


def test_everything_has_words() -> None:
    keys = [f"events.{e.__struct_config__.tag}" for e in GAME.event_types]
    keys += [f"names.{name}" for name in (*KINDS, *TOKENS, *WHYS)]
    keys += [f"reasons.{reason}" for reason in GAME.reasons]
    keys += [f"options.{name}.{part}" for name in GAME.option_list for part in ("name", "help")]
    keys += [
        f"refusals.{code}" for code in GAME.refusals if code not in ("wrong_players", "not_asked")
    ]
    assert [key for key in keys if not GAME.words.has(key)] == []


def test_names() -> None:
    assert GAME.name("contarini4", "en") == "Contarini 4"
    assert GAME.name("contarini4/dead", "ru") == "Контарини 4"
    assert GAME.name("b1", "en") == "the Palace Door"
    assert GAME.name("b12", "en") == "building 12"
    assert GAME.name("g3", "ru") == "промежуток 3"
    assert GAME.name("clergy/stolen", "en") == "seal of the clergy"
    assert GAME.name("all_dead", "en") == "every plot beside it lies face down"
    assert GAME.name("anything", "en") == "anything"


SAID = [
    ("gondolier", "g6@g6", "the plot in gap 6 is the first one. [INT-22]"),
    ("gondolier", "g6@g1", "there is none in gap 1. [INT-22]"),
    ("gondolier", "g6@g17", "There is no such gap: gap 17. The gaps are numbered from 1 to 16."),
    ("gondolier", "g2@g6", "within reach (gap 4, gap 6); gap 2 is not. [INT-A3]"),
    ("merchant", "b5@b5", "building 5 alone is not enough. [INT-A6]"),
    ("merchant", "b5@b2", "there is no token on building 2. [INT-A6]"),
    ("merchant", "b17@b5", "There is no such building: building 17."),
    ("thief", "pass", "cannot be used like that: thief. You may always decline. [INT-16]"),
]


@pytest.mark.parametrize(("kind", "text", "said"), SAID)
def test_a_refusal_says_what_is_true(kind: str, text: str, said: str) -> None:
    """Of every place what lies there, and each place by one name."""
    gaps = {"g6": "dandolo4", "g12": "morosini2"}
    t = GAME.drawn({"players": 4, "tokens": {"b2": "empty"}, "gaps": gaps}, Rng(3))
    t.answer(0, f"{kind}@g5")
    refusal = t.why_not(0, text)
    assert refusal is not None
    assert said in Speaker(GAME, "en", NAMES).refusal(refusal)


def test_nobody_is_told_of_what_they_did_not_keep() -> None:
    packs = [["contarini2", "contarini4", "?", "?"], *[["?"] * 4] * 3]
    t = GAME.drawn({"players": 4, "packs": packs}, Rng(3))
    speaker = Speaker(GAME, "en", NAMES)
    laying = t.why_not(0, "contarini4@g1")
    assert laying is not None
    over = "Plots are laid and influence is bought only when the draft is over. [INT-A17]"
    assert speaker.refusal(laying) == over
    for seat in range(4):
        t.answer(seat, "contarini4" if seat == 0 else t.choices(seat)[0])
    again = t.why_not(0, "contarini4")
    assert again is not None
    assert speaker.refusal(again) == f"You have kept Contarini 4 already. {over}"


@pytest.mark.parametrize("players", [3, 4])
def test_the_palace_is_drawn_as_a_square(players: int) -> None:
    for lang in ("en", "ru"):
        for number, t in enumerate(walk(GAME, players, 2)):
            if number % 7:
                continue
            for seat in (0, None):
                shown = GAME.screen(GAME.look(t, seat), lang, NAMES)
                for k in range(4 * players):
                    assert f"■{k + 1}" in shown or k == 0
                    assert f"g{k + 1}" in shown
                assert "▣1" in shown
                assert max(len(line) for line in shown.splitlines()) <= 120
                assert ("Your plots" in shown or "Ваши интриги" in shown) == (seat == 0)


def test_the_screen_of_a_position() -> None:
    position = {
        "players": 4,
        "turn": 0,
        "families": ["contarini", "dandolo", "gradenigo", "morosini"],
        "purses": [3, 1, 1, 1],
        "seals": {"0": {"clergy": 2}},
        "hands": {"0": "contarini4 tiepolo2 ?"},
        "gaps": {"g1": "thief", "g2": "contarini2", "g4": "dandolo4/dead"},
        "tokens": {"b2": "ducat/stolen", "b3": "workers"},
        "piles": {"guard": 0, "assassin": 2},
    }
    shown = GAME.screen(GAME.look(GAME.drawn(position, Rng(1)), 0), "en", NAMES)
    for part in ("■3?Anna", "(ducat)", "(Dan 4)", "THIEF", "Con 2", "clergy 2", "3 ducats"):
        assert part in shown
    assert "palace guard       sold out" in shown
    assert "assassin           2  (3)" in shown
    assert "▶ Anna, Contarini (first)" in shown
    assert "Contarini 4" in shown.splitlines()[-1]


def test_bots_beat_random_play() -> None:
    for level, players in (("easy", 3), ("normal", 4)):
        *_, standing = duel(parlour.game("intrigo"), players, 8, level, "random")
        assert standing.share.mean - standing.fair > 0.3


def test_bots_of_all_kinds_finish_a_game() -> None:
    """With other numbers on the cards, too."""
    options = {"family_values": [1, 5, 9], "tiepolo": [9, 9, 9, 9], "start_ducats": 5}
    for seed in range(3):
        t = GAME.new(4, seed, options)
        bots: list[Any] = [
            make_bot(parlour.game("intrigo"), "normal", Rng(k)) for k in range(3)
        ] + [RandomBot(Rng(9))]
        play_bots(t, bots, GAME.bound(4))
        assert t.outcome is not None
