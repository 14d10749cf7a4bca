"""Minds: a view read once, many worlds drawn from it, and mistakes that would not go unnoticed."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.fact import Box
from parlour.core.game import Game
from parlour.core.ids import CardId
from parlour.core.mind import Afresh, CardMind, Mind, Odds
from parlour.core.rng import Rng
from parlour.core.rollout import random_step
from parlour.core.table import Table
from parlour.core.view_builder import TableFacts, ViewBuilder
from parlour.lab.conformance import Setting, sampled, walk
from parlour.lab.ends import paces
from parlour.lab.minds import check_mind, unlike
from parlour.lab.series import later

pytestmark = pytest.mark.rules

GAMES = list(parlour.all_games().values())
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
PILES = ("hands", "nests", "aside")


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Each switch turned, each word in its turn."""
    for name, option in game.option_list.items():
        if option.series:
            continue
        values = [not option.default] if option.kind == "switch" else option.words
        yield from ({name: value} for value in values if value != option.default)


@games
def test_minds_hold_whatever_a_table_decides(game: Game) -> None:
    rng = Rng(3)
    for options in variants(game):
        for number, t in enumerate(islice(walk(game, game.most, 4, Setting(options)), 90)):
            if sampled(number, 11):
                check_mind(game, t, number % game.most, rng, worlds=2)


@games
def test_minds_hold_when_a_game_is_over(game: Game) -> None:
    for players in range(game.least, game.most + 1):
        *_, t = walk(game, players, players)
        for seat in (0, players - 1, None):
            check_mind(game, t, seat, Rng(1))


def positions(game: Game, setting: Setting, every: int) -> Iterator[Table]:
    """A few positions of one random game, the deal among them."""
    players = (game.least + game.most) // 2
    t = game.new(players, 6, setting.options, quiet=True, carry=setting.carry)
    rng = Rng(6)
    for number in range(4 * every):
        if t.outcome is not None:
            return
        if number % every == 0:
            yield t
        random_step(t, rng)


@pytest.mark.once
@games
def test_worlds_of_a_mind_are_those_of_the_view_and_as_likely(game: Game) -> None:
    """Place by place, by chi-square, against tables that are drawn from the view one by one."""
    for options in paces(game):
        for number, t in enumerate(positions(game, Setting(options), 17)):
            for seat in (number % t.players, None) if number else (0,):
                view = t.look(seat)
                assert unlike(game, view, game.mind(view), 200) == []


@pytest.mark.once
@games
def test_they_are_as_likely_in_a_series_too(game: Game) -> None:
    players = (game.least + game.most) // 2
    for t in positions(game, later(game, players, 5), 9):
        view = t.look(1)
        assert unlike(game, view, game.mind(view), 200) == []


@games
def test_a_mind_knows_no_more_than_the_bytes_of_a_view(game: Game) -> None:
    """A view that was sent and read again makes the same mind: no table is behind it."""
    t = next(islice(walk(game, game.least, 8), 4, None))
    view = t.look(0)
    sent = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
    lines = [
        [mind.world(Rng(seed)).line() for seed in range(4)]
        for mind in (game.mind(view), game.mind(sent))
    ]
    assert lines[0] == lines[1]
    assert len(set(lines[0])) == 4


def test_no_line_is_written_for_a_table_that_keeps_no_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = parlour.game("magpies")
    t = game.new(2, 3)
    view, facts = t.look(0), game.position(t, 0)

    def line(*_: Any) -> str:
        raise AssertionError("a line was written")

    monkeypatch.setattr(type(game), "line", line)
    mind = game.mind(view)
    assert mind.template.start == mind.world(Rng(1)).start == ""
    assert game.imagine(view, Rng(1)).start == ""
    with pytest.raises(AssertionError, match="a line was written"):
        game.drawn(facts, Rng(1))


