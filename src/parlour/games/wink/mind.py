"""What somebody at a table of Wink cannot know: hands, lowered eyes, glances, how long winks last.

Of winks no more is imagined than the seat knows of.  The layout of a drawing fills in a view by
the same functions.
"""

from typing import Final, final

from parlour.core.ids import CardId
from parlour.core.mind import Mind, Odds
from parlour.core.rng import Rng
from parlour.core.seats import EVERYONE, only
from parlour.games.wink.body import Body, glances
from parlour.games.wink.glances import planned
from parlour.games.wink.state import WinkTable
from parlour.games.wink.worlds import Deals

BLINKS: Final = 3
"""Eyes that nobody sees are imagined lowered one time in so many."""


@final
class WinkMind(Mind[WinkTable]):
    def __init__(self, template: WinkTable, eye: int, blind: list[int]) -> None:
        super().__init__(template, eye)
        t = template
        self.blind: Final = blind
        self.known: Final = [[n for n in hand if t.knows.knows(eye, n)] for hand in t.hands]
        self.unknown: Final = [n for hand in t.hands for n in hand if not t.knows.knows(eye, n)]
        rooms = [len(t.hands[seat]) - len(self.known[seat]) for seat in range(t.players)]
        self.deals: Final = Deals(rooms, [barred(t, n) for n in self.unknown])
        self.winkers: Final = winkers(t, eye)
        self.bodies: Final = t.bodies[:]
        for winker in self.winkers:
            self.bodies[winker.seat] = rested(t.bodies[winker.seat])

    def deal(self, t: WinkTable, rng: Rng, odds: Odds | None) -> None:
        self.deal_hands(t, rng)
        t.bodies = self.bodies[:]
        for seat in self.blind:
            imagine_eyes(t, seat, rng)
        for seat in self.sealers:
            t.plans[seat] = ()
            imagine_plan(t, seat, rng)
        for winker in self.winkers:
            imagine_wink(t, winker, rng)

    def deal_hands(self, t: WinkTable, rng: Rng) -> None:
        places = self.deals.draw(rng)
        assert places is not None, "the template shows a way"
        hands = [known[:] for known in self.known]
        for k in range(len(places)):
            hands[places[k]].append(self.unknown[k])
            t.knows.masks[self.unknown[k]] = only(places[k])
        t.hands = [tuple(sorted(hand)) for hand in hands]

    def seal(self, t: WinkTable, seat: int, rng: Rng) -> None:
        """What is sealed are the glances, and they lie in `plans`."""


def barred(t: WinkTable, number: CardId) -> int:
    """Places the number cannot be in: seats that lack it, and all but the one that proved it."""
    mask = t.lacks[number]
    if number in t.tokens:
        mask |= 1 << t.players
    for sightings in t.seen:
        for wink in sightings:
            if wink.number == number:
                mask |= EVERYONE & ~only(wink.seat)
    return mask


def imagine_eyes(t: WinkTable, seat: int, rng: Rng) -> None:
    b = t.bodies[seat]
    lowered = rng.below(BLINKS) == 0
    t.bodies[seat] = Body(b.head, lowered, b.turning, b.held, b.winking, b.busy, b.rest)


def imagine_plan(t: WinkTable, seat: int, rng: Rng) -> None:
    """Glances for the ticks to come, any that could be given."""
    while len(t.plans[seat]) < t.rules.timing.ticks:
        may = glances(planned(t, seat), seat, t.players, t.callers_of(seat), t.rules.timing)
        t.plans[seat] += (may[rng.below(len(may))],)


@final
class Winker:
    """A seat that the viewer has seen winking: the ticks in which its last wink may have begun."""

    def __init__(self, seat: int, first: int, latest: int) -> None:
        self.seat: Final = seat
        self.first: Final = first
        self.latest: Final = latest


def winkers(t: WinkTable, viewer: int) -> list[Winker]:
    if viewer >= t.players or t.outcome is not None:
        return []
    timing = t.rules.timing
    found: list[Winker] = []
    for seat in range(t.players):
        seen = [wink.tick for wink in t.seen[viewer] if wink.seat == seat]
        if seat != viewer and seen:
            latest = seen[-1] - timing.seen + 1
            first = max(1, seen[-1] - timing.wink + 1)
            if t.bodies[seat].winking:  # then it has not yet ended
                first = min(latest, max(first, t.tick_number - timing.wink + 1))
            found.append(Winker(seat, first, latest))
    return found


def imagine_wink(t: WinkTable, winker: Winker, rng: Rng) -> None:
    """When the wink began decides how long it goes on, or how long its seat must rest."""
    began = winker.first + rng.below(max(1, winker.latest - winker.first + 1))
    left = began + t.rules.timing.wink - 1 - t.tick_number
    b, cooldown = t.bodies[winker.seat], t.rules.timing.cooldown
    busy = left if b.winking and left > 0 else 0
    rest = 0 if busy else max(0, cooldown + min(left, 0))
    t.bodies[winker.seat] = Body(b.head, b.lowered, b.turning, b.held, b.winking, busy, rest)


def rested(b: Body) -> Body:
    return Body(b.head, b.lowered, b.turning, b.held, b.winking, 0, 0)
