"""Games among bots, each seeing what its seat sees; and random games at full speed."""

from collections.abc import Iterator
from time import process_time
from typing import Any

import msgspec

from parlour.bots import make_bot
from parlour.core.bot import Bot, RandomBot
from parlour.core.errors import RulesBug
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.core.seats import clockwise
from parlour.core.table import Table


def play_bots(t: Table, bots: list[Bot], bound: int) -> int:
    """Bots to the end of the game.  Returns the number of choices."""
    made = 0
    while t.outcome is None:
        if made > bound:
            raise RulesBug(f"a game of more than {bound} choices")
        made += 1
        if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
            if not t.ticking():
                raise RulesBug("nobody answers, and no time passes")
            t.pass_time()
    return made


def poll(t: Table, bots: list[Bot], offers: bool) -> bool:
    """Standing offers once, clockwise from the seat on turn; then the seats that are asked."""
    for seat in clockwise(t.on_turn(), t.players):
        asked = bool(t.asked >> seat & 1)
        if asked == offers or (offers and not t.offers(seat)):
            continue
        choice = chosen(t, seat, bots[seat], asked)
        if choice is not None:
            t.play(seat, choice)
            return True
    return False


def chosen(t: Table, seat: int, bot: Bot, asked: bool) -> ChoiceId | None:
    """The id of what the bot answers, if it does."""
    if isinstance(bot, RandomBot):
        ids = t.choices(seat)
        number = bot.pick(len(ids), asked) if ids else None
        return None if number is None else ids[number]
    decision = t.decision(seat)
    choice = bot.choose(t.look(seat), decision) if decision else None
    return None if choice is None else choice.id


class Tally(msgspec.Struct):
    """What a run of games came to."""

    game: str
    players: int
    bots: list[str]
    games: int = 0
    choices: int = 0
    longest: int = 0
    seconds: float = 0.0
    shares: list[float] = []
    scores: list[float] = []
    reasons: dict[str, int] = {}

    def count(self, outcome: Outcome, choices: int) -> None:
        self.games += 1
        self.choices += choices
        self.longest = max(self.longest, choices)
        self.shares = [s + outcome.share(k) for k, s in enumerate(self.shares)]
        self.scores = [s + outcome.scores[k] for k, s in enumerate(self.scores)]
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1

    def summary(self) -> dict[str, Any]:
        games = max(1, self.games)
        rate = self.choices / self.seconds if self.seconds else 0.0
        figures: dict[str, Any] = msgspec.to_builtins(self)
        return figures | {
            "choices_per_game": self.choices / games,
            "choices_per_second": rate,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "shares": [share / games for share in self.shares],
            "scores": [score / games for score in self.scores],
        }


def simulate(
    game: Game,
    players: int,
    games: int,
    levels: list[str],
    seed: int = 0,
    options: dict[str, object] | None = None,
) -> Iterator[Tally]:
    """Play games one by one; the same tally is yielded after each, so it can be watched."""
    seats = [levels[k % len(levels)] for k in range(players)]
    tally = Tally(game.id, players, seats, shares=[0.0] * players, scores=[0.0] * players)
    bound = game.bound(players)
    only_random = set(seats) == {"random"}
    for number in range(seed, seed + games):
        begun = process_time()
        t = game.new(players, number, options, quiet=True)
        rng = Rng(number)
        if only_random:
            made = play_out(t, rng, bound)
        else:
            made = play_bots(t, [make_bot(game, level, rng.split()) for level in seats], bound)
        tally.seconds += process_time() - begun
        assert t.outcome is not None
        tally.count(t.outcome, made)
        yield tally