def test_a_room_with_facts_of_its_own_that_gives_no_mind_has_a_slow_one() -> None:
    honest = parlour.game("magpies").views
    odd = TableFacts("Odd", int, [*honest.facts, Box("odd", "int", "0")])

    class Odd(type(parlour.game("magpies"))):  # type: ignore[misc]
        views = ViewBuilder(honest.view, odd, reads=honest.reads)

    game: Game = Odd()
    t = game.new(3, 5)
    mind = game.mind(t.look(1))
    assert isinstance(mind, Afresh)
    check_minds(game)
    assert unlike(game, t.look(0), game.mind(t.look(0))) == []


def check_minds(game: Game) -> None:
    for number, t in enumerate(walk(game, 3, 5)):
        check_mind(game, t, number % 3, Rng(number))


def test_where_nothing_can_be_believed_there_are_no_odds() -> None:
    game = parlour.game("magpies")
    with pytest.raises(ValueError, match="no such thing is hidden here"):
        game.mind(game.new(2, 3).look(0)).odds([(0, 1)], [1.0])


# --- planted mistakes -------------------------------------------------------------------------


class Idle(CardMind[Any]):
    """Every world is the template's."""

    def deal(self, t: Any, rng: Rng, odds: Odds | None) -> None:
        pass


class Lazy(CardMind[Any]):
    """Cards move one place on, and nowhere else."""

    def shuffle(self, cards: list[CardId], rng: Rng) -> None:
        if rng.below(2):
            cards.append(cards.pop(0))


class Blabbing(CardMind[Any]):
    """Who knows a card goes with the card, not with the place."""

    def deal(self, t: Any, rng: Rng, odds: Odds | None) -> None:
        before = t.knows.masks[:]
        super().deal(t, rng, odds)
        t.knows.masks = before


class Sticky(CardMind[Any]):
    """All worlds are one table."""

    def world(self, rng: Rng, odds: Odds | None = None) -> Any:
        return self.template


class Sharing(CardMind[Any]):
    """Hands are dealt, and lie in the template's list."""

    def deal(self, t: Any, rng: Rng, odds: Odds | None) -> None:
        super().deal(t, rng, odds)
        t.shown = self.template.shown


class Unsteady(CardMind[Any]):
    """The seat's own cards lie in another order in each world."""

    def deal(self, t: Any, rng: Rng, odds: Odds | None) -> None:
        super().deal(t, rng, odds)
        hand = list(t.hands[self.eye])
        rng.shuffle(hand)
        t.hands[self.eye] = tuple(hand)


class Unsealed(CardMind[Any]):
    """What others have sealed is what the template says."""

    def seal(self, t: Any, seat: int, rng: Rng) -> None:
        pass


def planted(kind: type[CardMind[Any]], monkeypatch: pytest.MonkeyPatch, piles: Any = PILES) -> Game:
    game = parlour.game("magpies")
    monkeypatch.setattr(type(game), "recall", lambda _, t, d: kind(t, d.eye, piles))
    return game


@pytest.mark.parametrize("kind", [Sticky, Sharing, Unsteady])
def test_a_wrong_world_is_noticed(
    kind: type[CardMind[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = planted(kind, monkeypatch)
    with pytest.raises(AssertionError):
        check_minds(game)


@pytest.mark.parametrize(
    ("kind", "piles"),
    [
        (Idle, PILES),
        (Lazy, PILES),
        (Blabbing, PILES),
        (CardMind, PILES[:2]),
        (CardMind, ("hands", "aside")),
    ],
)
def test_an_unfair_world_is_noticed(
    kind: type[CardMind[Any]], piles: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = planted(kind, monkeypatch, piles)
    t = next(islice(walk(game, 3, 5), 5, None))
    assert unlike(game, t.look(0), game.mind(t.look(0)))


def test_a_choice_that_stays_sealed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    t = parlour.game("magpies").new(3, 5)
    t.answer(1, t.decisions()[1].choices[0].text)
    honest: Mind[Any] = t.game.mind(t.look(0))
    assert unlike(t.game, t.look(0), honest) == []
    game = planted(Unsealed, monkeypatch)
    assert unlike(game, t.look(0), game.mind(t.look(0)))
