"""What is measured of our own games: each measure does a piece of work and says how much it was.

A further measure (such as a search) is a `Measure` in MEASURES, here or in a module that adds
it there, and a label `bench.rows.<name>` in the texts of the command line.
"""

from collections.abc import Callable
from functools import cache, cached_property
from itertools import count
from random import Random
from time import process_time
from typing import Any, Final

import msgspec

import parlour
from parlour.bots import levels, make_bot
from parlour.core.bot import Bot
from parlour.core.decision import Choice, Decision
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.mind import Mind
from parlour.core.rng import Rng
from parlour.core.rollout import play_out, random_step
from parlour.core.table import Table
from parlour.core.view import View
from parlour.lab.adapters.play import Setup
from parlour.lab.adapters.tables import Block, Tables
from parlour.lab.encoding import Encoding, encoding_of
from parlour.lab.simulate import play_bots, poll

POSITIONS: Final = 8
"""In how many positions something is measured, spread over as many games."""

STEPS: Final = 10
"""Answers of each of many tables that are one piece of work."""

PER_SECOND, MICROSECONDS = "per_s", "us"
"""Units: how many a second of CPU time, or how long each takes, where less is better."""


class Job(msgspec.Struct, frozen=True):
    """What to measure: the name of a measure, of which game, for how many, with which bots."""

    name: str
    game: str
    players: int
    level: str = ""


class Reading(msgspec.Struct):
    """How much was done in how many seconds of CPU time; where it matters, how long each took."""

    work: float
    seconds: float
    each: list[float] = []


class Stand:
    """A game for so many, and what measures need: seeds that go on, positions, views, minds."""

    def __init__(self, game: Game, players: int, level: str) -> None:
        game.check_players(players)
        self.game: Final = game
        self.players: Final = players
        self.level: Final = level
        self.bound: Final = game.bound(players)
        self.seeds: Final = count()
        self.rng: Final = Rng(1)
        self.random: Final = Random(1).random
        self.table: Table | None = None
        self.timed: list[Bot] = []
        self.each: Final[list[float]] = []
        """A game among bots that goes on, its bots, and how long each of their choices took."""

    def new(self) -> Table:
        return self.game.new(self.players, next(self.seeds), quiet=True)

    def bots(self) -> list[Bot]:
        return [make_bot(self.game, self.level, self.rng.split()) for _ in range(self.players)]

    @cached_property
    def starts(self) -> list[Table]:
        """Tables with fresh deals."""
        return [self.game.new(self.players, seed, quiet=True) for seed in range(POSITIONS)]

    @cached_property
    def positions(self) -> list[Table]:
        """Tables from the beginning of a random game to near its end."""
        return [self._played(t, (k + 0.5) / POSITIONS) for k, t in enumerate(self.starts)]

    def _played(self, start: Table, part: float) -> Table:
        length = play_out(start.clone(), Rng(2), self.bound)
        t, rng = start.clone(), Rng(2)
        for _ in range(int(length * part)):
            random_step(t, rng)
        return t

    @cached_property
    def tables(self) -> Tables:
        """Tables whose every seat is a learner's."""
        setup = Setup(self.game.id, self.players, bots="")
        return Tables(setup, Block(setup, POSITIONS), range(POSITIONS), 1)

    @cached_property
    def eyes(self) -> list[tuple[Table, int]]:
        """The positions, each with a seat that is asked there, or whose turn it is."""
        return [(t, (t.wanted() or [t.on_turn()])[0]) for t in self.positions]

    @cached_property
    def ids(self) -> list[list[ChoiceId]]:
        """What those seats may choose."""
        return [t.choices(seat) for t, seat in self.eyes]

    @cached_property
    def encoding(self) -> Encoding:
        return encoding_of(self.game)

    @cached_property
    def row(self) -> bytearray:
        """A buffer for an observation."""
        return bytearray(self.encoding.size)

    @cached_property
    def rows(self) -> bytearray:
        """A buffer for the choices of any of the positions."""
        return bytearray(self.encoding.choice_size * max(map(len, self.ids)))

    @cached_property
    def views(self) -> list[View]:
        return [t.look(seat) for t, seat in self.eyes]

    @cached_property
    def minds(self) -> list[Mind[Any]]:
        return [self.game.mind(view) for view in self.views]


# --- choices a second -------------------------------------------------------------------------


def loop(s: Stand) -> int:
    """A random game as a program outside drives it: how many choices there are, play one."""
    t, random, made = s.new(), s.random, 0
    count = t.count_next()
    while count:
        count = t.pick_next(int(random() * count))
        made += 1
    return made


def loop_look(s: Stand) -> int:
    """By seats, and before every choice the seat looks at the table, as a learner would."""
    return driven(s, lambda t, seat: t.look(seat))


def loop_encode(s: Stand) -> int:
    """The same with an observation as numbers, into a buffer, in the place of the look."""
    observe, row = s.encoding.observe, s.row
    return driven(s, lambda t, seat: observe(t, seat, row))


def driven(s: Stand, learns: Callable[[Table, int], object]) -> int:
    t, random, made = s.new(), s.random, 0
    while t.outcome is None:
        seat = t.next_seat()
        if seat >= 0:
            learns(t, seat)
            t.pick(seat, int(random() * t.count(seat)))
        else:
            t.pass_time()
        made += 1
    return made


