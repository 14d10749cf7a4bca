"""Random players that prefer what has not been done yet, until every card and power has been used.

    python -m parlour.lab.exhaustive bang

A room's examiner lists what there is to use (`usable`) and reads from an event what was (`used`).
"""

import argparse
import re
from collections import Counter

import parlour
from parlour.core.decision import Choice, Decision
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.seats import clockwise
from parlour.core.table import Table
from parlour.lab.examiners import examiner_of

CARELESS = 4
"""One answer in so many is quite random, so that no game runs in circles."""


class Curious:
    """Prefers the kind of choice that has been made least often so far."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.made: Counter[str] = Counter()

    def choose(self, t: Table, decision: Decision) -> Choice | None:
        choices = decision.choices
        if not decision.waits and self.rng.below(3):
            return None
        chosen = choices[self.rng.below(len(choices))]
        if self.rng.below(CARELESS):
            rank = [(self.made[kind(decision.ask, c)], self.rng.word(), c) for c in choices]
            chosen = min(rank, key=lambda row: row[:2])[2]
        self.made[kind(decision.ask, chosen)] += 1
        return chosen


def kind(ask: str, choice: Choice) -> str:
    """`play bang:7C@2` is of the kind `play bang`."""
    return f"{ask} {re.split('[:@]', choice.brief)[0]}"


def play(game: Game, players: int, seed: int, curious: Curious) -> set[str]:
    """One game; what was used in it."""
    t = game.new(players, seed)
    examiner = examiner_of(game)
    found: set[str] = set()
    for _ in range(game.bound(players)):
        if t.outcome is not None:
            break
        since = len(t.sink or [])
        answer(t, curious)
        for event in (t.sink or [])[since:]:
            found |= examiner.used(t, event)
    return found


def answer(t: Table, curious: Curious) -> None:
    for seat in clockwise(t.on_turn(), t.players):
        decision = t.decision(seat)
        choice = curious.choose(t, decision) if decision else None
        if choice is not None:
            t.answer(seat, choice.text)
            return
    t.pass_time()


def missing(game: Game, players: int, games: int, seed: int = 0) -> tuple[set[str], int]:
    """What so many games did not use, and how many it took."""
    curious = Curious(Rng(seed))
    left = examiner_of(game).usable(players)
    played = 0
    while left and played < games:
        left = left - play(game, players, seed + played, curious)
        played += 1
    return left, played


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="exhaustive")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--games", type=int, default=5000)
    args = parser.parse_args()
    game = parlour.game(args.game)
    bad = 0
    for players in args.players or range(game.least, game.most + 1):
        left, played = missing(game, players, args.games)
        total = len(examiner_of(game).usable(players))
        bad += len(left)
        print(
            f"{game.id}, {players} players: {total - len(left)} of {total} things used "
            f"in {played} games{'; never: ' + ', '.join(sorted(left)) if left else ''}",
            flush=True,
        )
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
