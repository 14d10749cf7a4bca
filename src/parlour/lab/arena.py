"""Who plays better: paired deals, one seat replaced, seats rotated, intervals printed.

A deal is a seed.  On each deal the reference plays all seats, and the challenger takes each seat
once against the same reference on the same deal.  What is analysed is the deal, never the game:
the difference between the challenger's win and what the reference won in that very seat.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from functools import partial
from hashlib import sha256
from time import process_time
from typing import Any, Final, NamedTuple

import msgspec

import parlour
from parlour.bots import PolicyBot
from parlour.core.bot import RandomBot
from parlour.core.examiner import Watch
from parlour.core.game import Game
from parlour.core.outcome import Outcome
from parlour.core.table import Table
from parlour.lab.examiners import examiner_of
from parlour.lab.rows import Row, rows_of
from parlour.lab.run import Part, Run
from parlour.lab.samples import (
    LOOK,
    Sample,
    Samples,
    Times,
    added,
    one,
    times_of,
    verdict,
)
from parlour.lab.simulate import Timed, play_bots, seated_bots, share

CLOCKED: Final = 100
"""Bots that simulations ask without a view choose from one on every so many deals, to be timed."""
LONGEST: Final = 100
"""Characters of a file's name."""

Thinking = dict[str, Times]


class Question(msgspec.Struct, frozen=True):
    """What a duel is to find out beside who wins."""

    watch: bool = False
    """What the room's examiner watches for; this takes time."""
    until_decided: bool = False
    """Whether to stop when it is decided which of the two is better."""


PLAIN: Final = Question()


class DuelResult(msgspec.Struct, frozen=True):
    """The challenger's share of victories, and its wins beyond the reference's, by group."""

    game: str
    players: int
    challenger: str
    reference: str
    share: Sample = Sample()
    gain: Sample = Sample()
    score: Sample = Sample()
    """The challenger's score beyond the reference's in the same seat."""
    groups: Samples = {}
    """Gains by role, where there are roles."""
    seats: Samples = {}
    """Gains by seat."""
    gains: dict[str, int] = {}
    """On how many deals the gain was so much."""
    thinking: Thinking = {}
    watched: Samples = {}
    """What the room's examiner counted of the challenger."""
    watched_reference: Samples = {}
    """The same of the reference, where it plays all seats."""
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """Of the rows and of what is kept."""
        words = (self.game, str(self.players), self.challenger, self.reference)
        name = "-".join(re.sub(r"[^\w.@]+", "_", word) for word in words)
        if len(name) <= LONGEST:
            return name
        return f"{name[:LONGEST]}-{sha256(name.encode()).hexdigest()[:12]}"

    @property
    def deals(self) -> int:
        return self.share.deals

    @property
    def fair(self) -> float:
        return 1 / self.players

    def __add__(self, later: "DuelResult") -> "DuelResult":
        gains = dict(self.gains)
        for gain, count in later.gains.items():
            gains[gain] = gains.get(gain, 0) + count
        thinking = dict(self.thinking)
        for name, times in later.thinking.items():
            thinking[name] = thinking.get(name, Times()) + times
        return DuelResult(
            *(self.game, self.players, self.challenger, self.reference),
            share=self.share + later.share,
            gain=self.gain + later.gain,
            score=self.score + later.score,
            groups=added(self.groups, later.groups),
            seats=added(self.seats, later.seats),
            gains=gains,
            thinking=thinking,
            watched=added(self.watched, later.watched),
            watched_reference=added(self.watched_reference, later.watched_reference),
            seconds=self.seconds + later.seconds,
        )


def duel(
    game: Game,
    players: int,
    deals: int,
    challenger: str,
    reference: str,
    seed: int = 0,
    run: Run | None = None,
    question: Question = PLAIN,
) -> Iterator[DuelResult]:
    """The result so far: at the start, then after every chunk of deals."""
    run = run or Run()
    nothing = DuelResult(game.id, players, challenger, reference)
    play = partial(some_deals, nothing, question.watch, run.rows is not None)
    every = LOOK if question.until_decided else 0
    results = run.tallies(play, range(seed, seed + deals), nothing, every)
    with closing(results):
        for result in results:
            yield result
            if question.until_decided and is_decided(result):
                return


def is_decided(result: DuelResult) -> bool:
    """At fixed numbers of deals, so that it does not matter how they were cut into chunks."""
    return result.deals % LOOK == 0 and verdict(result.gain) != ""


# --- playing ----------------------------------------------------------------------------------


