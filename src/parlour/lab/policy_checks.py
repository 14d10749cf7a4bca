"""Checks of bots: they choose by what a seat may know and by nothing else.

    python -m parlour.lab.policy_checks [GAME …] [--games N] [--every N]

plays games of every kind, at random and among bots.  At every so manieth decision it compares how
the policy of each level and temper weighs the choices of a seat at the true table and in worlds
that the seat cannot tell from it.  The test suite looks at a few of them.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from typing import Final

import parlour
from parlour.bots import LEVELS, PolicyBot, make_bot, tempers, weights_of
from parlour.core.bot import Bot
from parlour.core.game import Game
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.rollout import guided_step
from parlour.core.table import Table
from parlour.lab.conformance import PLAIN, Setting
from parlour.lab.encoding_checks import played, settings

WORLDS: Final = 2
CLOSE: Final = 1e-6
"""Sums of the same numbers in another order differ by less."""


def policies(game: Game) -> list[AnyPolicy]:
    """Every level and every temper of the game's bots."""
    assert game.policy is not None
    kinds = [(level, "") for level in LEVELS] + [("normal", temper) for temper in tempers(game)]
    return [game.policy(weights_of(game, *kind)) for kind in kinds]


def worths(policy: AnyPolicy, t: Table, seat: int) -> dict[str, float]:
    """What each choice of the seat is worth, by its text."""
    ids = t.choices(seat)
    found = policy.weigh(t, seat, ids)
    return {t.choice(seat, ids[k]).text: found[k] for k in range(len(ids))}


def check_policy(policy: AnyPolicy, t: Table, seat: int, rng: Rng) -> None:
    """Worlds that the seat cannot tell from the real one are weighed alike."""
    if not t.choices(seat):
        return
    truth = worths(policy, t, seat)
    mind = t.game.mind(t.look(seat))
    for _ in range(WORLDS):
        imagined = worths(policy, mind.world(rng), seat)
        assert truth.keys() == imagined.keys(), f"seat {seat} has other choices: {t.line()}"
        for text, worth in truth.items():
            other = imagined[text]
            assert abs(worth - other) <= CLOSE * max(1.0, abs(worth)), (
                f"seat {seat} weighs {text} by what it must not know: "
                f"{worth} and {other}: {t.line()}"
            )


def check_bot(made: Callable[[Table], Bot], t: Table, seat: int, rng: Rng) -> None:
    """A bot in two worlds that its seat cannot tell apart chooses the same.

    `made`: the bot as it is at the start of that choice; an honest one does without the table.
    """
    mind = t.game.mind(t.look(seat))
    found = []
    for world in [mind.world(rng) for _ in range(WORLDS)]:
        decision = world.decision(seat)
        assert decision is not None
        choice = made(world).choose(world.look(seat), decision)
        found.append(choice.text if choice else None)
    assert len(set(found)) == 1, (
        f"seat {seat} chooses by what it must not know: {found}: {t.line()}"
    )


def among_bots(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> Iterator[Table]:
    """The same quiet table after the deal and after every choice of normal bots."""
    t = game.new(players, seed, setting.options, quiet=True, carry=setting.carry)
    rng = Rng(seed)
    bot = make_bot(game, "normal", rng)
    assert isinstance(bot, PolicyBot)
    yield t
    while t.outcome is None:
        guided_step(t, [bot.policy] * players, rng)
        yield t


def check_game(tables: Iterator[Table], seed: int, every: int) -> int:
    """Every policy at every so manieth position of a game; the number of decisions."""
    rng, looked = Rng(seed), 0
    made: list[AnyPolicy] = []
    for number, t in enumerate(tables):
        made = made or policies(t.game)
        if number % every == 0:
            for seat in range(t.players):
                check_policy(made[(number // every + seat) % len(made)], t, seat, rng)
                looked += 1
    return looked


def main() -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=list(parlour.all_games()))
    parser.add_argument("--games", type=int, default=1, help="games of each kind")
    parser.add_argument("--every", type=int, default=1, help="look at one position in so many")
    args = parser.parse_args()
    for game in [parlour.game(id) for id in args.game]:
        if game.policy is None:
            continue
        for players in range(game.least, game.most + 1):
            looked = 0
            for setting in settings(game, players):
                for seed in range(args.games):
                    for tables in (played, among_bots):
                        looked += check_game(tables(game, players, seed, setting), seed, args.every)
            print(game.id, players, looked, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
