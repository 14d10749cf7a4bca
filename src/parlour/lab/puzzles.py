"""Positions in which a learned player would do something else than `normal`, and is right.

    python -m parlour.lab.puzzles kings --games 50

Normal bots play.  Wherever the network alone is sure of a choice that `normal` would not make, both
choices are played out in the same imagined worlds, as `hard` does it (`bots/search.py`).  Where the
network's is clearly better, the position is told as its seat sees it, in the words of a scenario's
`[position]`, with both choices and what they are worth; those that are worth most come first.
Puzzles for people are made from these by hand.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from math import exp, inf
from typing import Any, Final

import msgspec

import parlour
from parlour.bots.learned import LearnedBot
from parlour.bots.levels import weights_of
from parlour.bots.search import Budget, Candidate, SearchBot
from parlour.core.decision import FIRST_OFFER
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.mind import Mind
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.rollout import step_by
from parlour.core.table import Table

SURE: Final = 0.8
"""How likely the network must hold its choice to be."""
UNLIKELY: Final = 0.1
"""How likely it may at most hold that of `normal`."""
GLANCE: Final = 32
"""Play-outs after which what does not look better is left."""
CLEAR: Final = 2.5
"""Standard errors by which a choice must be better in the end."""
LEFT_OUT: Final = ("players", "options", "carry", "eyes", "answered", "full", "sight")
"""What a seat's view shows and a scenario cannot draw, or says elsewhere."""


class Found(msgspec.Struct, frozen=True):
    """A position, and two choices."""

    game: str
    seed: int
    seat: int
    ask: str
    position: dict[str, Any]
    better: str
    usual: str
    sure: float
    """How likely the network holds the better one to be."""
    worths: tuple[float, float]
    """The share of the victory that each promises."""
    gain: float
    error: float

    def lines(self) -> list[str]:
        players, (first, second) = self.position["players"], self.worths
        drawn = {name: v for name, v in self.position.items() if name not in LEFT_OUT}
        if not any(word.strip("?") for word in drawn.get("deck", [])):
            drawn.pop("deck", None)  # all that lies nowhere else: nobody need count it
        return [
            f"# {self.game} with {players}, seed {self.seed}: seat {self.seat} is asked {self.ask}",
            f"# {self.better}: {first:.3f}; the network is sure by {self.sure:.2f}",
            f"# not {self.usual}: {second:.3f}, worse by {self.gain:.3f} ± {self.error:.3f}",
            "[position]",
            *(f"{name} = {as_toml(value)}" for name, value in drawn.items()),
            "",
        ]


def as_toml(value: Any) -> str:
    """On one line; what is empty or unknown is left out of tables."""
    if isinstance(value, dict):
        parts = [f"{key} = {as_toml(v)}" for key, v in value.items() if v is not None]
        return f"{{ {', '.join(parts)} }}"
    if isinstance(value, list):
        return f"[{', '.join([as_toml(one) for one in value])}]"
    return json.dumps(value, ensure_ascii=False)


class Finder:
    """Watches games among normal bots."""

    def __init__(self, game: Game, playouts: int, rng: Rng) -> None:
        assert game.policy is not None
        self.game: Final = game
        self.playouts: Final = playouts
        self.rng: Final = rng
        self.policy: Final[AnyPolicy] = game.policy(weights_of(game, "normal"))
        self.learned: Final = LearnedBot(game, self.policy, rng)
        self.judge: Final[AnyPolicy] = game.policy(weights_of(game, "hard"))
        self.asked = 0
        """Questions with more than one answer so far,"""
        self.differed = 0
        """and those of them where the network was sure of another one."""

    def watch(self, players: int, seed: int) -> Iterator[Found]:
        """What is found in one game, a position for each turn of events at most."""
        t = self.game.new(players, seed, quiet=True)
        seated = [self.game.player(self.policy, self.rng.split()) for _ in range(players)]
        while t.outcome is None:
            for seat in range(players):
                if t.asked >> seat & 1 and (found := self.look(t, seat, seed)):
                    yield found
            step_by(t, seated)

    def look(self, true: Table, seat: int, seed: int) -> Found | None:
        """Whether there is a puzzle for this seat, from what it sees."""
        mind = self.game.mind(true.look(seat))
        t = mind.template
        differing = self.differing(t, seat)
        decision = true.decision(seat)
        if differing is None or decision is None:
            return None
        sure, *ids = differing
        if not clearly(self.tried(mind, seat, ids, GLANCE), 1.0):
            return None
        pair = self.tried(mind, seat, ids, self.playouts)
        if not clearly(pair, CLEAR):
            return None
        better, usual = pair
        return Found(
            *(self.game.id, seed, seat, decision.ask, self.game.position(true, seat)),
            *(t.choice(seat, better.id).text, t.choice(seat, usual.id).text, sure),
            (better.mean, usual.mean),
            *better.lead(usual),
        )

    def differing(self, t: Table, seat: int) -> tuple[float, ChoiceId, ChoiceId] | None:
        """What the network is sure of where `normal` chooses otherwise: how sure, and both."""
        ids = [id for id in t.choices(seat) if id < FIRST_OFFER]
        if len(ids) < 2 or not self.learned.fits(t, seat):
            return None
        self.asked += 1
        worths = self.policy.weigh(t, seat, ids)
        likely = shares(self.learned.worths(t, seat, ids))
        usual, better = worths.index(max(worths)), likely.index(max(likely))
        if likely[better] < SURE or likely[usual] > UNLIKELY:
            return None
        self.differed += 1
        return likely[better], ids[better], ids[usual]

    def tried(
        self, mind: Mind[Any], seat: int, ids: list[ChoiceId], playouts: int
    ) -> list[Candidate]:
        """Choices in the same worlds, all of them to the end of the play-outs."""
        budget = Budget(playouts=playouts, seconds=inf, sure=inf)
        bot = SearchBot(self.game, self.judge, self.rng, budget)
        candidates = [Candidate(id, 0.0) for id in ids]
        bot.try_out(mind, seat, candidates, inf)
        return candidates


def shares(scores: list[float]) -> list[float]:
    """How likely the network is to choose each, as it did while it learnt."""
    most = max(scores)
    powers = [exp(score - most) for score in scores]
    return [power / sum(powers) for power in powers]


def clearly(pair: list[Candidate], errors: float) -> bool:
    """Whether the first of two is better by so many standard errors."""
    lead, error = pair[0].lead(pair[1])
    return lead > errors * error


def arguments() -> ArgumentParser:
    parser = ArgumentParser("parlour.lab.puzzles", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; all, if none")
    parser.add_argument("--games", type=int, default=50, help="of all numbers of players together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--playouts", type=int, default=200, help="for two choices together")
    parser.add_argument("--most", type=int, default=40, help="positions that are told")
    return parser


def main(argv: list[str] | None = None) -> int:
    args = arguments().parse_args(argv)
    game = parlour.game(args.game)
    finder = Finder(game, args.playouts, Rng(args.seed))
    numbers = args.players or list(range(game.least, game.most + 1))
    found: list[Found] = []
    for seed in range(args.seed, args.seed + args.games):
        found += finder.watch(numbers[seed % len(numbers)], seed)
    found.sort(key=lambda one: -one.gain)
    print(f"{args.games} games, {finder.asked} questions; sure of another answer than normal's:")
    print(f"{finder.differed}, of which {len(found)} are clearly better\n")
    for one in found[: args.most]:
        print("\n".join(one.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
