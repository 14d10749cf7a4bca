"""`parlour serve`: the tavern on this machine.  No configuration; the tables are in one file."""

import secrets
import signal
import socket
import sys
import time
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

import msgspec
import segno
import uvicorn

from parlour.cli.say import language, text
from parlour.cli.stores import EXPECTED, address, complain, try_out
from parlour.core.errors import Refusal
from parlour.server import descriptors
from parlour.server.logs import configure
from parlour.server.memory import Collector
from parlour.server.pinned import check_uvicorn
from parlour.server.settings import Settings
from parlour.server.store.sqlite_lock import Held, Running, file_of, hold
from parlour.server.words import refusal_text


def settings(args: Namespace) -> Settings:
    """From the command line; `--set name=value` reaches every setting."""
    store = address(args.store)
    alone = "alone" if store.startswith("sqlite") else ""
    more: dict[str, object] = {}
    for pair in args.set:
        name, _, value = pair.partition("=")
        if name not in Settings.__struct_fields__:
            known = ", ".join(Settings.__struct_fields__)
            raise SystemExit(text("serve.no_setting", name=name, list=known))
        more[name] = from_file(value) if value.startswith("@") else value
    return msgspec.convert(
        {
            "store": store,
            "node": args.node or alone,
            "origins": args.origin,
            "hosts": f"{args.host} {more.pop('hosts', '')}",
            "trusted_proxies": args.proxy,
            **more,
        },
        Settings,
        strict=False,
    )


def from_file(value: str) -> str:
    """`@FILE`: what the file holds, for secrets; command lines can be read by others."""
    path = Path(value[1:])
    try:
        return path.read_text("utf-8").strip()
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", "") or type(wrong).__name__
        raise SystemExit(text("serve.no_file", path=path, reason=reason)) from None


def near_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as wrong:
        listener.close()
        raise SystemExit(text("serve.taken", port=port, reason=wrong.strerror)) from None
    return listener


def address_for_guests(host: str, port: int) -> str:
    """Where the others in this network reach us, as far as we can tell."""
    near = near_address() if host in ("0.0.0.0", "::") else ""
    return f"http://{near}:{port}" if near and not near.startswith("127.") else ""


def welcome(port: int, store: str, address: str, with_qr: bool) -> None:
    lang = language()
    print(text("serve.ready", lang))
    print("  " + text("serve.here", lang, address=f"http://localhost:{port}/"))
    if address:
        print("  " + text("serve.near", lang, address=address))
        if with_qr and sys.stdout.isatty():
            segno.make(address, error="l").terminal(compact=True)
    kept = store.removeprefix("sqlite:///") if store.startswith("sqlite") else "PostgreSQL"
    print("  " + text("serve.stop", lang, store=kept), flush=True)


def within_descriptors(wanted: Settings) -> Settings:
    """With a warning, if the system does not allow as many connections as the settings."""
    allowed = descriptors.allowed()
    if allowed is None or descriptors.needed(wanted) <= allowed:
        return wanted
    fit = descriptors.fitted(wanted, allowed)
    need, most = descriptors.needed(wanted), fit.max_connections
    print(text("serve.descriptors", allowed=allowed, needed=need, number=most), file=sys.stderr)
    return fit


def checked() -> None:
    """Before anything that needs the very uvicorn it was written for is imported."""
    try:
        check_uvicorn()
    except Refusal as refusal:
        raise SystemExit(refusal_text(refusal, language())) from None


def serve(args: Namespace) -> int:
    checked()
    wanted = within_descriptors(settings(args))
    configure(args.log)
    file = file_of(wanted.store)
    with ExitStack() as until_the_end:
        try:
            held = until_the_end.enter_context(hold(file)) if file else None
            try_out(wanted.store)
        except EXPECTED as wrong:
            return complain(wrong)
        return run(args, wanted, held)


def run(args: Namespace, wanted: Settings, held: Held | None) -> int:
    from parlour.server.app import make_app
    from parlour.server.protocols import serving

    listener = listen(args.host, args.port)
    port = int(listener.getsockname()[1])
    outside = wanted.address or address_for_guests(args.host, port)
    secret = wanted.admin_secret or secrets.token_urlsafe(24)
    wanted = msgspec.structs.replace(wanted, address=outside, admin_secret=secret)
    app = make_app(wanted, client=Path(args.client) if args.client else None)
    config = serving(app, wanted, timeout_graceful_shutdown=5)
    if held is not None:
        near = args.host if args.host not in ("0.0.0.0", "::") else "127.0.0.1"
        where = f"[{near}]" if ":" in near else near
        held.tell(Running(f"http://{where}:{port}", wanted.admin_secret))
    welcome(port, wanted.store, outside, not args.no_qr)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _gone)
    Collector(time.monotonic).start()
    share_time()
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def share_time() -> None:
    """Let the event loop have its turn soon, whatever is computed in threads beside it.

    Replays and bots are; with Python's default of 5 ms, and several turns for each choice,
    everybody else waits for them.  A thread that writes to the database needs some twenty turns for
    each transaction, however busy the event loop is.
    """
    sys.setswitchinterval(0.0001)


def _gone(number: int, frame: object) -> None:
    """The server has stopped by then: it hands the signal on when it is done."""
