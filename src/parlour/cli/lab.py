"""`parlour sim` and `parlour arena`."""

from argparse import Namespace

import msgspec

import parlour
from parlour.cli.progress import watched
from parlour.core.build import build
from parlour.lab.arena import CHUNK, DuelResult, Sample, duel
from parlour.lab.simulate import Tally, simulate


def sim(args: Namespace) -> int:
    game = parlour.game(args.game)
    tally: Tally | None = None
    games = simulate(
        game, args.players, args.games, args.bots.split(","), args.seed, dict(args.option)
    )
    try:
        for so_far in watched(games, args.games, f"{game.id} {args.players}"):
            tally = so_far
    except KeyboardInterrupt:  # what has been played is worth telling
        print()
    if tally is None:
        return 0
    if args.json:
        print(msgspec.json.encode(tally.summary() | {"build": build()}).decode())
    else:
        print(told(tally))
    return 0 if tally.games == args.games else 130


def told(tally: Tally) -> str:
    s = tally.summary()
    rate = s["choices_per_second"]
    shares = " ".join(f"{share:.3f}" for share in s["shares"])
    scores = " ".join(f"{score:.1f}" for score in s["scores"])
    reasons = ", ".join(f"{name} {n}" for name, n in tally.reasons.items())
    return (
        f"{tally.game}, {tally.players} players ({', '.join(tally.bots)}), {build()}\n"
        f"  games              {tally.games}  ({s['games_per_second']:,.0f} per second of CPU)\n"
        f"  decisions          {tally.choices}  ({rate:,.0f} per second of CPU)\n"
        f"  decisions a game   {s['choices_per_game']:.1f}, longest {tally.longest}\n"
        f"  win share by seat  {shares}\n"
        f"  score by seat      {scores}\n"
        f"  ended by           {reasons}"
    )


def arena(args: Namespace) -> int:
    game = parlour.game(args.game)
    for players in args.players or range(game.least, game.most + 1):
        result: DuelResult | None = None
        deals = duel(game, players, args.deals, args.bot, args.against, args.seed, args.jobs)
        for so_far in watched(deals, args.deals, f"{game.id} {players}", CHUNK):
            result = so_far
        if result is None:
            continue
        if args.json:
            print(msgspec.json.encode(figures(result)).decode())
        else:
            print(result, flush=True)
    return 0


def figures(result: DuelResult) -> dict[str, object]:
    def of(sample: Sample) -> dict[str, float]:
        return {"mean": sample.mean, "margin": sample.margin, "deals": sample.deals}

    return {
        "game": result.game,
        "players": result.players,
        "challenger": result.challenger,
        "reference": result.reference,
        "deals": result.deals,
        "fair": result.fair,
        "share": of(result.share),
        "gain": of(result.gain),
        "groups": {name: of(sample) for name, sample in result.groups.items()},
    }
