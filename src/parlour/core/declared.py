"""Finds what a room's folder defines: frames, events, cards, refusals.  No list names them."""

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar, Final, TypeVar

from parlour.core.event import Event
from parlour.core.frame import Frame

C = TypeVar("C")
EXAMINER: Final = "examiner"
"""The one module that is the laboratory's to find, and declares nothing."""


class Declared:
    """What is found in a room's folder."""

    package: ClassVar[str]

    @cached_property
    def frame_types(self) -> Sequence[type[Frame[Any]]]:
        return classes_of(self.package, Frame)

    @cached_property
    def asks(self) -> list[str]:
        """The keys of all questions, by the alphabet."""
        return sorted({frame.ask for frame in self.frame_types if frame.ask})

    @cached_property
    def event_types(self) -> Sequence[type[Event]]:
        return classes_of(self.package, Event)

    @cached_property
    def refusals(self) -> dict[str, str]:
        """Each code of a refusal, and the rule behind it: all tables REFUSALS of the room."""
        return tables_of(self.package, "REFUSALS")


def modules_of(package: str) -> list[ModuleType]:
    """Every module of a folder and of the folders inside, in the order of their names."""
    folder = import_module(package)
    found = [folder]
    for part in sorted(iter_modules(folder.__path__), key=lambda part: part.name):
        name = f"{package}.{part.name}"
        if part.ispkg:
            found += modules_of(name)
        elif part.name != EXAMINER:
            found.append(import_module(name))
    return found


def classes_of(package: str, base: type[C]) -> list[type[C]]:
    """The classes of this kind that are written there, less those that others there build upon.

    In the order of files, then of lines.
    """
    found = [one for module in modules_of(package) for one in classes_in(module, base)]
    return [one for one in found if not any(issubclass(o, one) for o in found if o is not one)]


def classes_in(module: ModuleType, base: type[C]) -> list[type[C]]:
    """Those that are written in this module, not imported into it."""
    things = [thing for thing in list(vars(module).values()) if isinstance(thing, type)]
    written = [thing for thing in things if thing.__module__ == module.__name__]
    return [thing for thing in written if issubclass(thing, base)]


def tables_of(package: str, name: str) -> dict[str, str]:
    """All that the tables of this name say, in whichever modules; no two say the same key."""
    found: dict[str, str] = {}
    seen: list[object] = []
    for module in modules_of(package):
        table: dict[str, str] = vars(module).get(name, {})
        if any(table is other for other in seen):  # imported from where it stands
            continue
        twice = found.keys() & table.keys()
        if twice:
            raise ValueError(f"{package} says {min(twice)!r} in two tables called {name}")
        found |= table
        seen.append(table)
    return found
