"""What there is to type after `parlour admin`; apart from what it does, which is dear to import."""

from argparse import ArgumentParser
from typing import Final

from parlour.cli.say import text

LOOKS: Final = ("status", "tables", "guests", "audit")


def arguments(command: ArgumentParser) -> None:
    whats = command.add_subparsers(dest="what", required=True)
    for name in LOOKS:
        _server(whats.add_parser(name, help=text(f"help.admin_{name}")))
    whats.choices["audit"].add_argument(
        "--limit", type=int, default=100, help=text("help.admin_limit")
    )
    unlist = whats.add_parser("unlist", help=text("help.admin_unlist"))
    unlist.add_argument("table", help=text("help.table"))
    for name in ("ban", "mute", "lift"):
        guest = whats.add_parser(name, help=text(f"help.admin_{name}"))
        guest.add_argument("who", help=text("help.admin_who"))
        if name != "lift":
            guest.add_argument("--hours", type=int, default=24, help=text("help.admin_hours"))
            guest.add_argument("--why", default="", help=text("help.admin_why"))
    notice = whats.add_parser("notice", help=text("help.admin_notice"))
    notice.add_argument("text", nargs="?", default="", help=text("help.admin_text"))
    notice.add_argument(
        "--in", dest="langs", action="append", default=[], help=text("help.admin_in")
    )
    rest = whats.add_parser("maintenance", help=text("help.admin_maintenance"))
    rest.add_argument("on", choices=["on", "off"])
    rest.add_argument("--until", default="", help=text("help.admin_until"))
    for name in ("unlist", "ban", "mute", "lift", "notice", "maintenance"):
        _server(whats.choices[name])


def _server(command: ArgumentParser) -> None:
    command.add_argument("--store", action="append", default=[], help=text("help.store"))
    command.add_argument("--server", default="", help=text("help.admin_server"))
    command.add_argument("--secret-file", default="", help=text("help.admin_secret_file"))
