"""Bots are honest: they weigh and choose by what their seat may know, and by nothing else."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

import parlour
from parlour.bots import Budget, levels, make_bot, tempers, weights_of
from parlour.bots.learned import is_learnt
from parlour.core.bot import Bot
from parlour.core.decision import Choice, Decision
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.policy import AnyPolicy, Policy
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.lab.encoding_checks import played, settings
from parlour.lab.policy_checks import among_bots, check_bot, check_game, check_policy, policies
from parlour.lab.tempers import compare

GAMES = [game for game in parlour.all_games().values() if game.policy is not None]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
LONG = 200
FEW = Budget(playouts=12, seconds=60)


@pytest.mark.rules
@games
def test_worlds_that_a_seat_cannot_tell_apart_are_weighed_alike(game: Game) -> None:
    for players in {game.least, game.most}:
        assert check_game(islice(played(game, players, 3), LONG), 3, every=7)
        assert check_game(islice(among_bots(game, players, 4), LONG), 4, every=7)


@pytest.mark.rules
@games
def test_worlds_are_weighed_alike_in_every_variant_and_in_a_series(game: Game) -> None:
    for setting in settings(game, game.most):
        assert check_game(islice(among_bots(game, game.most, 5, setting), 60), 5, every=20)


@pytest.mark.rules
@games
def test_bots_of_every_level_choose_the_same_in_twin_worlds(game: Game) -> None:
    def bot(level: str, temper: str, world: Table) -> Bot:
        return make_bot(game, level, Rng(7), temper, FEW)

    kinds = [(level, "") for level in levels(game)] + [("normal", t) for t in tempers(game)]
    compared = 0
    for number, t in enumerate(islice(among_bots(game, game.least, 6), LONG)):
        for seat in range(t.players):
            if number % 9 == 0 and t.asked >> seat & 1:
                check_bot(partial(bot, *kinds[compared % len(kinds)]), t, seat, Rng(number))
                compared += 1
    assert compared >= len(kinds)


def asked(game: Game) -> Iterator[tuple[Table, int]]:
    """Positions of a random game, and a seat that has several choices there."""
    for t in islice(played(game, game.least, 1), LONG):
        seat = t.asked.bit_length() - 1
        if seat >= 0 and len(t.choices(seat)) > 1:
            yield t, seat


class Cheat(Policy[Any]):
    """Knows the order of what will be dealt: the table's own dice."""

    def __init__(self, of: AnyPolicy) -> None:
        super().__init__({})
        self.of = of

    def weigh(self, t: Any, seat: int, choices: list[ChoiceId]) -> list[float]:
        luck = t.dice.key[0] / 256
        return [worth + luck for worth in self.of.weigh(t, seat, choices)]


@games
def test_a_policy_that_reads_what_is_hidden_is_found(game: Game) -> None:
    cheat, (t, seat) = Cheat(policies(game)[0]), next(asked(game))
    with pytest.raises(AssertionError, match="by what it must not know"):
        check_policy(cheat, t, seat, Rng(1))


class Peeker:
    """Was given the table."""

    def __init__(self, t: Table) -> None:
        self.t = t

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        return decision.choices[self.t.dice.key[0] % len(decision.choices)]


@games
def test_a_bot_that_was_given_the_table_is_found(game: Game) -> None:
    def look() -> None:
        for t, seat in asked(game):
            check_bot(Peeker, t, seat, Rng(2))

    with pytest.raises(AssertionError, match="chooses by what it must not know"):
        look()


@games
def test_levels_and_tempers(game: Game) -> None:
    learnt = ["expert"] if is_learnt(game.package) else []
    assert levels(game) == ["random", "easy", "normal", "hard", *learnt]
    assert tempers(game) == ["cautious", "bold", "sly"]
    normal = weights_of(game, "normal")
    for kind in [("easy", ""), *[("normal", temper) for temper in tempers(game)]]:
        other = weights_of(game, *kind)
        assert other != normal
        known = {"slip", "care", *normal}
        assert set(other) <= known, f"{kind} changes numbers that nobody reads"


@games
def test_tempers_play_differently(game: Game) -> None:
    for temper, (share, kinds) in compare(game, game.least, range(2)).items():
        assert kinds, f"{temper} plays as everybody does"
        assert share.mean > 0.2, f"{temper} answers {share.mean:.2f} % otherwise"


@games
def test_what_no_bot_is_called_is_refused(game: Game) -> None:
    with pytest.raises(BadTable, match="unknown_bot"):
        make_bot(game, "godlike", Rng(1))
    with pytest.raises(BadTable, match="unknown_bot"):
        make_bot(game, "normal", Rng(1), "drunk")
