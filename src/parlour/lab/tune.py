"""Find better weights for a room's `normal` bots: an evolution strategy over paired deals.

    python -m parlour.lab.tune kings --players 4 --record docs/tuning/kings.jsonl

Each generation has a parent and children that differ from it by random factors.  All of them play
the same new deals, one seat each, in the company of the mix.  The best children are averaged into
the next parent, and the factors become smaller.  At the end the last parent is compared with
`normal` on deals and against bots that were never used: those figures count, no others do.

Everything goes to the record, one line of JSON each: the plan, every generation, every check.
The same command goes on where it was stopped.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import copysign, exp, log
from pathlib import Path
from random import Random
from typing import Final

import msgspec

import parlour
from parlour.bots import weights_of
from parlour.core.build import build
from parlour.core.game import Game
from parlour.core.outcome import Outcome
from parlour.core.policy import Weights
from parlour.core.rng import Rng
from parlour.lab.arena import duel
from parlour.lab.arena_report import figures
from parlour.lab.run import Run
from parlour.lab.simulate import play_bots, seated_bots
from parlour.lab.specs import made, with_weights
from parlour.lab.workers import Workers, cores, workers_for

LEFT_ALONE: Final = ("slip", "care", "longest")
"""Numbers that make no policy better: mistakes, and where play-outs end."""
TUNED: Final = "tuned"
CHECK_SEED: Final = 1_000_000_000
"""The first seed of the deals that only the check uses."""


class Plan(msgspec.Struct, frozen=True):
    """All that decides how the search goes."""

    game: str
    players: list[int]
    names: list[str]
    """Of the weights that are tuned."""
    mix: list[str]
    """Who sits in the other seats; all of one kind on each deal."""
    held_out: list[str]
    """Whom only the check plays against."""
    children: int = 12
    parents: int = 3
    deals: int = 300
    """Of each generation."""
    step: float = 0.25
    """How far children go: the standard deviation of the logarithm of a factor."""
    shrink: float = 0.95
    """The step of each generation, as a share of the one before."""
    lead: float = 0.0
    """0: victories count.  Otherwise leads in points, the more the nearer they are to this."""
    seed: int = 0
    version: str = parlour.__version__


class Child(msgspec.Struct, frozen=True):
    weights: Weights
    worth: float
    """What it won on average, 0 to 1."""


class Generation(msgspec.Struct, frozen=True):
    """The first child is the parent itself."""

    generation: int
    step: float
    seeds: tuple[int, int]
    children: list[Child]
    best: list[int]
    """The children that were averaged."""
    parent: Weights
    """What they came to: the parent of the next generation."""


# --- a generation -----------------------------------------------------------------------------


def next_generation(plan: Plan, before: Generation | None, workers: Workers) -> Generation:
    number = before.generation + 1 if before else 0
    rng = Random(f"{plan.seed}/{number}")
    step = plan.step * plan.shrink**number
    parent = before.parent if before else first_parent(plan)
    weights = [parent, *(mutated(parent, step, rng) for _ in range(plan.children))]
    first = plan.seed + number * plan.deals
    play = partial(worths, plan, weights, range(first, first + plan.deals))
    parts = workers.parts(play, iter([range(k, k + 1) for k in range(len(weights))]))
    found = [worth for part in parts for worth in part]
    children = [Child(w, short(worth)) for w, worth in zip(weights, found, strict=True)]
    order = sorted(range(len(children)), key=lambda k: -children[k].worth)
    best = order[: plan.parents]
    return Generation(
        generation=number,
        step=step,
        seeds=(first, first + plan.deals),
        children=children,
        best=best,
        parent=averaged([children[k].weights for k in best]),
    )


def first_parent(plan: Plan) -> Weights:
    usual = weights_of(parlour.game(plan.game), "normal")
    return {name: usual[name] for name in plan.names}


def mutated(parent: Weights, step: float, rng: Random) -> Weights:
    """Each number times a random factor; what is 0 moves a little instead."""
    return {
        name: short(number * exp(rng.gauss(0, step)) if number else rng.gauss(0, step))
        for name, number in parent.items()
    }


def averaged(chosen: list[Weights]) -> Weights:
    return {name: short(middle([one[name] for one in chosen])) for name in chosen[0]}


def short(number: float) -> float:
    """As the record writes it: four digits are plenty."""
    return float(f"{number:.4g}")


def middle(numbers: list[float]) -> float:
    """Factors are averaged as factors, as long as all have one sign."""
    if min(numbers) * max(numbers) <= 0:
        return sum(numbers) / len(numbers)
    mean = sum(log(abs(number)) for number in numbers) / len(numbers)
    return copysign(exp(mean), numbers[0])


def worths(plan: Plan, weights: list[Weights], deals: range, which: range) -> list[float]:
    """What each of these children wins on the same deals."""
    return [
        sum(worth_of(plan, with_weights("normal", weights[k]), deal) for deal in deals) / len(deals)
        for k in which
    ]


def worth_of(plan: Plan, child: str, deal: int) -> float:
    """One game: the seat, the company and the number of players go round with the deals."""
    game = parlour.game(plan.game)
    number, turn = divmod(deal, len(plan.mix))
    players = plan.players[number % len(plan.players)]
    seat = number % players
    bots = [child if k == seat else plan.mix[turn] for k in range(players)]
    t = game.new(players, deal, quiet=True)
    play_bots(t, seated_bots(game, bots, deal), game.bound(players))
    assert t.outcome is not None
    return won(t.outcome, seat, plan.lead)


def won(outcome: Outcome, seat: int, lead: float) -> float:
    if not lead:
        return outcome.share(seat)
    others = [score for k, score in enumerate(outcome.scores) if k != seat]
    ahead = outcome.scores[seat] - max(others)
    return 0.5 + ahead / (2 * (abs(ahead) + lead))


# --- the record -------------------------------------------------------------------------------


class Record:
    """A file of lines; the plan is the first, and another plan is refused."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path: Final = path
        self.last: Generation | None = None
        self.checks: Final[list[str]] = []
        lines = path.read_bytes().splitlines() if path.exists() else []
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._add(plan)
        elif msgspec.json.decode(lines[0], type=Plan) != plan:
            raise SystemExit(f"{path} has another plan: choose another file")
        for line in lines[1:]:
            self._read(line)

    def _read(self, line: bytes) -> None:
        if b'"check"' in line[:10]:
            self.checks.append(msgspec.json.decode(line)["check"])
        else:
            self.last = msgspec.json.decode(line, type=Generation)

    def _add(self, line: object) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def add(self, generation: Generation) -> None:
        self.last = generation
        self._add(generation)

    def add_check(self, name: str, found: dict[str, object]) -> None:
        self._add({"check": name} | found | {"build": build()})