def some_deals(nothing: DuelResult, watch: bool, with_rows: bool, deals: range) -> Part[DuelResult]:
    """A chunk."""
    found = nothing
    rows: list[Row] = []
    for deal in deals:
        begun = process_time()
        games = list(paired_games(nothing, deal, watch))
        found = found + compared(nothing, games, process_time() - begun)
        if with_rows:
            rows += [row for played in games for row in played.rows(nothing, deal)]
    return Part(deals, found, rows)


class Paired(NamedTuple):
    """One of the games of a deal, which is over."""

    challenger: int | None
    """Its seat; in the first game of a deal the reference has all seats."""
    bots: list[str]
    t: Table
    choices: int
    timed: str
    """The bot that was timed."""
    times: list[int]
    watch: Watch[Any] | None

    @property
    def outcome(self) -> Outcome:
        assert self.t.outcome is not None
        return self.t.outcome

    def rows(self, duel: DuelResult, deal: int) -> list[Row]:
        name = f"{duel.challenger},{duel.reference}"
        bots, choices = self.bots, self.choices
        return rows_of(self.t.game, self.t, deal, bots, choices, name, self.challenger)

    def numbers(self, seat: int) -> dict[str, float]:
        return {} if self.watch is None else self.watch.numbers(self.t, seat)


def paired_games(duel: DuelResult, deal: int, watch: bool = False) -> Iterator[Paired]:
    """The reference in all seats, then the challenger in each of them."""
    game = parlour.game(duel.game)
    for seat in (None, *range(duel.players)):
        bots = [duel.challenger if k == seat else duel.reference for k in range(duel.players)]
        yield paired_game(game, seat, bots, deal, watch)


def paired_game(game: Game, seat: int | None, bots: list[str], deal: int, watch: bool) -> Paired:
    """The challenger is timed; where there is none, one of the references."""
    t = game.new(len(bots), deal, quiet=True)
    seated = seated_bots(game, bots, deal)
    one = deal % len(bots) if seat is None else seat
    clock = Timed(seated[one])
    round, rest = divmod(deal, CLOCKED)
    is_quick = isinstance(clock.bot, PolicyBot | RandomBot)
    if not is_quick or (rest == 0 and seat in (None, round % len(bots))):
        seated[one] = clock
    watching = examiner_of(game).watch(t) if watch else None
    after = None if watching is None else partial(watching.see, t)
    choices = play_bots(t, seated, game.bound(len(bots)), after)
    return Paired(seat, bots, t, choices, bots[one], clock.each, watching)


# --- counting ---------------------------------------------------------------------------------


def compared(nothing: DuelResult, games: list[Paired], seconds: float) -> DuelResult:
    """What one deal came to."""
    players, base = nothing.players, games[0]
    examiner = examiner_of(base.t.game)
    shares = Fraction(0)
    scores, gains = 0, [0] * players
    groups: dict[str, list[int]] = {}
    for seat, played in enumerate(games[1:]):
        shares += share(played.outcome, seat)
        scores += played.outcome.scores[seat] - base.outcome.scores[seat]
        gains[seat] = (seat in played.outcome.winners) - (seat in base.outcome.winners)
        groups.setdefault(examiner.group(base.t, seat), []).append(gains[seat])
    gain = Fraction(sum(gains), players)
    return msgspec.structs.replace(
        nothing,
        share=one(shares / players),
        gain=one(gain),
        score=one(Fraction(scores, players)),
        groups={name: one(Fraction(sum(v), len(v))) for name, v in groups.items() if name},
        seats={str(seat): one(Fraction(gains[seat])) for seat in range(players)},
        gains={str(gain): 1},
        thinking=thinking_of(games),
        watched=averages([game.numbers(seat) for seat, game in enumerate(games[1:])]),
        watched_reference=averages([base.numbers(seat) for seat in range(players)]),
        seconds=seconds,
    )


def thinking_of(games: list[Paired]) -> Thinking:
    found: Thinking = {}
    for played in games:
        if played.times:
            times = times_of(played.times)
            found[played.timed] = found.get(played.timed, Times()) + times
    return found


EXACT: Final = 1_000_000
"""What is watched is counted in millionths, so that sums do not depend on their order."""


def averages(each: list[dict[str, float]]) -> Samples:
    """Of one deal: each number over the games that have it."""
    found: dict[str, list[int]] = {}
    for numbers in each:
        for name, number in numbers.items():
            found.setdefault(name, []).append(round(number * EXACT))
    return {name: one(Fraction(sum(v), len(v) * EXACT)) for name, v in found.items()}
