"""Learned players: their weights fit, they play within their bounds, and they beat `normal`."""

from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import Budget, levels, make_bot
from parlour.bots.learned import FILE, LearnedBot, LearnedSearchBot, Learnt, is_learnt
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.words import Speaker
from parlour.lab.arena import duel
from parlour.lab.encoding_checks import played

GAMES = [game for game in parlour.all_games().values() if is_learnt(game.package)]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
MOST_BYTES = 2_000_000
DEALS = 30
UNTRIED = 1
"""Play-outs that are too few to try anything."""


def network(game: Game) -> LearnedBot:
    """What ranks the choices of an expert."""
    bot = make_bot(game, "expert", Rng(1))
    assert isinstance(bot, LearnedSearchBot)
    return bot.learned


def test_some_rooms_have_learnt_to_play() -> None:
    assert {game.id for game in GAMES} >= {"bang", "kings"}
    assert all(levels(game)[-1] == "expert" for game in GAMES)


@games
def test_weights_are_small(game: Game) -> None:
    assert len(files(game.package).joinpath(FILE).read_bytes()) <= MOST_BYTES


@pytest.mark.once
@pytest.mark.rules
@games
def test_an_expert_beats_normal_bots(game: Game) -> None:
    """By the network alone, without a search; on fixed deals.  docs/bots.md has the figures."""
    *_, result = duel(game, game.least, DEALS, f"expert@{UNTRIED}", "normal", seed=7_000)
    assert result.gain.mean - (result.gain.margin or 1.0) > 0


@games
def test_what_it_was_not_trained_for_is_left_to_the_policy(game: Game) -> None:
    bot, other = network(game), make_bot(game, "normal", Rng(1))
    bot.known.players.discard(game.least)
    try:
        for t in played(game, game.least, 3):
            for seat in t.wanted():
                view, decision = t.look(seat), t.decision(seat)
                assert decision is not None
                assert bot.choose(view, decision) == other.choose(view, decision)
            if t.on_turn() == 1:
                return
    finally:
        bot.known.players.add(game.least)


@games
def test_what_the_network_likes_is_tried_and_left_for_a_clear_gain_alone(game: Game) -> None:
    plain = network(game)
    unsure = make_bot(game, "expert", Rng(1), budget=Budget(playouts=40, clear=1e9))
    t = game.new(game.least + 1, 5)
    for _ in range(12):
        seat = t.wanted()[0]
        view, decision = t.look(seat), t.decision(seat)
        assert decision is not None
        chosen = plain.choose(view, decision)
        assert chosen == unsure.choose(view, decision), "no gain is clear enough"
        assert chosen is not None
        t.play(seat, chosen.id)


@games
def test_its_chance_of_winning_is_a_share(game: Game) -> None:
    bot = network(game)
    t = game.new(game.least, 5)
    found = [bot.chance(t.look(seat), seat) for seat in range(t.players)]
    assert all(chance is not None and 0.02 < chance < 0.98 for chance in found)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_weights_of_another_encoding_are_refused_with_a_sentence(lang: str, tmp_path: Any) -> None:
    game = parlour.game("kings")
    with np.load(BytesIO(files(game.package).joinpath(FILE).read_bytes())) as file:
        kept = {name: file[name] for name in file.files} | {"stamp": np.array("another")}
    np.savez(tmp_path / FILE, **kept)
    with pytest.raises(BadTable, match="weights_do_not_fit") as refused:
        Learnt(game, tmp_path / FILE)
    assert game.id in Speaker(game, lang, []).refusal(refused.value)
