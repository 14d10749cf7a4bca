"""Whether what was found is what a sentence wanted."""

from collections.abc import Callable, Iterator
from typing import Any, Final


def same(wanted: object, found: object) -> bool:
    """Whether what was found is what was wanted; a text may be shortened to one of its parts.

    `orc7`, `2-3o-7` and `orc7/2-3o-7` all mean the card `orc7/2-3o-7+1`.
    """
    if isinstance(wanted, list) and isinstance(found, list | tuple):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    if isinstance(found, list | tuple) and not isinstance(wanted, list):
        return len(found) == 1 and same(wanted, found[0])
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(same(wanted[k], found[k]) for k in wanted)
    if isinstance(wanted, str) and isinstance(found, str):
        bare = found.partition("+")[0]
        return wanted in (found, bare, *bare.split("/"))
    return wanted == found and isinstance(wanted, bool) == isinstance(found, bool)


def exactly(wanted: object, found: object) -> bool:
    """Nothing shortened, marks included; in whatever order the marks stand."""
    if isinstance(wanted, list) and isinstance(found, list | tuple):
        return len(wanted) == len(found) and all(map(exactly, wanted, found))
    if isinstance(found, list | tuple):
        return len(found) == 1 and exactly(wanted, found[0])
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(exactly(wanted[k], found[k]) for k in wanted)
    if isinstance(wanted, str) and isinstance(found, str):
        return sorted(wanted.split("+")) == sorted(found.split("+"))
    return wanted == found and isinstance(wanted, bool) == isinstance(found, bool)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _has(wanted: object, found: object) -> bool:
    """Every one wanted is there, each a different one."""
    left = list(_listed(found))
    for item in _listed(wanted):
        match = [k for k, there in enumerate(left) if same(item, there)]
        if not match:
            return False
        left.pop(match[0])
    return True


def _lacks(wanted: object, found: object) -> bool:
    return not any(same(item, there) for item in _listed(wanted) for there in things(found))


def _counts(wanted: object, found: object) -> bool:
    return isinstance(found, list | dict) and len(found) == wanted


def things(value: object) -> Iterator[object]:
    """Every word, number and group in it, at whatever depth."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from things(part)
    elif isinstance(value, list):
        for part in value:
            yield from things(part)
    elif value is not None:
        yield value


def leaves(value: object) -> list[object]:
    """The same without the groups around them."""
    return [thing for thing in things(value) if not isinstance(thing, dict)]


def total(value: object) -> int:
    """The sum of all numbers in it."""
    return sum(leaf for leaf in leaves(value) if type(leaf) is int)


OPERATIONS: Final[dict[str, Callable[[object, object], bool]]] = {
    "=": same,
    "is not": lambda wanted, found: not same(wanted, found),
    "exactly": exactly,
    "has": _has,
    "lacks": _lacks,
    "counts": _counts,
}
