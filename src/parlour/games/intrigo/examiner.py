"""The examiner of Intrigo: where cards lie, what is hidden, what an event shows in use."""

from typing import Final

from parlour.core.event import Event
from parlour.core.examiner import Examiner, Hidden, Told
from parlour.core.ids import CardId
from parlour.core.seats import only
from parlour.games.intrigo import events
from parlour.games.intrigo.kinds import COPIES, DUCAT, INFLUENCE, KINDS, ORGANISATIONS
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


class IntrigoExaminer(Examiner[IntrigoTable]):
    def hidden(self, t: IntrigoTable) -> list[Hidden]:
        """Hands and packs, each seen by the seat before which they lie."""
        found: list[Hidden] = []
        for seat in range(t.players):
            found += [(f"hands.{seat}.{k}", 0, only(seat)) for k in range(len(t.hands[seat]))]
            found += [(f"packs.{seat}.{k}", 0, only(seat)) for k in range(len(t.packs[seat]))]
        return found

    def inventory(self, t: IntrigoTable) -> list[int]:
        """Plots by card; influence, seals and ducats by counting them up, wherever they lie."""
        found: list[int] = [card for card in t.gaps if 0 <= card < INFLUENCE]
        for pile in [*t.hands, *t.packs]:
            found += pile
        for kind in range(len(KINDS)):
            lying = t.gaps.count(CardId(INFLUENCE + kind))
            found += range(1000 + 100 * kind, 1000 + 100 * kind + COPIES)
            assert lying <= t.sold[kind], "influence that was never bought lies in the palace"
        for k in range(len(ORGANISATIONS)):
            found += range(2000 + 100 * k, 2000 + 100 * k + t.bag[k] + t.tokens.count(k))
        if not t.rules.unlimited:
            found += range(5000, 5000 + t.bank + sum(t.purses) + t.tokens.count(DUCAT))
        return found

    def contradictions(self, t: IntrigoTable, told: list[Told]) -> list[str]:
        """Packs I saw are what later picks and packs were made of; whoever lays a plot kept it."""
        heard: dict[str, list[Told]] = {}
        for event in told:
            if event["type"] == "began":
                heard = {}
            heard.setdefault(event["type"], []).append(event)
        packs = [e for e in heard.get("dealt", []) if e["cards"] is not None]
        if packs:
            packs += [e for e in heard.get("received", []) if e["cards"] is not None]
        wrong = [
            f"pack {pick} of {e['seat']}"
            for pick, e in enumerate(packs)
            if sorted(e["cards"]) != sorted(t.text(c) for c in t.seen_at(e["seat"], pick))
        ]
        mine = [e["card"] for e in heard.get("kept", []) if e["card"] is not None]
        if packs and mine != [t.text(card) for card in t.kept[packs[0]["seat"]]]:
            wrong.append("my own picks")
        wrong += [
            f"{e['card']} laid by {e['seat']}"
            for e in heard.get("placed", []) + heard.get("obeyed", [])
            if e["card"] not in [t.text(kept) for kept in t.kept[e["seat"]]]
        ]
        return wrong + [
            f"{e['card']} with {seat}"
            for e in heard.get("called", [])
            for seat in e["seats"] or []
            if e["card"] in [t.text(card) for card in t.hands[seat]]
        ]

    def shuffles(self, t: IntrigoTable) -> int:
        return t.round

    def usable(self, players: int) -> set[str]:
        met = {f"{kind} beside {gap}" for kind, gaps in MEETS.items() for gap in gaps}
        declined = {f"{kind} declined" for kind in KINDS}
        return met | declined | {f"{kind} in vain" for kind in KINDS if kind not in NEVER_IDLE}

    def used(self, t: IntrigoTable, event: Event) -> set[str]:
        power = POWERS.get(type(event))
        if power is not None:
            return {f"{power} beside {getattr(event, 'facing', '')}"}
        if isinstance(event, events.Declined):
            return {f"{event.kind} declined"}
        return {f"{event.kind} in vain"} if isinstance(event, events.Idle) else set()


EXAMINER: Final = IntrigoExaminer()
