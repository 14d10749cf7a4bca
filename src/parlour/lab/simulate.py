"""Games among bots, each seeing what its seat sees; and random games at full speed."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from operator import add
from time import process_time, thread_time_ns
from typing import Any, Final

import msgspec

import parlour
from parlour.bots import PolicyBot
from parlour.core.bot import Bot, RandomBot
from parlour.core.decision import Choice, Decision
from parlour.core.errors import RulesBug
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.core.rollout import play_by, play_out
from parlour.core.seats import clockwise
from parlour.core.table import Table
from parlour.lab.cheat import CheatBot
from parlour.lab.rows import Row, rows_of
from parlour.lab.run import Part, Run
from parlour.lab.specs import made


def play_bots(
    t: Table, bots: list[Bot], bound: int, after: Callable[[], None] | None = None
) -> int:
    """Bots to the end of the game.  Returns the number of choices.

    `after`: is called after every choice.
    """
    guided = [bot for bot in bots if type(bot) is PolicyBot]
    if len(guided) == len(bots) and after is None:  # the same game, inside the compiled rules
        return play_by(t, [bot.player for bot in guided], bound)
    made = 0
    while t.outcome is None:
        if made > bound:
            raise RulesBug(f"a game of more than {bound} choices")
        made += 1
        if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
            if not t.ticking():
                raise RulesBug("nobody answers, and no time passes")
            t.pass_time()
        if after is not None:
            after()
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
    if isinstance(bot, PolicyBot):
        return bot.pick(t, seat)
    decision = t.decision(seat)
    if isinstance(bot, CheatBot | Timed):
        bot.peek(t)
    choice = bot.choose(t.look(seat), decision) if decision else None
    return None if choice is None else choice.id


class Timed:
    """A bot that chooses from its seat's view, as at a real table, and notes how long that took.

    In CPU time: other programs on the same machine do not count.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot: Final = bot
        self.each: Final[list[int]] = []
        """The nanoseconds of each choice."""

    def peek(self, t: Table) -> None:
        if isinstance(self.bot, CheatBot):
            self.bot.peek(t)

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        begun = thread_time_ns()
        choice = self.bot.choose(view, decision)
        self.each.append(thread_time_ns() - begun)
        return choice


def share(outcome: Outcome, seat: int) -> Fraction:
    """The seat's part of the victory, exactly: sums of it are the same in any order."""
    return Fraction(1, len(outcome.winners)) if seat in outcome.winners else Fraction(0)


class Tally(msgspec.Struct):
    """What a run of games came to."""

    game: str
    players: int
    bots: list[str]
    games: int = 0
    choices: int = 0
    longest: int = 0
    seconds: float = 0.0
    """Of CPU: the one figure that is another every time."""
    shares: list[Fraction] = []
    scores: list[int] = []
    reasons: dict[str, int] = {}

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}"

    def count(self, outcome: Outcome, choices: int) -> None:
        self.games += 1
        self.choices += choices
        self.longest = max(self.longest, choices)
        for seat in outcome.winners:
            self.shares[seat] += share(outcome, seat)
        self.scores = list(map(add, self.scores, outcome.scores))
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1

    def __add__(self, later: "Tally") -> "Tally":
        return Tally(
            *(self.game, self.players, self.bots),
            games=self.games + later.games,
            choices=self.choices + later.choices,
            longest=max(self.longest, later.longest),
            seconds=self.seconds + later.seconds,
            shares=list(map(add, self.shares, later.shares)),
            scores=list(map(add, self.scores, later.scores)),
            reasons=dict(Counter(self.reasons) + Counter(later.reasons)),
        )

    def summary(self) -> dict[str, Any]:
        games = max(1, self.games)
        rate = self.choices / self.seconds if self.seconds else 0.0
        return msgspec.structs.asdict(self) | {
            "choices_per_game": self.choices / games,
            "choices_per_second": rate,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "shares": [float(share / games) for share in self.shares],
            "scores": [score / games for score in self.scores],
        }


def simulate(
    game: Game,
    players: int,
    games: int,
    levels: list[str],
    seed: int = 0,
    options: dict[str, object] | None = None,
    run: Run | None = None,
) -> Iterator[Tally]:
    """Play games of consecutive seeds.  The tally so far: at the start, then after every chunk."""
    run = run or Run()
    bots = seated(levels, players)
    play = partial(some_games, game.id, bots, options or {}, run.rows is not None)
    return run.tallies(play, range(seed, seed + games), no_games(game.id, bots))


def seated(levels: list[str], players: int) -> list[str]:
    """The level of each seat's bot: those given, over and over."""
    return [levels[seat % len(levels)] for seat in range(players)]


def no_games(game: str, bots: list[str]) -> Tally:
    players = len(bots)
    return Tally(game, players, bots, shares=[Fraction(0)] * players, scores=[0] * players)


def some_games(
    id: str, bots: list[str], options: dict[str, object], with_rows: bool, seeds: range
) -> Part[Tally]:
    """A chunk."""
    game = parlour.game(id)
    tally = no_games(id, bots)
    rows: list[Row] = []
    for seed in seeds:
        begun = process_time()
        t, choices = one_game(game, bots, options, seed)
        tally.seconds += process_time() - begun
        assert t.outcome is not None
        tally.count(t.outcome, choices)
        if with_rows:
            rows += rows_of(game, t, seed, bots, choices)
    return Part(seeds, tally, rows)


def one_game(
    game: Game, bots: list[str], options: dict[str, object], seed: int
) -> tuple[Table, int]:
    """A table whose game is over, and the number of choices."""
    if set(bots) != {"random"}:
        return bots_game(game, bots, options, seed)
    players = len(bots)
    t = game.new(players, seed, options, quiet=True)
    return t, play_out(t, Rng(seed), game.bound(players))


def bots_game(
    game: Game, bots: list[str], options: dict[str, object], seed: int
) -> tuple[Table, int]:
    players = len(bots)
    t = game.new(players, seed, options, quiet=True)
    return t, play_bots(t, seated_bots(game, bots, seed), game.bound(players))


def seated_bots(game: Game, bots: list[str], seed: int) -> list[Bot]:
    """The bots of a game, each with its own chance, which the deal does not tell."""
    rng = Rng(seed)
    return [made(game, spec, rng.split()) for spec in bots]
