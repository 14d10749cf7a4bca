"""`parlour admin …`: what an operator sees and orders of a server that runs.

The server is the one that has the SQLite file (`--store`), found by its lock file, or the one at
`--server`.  There the secret comes from PARLOUR_ADMIN_SECRET or from `--secret-file`: a command
line can be read by others on the machine.
"""

import asyncio
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from parlour.cli.admin_arguments import LOOKS
from parlour.cli.remote import Rejected, ask
from parlour.cli.say import language, text
from parlour.cli.stores import FAILED, address
from parlour.server.store import StoreError
from parlour.server.store.sqlite_lock import Running, file_of, running

# --- the server -------------------------------------------------------------------------------


def server_of(args: Namespace) -> Running | None:
    """None: no server runs on that file."""
    if args.server:
        kept = Path(args.secret_file).read_text("utf-8").strip() if args.secret_file else ""
        secret = kept or os.environ.get("PARLOUR_ADMIN_SECRET", "")
        return Running(args.server.rstrip("/"), secret)
    file = file_of(address(args.store))
    return running(file) if file is not None and file.exists() else None


def admin(args: Namespace) -> int:
    try:
        server = server_of(args)
        if server is None:
            print(text("admin.no_server"), file=sys.stderr)
            return FAILED
        answer = asyncio.run(_ask(server, args))
    except Rejected as wrong:
        print(wrong.said.get("text") or wrong.code, file=sys.stderr)
        return FAILED
    except (StoreError, OSError, ValueError) as wrong:
        print(text("store.failed", reason=f"{wrong}" or type(wrong).__name__), file=sys.stderr)
        return FAILED
    show: Callable[[Any], Iterator[str]] = SHOWN.get(args.what, orders)
    for line in show(answer):
        print(line)
    return 0


async def _ask(server: Running, args: Namespace) -> Any:
    path, body = wanted(args)
    return await ask(f"{server.url}/api/admin{path}", body, server.secret)


def wanted(args: Namespace) -> tuple[str, Any]:
    """The path, and the body of an order; None: it is only looked."""
    what = args.what
    if what in LOOKS:
        path = {"status": "house", "audit": f"audit?limit={args.limit}" if what == "audit" else ""}
        return f"/{path.get(what) or what}", None
    if what == "unlist":
        return f"/tables/{args.table}/unlist", {}
    if what == "notice":
        langs = dict(pair.split("=", 1) for pair in args.langs)
        return "/notice", {"text": {"": args.text, **langs}}
    if what == "maintenance":
        return "/maintenance", {"on": args.on == "on", "until": moment(args.until)}
    if what == "lift":
        return "/guests", {"who": args.who, "deed": what}
    return "/guests", {"who": args.who, "deed": what, "hours": args.hours, "why": args.why}


def moment(said: str) -> int:
    """A local time as `2026-11-17 20:00` in milliseconds; nothing said: 0."""
    return int(datetime.fromisoformat(said).timestamp() * 1000) if said else 0


# --- what is printed --------------------------------------------------------------------------


def at(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000)) if ms else "-"


def orders(found: dict[str, Any]) -> Iterator[str]:
    lang = language()
    if "version" not in found:
        yield text("admin.done", lang)
        return
    counts = {name: found[name] for name in ("tables", "connections", "unreadable")}
    yield text("admin.house", lang, node=found["node"], version=found["version"], **counts)
    if away := found["away"]:
        yield text("admin.away", lang, list=", ".join(away))
    for code, said in found["notice"].items():
        yield text("admin.notice", lang, code=code, text=said)
    if (rest := found["maintenance"]) is not None:
        yield text("admin.maintenance", lang, since=at(rest["since"]), until=at(rest["until"]))
    for kind in ("bans", "mutes"):
        for label, curbed in found[kind].items():
            until = at(curbed["until"])
            yield text(f"admin.{kind}", lang, label=label, until=until, why=curbed["why"])


def tables(found: list[dict[str, Any]]) -> Iterator[str]:
    for one in found:
        listed = "public" if one["public"] else "-"
        about = f"{one['id']}  {one['code']:<8}  {one['game']:<10} {one['state']:<8} {listed:<6}"
        people = ", ".join(one["people"])
        yield f"{about}  {at(one['since'])}  {at(one['last'])}  {one['here']:>3}  {people}"
        if one["fault"]:
            yield "    " + text("admin.fault", reason=one["fault"])


def guests(found: list[dict[str, Any]]) -> Iterator[str]:
    for one in found:
        marks = " ".join(name for name in ("banned", "muted") if one[name])
        count = f"{one['sockets']:>5} {len(one['tables']):>5}"
        yield f"{one['label']:<20} {count}  {' '.join(one['tables'])}  {marks}".rstrip()


def audit(found: dict[str, Any]) -> Iterator[str]:
    for one in reversed(found["lines"]):
        facts = " ".join(f"{name}={value}" for name, value in one["facts"].items())
        yield f"{at(one['at'])}  {one['role']:<8} {one['label']:<20} {one['kind']:<11} {facts}"


SHOWN: Final[dict[str, Callable[[Any], Iterator[str]]]] = {
    "tables": tables,
    "guests": guests,
    "audit": audit,
}
