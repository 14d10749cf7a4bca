"""Every card and every power of BANG!, and the events in which one is seen at work."""

from typing import Any

from parlour.games.bang import events
from parlour.games.bang.box import Box
from parlour.games.bang.state import BangTable


def usable(box: Box) -> set[str]:
    cards = {f"card {kind.name}" for kind in box.kinds}
    return cards | {f"power {character.name}" for character in box.characters}


def used(t: BangTable, event: Any) -> set[str]:
    """What this event shows in use; `t` stands as it stood right after the answer."""
    found = {f"card {kind}" for kind in cards_in(event)}
    seat = getattr(event, "seat", None)
    if seat is not None and shows_power(t, event, seat):
        found.add(f"power {t.who[seat].name}")
    return found | {f"power {t.who[s].name}" for s in kept_at_a_distance(t, event)}


def cards_in(event: Any) -> list[str]:
    if isinstance(event, events.Played | events.Answered | events.Drank):
        return [event.card.partition(":")[0]]
    return []


def shows_power(t: BangTable, event: Any, seat: int) -> bool:
    """Whether the character in this seat has done what only this character does."""
    name = t.who[seat].name
    if isinstance(event, events.Drew):
        # One card at a time comes from nothing else.
        return name in ("bart_cassidy", "suzy_lafayette") and event.count == 1
    if isinstance(event, events.Played):
        return played_by(t, event, name)
    if isinstance(event, events.Took):
        return takes(t, event, name)
    if isinstance(event, events.Flipped):
        own = not any(t.kinds[card].name == "barrel" for card in t.front[seat])
        return name == "jourdonnais" and event.reason == "barrel" and own
    return name == SIGNS.get(type(event)) or (
        name == "sid_ketchum" and isinstance(event, events.Discarded) and event.reason == "pair"
    )


SIGNS: dict[type, str] = {
    events.FlipChosen: "lucky_duke",
    events.DrewDiscard: "pedro_ramirez",
    events.Looked: "kit_carlson",
    events.Showed: "black_jack",
    events.Looted: "vulture_sam",
}


def takes(t: BangTable, event: events.Took, name: str) -> bool:
    """El Gringo takes out of his turn; Jesse Jones with no Panic! on the discards."""
    if name == "el_gringo":
        return event.seat != t.turn
    top = t.kinds[t.discards[-1]].name if t.discards else ""
    return name == "jesse_jones" and event.place == "hand" and top != "panic"


def played_by(t: BangTable, event: events.Played, name: str) -> bool:
    shot = event.card.startswith("bang:") and event.target is not None
    if name == "calamity_janet":
        return event.used is not None
    if name == "willy_the_kid":
        return shot and t.bangs > 1
    if name == "rose_doolan" and shot and event.target is not None:
        return t.alive(event.target) and t.distance(event.seat, event.target) == t.reach(event.seat)
    return name == "slab_the_killer" and shot


def kept_at_a_distance(t: BangTable, event: Any) -> list[int]:
    """Paul Regret, whenever somebody whose turn begins would reach him but for his horse."""
    if not isinstance(event, events.TurnBegan) or not t.alive(event.seat):
        return []
    me = event.seat
    return [
        seat
        for seat in t.others(me)
        if t.who[seat].farther and t.distance(me, seat) == t.reach(me) + t.who[seat].farther
    ]