def vector(s: Stand) -> int:
    """Many tables stepped at once for a learner: what is seen, masks, rewards, games dealt anew."""
    tables, random = s.tables, s.random
    actions = tables.block.arrays["actions"]
    for _ in range(STEPS):
        for k, play in enumerate(tables.plays):
            allowed = list(play.turns.actions)
            actions[k] = allowed[int(random() * len(allowed))]
        tables.step()
    return STEPS * len(tables.plays)


def inside(s: Stand) -> int:
    """A random game inside the core."""
    return play_out(s.new(), s.rng, s.bound)


def rollout(s: Stand) -> int:
    """A clone of a fresh deal, played to its end at random inside the core."""
    return sum(play_out(t.clone(), s.rng, s.bound) for t in s.starts)


# --- how long one takes -----------------------------------------------------------------------


def new(s: Stand) -> int:
    for _ in range(POSITIONS):
        s.new()
    return POSITIONS


def clone(s: Stand) -> int:
    for t in s.positions:
        twin = t.clone
        for _ in range(25):
            twin()
    return POSITIONS * 25


def look(s: Stand) -> int:
    for t, seat in s.eyes:
        t.look(seat)
    return POSITIONS


def observe(s: Stand) -> int:
    """An observation as numbers, into a buffer."""
    encoding, row = s.encoding, s.row
    for t, seat in s.eyes:
        for _ in range(10):
            encoding.observe(t, seat, row)
    return POSITIONS * 10


def candidates(s: Stand) -> int:
    """All choices of a decision as numbers, into a buffer."""
    encoding, rows = s.encoding, s.rows
    for (t, seat), ids in zip(s.eyes, s.ids, strict=True):
        for _ in range(10):
            encoding.candidates(t, seat, ids, rows)
    return POSITIONS * 10


def imagine(s: Stand) -> int:
    """A mind from a view, and one world of it."""
    for view in s.views:
        s.game.imagine(view, s.rng)
    return POSITIONS


def world(s: Stand) -> int:
    """One more world of a mind that is there."""
    for mind in s.minds:
        mind.world(s.rng)
    return POSITIONS


# --- bots -------------------------------------------------------------------------------------


class Timed:
    """A bot that notes how long each of its choices took."""

    def __init__(self, bot: Bot, each: list[float]) -> None:
        self.bot: Final = bot
        self.each: Final = each

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        begun = process_time()
        choice = self.bot.choose(view, decision)
        self.each.append(process_time() - begun)
        return choice


def games(s: Stand) -> int:
    play_bots(s.new(), s.bots(), s.bound)
    return 1


def think(s: Stand) -> int:
    """One choice in a game among bots that goes on from round to round."""
    if s.table is None or s.table.outcome is not None:
        s.table = s.new()
        s.timed = [Timed(bot, s.each) for bot in s.bots()]
    if not (poll(s.table, s.timed, offers=True) or poll(s.table, s.timed, offers=False)):
        s.table.pass_time()
    return 1


# --- all of them ------------------------------------------------------------------------------


class Measure(msgspec.Struct, frozen=True):
    """Something to measure: what does the work, in which unit it is told, and for which bots."""

    step: Callable[[Stand], int]
    unit: str = PER_SECOND
    bots: str = ""
    """`first`: for the room's weakest bot, `all`: for each of its bots; otherwise without bots."""
    encodes: bool = False
    """Only where the room has an encoding."""


MEASURES: Final[dict[str, Measure]] = {
    "loop": Measure(loop),
    "loop_look": Measure(loop_look),
    "loop_encode": Measure(loop_encode, encodes=True),
    "vector": Measure(vector, encodes=True),
    "inside": Measure(inside),
    "rollout": Measure(rollout),
    "new": Measure(new, MICROSECONDS),
    "clone": Measure(clone, MICROSECONDS),
    "look": Measure(look, MICROSECONDS),
    "observe": Measure(observe, MICROSECONDS, encodes=True),
    "candidates": Measure(candidates, MICROSECONDS, encodes=True),
    "imagine": Measure(imagine, MICROSECONDS),
    "world": Measure(world, MICROSECONDS),
    "think": Measure(think, MICROSECONDS, "all"),
    "games": Measure(games, PER_SECOND, "first"),
}
"""The rows of a table, in their order."""


def jobs_of(game: Game, players: int) -> list[Job]:
    """All that can be measured of a game for so many."""
    own = levels(game)[1:]
    which = {"": [""], "first": own[:1], "all": own}
    return [
        Job(name, game.id, players, level)
        for name, measure in MEASURES.items()
        if not measure.encodes or game.encoder() is not None
        for level in which[measure.bots]
    ]


@cache
def ready(job: Job) -> Stand:
    """A stand for the job, with all that is prepared once: one piece of work is done unmeasured."""
    stand = Stand(parlour.game(job.game), job.players, job.level)
    MEASURES[job.name].step(stand)
    return stand


def measured(job: Job, seconds: float) -> Reading:
    """Work for so many seconds of this process's own CPU time, or one piece if that is longer."""
    stand, step, work = ready(job), MEASURES[job.name].step, 0
    stand.each.clear()
    begun = process_time()
    while True:
        work += step(stand)
        spent = process_time() - begun
        if spent >= seconds:
            return Reading(work, spent, stand.each[:])