# --- the whole --------------------------------------------------------------------------------


def evolve(plan: Plan, generations: int, record: Record, workers: Workers) -> Iterator[Generation]:
    """Every generation from the first that the record does not have."""
    done = record.last.generation + 1 if record.last else 0
    for _ in range(done, generations):
        record.add(next_generation(plan, record.last, workers))
        assert record.last is not None
        yield record.last


def check(plan: Plan, deals: int, record: Record, workers: Workers) -> Iterator[str]:
    """The last parent beside `normal`, on deals that no generation has seen.

    Held-out bots may be slow, so they have a quarter of the deals.
    """
    assert record.last is not None
    game = parlour.game(plan.game)
    tuned = with_weights("normal", record.last.parent)
    run = Run(workers)
    for players in plan.players:
        for bot, reference in checks_of(plan):
            name = f"{players} players, {bot} against {reference}"
            if name in record.checks:
                continue
            spec = tuned if bot == TUNED else bot
            some = deals if reference == "normal" else deals // 4
            *_, found = duel(game, players, some, spec, reference, CHECK_SEED, run)
            record.add_check(name, figures(found))
            yield f"{name}, {found.deals} deals: wins {found.gain}, score {found.score}"


def checks_of(plan: Plan) -> list[tuple[str, str]]:
    others = product((TUNED, "normal"), plan.held_out)
    return [(TUNED, "normal"), *others]


def as_toml(parent: Weights) -> str:
    return "\n".join(f"{name} = {number:.3g}" for name, number in parent.items())


def arguments() -> ArgumentParser:
    parser = ArgumentParser("parlour.lab.tune", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; all, if none")
    parser.add_argument("--only", nargs="+", help="the weights to tune; all, if none are named")
    parser.add_argument(
        "--mix", nargs="+", default=["normal", "normal-cautious", "normal-bold", "normal-sly"]
    )
    parser.add_argument("--held-out", nargs="+", default=["reference"])
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--children", type=int, default=12)
    parser.add_argument("--parents", type=int, default=3)
    parser.add_argument("--deals", type=int, default=300, help="of each generation")
    parser.add_argument("--step", type=float, default=0.25)
    parser.add_argument("--lead", type=float, default=0.0, help="count leads in points, not wins")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", type=int, default=4000, help="deals of the check at the end")
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=0)
    return parser


def plan_of(args: Namespace) -> Plan:
    game: Game = parlour.game(args.game)
    if game.policy is None:
        raise SystemExit(f"{game.id} has no policy, so there is nothing to tune")
    names = args.only or [n for n in weights_of(game, "normal") if n not in LEFT_ALONE]
    for spec in [*args.mix, *args.held_out]:
        made(game, spec, Rng(0))
    return Plan(
        game=game.id,
        players=args.players or list(range(game.least, game.most + 1)),
        names=names,
        mix=args.mix,
        held_out=args.held_out,
        children=args.children,
        parents=args.parents,
        deals=args.deals,
        step=args.step,
        lead=args.lead,
        seed=args.seed,
    )


def main(argv: list[str] | None = None) -> int:
    args = arguments().parse_args(argv)
    plan = plan_of(args)
    record = Record(args.record, plan)
    with workers_for(args.jobs or cores()) as workers:
        for one in evolve(plan, args.generations, record, workers):
            best = one.children[one.best[0]].worth
            print(
                f"generation {one.generation}: parent {one.children[0].worth:.4f}, best {best:.4f}",
                flush=True,
            )
        for line in check(plan, args.check, record, workers) if args.check else ():
            print(line, flush=True)
    assert record.last is not None
    print(f"\n[normal]\n{as_toml(record.last.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
