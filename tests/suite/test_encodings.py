"""Encodings: what a seat may know and nothing else, actions that do not clash, named columns."""

from collections.abc import Callable
from itertools import islice
from typing import Any, ClassVar

import pytest

import parlour
from parlour.cli import main
from parlour.core.encoding import Columns, Encoder, fit
from parlour.core.errors import RulesBug
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.native import Numbers
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.games.bang.game import Bang
from parlour.lab.encoding import encoding_of
from parlour.lab.encoding_checks import (
    check_actions,
    check_encoding,
    check_secrecy,
    played,
    settings,
)
from parlour.lab.refusals import LabRefusal

Capture = pytest.CaptureFixture[str]
GAMES = list(parlour.all_games().values())
ENCODINGS = {game.id: encoding_of(game) for game in GAMES}
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
MOST_ACTIONS = 2500
LONG = 150
"""So many choices of a game are looked at here; `parlour.lab.encoding_checks` looks at all."""


# --- secrets ----------------------------------------------------------------------------------


@pytest.mark.rules
@games
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_numbers(game: Game) -> None:
    encoder, rng = ENCODINGS[game.id].encoder, Rng(1)
    for players in {game.least, game.most}:
        for number, t in enumerate(islice(played(game, players, 3), LONG)):
            if number % 13 == 0:
                for seat in range(players):
                    check_secrecy(encoder, t, seat, rng)


@pytest.mark.rules
@games
def test_secrets_are_kept_in_every_variant_and_in_a_series(game: Game) -> None:
    encoder, rng = ENCODINGS[game.id].encoder, Rng(2)
    players = game.most
    for setting in settings(game, players):
        for number, t in enumerate(islice(played(game, players, 6, setting), 60)):
            if number % 20 == 1:
                check_secrecy(encoder, t, number % players, rng)


class Planted(Encoder[Any]):
    """An encoder with a mistake: it tells something hidden, in one of three ways."""

    def __init__(self, of: Encoder[Any], tells: Callable[[Any, int], int], where: str) -> None:
        super().__init__(of.observation, of.choice, of.action)
        self.of, self.tells, self.where = of, tells, where

    def observe(self, t: Any, seat: int, out: Numbers) -> None:
        self.of.observe(t, seat, out)
        if self.where == "observation":
            out[-1] = self.tells(t, seat)

    def describe(self, t: Any, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        self.of.describe(t, seat, choice, out, at)
        if self.where == "choice":
            out[at] = self.tells(t, seat)

    def number(self, t: Any, seat: int, choice: ChoiceId) -> int:
        number = self.of.number(t, seat, choice)
        return number ^ self.tells(t, seat) & 1 if self.where == "action" else number


def of_next(t: Table, seat: int, pile: Callable[[int], tuple[int, ...]]) -> int:
    """The last card of the next seat."""
    cards = pile((seat + 1) % t.players)
    return cards[-1] if cards else 0


LEAKS: dict[str, Callable[[Any, int], int]] = {
    "bang": lambda t, seat: t.roles[(seat + 1) % t.players],
    "intrigo": lambda t, seat: of_next(t, seat, lambda s: t.packs[s] or t.hands[s]),
    "kings": lambda t, seat: t.strength(t.hands[(seat + 1) % t.players][-1]),
    "magpies": lambda t, seat: of_next(t, seat, lambda s: t.hands[s]),
    "wink": lambda t, seat: of_next(t, seat, lambda s: t.hands[s]),
}


@games
@pytest.mark.parametrize("where", ["observation", "choice", "action"])
def test_a_planted_leak_is_found(game: Game, where: str) -> None:
    encoder = Planted(ENCODINGS[game.id].encoder, LEAKS[game.id], where)
    with pytest.raises(AssertionError, match="must not know"):
        look_closely(game, encoder)


def look_closely(game: Game, encoder: Encoder[Any]) -> None:
    for seed in range(5):
        for t in islice(played(game, game.most, seed), 4):
            for seat in range(game.most):
                check_secrecy(encoder, t, seat, Rng(seed))


# --- actions ----------------------------------------------------------------------------------


@pytest.mark.rules
@games
def test_choices_of_a_decision_are_different_actions(game: Game) -> None:
    encoder = ENCODINGS[game.id].encoder
    for players in range(game.least, game.most + 1):
        for seed, setting in enumerate(settings(game, players)):
            for t in islice(played(game, players, seed, setting), LONG):
                for seat in range(players):
                    check_actions(encoder, t, seat)


@games
def test_two_choices_of_one_number_are_found(game: Game) -> None:
    encoder = Planted(ENCODINGS[game.id].encoder, lambda t, seat: 0, "")
    encoder.number = lambda t, seat, choice: 0  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="one action"):
        check_encoding(game, game.least, 1, encoder=encoder, every=1000)


@games
def test_the_mask_says_which_actions_may_be_chosen(game: Game) -> None:
    encoding = ENCODINGS[game.id]
    assert encoding.actions <= MOST_ACTIONS
    mask = bytearray(b"\7" * encoding.actions)
    for t in islice(played(game, game.most, 2), 40):
        for seat in range(t.players):
            ids = encoding.mask(t, seat, mask)
            assert sorted(ids.values()) == sorted(t.choices(seat))
            assert [number for number in range(encoding.actions) if mask[number]] == sorted(ids)
            assert set(mask) <= {0, 1}
            assert all(encoding.number(t, seat, id) == number for number, id in ids.items())


