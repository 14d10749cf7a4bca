"""Every power of Intrigo on every kind of gap, and the events in which one is seen at work."""

from typing import Any

from parlour.games.intrigo import events
from parlour.games.intrigo.kinds import KINDS
from parlour.games.intrigo.state import IntrigoTable

POWERS: dict[type, str] = {
    events.Traded: "merchant",
    events.Murdered: "assassin",
    events.Called: "courtesan",
    events.Ferried: "gondolier",
    events.Marched: "guard",
    events.Stole: "thief",
}
ANY = ("empty", "plot", "dead", "influence")
MEETS = {
    "merchant": ANY,
    "assassin": ("plot", "dead"),
    "courtesan": ("empty",),
    "gondolier": ("plot", "dead"),
    "guard": ("plot", "dead"),
    "thief": ANY,
}
"""What may lie in the other gap of the building that a power is used on."""

NEVER_IDLE = ("merchant", "thief")
"""Only where a building has no token at all, which the default bank hardly ever lets happen."""


def usable(players: int) -> set[str]:
    met = {f"{kind} beside {gap}" for kind, gaps in MEETS.items() for gap in gaps}
    declined = {f"{kind} declined" for kind in KINDS}
    return met | declined | {f"{kind} in vain" for kind in KINDS if kind not in NEVER_IDLE}


def used(t: IntrigoTable, event: Any) -> set[str]:
    if type(event) in POWERS:
        return {f"{POWERS[type(event)]} beside {event.facing}"}
    if isinstance(event, events.Declined):
        return {f"{event.kind} declined"}
    return {f"{event.kind} in vain"} if isinstance(event, events.Idle) else set()
