"""What the machine's readline does for a line that is typed; typing works without it."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

Candidates = Callable[[str], list[str]]
"""What may follow the words before the one that is being typed."""


def found_readline() -> Any:
    try:
        return import_module("readline")
    except ImportError:
        return None


def typed_so_far() -> str:
    """The line that is being typed, as far as it has come."""
    readline = found_readline()
    return str(readline.get_line_buffer()) if readline else ""


def when_shown(told: Callable[[], None]) -> bool:
    """Have it told whenever a prompt stands on the terminal; False where nothing tells that."""
    hook = getattr(found_readline(), "set_pre_input_hook", None)
    if hook is None:
        return False
    hook(told)
    return True


def complete_by(candidates: Candidates) -> None:
    readline = found_readline()
    if readline is None:
        return

    def completed(word: str, state: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].strip()
        found = [one for one in candidates(before) if one.startswith(word)]
        return found[state] if state < len(found) else None

    readline.set_completer(completed)
    readline.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