# --- columns and buffers ----------------------------------------------------------------------


@games
def test_columns_change_only_with_a_new_version(game: Game) -> None:
    encoder = ENCODINGS[game.id].encoder
    advice = f"columns or actions have changed: raise `version`, set `stamp` to {{}} ({game.id})"
    assert encoder.stamp == encoder.hash_of_names(), advice.format(encoder.hash_of_names())


def test_a_new_column_or_another_order_is_another_stamp() -> None:
    def stamp(*names: str) -> str:
        columns = Columns()
        for name in names:
            columns.one(name)
        return Encoder[Any](columns, Columns(), Columns()).hash_of_names()

    assert len({stamp("a", "b"), stamp("b", "a"), stamp("a", "b", "c"), stamp("ab")}) == 4


def test_columns_hand_out_their_places() -> None:
    block, columns = Columns(), Columns()
    assert [block.one("life"), block.row("card", ("a", "b"))] == [0, 1]
    assert [columns.one("turn"), columns.blocks(("me", "you"), block), columns.count("n", 2)] == [
        0,
        1,
        7,
    ]
    assert columns.names[4:] == ["you.life", "you.card.a", "you.card.b", "n.0", "n.1"]
    assert columns.size() == len(columns.names) == 9
    with pytest.raises(RulesBug, match="two columns are called"):
        columns.one("turn")
    assert [fit(-3), fit(7), fit(255), fit(256)] == [0, 7, 255, 255]


@games
def test_rows_are_written_into_any_buffer_and_nowhere_else(game: Game) -> None:
    """Two-dimensional buffers of bytes are what a NumPy array of uint8 is."""
    encoding = ENCODINGS[game.id]
    t = game.new(game.most, 4)
    seat = (t.wanted() or [0])[0]
    ids = t.choices(seat)
    whole = bytearray(b"\xff" * (3 * encoding.size))
    encoding.observe(t, seat, memoryview(whole)[encoding.size : 2 * encoding.size])
    row = whole[encoding.size : 2 * encoding.size]
    assert bytes(row) == encoding.encoder.observed(t, seat)
    assert whole.count(255) >= 2 * encoding.size, "other rows were written to"
    size = encoding.choice_size
    rows = bytearray(b"\xff" * ((len(ids) + 1) * size))
    encoding.candidates(t, seat, ids, memoryview(rows).cast("B", (len(ids) + 1, size)))
    assert bytes(rows[:-size]) == encoding.encoder.described(t, seat, ids)
    assert rows[-size:] == b"\xff" * size
    with pytest.raises(ValueError, match="different structures"):
        encoding.observe(t, seat, bytearray(encoding.size + 1))


@games
def test_all_tables_of_a_game_have_the_same_columns(game: Game) -> None:
    encoding = ENCODINGS[game.id]
    for players in range(game.least, game.most + 1):
        for setting in settings(game, players):
            t = game.new(players, 1, setting.options, quiet=True, carry=setting.carry)
            assert len(encoding.encoder.observed(t, players - 1)) == encoding.size


def test_the_own_seat_comes_first() -> None:
    """BANG!: the Sheriff finds himself in seat 0, others find him as far to the left as he sits."""
    encoding = ENCODINGS["bang"]
    t: Any = parlour.game("bang").new(5, 3)
    sheriff = t.roles.index(0)
    for seat in range(5):
        row = encoding.encoder.observed(t, seat)
        near = (sheriff - seat) % 5
        assert row[encoding.names.index(f"seat{near}.role.sheriff")] == 1
        assert row[encoding.names.index("seat0.cards")] == len(t.hands[seat])
        assert sum(row[encoding.names.index(f"seat{k}.here")] for k in range(8)) == 5


# --- who has none, and the command ------------------------------------------------------------


class Mute(Bang):
    """A room without an encoder."""

    id: ClassVar = "mute"

    def encoder(self) -> Any:
        return None


def test_a_room_without_an_encoder_says_so() -> None:
    with pytest.raises(LabRefusal, match="no_encoding"):
        encoding_of(Mute())


def test_the_command_says_so_too(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("PARLOUR_LANG", "en")
    monkeypatch.setattr(type(parlour.game("magpies")), "encoder", lambda self: None)
    assert main(["encode", "magpies"]) == 2
    assert "magpies has no encoding" in capsys.readouterr().err


@games
def test_the_command_explains_every_column(game: Game, capsys: Capture) -> None:
    assert main(["encode", "--explain", game.id]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(" ")]
    told = {line.split(None, 1)[1] for line in lines}
    encoding = ENCODINGS[game.id]
    assert told == {*encoding.names, *encoding.choice_names, *encoding.action_names}


@games
def test_the_command_shows_a_position(game: Game, capsys: Capture) -> None:
    assert main(["encode", game.id, "--seed", "5", "--after", "6"]) == 0
    said = capsys.readouterr().out
    assert f"players {game.least}" in said
    assert "seat0.here 1" in said


def test_the_command_refuses_a_seat_that_is_not_there(capsys: Capture) -> None:
    assert main(["encode", "kings", "--seat", "9"]) == 2
    assert capsys.readouterr().err
