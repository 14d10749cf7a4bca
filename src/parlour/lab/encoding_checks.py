"""Checks of encodings: they hold what a seat may know and nothing else, and actions do not clash.

    python -m parlour.lab.encoding_checks [GAME …] [--games N]

looks at every decision of random games, of every game for every number of players and in every
variant.  The test suite looks at a few of them.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import parlour
from parlour.core.encoding import Encoder
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.options import Values
from parlour.core.rng import Rng
from parlour.core.rollout import random_step
from parlour.core.table import Table
from parlour.lab.conformance import PLAIN, Setting
from parlour.lab.encoding import encoding_of
from parlour.lab.series import later

AnyEncoder = Encoder[Any]
WORLDS: Final = 2
VARIED: Final[dict[str, list[Values]]] = {
    "kings": [{"hand": 12, "centre": 8}, {"copies": 1, "copy_modifiers": [0, 1]}],
    "wink": [{"pace": "live", "live_turn": 0}, {"by_turns_turn": 1, "by_turns_hold": 2}],
    "intrigo": [{"family_values": [9, 1, 5], "tiepolo": [1, 1, 2, 2], "unlimited_ducats": True}],
}
"""Numbers of a room that change how much there is to encode, beside its switches and words."""


def variants(game: Game) -> Iterator[Values]:
    """The plain table, each switch turned, each word in its turn, and some numbers."""
    yield {}
    for name, option in game.option_list.items():
        if not option.series:
            values: list[Any] = [not option.default] if option.kind == "switch" else option.words
            yield from ({name: value} for value in values if value != option.default)
    yield from VARIED.get(game.id, [])


def settings(game: Game, players: int) -> Iterator[Setting]:
    """Every variant that can be played by so many, and a later game of a series."""
    for options in variants(game):
        with suppress(BadTable):
            game.new(players, 0, options, quiet=True)
            yield Setting(options)
    yield later(game, players, 5)


def encoded(encoder: AnyEncoder, t: Table, seat: int) -> tuple[bytes, bytes, list[int]]:
    """All that a learner in this seat is given: observation, choices, numbers of actions."""
    ids = t.choices(seat)
    choices = encoder.described(t, seat, ids)
    return encoder.observed(t, seat), choices, encoder.numbers(t, seat, ids)


def check_secrecy(encoder: AnyEncoder, t: Table, seat: int, rng: Rng) -> None:
    """Worlds that the seat cannot tell from the real one give it the same numbers."""
    truth = encoded(encoder, t, seat)
    mind = t.game.mind(t.look(seat))
    for _ in range(WORLDS):
        imagined = encoded(encoder, mind.world(rng), seat)
        for names, real, other in zip(
            (encoder.observation.names, encoder.choice.names, ["number"]),
            truth,
            imagined,
            strict=True,
        ):
            told = differing(names, real, other)
            assert not told, f"seat {seat} is told what it must not know: {told}: {t.line()}"


def differing(names: list[str], real: Sequence[int], other: Sequence[int]) -> list[str]:
    """The columns in which two rows differ."""
    if len(real) != len(other):
        return ["as many choices as there are"]
    return [names[k % len(names)] for k in range(len(real)) if real[k] != other[k]]


def check_actions(encoder: AnyEncoder, t: Table, seat: int) -> None:
    """No two choices of a decision are one action, and every one is an action."""
    ids = t.choices(seat)
    numbers = encoder.numbers(t, seat, ids)
    count = encoder.action.size()
    assert all(0 <= number < count for number in numbers), f"no such action: {numbers}"
    clashes = {number for number in numbers if numbers.count(number) > 1}
    told = [encoder.action.names[number] for number in clashes]
    assert not clashes, f"two choices of seat {seat} are one action: {told}: {t.line()}"


def played(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> Iterator[Table]:
    """The same quiet table after the deal and after every random choice."""
    t = game.new(players, seed, setting.options, quiet=True, carry=setting.carry)
    rng = Rng(seed)
    yield t
    while t.outcome is None:
        random_step(t, rng)
        yield t


def check_encoding(
    game: Game,
    players: int,
    seed: int,
    setting: Setting = PLAIN,
    encoder: AnyEncoder | None = None,
    every: int = 1,
) -> int:
    """A random game: actions at every decision, secrets at every so manieth, of every seat.

    Returns at how many decisions.
    """
    encoder = encoder or encoding_of(game).encoder
    rng, looked = Rng(seed), 0
    for number, t in enumerate(played(game, players, seed, setting)):
        for seat in range(players):
            check_actions(encoder, t, seat)
        if number % every == 0:
            looked += 1
            for seat in range(players):
                check_secrecy(encoder, t, seat, rng)
    return looked


def main() -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=list(parlour.all_games()))
    parser.add_argument("--games", type=int, default=1, help="games of each kind")
    args = parser.parse_args()
    for game in [parlour.game(id) for id in args.game]:
        for players in range(game.least, game.most + 1):
            looked = sum(
                check_encoding(game, players, seed, setting)
                for setting in settings(game, players)
                for seed in range(args.games)
            )
            print(game.id, players, looked, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
