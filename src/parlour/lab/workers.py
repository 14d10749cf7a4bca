"""Where chunks of games are played: in this process, in several, or on a Ray cluster.

A chunk is a range of seeds.  Whoever hands chunks out does not know who plays them: the parts come
back in the order of the chunks, and only a few chunks for each worker are under way at a time.
"""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from multiprocessing import parent_process
from socket import create_connection
from threading import Thread
from time import monotonic
from typing import Any, Final, Self, TypeVar, final

import parlour
from parlour.lab.refusals import LabRefusal, optional

P = TypeVar("P")
Parts = Generator[P, None, None]

AHEAD: Final = 4
"""Chunks under way for each worker, so that one that takes long holds up nobody."""
TRIES: Final = 3
"""How often a chunk is begun whose workers die."""
KNOCK_S: Final = 10.0
"""How long the machine at a cluster's address has to answer."""
ASK_S: Final = 5.0
"""How often a cluster is asked how large it is now."""


class WorkerDied(Exception):
    """The worker that had a chunk is gone: the chunk has to be played again."""


class Workers:
    """One worker: this process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, wrong: object, trace: object) -> None:
        """After a mistake or Ctrl-C (`kind`) nobody waits for chunks that are under way."""

    def parts(self, play: Callable[[range], P], chunks: Iterator[range]) -> Parts[P]:
        """What each chunk came to, in order.  A chunk is drawn when a worker can have it.

        Whoever needs no more of them closes it.
        """
        for chunk in chunks:
            yield play(chunk)


class Elsewhere(Workers):
    """Workers that play while this process waits."""

    def parts(self, play: Callable[[range], P], chunks: Iterator[range]) -> Parts[P]:
        under_way: deque[tuple[range, Any]] = deque()
        try:
            for chunk in chunks:
                under_way.append((chunk, self.send(play, chunk)))
                if len(under_way) >= AHEAD * self.count():
                    yield self._part(play, *under_way.popleft())
            while under_way:
                yield self._part(play, *under_way.popleft())
        finally:
            for _, sent in under_way:
                self.drop(sent)

    def _part(self, play: Callable[[range], P], chunk: range, sent: Any) -> P:
        for _ in range(TRIES):
            try:
                part: P = self.receive(sent)
                return part
            except WorkerDied:
                sent = self.send(play, chunk)
        raise LabRefusal("worker_died", facts={"first": chunk.start, "last": chunk.stop - 1})

    def count(self) -> int:
        """How many workers there are now."""
        raise NotImplementedError

    def send(self, play: Callable[[range], object], chunk: range) -> Any:
        """Give a chunk to some worker; what is returned is what to wait for."""
        raise NotImplementedError

    def receive(self, sent: Any) -> Any:
        """Wait for it; WorkerDied if it will not come."""
        raise NotImplementedError

    def drop(self, sent: Any) -> None:
        """Nobody waits for it any more."""
        raise NotImplementedError


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@final
class Processes(Elsewhere):
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs: Final = jobs

    def __enter__(self) -> Self:
        self._pool = ProcessPoolExecutor(self._jobs, initializer=begin_worker)
        self._pool.submit(abs, 0).result()  # forks now, before a progress bar has its thread
        return self

    def __exit__(self, kind: object, wrong: object, trace: object) -> None:
        if kind is not None:
            for process in list(self._pool._processes.values()):
                process.terminate()
            # Who was ended in the middle of an answer would be waited for: nobody writes any more.
            self._pool._result_queue._writer.close()  # type: ignore[attr-defined]
        self._pool.shutdown(cancel_futures=True)

    def count(self) -> int:
        return self._jobs

    def send(self, play: Callable[[range], P], chunk: range) -> Future[P]:
        try:
            return self._pool.submit(play, chunk)
        except BrokenProcessPool:  # one that died takes its pool with it
            self.__enter__()
            return self._pool.submit(play, chunk)

    def receive(self, sent: Future[P]) -> P:
        try:
            return sent.result()
        except BrokenProcessPool:
            raise WorkerDied from None

    def drop(self, sent: Future[Any]) -> None:
        sent.cancel()


def begin_worker() -> None:
    """Ctrl-C is for the process that handed out the work; its workers end with it, or at its word,
    whatever that process itself does when it is asked to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@final
class Cluster(Elsewhere):
    """The machines of a Ray cluster; each of them needs this version of Parlour."""

    def __init__(self, address: str) -> None:
        self._address: Final = address

    def __enter__(self) -> Self:
        self._ray = optional("ray", "ray")
        try:
            knock(self._address)
            self._ray.init(self._address, log_to_driver=False, logging_level="ERROR")
        except (OSError, RuntimeError, ValueError) as wrong:
            facts: dict[str, object] = {"address": self._address, "reason": str(wrong)}
            raise LabRefusal("no_cluster", facts=facts) from None
        self._play = self._ray.remote(max_retries=TRIES)(played_there)
        self._asked, self._count = -ASK_S, 1
        self._messages = redirect_stdout(sys.stderr)  # Ray prints its own where results belong
        self._messages.__enter__()
        return self

    def __exit__(self, kind: object, wrong: object, trace: object) -> None:
        self._ray.shutdown()  # Ray ends the tasks of whoever leaves
        self._messages.__exit__(None, None, None)

    def count(self) -> int:
        if monotonic() - self._asked >= ASK_S:
            self._count = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._asked = monotonic()
        return self._count

    def send(self, play: Callable[[range], object], chunk: range) -> Any:
        return self._play.remote(parlour.__version__, play, chunk)

    def receive(self, sent: Any) -> Any:
        wrong = self._ray.exceptions
        try:
            return self._ray.get(sent)
        except (wrong.WorkerCrashedError, wrong.NodeDiedError, wrong.ObjectLostError):
            raise WorkerDied from None

    def drop(self, sent: Any) -> None:
        self._ray.cancel(sent)


def knock(address: str) -> None:
    """OSError where nobody listens: Ray itself would try for minutes.  `auto` names no port."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        create_connection((host, int(port)), timeout=KNOCK_S).close()


def played_there(version: str, play: Callable[[range], P], chunk: range) -> P:
    """Runs on a machine of the cluster."""
    if parlour.__version__ != version:
        raise RuntimeError(f"Parlour {parlour.__version__} is installed here, not {version}")
    return play(chunk)


def workers_for(jobs: int, address: str = "") -> Workers:
    """The Ray cluster at the address, or so many processes."""
    if address:
        return Cluster(address)
    return Processes(jobs) if jobs > 1 else Workers()
