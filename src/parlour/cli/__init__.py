"""The command line: what there is to type, and where each command lives."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from importlib import import_module
from sqlite3 import sqlite_version
from typing import Any, Final

import parlour
from parlour.cli import admin_arguments
from parlour.cli.completion import SHELLS, completion
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


def at_least_one(number: str) -> int:
    if not number.isdecimal() or int(number) < 1:
        raise ArgumentTypeError(f"{number!r} is not a number from 1 up")
    return int(number)


def parser() -> ArgumentParser:
    about = f"parlour {parlour.__version__} ({build()}, SQLite {sqlite_version})"
    top = ArgumentParser("parlour", description=text("about"))
    top.add_argument("--version", action="version", version=about)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, arguments in COMMANDS.items():
        arguments(
            commands.add_parser(
                name,
                help=text(f"help.{name}"),
                description=text(f"help.{name}"),
                epilog=f"{text('help.examples')}\n{text(f'examples.{name}')}",
                formatter_class=RawDescriptionHelpFormatter,
            )
        )
    return top


def _serve(command: ArgumentParser) -> None:
    command.add_argument("--host", default="0.0.0.0", help=text("help.host"))
    command.add_argument("--port", type=int, default=8765, help=text("help.port"))
    command.add_argument("--store", action="append", default=[], help=text("help.store"))
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


def _none(command: ArgumentParser) -> None:
    """A command without arguments."""


def _path(command: ArgumentParser) -> None:
    command.add_argument("path", help=text("help.record_file"))


def _table(command: ArgumentParser) -> None:
    _store(command, table=True)


def _completion(command: ArgumentParser) -> None:
    command.add_argument("shell", choices=SHELLS, help=text("help.shell"))


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
    command.add_argument("--store", action="append", default=[], help=text("help.store"))


def _option(command: ArgumentParser, *flags: str) -> None:
    about = text("help.option")
    command.add_argument(
        *flags, type=option, action="append", default=[], metavar="NAME=VALUE", help=about
    )


def _play(command: ArgumentParser) -> None:
    command.add_argument("game", help=text("help.game"))
    command.add_argument("--players", type=int, help=text("help.players"))
    command.add_argument("--seat", type=int, default=0, help=text("help.seat"))
    command.add_argument("--name", default="", help=text("help.name"))
    command.add_argument("--bots", default="", help=text("help.level"))
    command.add_argument("--seed", help=text("help.seed"))
    command.add_argument("--lang", choices=LANGUAGES, help=text("help.lang"))
    command.add_argument("--new", action="store_true", help=text("help.new"))
    command.add_argument("--fast", action="store_true", help=text("help.fast"))
    _option(command, "-o", "--option")


def _series(command: ArgumentParser) -> None:
    command.add_argument("game", help=text("help.game"))
    command.add_argument("--players", type=int, required=True, help=text("help.players"))
    command.add_argument("--form", default="", help=text("help.form"))
    command.add_argument("--bots", default="", help=text("help.bots"))
    command.add_argument("--seed", help=text("help.seed"))
    command.add_argument("--lang", choices=LANGUAGES, help=text("help.lang"))
    command.add_argument("--json", default="", metavar="FILE", help=text("help.json_file"))
    command.add_argument("--csv", default="", metavar="FILE", help=text("help.csv_file"))
    command.add_argument("--record", default="", metavar="FILE", help=text("help.record"))
    _option(command, "-o", "--option", "--set")


def _sim(command: ArgumentParser) -> None:
    command.add_argument("game", help=text("help.game"))
    command.add_argument("--players", type=int, required=True, help=text("help.players"))
    command.add_argument("--games", type=int, default=1000, help=text("help.how_many"))
    command.add_argument("--bots", default="random", help=text("help.bots"))
    command.add_argument("--seed", type=int, default=0, help=text("help.first"))
    command.add_argument("--json", action="store_true", help=text("help.json"))
    _run(command)
    _option(command, "-o", "--option")


def _arena(command: ArgumentParser) -> None:
    command.add_argument("game", help=text("help.game"))
    _several(command, "--bots", "BOT", text("help.challengers"))
    _several(command, "--against", "BOT", text("help.against"))
    _several(command, "--players", "N", text("help.counts"), int)
    command.add_argument("--deals", type=at_least_one, default=2000, help=text("help.deals"))
    command.add_argument("--until-decided", action="store_true", help=text("help.until_decided"))
    command.add_argument("--matrix", action="store_true", help=text("help.matrix"))
    command.add_argument("--gap", action="store_true", help=text("help.gap"))
    command.add_argument("--watch", action="store_true", help=text("help.arena_watch"))
    command.add_argument("--playouts", type=at_least_one, metavar="N", help=text("help.playouts"))
    command.add_argument("--seconds", type=float, metavar="S", help=text("help.seconds"))
    command.add_argument("--seed", type=int, default=0, help=text("help.first"))
    command.add_argument("--json", action="store_true", help=text("help.json"))
    command.add_argument("--picture", default="", metavar="FILE", help=text("help.arena_picture"))
    _run(command)


def _several(
    command: ArgumentParser, flag: str, metavar: str, about: str, kind: Callable[[str], Any] = str
) -> None:
    """`--bots easy hard`, or the flag several times."""
    command.add_argument(flag, type=kind, nargs="+", action="extend", metavar=metavar, help=about)


def _run(command: ArgumentParser) -> None:
    """How many games are played: where, and what is written."""
    where = command.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=at_least_one, default=0, help=text("help.jobs"))
    where.add_argument("--ray", default="", metavar="ADDRESS", help=text("help.ray"))
    command.add_argument("--keep", default="", metavar="FILE", help=text("help.keep"))
    command.add_argument("--parquet", default="", metavar="FOLDER", help=text("help.parquet"))


def _bench(command: ArgumentParser) -> None:
    command.add_argument("game", nargs="?", help=text("help.bench_game"))
    command.add_argument("--players", type=int, action="append", help=text("help.counts"))
    command.add_argument("--peers", action="store_true", help=text("help.bench_peers"))
    command.add_argument("--build", choices=("this", "both"), help=text("help.bench_build"))
    command.add_argument("--rounds", type=at_least_one, help=text("help.bench_rounds"))
    command.add_argument("--quick", action="store_true", help=text("help.bench_quick"))
    command.add_argument("--json", action="store_true", help=text("help.json"))
    command.add_argument("--picture", metavar="FILE", help=text("help.bench_picture"))


def _encode(command: ArgumentParser) -> None:
    command.add_argument("game", help=text("help.game"))
    command.add_argument("--explain", action="store_true", help=text("help.explain"))
    command.add_argument("--players", type=int, help=text("help.players"))
    command.add_argument("--seed", type=int, default=0, help=text("help.seed"))
    command.add_argument("--after", type=int, default=0, metavar="N", help=text("help.after"))
    command.add_argument("--seat", type=int, help=text("help.encode_seat"))
    _option(command, "-o", "--option")


def _learn(command: ArgumentParser) -> None:
    command.add_argument("game", help=text("help.game"))
    command.add_argument("--minutes", type=float, default=5, metavar="N", help=text("help.minutes"))
    command.add_argument("--folder", default="", help=text("help.learn_folder"))
    command.add_argument("--imitation", type=float, default=45, help=text("help.imitation"))
    command.add_argument("--cools", action="store_true", help=text("help.cools"))
    _several(command, "--players", "N", text("help.counts"), int)
    command.add_argument("--jobs", type=at_least_one, default=0, help=text("help.jobs"))
    command.add_argument("--tables", type=at_least_one, default=96, help=text("help.learn_tables"))
    tables = range(21)
    told = text("help.learn_mixed")
    command.add_argument("--mixed", type=int, default=10, choices=tables, metavar="N", help=told)
    command.add_argument("--seed", type=int, default=1, help=text("help.learn_seed"))


def _scenario(command: ArgumentParser) -> None:
    command.add_argument("path", nargs="+", help=text("help.scenario_file"))
    command.add_argument("--fills", type=int, default=5, help=text("help.fills"))
    command.add_argument("-x", "--first", action="store_true", help=text("help.stop"))


def _replay(command: ArgumentParser) -> None:
    _path(command)
    command.add_argument("--seat", type=int, help=text("help.eyes"))
    command.add_argument("--lang", choices=LANGUAGES, default=DEFAULT, help=text("help.lang"))


COMMANDS: Final[dict[str, Callable[[ArgumentParser], None]]] = {
    "play": _play,
    "serve": _serve,
    "join": _join,
    "series": _series,
    "sim": _sim,
    "arena": _arena,
    "bench": _bench,
    "encode": _encode,
    "learn": _learn,
    "scenario": _scenario,
    "replay": _replay,
    "verify": _path,
    "games": _none,
    "export": _export,
    "restore": _restore,
    "backup": _backup,
    "list": _store,
    "check": _store,
    "close": _table,
    "delete": _table,
    "admin": admin_arguments.arguments,
    "completion": _completion,
}
"""The commands in the order of --help, and what each may be given."""

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
    if args.command in ("serve", "join", "play", "series", "admin", "bench", "encode", "learn"):
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
        return games()
    if args.command == "completion":
        return completion(args, parser())
    from parlour.cli.lab import lab

    return lab(args)


def games() -> int:
    for game in parlour.all_games().values():
        print(f"{game.id:<10} {game.least}-{game.most}  {game.words.say(DEFAULT, 'title')}")
    return 0


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
