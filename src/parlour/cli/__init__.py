"""The command line: what there is to type, and where each command lives."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from importlib import import_module
from sqlite3 import sqlite_version
from typing import Any, Final

import parlour
from parlour.cli import admin_arguments
from parlour.cli.say import complain, text
from parlour.core.build import build
from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, LANGUAGES


def option(pair: str) -> tuple[str, Any]:
    """`hand=5`, `zero_on_empty=false`, `copy_modifiers=[0,1]`."""
    import msgspec

    name, equals, value = pair.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{pair!r} is not name=value")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def parser() -> ArgumentParser:
    about = f"parlour {parlour.__version__} ({build()}, SQLite {sqlite_version})"
    top = ArgumentParser("parlour", description=text("about"))
    top.add_argument("--version", action="version", version=about)
    commands = top.add_subparsers(dest="command", required=True)
    _serve(commands.add_parser("serve", help=text("help.serve")))
    _join(commands.add_parser("join", help=text("help.join")))
    _export(commands.add_parser("export", help=text("help.export")))
    _restore(commands.add_parser("restore", help=text("help.restore")))
    _backup(commands.add_parser("backup", help=text("help.backup")))
    for name in ("list", "check"):
        _store(commands.add_parser(name, help=text(f"help.{name}")))
    for name in ("close", "delete"):
        _store(commands.add_parser(name, help=text(f"help.{name}")), table=True)
    admin_arguments.arguments(commands.add_parser("admin", help=text("help.admin")))
    _play(commands.add_parser("play", help=text("help.play")))
    _series(commands.add_parser("series", help=text("help.series")))
    _sim(commands.add_parser("sim", help=text("help.sim")))
    _arena(commands.add_parser("arena", help=text("help.arena")))
    _scenario(commands.add_parser("scenario", help=text("help.scenario")))
    _replay(commands.add_parser("replay", help=text("help.replay")))
    commands.add_parser("verify", help=text("help.verify")).add_argument("path")
    commands.add_parser("games", help=text("help.games_list"))
    return top


def _serve(command: ArgumentParser) -> None:
    command.add_argument("--host", default="0.0.0.0", help=text("help.host"))
    command.add_argument("--port", type=int, default=8765, help=text("help.port"))
    command.add_argument("--store", default="", help=text("help.store"))
    command.add_argument("--node", default="", help=text("help.node"))
    command.add_argument("--origin", action="append", default=[], help=text("help.origin"))
    command.add_argument("--proxy", action="append", default=[], help=text("help.proxy"))
    command.add_argument("--client", default="", help=text("help.client"))
    command.add_argument("--log", default="warning", help=text("help.log"))
    command.add_argument("--no-qr", action="store_true", help=text("help.no_qr"))
    command.add_argument("--set", action="append", default=[], help=text("help.set"))


def _join(command: ArgumentParser) -> None:
    command.add_argument("address", help=text("help.address"))
    command.add_argument("--name", default="", help=text("help.name"))
    command.add_argument("--watch", action="store_true", help=text("help.watch"))
    command.add_argument("--open", default="", metavar="GAME", help=text("help.open"))
    command.add_argument("--players", type=int, help=text("help.players"))
    command.add_argument("--friends", type=int, default=0, help=text("help.friends"))
    command.add_argument("--lang", choices=LANGUAGES, help=text("help.lang"))


def _export(command: ArgumentParser) -> None:
    command.add_argument("--out", default="", help=text("help.out"))
    _store(command, table=True)


def _backup(command: ArgumentParser) -> None:
    command.add_argument("path", help=text("help.backup_file"))
    _store(command)


def _restore(command: ArgumentParser) -> None:
    command.add_argument("path", help=text("help.exported"))
    command.add_argument("--skip", action="store_true", help=text("help.skip"))
    _store(command)


def _store(command: ArgumentParser, table: bool = False) -> None:
    if table:
        command.add_argument("table", help=text("help.table"))
    command.add_argument("--store", default="", help=text("help.store"))


def _play(command: ArgumentParser) -> None:
    command.add_argument("game")
    command.add_argument("--players", type=int, help=text("help.players"))
    command.add_argument("--seat", type=int, default=0, help=text("help.seat"))
    command.add_argument("--name", default="", help=text("help.name"))
    command.add_argument("--bots", default="", help=text("help.level"))
    command.add_argument("--seed", help=text("help.seed"))
    command.add_argument("--lang", choices=LANGUAGES, help=text("help.lang"))
    command.add_argument("--new", action="store_true", help=text("help.new"))
    command.add_argument("--fast", action="store_true", help=text("help.fast"))
    command.add_argument("-o", "--option", type=option, action="append", default=[])


def _series(command: ArgumentParser) -> None:
    command.add_argument("game")
    command.add_argument("--players", type=int, required=True, help=text("help.players"))
    command.add_argument("--form", default="", help=text("help.form"))
    command.add_argument("--bots", default="", help=text("help.bots"))
    command.add_argument("--seed", help=text("help.seed"))
    command.add_argument("--lang", choices=LANGUAGES, help=text("help.lang"))
    command.add_argument("--json", default="", metavar="FILE", help=text("help.json_file"))
    command.add_argument("--csv", default="", metavar="FILE", help=text("help.csv_file"))
    command.add_argument("--record", default="", metavar="FILE", help=text("help.record"))
    command.add_argument("-o", "--option", "--set", type=option, action="append", default=[])


def _sim(command: ArgumentParser) -> None:
    command.add_argument("game")
    command.add_argument("--players", type=int, required=True, help=text("help.players"))
    command.add_argument("--games", type=int, default=1000, help=text("help.games"))
    command.add_argument("--bots", default="random", help=text("help.bots"))
    command.add_argument("--seed", type=int, default=0, help=text("help.first"))
    command.add_argument("--json", action="store_true", help=text("help.json"))
    command.add_argument("-o", "--option", type=option, action="append", default=[])


def _arena(command: ArgumentParser) -> None:
    command.add_argument("game")
    command.add_argument("--players", type=int, action="append", help=text("help.counts"))
    command.add_argument("--deals", type=int, default=2000, help=text("help.deals"))
    command.add_argument("--bot", default="heuristic", help=text("help.challenger"))
    command.add_argument("--against", default="random", help=text("help.against"))
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help=text("help.jobs"))
    command.add_argument("--seed", type=int, default=0, help=text("help.first"))
    command.add_argument("--json", action="store_true", help=text("help.json"))


def _scenario(command: ArgumentParser) -> None:
    command.add_argument("path", nargs="+")
    command.add_argument("--fills", type=int, default=5, help=text("help.fills"))
    command.add_argument("-x", "--first", action="store_true", help=text("help.stop"))


def _replay(command: ArgumentParser) -> None:
    command.add_argument("path")
    command.add_argument("--seat", type=int, help=text("help.eyes"))
    command.add_argument("--lang", choices=LANGUAGES, default=DEFAULT, help=text("help.lang"))


OPERATORS: Final = {
    "export": ("backup", "export"),
    "backup": ("backup", "backup"),
    "restore": ("backup", "restore"),
    "list": ("tables", "show_list"),
    "check": ("tables", "check"),
    "close": ("tables", "change"),
    "delete": ("tables", "change"),
}
"""Commands about a store: the module and the function of each."""


def run(args: Namespace) -> int:
    """Each command lives in a module of its own, imported when it is called for."""
    if args.command in OPERATORS:
        place, name = OPERATORS[args.command]
        return int(getattr(import_module(f"parlour.cli.{place}"), name)(args))
    if args.command in ("serve", "join", "play", "series", "admin"):
        module = import_module(f"parlour.cli.{args.command}")
        return int(getattr(module, args.command)(args))
    if args.command == "scenario":
        from parlour.cli.scenario import scenario

        return scenario(args.path, args.fills, args.first)
    if args.command == "replay":
        from parlour.cli.replay import replay

        return replay(args.path, args.seat, args.lang)
    if args.command == "verify":
        from parlour.cli.verify import verify

        return verify(args.path)
    if args.command == "games":
        for game in parlour.all_games().values():
            print(f"{game.id:<10} {game.least}-{game.most}  {game.words.say(DEFAULT, 'title')}")
        return 0
    from parlour.cli.lab import arena, sim

    return sim(args) if args.command == "sim" else arena(args)


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        return run(args)
    except Refusal as refusal:
        complain(refusal, getattr(args, "game", ""))
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 1
