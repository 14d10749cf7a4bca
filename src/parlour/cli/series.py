"""`parlour series GAME`: several games among bots, with a standing after each of them."""

import secrets
import sys
from argparse import Namespace
from pathlib import Path

import msgspec

import parlour
from parlour.bots import usual
from parlour.cli.say import language, text
from parlour.core.dice import seed_bytes
from parlour.core.game import Game
from parlour.core.language import listed
from parlour.core.series import FIRST_TO, GAMES, Plan, Series, read_form
from parlour.core.sheet import Cell, to_csv
from parlour.core.words import Speaker
from parlour.lab.series import play_series


def series(args: Namespace) -> int:
    game = parlour.game(args.game)
    lang = args.lang or language()
    seed = args.seed if args.seed is not None else secrets.token_hex(8)
    wanted = (args.bots or usual(game)).split(",")
    quiet = "-" in (args.json, args.csv)
    played: Series | None = None
    for so_far in play_series(game, plan(game, args, seed), wanted, seed):
        played = so_far
        if not quiet:
            print(told(so_far, lang), flush=True)
    assert played is not None
    if not quiet:
        print(ending_of(played, lang))
        print(text("series.seed", lang, seed=seed))
    write(args.json, as_json(played, seed))
    write(args.csv, as_csv(played, lang))
    write(args.record, played.record().to_json() + "\n")
    return 0


def plan(game: Game, args: Namespace, seed: str) -> Plan:
    """The lot decides who begins the first game; unless said otherwise everybody begins once."""
    game.check_players(args.players)
    form, number = read_form(args.form or f"{GAMES}:{args.players}")
    first = seed_bytes(seed)[0] % args.players
    return Plan(game.id, args.players, dict(args.option), form, number, first)


def names(series: Series, lang: str) -> list[str]:
    return [text("play.bot", lang, number=seat) for seat in range(series.plan.players)]


def told(series: Series, lang: str) -> str:
    """How the last game ended, and where everybody stands now."""
    people = names(series, lang)
    result, number = series.results[-1], len(series.results)
    speaker = Speaker(series.game, lang, people)
    key = "game" if series.plan.form == FIRST_TO else "game_of"
    head = text(f"series.{key}", lang, number=number, most=series.length)
    begins = text("series.begins", lang, name=people[result.first])
    why = speaker.sentence(f"reasons.{result.reason}", {})
    return f"{head} {begins} {why}\n{table(series, people, lang)}\n"


def table(series: Series, people: list[str], lang: str) -> str:
    standing, pays = series.standing(), series.results[-1].pays
    heads = [text(f"series.{name}", lang) for name in ("place", "player", "pays", "points", "wins")]
    rows = [heads]
    for seat in standing.order:
        facts = (standing.places[seat], people[seat], f"{pays[seat]:+}")
        rows.append([*map(str, facts), str(standing.points[seat]), str(standing.wins[seat])])
    widths = [max(len(row[k]) for row in rows) for k in range(len(heads))]
    lines = []
    for row in rows:
        cells = [f"{word:>{width}}" for word, width in zip(row, widths, strict=True)]
        cells[1] = f"{row[1]:<{widths[1]}}"
        lines.append("  " + "  ".join(cells))
    return "\n".join(lines)


def ending_of(series: Series, lang: str) -> str:
    people = names(series, lang)
    best = [people[seat] for seat in series.winners()]
    return text("play.winners", lang, count=len(best), names=listed(lang, best))


def as_json(series: Series, seed: str) -> str:
    facts = {
        "plan": series.plan,
        "seed": seed,
        "games": series.results,
        "standing": series.standing(),
        "winners": series.winners(),
    }
    return msgspec.json.encode(facts).decode() + "\n"


def as_csv(series: Series, lang: str) -> str:
    """A row for each seat of each game; `points` are those so far."""
    rows: list[list[Cell]] = [["game", "seat", "player", "first", "won", "paid", "points"]]
    paid = [sum(result.pays[s] for result in series.results) for s in range(series.plan.players)]
    points = [have - got for have, got in zip(series.points, paid, strict=True)]
    for number, result in enumerate(series.results, 1):
        points = [have + got for have, got in zip(points, result.pays, strict=True)]
        for seat, name in enumerate(names(series, lang)):
            first, won = int(result.first == seat), int(seat in result.winners)
            rows.append([number, seat, name, first, won, result.pays[seat], points[seat]])
    return to_csv(rows)


def write(path: str, content: str) -> None:
    if path == "-":
        sys.stdout.write(content)
    elif path:
        Path(path).write_text(content, encoding="utf-8")
