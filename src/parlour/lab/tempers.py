"""How differently bots of each temper play: the same questions, put to all of them.

    python -m parlour.lab.tempers GAME [--players N] [--games N] [--seed S]

Normal bots without a temper play.  Whatever a seat may answer is also put to each temper, with the
same random numbers.  Told is how many of the questions with several answers it answers otherwise,
in per cent with a 95 % interval by game, and what it does otherwise most often: the kinds of both
choices, by the first word of their texts.  Wink is played by turns.
"""

import re
import sys
from argparse import ArgumentParser
from collections import Counter
from fractions import Fraction
from typing import Final

import parlour
from parlour.bots import tempers, weights_of
from parlour.core.errors import RulesBug
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.seats import clockwise
from parlour.core.table import Table
from parlour.lab.samples import Sample, one

SHOWN: Final = 3
WORD: Final = re.compile(r"[a-z_]+")


class Compared:
    """A game among plain bots, and what bots of one temper would have done in it."""

    def __init__(self, plain: AnyPolicy, others: dict[str, AnyPolicy]) -> None:
        self.plain: Final = plain
        self.others: Final = others
        self.questions = 0
        self.kinds: Final[dict[str, Counter[tuple[str, str]]]] = {n: Counter() for n in others}
        """By temper: what the plain bot does, and what this one does."""

    def play(self, t: Table, rng: Rng) -> None:
        while t.outcome is None:
            for seat in polled(t):
                chosen = self.put(t, seat, rng.word())
                if chosen is not None:
                    t.enact(seat, chosen)
                    break
            else:
                raise RulesBug("nobody answers")

    def put(self, t: Table, seat: int, luck: int) -> ChoiceId | None:
        """What the plain bot chooses; what the others would is noted."""
        chosen = self.plain.pick(t, seat, Rng(luck))
        self.questions += len(t.choices(seat)) > 1
        for name, policy in self.others.items():
            other = policy.pick(t, seat, Rng(luck))
            if other != chosen:
                self.kinds[name][kind(t, seat, chosen), kind(t, seat, other)] += 1
        return chosen


def polled(t: Table) -> list[int]:
    """Seats that may take an offer, then those that must answer, from the one on turn on."""
    seats = clockwise(t.on_turn(), t.players)
    offered = [seat for seat in seats if not t.asked >> seat & 1 and t.has_offer(seat)]
    return offered + [seat for seat in seats if t.asked >> seat & 1]


def kind(t: Table, seat: int, choice: ChoiceId | None) -> str:
    """The first word of its brief text."""
    if choice is None:
        return "nothing"
    word = WORD.match(brief := t.choice(seat, choice).brief)
    return word[0] if word else brief


def compare(game: Game, players: int, seeds: range) -> dict[str, tuple[Sample, Counter[str]]]:
    """By temper: the share of questions answered otherwise, in per cent, and how."""
    assert game.policy is not None
    plain = game.policy(weights_of(game, "normal"))
    others = {name: game.policy(weights_of(game, "normal", name)) for name in tempers(game)}
    found = {name: (Sample(), Counter[str]()) for name in others}
    for seed in seeds:
        played = Compared(plain, others)
        played.play(game.new(players, seed, quiet=True), Rng(seed))
        for name, kinds in played.kinds.items():
            share, told = found[name]
            now = one(Fraction(100 * kinds.total(), max(1, played.questions)))
            told.update({f"{this} -> {that}": times for (this, that), times in kinds.items()})
            found[name] = share + now, told
    return found


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    game = parlour.game(args.game)
    players = args.players or game.least
    for name, (share, told) in compare(
        game, players, range(args.seed, args.seed + args.games)
    ).items():
        how = ", ".join(f"{what} {times}" for what, times in told.most_common(SHOWN))
        print(f"{game.id} {players}  {name:9} {share.told()} %   {how}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
