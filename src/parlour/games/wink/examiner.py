"""The examiner of Wink: where cards lie, what is hidden, what an event shows in use."""

from typing import Final

from parlour.core.declared import classes_of
from parlour.core.event import Event
from parlour.core.examiner import Examiner, Hidden, Told
from parlour.core.ids import CardId
from parlour.core.seats import EVERYONE, only
from parlour.games.wink import events
from parlour.games.wink.body import Body, Wink
from parlour.games.wink.kinds import CROWD, FOUR
from parlour.games.wink.state import WinkTable
from parlour.games.wink.watch import WinkWatch


class WinkExaminer(Examiner[WinkTable]):
    def hidden(self, t: WinkTable) -> list[Hidden]:
        """Cards in hand: seen by their holder, by whoever saw a wink for them; or admitted."""
        found: list[Hidden] = []
        for seat, hand in enumerate(t.hands):
            for k, n in enumerate(hand):
                mask = only(seat)
                for eye, winks in enumerate(t.seen):
                    if any(w.number == n and w.seat == seat for w in winks):
                        mask |= only(eye)
                found.append((f"hands.{seat}.{k}", 0, EVERYONE if n in t.admitted else mask))
        return found

    def changed(self, t: WinkTable, eye: int) -> WinkTable:
        """Of all others: glances to come, what they saw, whom they watched, how long they wink.

        And eyes on which this eye does not rest.  Of winks it knows its own, and who it was meant
        for, if they looked; the count of glimpses is nobody's.
        """
        twin = t.clone()
        gaze = t.bodies[eye].gaze() if eye < t.players else CROWD
        for seat in range(t.players):
            if seat != eye:
                twin.bodies[seat] = other_eyes(t.bodies[seat], gaze != seat)
                twin.plans[seat] += (t.bodies[seat].keep(),)
                twin.seen[seat] += (Wink(t.tick_number, seat, seat, CardId(1), only(seat)),)
                twin.watched[seat * t.players] += 1
        twin.glimpsed = [count + 1 for count in t.glimpsed]
        twin.winks = tuple([other_wink(wink, eye) for wink in t.winks])
        return twin

    def inventory(self, t: WinkTable) -> list[int]:
        """Both decks: a card of the crowd is its number, its twin in the hands 100 more."""
        found: list[int] = [*t.crowd, *t.face_down, *t.aside, *(100 + n for n in t.aside)]
        for pile in [*t.hands, *t.covered]:
            found += [100 + n for n in pile]
        for pile in t.open:
            for n in pile:
                found.append(n if n not in found else 100 + n)
        return found

    def contradictions(self, t: WinkTable, told: list[Told]) -> list[str]:
        """A card dealt or winked for is in that hand until laid; what was said aloud holds."""
        held: dict[int, int] = {}
        lacking: set[tuple[int, int]] = set()
        for event in told:
            kind, n = event["type"], event.get("number", 0)
            if kind == "dealt":
                held.update({int(card[1:]): event["seat"] for card in event["cards"] or []})
            elif kind == "winked":
                held[n] = event["seat"]
            elif kind == "admitted":
                held.update(dict.fromkeys(event["numbers"], event["seat"]))
            elif kind == "called":
                lacking.add((event["seat"], n))
            elif kind == "failed":
                lacking |= {(event["by"], n), (event["target"], n)}
            elif kind in ("exposed", "found", "mistaken"):
                held.pop(n, None)
        wrong = [f"c{n} is not with {seat}" for n, seat in held.items() if n not in t.hands[seat]]
        return wrong + [f"c{n} is with {seat}" for seat, n in lacking if n in t.hands[seat]]

    def usable(self, players: int) -> set[str]:
        """All that can happen; a pass needs an end as rare as an eclipse."""
        rare = (events.Dealt, events.Passed, events.Admitted)
        every = classes_of("parlour.games.wink", Event)
        names = {event.__name__ for event in every if event not in rare}
        return names if players == FOUR else names - {"Closed"}

    def watch(self, t: WinkTable) -> WinkWatch:
        return WinkWatch(t)

    def used(self, t: WinkTable, event: Event) -> set[str]:
        return {type(event).__name__}


def other_eyes(b: Body, unseen: bool) -> Body:
    lowered = b.lowered != ((unseen or b.turning > 0) and b.head != CROWD)
    return Body(b.head, lowered, b.turning, b.held, b.winking != unseen, b.busy + 1, b.rest + 1)


def other_wink(w: Wink, eye: int) -> Wink:
    thirds = EVERYONE & ~only(w.to) & ~only(eye)
    return Wink(w.tick + (w.seat != eye), w.seat, w.to, w.number, w.seen ^ thirds)


EXAMINER: Final = WinkExaminer()
