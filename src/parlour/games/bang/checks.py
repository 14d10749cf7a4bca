"""What BANG! tells the tests that every room must pass: where cards lie, what is hidden."""

from typing import Any, Final

from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.games.bang.kinds import ROLES
from parlour.games.bang.state import BangTable

RECENT: Final = 60
"""More events than any one choice sets off."""


def hidden(t: BangTable) -> list[tuple[str, int, int]]:
    """Hands, seen by their holder; the deck; what is looked at; roles that are not shown."""
    found: list[tuple[str, int, int]] = []
    open_to_all = shown_cards(t)
    for seat in range(t.players):
        for k, card in enumerate(t.hands[seat]):
            mask = EVERYONE if t.text(card) in open_to_all else only(seat)
            found.append((f"hands.{seat}.{k}", 0, mask))
        if not t.revealed(seat):
            found.append((f"roles.{seat}", 0, only(seat)))
    for k, card in enumerate(t.deck[t.dealt :]):
        found.append((f"deck.{k}", 0, EVERYONE if t.text(card) in open_to_all else NOBODY))
    found += [(f"looked.{k}", 0, only(t.turn)) for k in range(len(t.looked))]
    found += [(f"aside.{k}", 0, NOBODY) for k in range(len(t.aside))]
    for seat in range(len(t.offered)):
        found += [(f"offered.{seat}.{k}", 0, only(seat)) for k in range(2)]
    return found


def shown_cards(t: BangTable) -> set[str]:
    """Cards that everybody saw just now on their way from one hidden place to another.

    Black Jack's second card, or a card flipped when the discards were about to be shuffled.
    """
    found: set[str] = set()
    for event in (t.sink or [])[-RECENT:]:
        card = getattr(event, "card", None)
        cards = getattr(event, "cards", None)
        found.update([card] if isinstance(card, str) else [])
        found.update(cards if isinstance(cards, list) else [])
    return found


def alike(path: str, other: str) -> bool:
    """Cards with cards, roles with roles, characters with characters."""
    a, b = path.partition(".")[0], other.partition(".")[0]
    return a == b or not {a, b} & {"roles", "offered"}


def inventory(t: BangTable) -> list[int]:
    found = [*t.deck[t.dealt :], *t.discards, *t.store, *t.turned, *t.looked, *t.aside]
    for pile in [*t.hands, *t.front]:
        found += pile
    return found


def contradictions(t: BangTable, told: list[dict[str, Any]]) -> list[str]:
    """Roles that were shown, cards that went to a hand before my eyes, the card put back on top."""
    memory = Recollection(t.players)
    for event in told:
        memory.hear(event)
    wrong = [f"{c} held by {s}" for c, s in memory.held.items() if not holds(t, s, c)]
    wrong += [f"role of {s}" for s, role in memory.roles.items() if ROLES[t.roles[s]] != role]
    top = t.text(t.deck[t.dealt]) if t.dealt < len(t.deck) else ""
    return wrong + ([f"{memory.top} on top"] if memory.top not in ("", top) else [])


def holds(t: BangTable, seat: int, card: str) -> bool:
    return card in t.texts(t.hands[seat] + t.looked)


MOVES: Final = (
    "drew",
    "dealt",
    "drew_discard",
    "picked",
    "took",
    "looted",
    "took_back",
    "kept",
)
"""Events after which a card is in a hand."""


class Recollection:
    """What somebody who only listens can be sure of."""

    def __init__(self, players: int) -> None:
        self.held: dict[str, int] = {}
        self.roles: dict[int, str] = {}
        self.top = ""

    def hear(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        cards = [event["card"]] if event.get("card") else event.get("cards") or []
        for card in cards:
            self.held.pop(card, None)
        if event.get("role"):
            self.roles[event["seat"]] = event["role"]
        if kind in ("drew", "dealt", "flipped", "looked", "store_opened", "reshuffled"):
            self.top = ""
        if kind == "put_back":
            self.top = event["card"] or ""
        elif kind in MOVES:
            self.moved(event, cards)

    def moved(self, event: dict[str, Any], cards: list[str]) -> None:
        blind = event["type"] == "looted" or (event["type"] == "took" and not event["card"])
        if blind:
            lost = event["target"]
            self.held = {card: seat for card, seat in self.held.items() if seat != lost}
        for card in cards:
            if not card.startswith("stagecoach"):  # there are two that look the same
                self.held[card] = event["seat"]
