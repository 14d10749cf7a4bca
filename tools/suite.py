"""How the tests are run: in another order every time, and each answers for what it leaves open.

    pytest --order=1234        that order again (or PARLOUR_ORDER=1234); the header says the number
    pytest --order=files       as they stand in the files

A random order finds tests that need another one to have run before, or fail after another one.

Where both builds are tested (`make test`), a test marked `once` runs on the compiled one alone: it
draws thousands of worlds or plays many games, several times as quick there.  Both builds play the
same, which the stored games, the scenarios and the digests say.

What a test leaves open (a socket, a task, a coroutine never awaited) complains when Python throws
it away, and that is some time later, in the middle of another test.  A test that failed leaves the
most: its traceback holds everything it had, until the next test fails or begins.  So one failed
test made a second one red that had nothing to do with it.  Here whatever a test left is thrown away
at its own end, and what complains then is its own error.
"""

import gc
import itertools
import os
import signal
import sys
from collections.abc import Generator
from random import Random, SystemRandom
from typing import Any, Final

import pytest

ORDER: Final = pytest.StashKey[str]()
FILES: Final = "files"
ENDED: Final = itertools.count(1)
"""Numbers of the tests that have ended."""


# --- the order --------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--order",
        metavar="NUMBER",
        default=os.environ.get("PARLOUR_ORDER", ""),
        help=f"repeat the order of an earlier run; {FILES!r}: as the tests stand in the files",
    )


def pytest_configure(config: pytest.Config) -> None:
    told = getattr(config, "workerinput", {}).get("order", "")  # all workers must agree
    wanted = told or config.getoption("order")
    config.stash[ORDER] = wanted or str(SystemRandom().randrange(10**6))
    hear_ctrl_c()


def hear_ctrl_c() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C, and whatever that starts too.

    Then programs that a test stops in this way would go on.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker of xdist is sent the order of the whole run."""
    node.workerinput["order"] = node.config.stash[ORDER]


def pytest_report_header(config: pytest.Config) -> str:
    hashes = os.environ.get("PYTHONHASHSEED", "random")
    return f"again with: PYTHONHASHSEED={hashes} --order={config.stash[ORDER]}"


@pytest.hookimpl(tryfirst=True)  # whoever wants the failed ones first still may
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_to_the_compiled_build(config, items)
    if config.stash[ORDER] != FILES:
        Random(config.stash[ORDER]).shuffle(items)


def leave_to_the_compiled_build(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `once` is looked at by the quicker build alone, where both are tested."""
    once = [item for item in items if item.get_closest_marker("once") is not None]
    for item in once:
        if item.get_closest_marker("rules") is None:
            raise pytest.UsageError(f"{item.nodeid} is marked `once`, but not `rules`")
    if os.environ.get("PARLOUR_SAMPLE") == "least" and once:
        items[:] = [item for item in items if item not in once]
        config.hook.pytest_deselected(items=once)


# --- what is left -----------------------------------------------------------------------------


def pytest_collection_finish() -> None:
    """Objects made before the first test belong to none; frozen, they cost no collection time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    try:
        return (yield)
    finally:
        left = thrown_away()
        if next(ENDED) % 50 == 0:
            gc.freeze()  # what outlives tests, as caches do, is not looked at after each later one
        if left:
            raise AssertionError("\n".join(["this test has left something open:", *left]))


def thrown_away() -> list[str]:
    """Collect garbage; the complaints that its finalizers raised."""
    for name in ("last_exc", "last_type", "last_value", "last_traceback"):
        if hasattr(sys, name):  # of the test that failed: it holds all that the test had
            delattr(sys, name)
    left: list[str] = []
    hook = sys.unraisablehook
    sys.unraisablehook = lambda told: left.append(f"{told.object!r}: {told.exc_value!r}")
    try:
        gc.collect()
    finally:
        sys.unraisablehook = hook
    return left
