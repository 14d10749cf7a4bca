"""The facts of a room's table, each declared once, and the views made of them.

From a room's `facts.py` come the attributes of its table and their copies for a clone, the fields
of its view (`make facts` writes both), how they are shown, and how they are read from a drawing.
What the kind of a fact cannot do is a function in the room's `view.py`.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from parlour.core.drawing import is_empty
from parlour.core.errors import RulesBug
from parlour.core.eyes import Eyes
from parlour.core.fact import EVERYBODY, Box, Cards, Derived, Own
from parlour.core.ids import NO_CHOICE
from parlour.core.view import Over, View, sealing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.core.drawing import Drawing, Position
    from parlour.core.fact import Fact
    from parlour.core.layout import Layout
    from parlour.core.table import Table

V = TypeVar("V", bound=View)
ANYBODY: Final = Eyes(None)


def common(t: Table) -> dict[str, Any]:
    """The fields of `View` itself that are the same in all eyes."""
    over = t.outcome
    return {
        "players": t.players,
        "options": t.options,
        "carry": t.carry,
        "turn": t.on_turn(),
        "stack": [frame.data() for frame in t.stack],
        "answered": [seat for seat in range(t.players) if t.sealed[seat] != NO_CHOICE],
        "over": over and Over(list(over.winners), list(over.scores), over.reason, over.rule),
    }


def sealed(t: Table, eyes: Eyes) -> list[str]:
    """Sealed choices by their texts: one's own, and empty for those of others."""
    if all(choice == NO_CHOICE for choice in t.sealed):
        return []
    frame = sealing(t)
    return [
        frame.text(t, seat, choice)
        if choice != NO_CHOICE and (eyes.everything or eyes.seat == seat)
        else ""
        for seat, choice in enumerate(t.sealed)
    ]


class TableFacts:
    """All facts of a room's table in the order of its view.

    `types`: classes that they mention, and modules whose names they do.  `table`: the name of the
    table in the room's state.py.
    """

    def __init__(
        self,
        room: str,
        rules: type,
        facts: Sequence[Fact],
        types: Sequence[type | ModuleType] = (),
        table: str = "",
    ) -> None:
        self.room: Final = room
        self.table: Final = table or f"{room}Table"
        self.rules: Final = rules
        self.facts: Final = tuple(facts)
        self.types: Final = tuple(types)


def _is_alike(fact: Fact, shows: dict[str, Any], alike: Sequence[str]) -> bool:
    return fact.name in alike if fact.name in shows else fact.alike


class ViewBuilder(Generic[V]):
    """Shows a room's facts in views and reads them from drawings, by kind or by `shows`, `reads`.

    `first`: what is read before all else, because others depend on it.  `alike`: those of `shows`
    that show every seat and every bystander the same.
    """

    def __init__(
        self,
        view: type[V],
        facts: TableFacts,
        shows: dict[str, Callable[[Any, Eyes], object]] | None = None,
        reads: dict[str, Callable[[Any, Drawing, Any], None]] | None = None,
        first: Sequence[str] = (),
        alike: Sequence[str] = (),
    ) -> None:
        shows, reads = shows or {}, reads or {}
        self.view: Final = view
        self.facts: Final = facts.facts
        self.shows: Final = shows
        self.reads: Final = reads
        shown = [fact for fact in facts.facts if fact.shown]
        in_turn = sorted(facts.facts, key=lambda fact: fact.name not in first)
        same = [fact for fact in shown if _is_alike(fact, shows, alike)]
        own = [fact for fact in shown if fact not in same]
        self.shown_alike: Final = [(fact, shows.get(fact.name)) for fact in same]
        self.shown_own: Final = [(fact, shows.get(fact.name)) for fact in own]
        self.in_turn: Final = [(fact, reads.get(fact.name)) for fact in in_turn]
        names = {fact.name for fact in facts.facts}
        odd = {fact.name for fact in facts.facts if isinstance(fact, Own)}
        derived = {fact.name for fact in facts.facts if isinstance(fact, Derived)}
        for name in sorted((odd | derived) - shows.keys() | odd - reads.keys()):
            raise RulesBug(f"{facts.room}: view.py does not show or read {name!r}")
        for name in sorted((shows.keys() | reads.keys()) - names):
            raise RulesBug(f"{facts.room}: facts.py declares no {name!r}")

    def build(self, t: Table, eyes: Eyes) -> V:
        """All that these eyes may know, in the two parts of which every view is made."""
        found = self.same(t, eyes if eyes.everything else ANYBODY)
        found.update(self.own(t, eyes))
        return self.view(**found)

    def same(self, t: Table, eyes: Eyes = ANYBODY) -> dict[str, Any]:
        """The fields of a view that are the same in all eyes, or in those of the archive."""
        found = common(t)
        for fact, show in self.shown_alike:
            found[fact.field] = fact.show(t, eyes) if show is None else show(t, eyes)
        return found

    def own(self, t: Table, eyes: Eyes) -> dict[str, Any]:
        """The other fields, as these eyes see them."""
        found: dict[str, Any] = {"eyes": eyes.seat, "sealed": sealed(t, eyes)}
        for fact, show in self.shown_own:
            found[fact.field] = fact.show(t, eyes) if show is None else show(t, eyes)
        return found

    def drawn(self, view: V) -> Position:
        """A view as the facts of a drawing: tidy, and what is a struct stays one."""
        found: Position = {}
        for name in self.view.__struct_fields__:
            fact = getattr(view, name)
            if name == "eyes" or not is_empty(fact):
                found[name] = fact
        return found

    @property
    def has_own(self) -> bool:
        return any(isinstance(fact, Own | Box) for fact in self.facts)

    @property
    def secret_piles(self) -> list[str]:
        """The names of all cards that somebody may not know."""
        cards = [fact for fact in self.facts if isinstance(fact, Cards)]
        return [fact.name for fact in cards if fact.audience != EVERYBODY]

    def read(self, t: Table, d: Drawing, lay: Layout) -> None:
        """Each fact in its turn; cards get their places when all have been asked for."""
        for fact, read in self.in_turn:
            if read is None:
                fact.read(t, d, lay)
            else:
                read(t, d, lay)
