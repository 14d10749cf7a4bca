"""The examiner of BANG!: where cards lie, what is hidden, what an event shows in use."""

from typing import Final

from parlour.core.event import Event
from parlour.core.examiner import Examiner, Hidden, Told
from parlour.core.ids import CardId
from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.games.bang import events
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.kinds import ROLES
from parlour.games.bang.state import BangTable
from parlour.games.bang.watch import BangWatch

RECENT: Final = 60
"""More events than any one choice sets off."""


class BangExaminer(Examiner[BangTable]):
    def hidden(self, t: BangTable) -> list[Hidden]:
        """Hands, seen by their holder; the deck; what is looked at; roles that are not shown."""
        found: list[Hidden] = []
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

    def alike(self, path: str, other: str) -> bool:
        """Cards with cards, roles with roles, characters with characters."""
        a, b = path.partition(".")[0], other.partition(".")[0]
        return a == b or not {a, b} & {"roles", "offered"}

    def inventory(self, t: BangTable) -> list[CardId]:
        found = [*t.deck[t.dealt :], *t.discards, *t.store, *t.turned, *t.looked, *t.aside]
        for pile in [*t.hands, *t.front]:
            found += pile
        return found

    def contradictions(self, t: BangTable, told: list[Told]) -> list[str]:
        """Roles shown, cards that went to a hand before my eyes, the card put back on top."""
        memory = Recollection(t.players)
        for event in told:
            memory.hear(event)
        wrong = [f"{c} held by {s}" for c, s in memory.held.items() if not holds(t, s, c)]
        wrong += [f"role of {s}" for s, role in memory.roles.items() if ROLES[t.roles[s]] != role]
        top = t.text(t.deck[t.dealt]) if t.dealt < len(t.deck) else ""
        return wrong + ([f"{memory.top} on top"] if memory.top not in ("", top) else [])

    def shuffles(self, t: BangTable) -> int:
        return t.shuffles

    def group(self, t: BangTable, seat: int) -> str:
        return ROLES[t.roles[seat]]

    def character(self, t: BangTable, seat: int) -> str:
        return t.who[seat].name

    def watch(self, t: BangTable) -> BangWatch:
        return BangWatch(t)

    def usable(self, players: int) -> set[str]:
        box = Box(BASIC)
        cards = {f"card {kind.name}" for kind in box.kinds}
        return cards | {f"power {character.name}" for character in box.characters}

    def used(self, t: BangTable, event: Event) -> set[str]:
        """What this event shows in use; `t` stands as it stood right after the answer."""
        found = {f"card {kind}" for kind in cards_in(event)}
        seat = getattr(event, "seat", None)
        if seat is not None and shows_power(t, event, seat):
            found.add(f"power {t.who[seat].name}")
        return found | {f"power {t.who[s].name}" for s in kept_at_a_distance(t, event)}


EXAMINER: Final = BangExaminer()


# --- what somebody who only listens knows -----------------------------------------------------


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

    def hear(self, event: Told) -> None:
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

    def moved(self, event: Told, cards: list[str]) -> None:
        blind = event["type"] == "looted" or (event["type"] == "took" and not event["card"])
        if blind:
            lost = event["target"]
            self.held = {card: seat for card, seat in self.held.items() if seat != lost}
        for card in cards:
            if not card.startswith("stagecoach"):  # there are two that look the same
                self.held[card] = event["seat"]


# --- what is seen at work ---------------------------------------------------------------------


def cards_in(event: Event) -> list[str]:
    if isinstance(event, events.Played | events.Answered | events.Drank):
        return [event.card.partition(":")[0]]
    return []


def shows_power(t: BangTable, event: Event, seat: int) -> bool:
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
        own = not any(t.rules.kinds[card].name == "barrel" for card in t.front[seat])
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
    top = t.rules.kinds[t.discards[-1]].name if t.discards else ""
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


def kept_at_a_distance(t: BangTable, event: Event) -> list[int]:
    """Paul Regret, whenever somebody whose turn begins would reach him but for his horse."""
    if not isinstance(event, events.TurnBegan) or not t.alive(event.seat):
        return []
    me = event.seat
    return [
        seat
        for seat in t.others(me)
        if t.who[seat].farther and t.distance(me, seat) == t.reach(me) + t.who[seat].farther
    ]
