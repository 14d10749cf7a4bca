"""What somebody at a table of Intrigo cannot know: who drafted what, and what others seal."""

from typing import Final, final

from parlour.core.mind import Mind, Odds
from parlour.core.piles import one_of_each
from parlour.core.rng import Rng
from parlour.core.seats import EVERYONE, only
from parlour.games.intrigo.draft import hold
from parlour.games.intrigo.kinds import DRAFT
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.worlds import Drafts, Known


@final
class Laid:
    """A plot in the palace: who laid it, and for one's own at which pick it was kept."""

    def __init__(self, gap: int, seat: int, look: int, pick: int) -> None:
        self.gap: Final = gap
        self.seat: Final = seat
        self.look: Final = look
        self.pick: Final = pick


@final
class Sight:
    """Hands, packs and palace as somebody could be looking at them.  Obeys the whole memory.

    Whatever is known is the same card in every world: one's picks, one's pack (`pack`, its looks
    as they lie), what is laid, and what others have shown of their hands (`shown`, by seat).
    """

    def __init__(
        self,
        t: IntrigoTable,
        known: Known,
        laid: list[Laid],
        shown: list[list[int]],
        pack: list[int],
    ) -> None:
        self.look: Final = t.rules.look
        self.viewer: Final = known.viewer
        self.drafts: Final = Drafts(known)
        self.left: Final[list[list[int]]] = [[] for _ in known.copies]
        for card in range(t.rules.plots):
            self.left[self.look[card]].append(card)
        sure = {slot: self.left[look].pop(0) for slot, look in self.drafts.sure.items()}
        self.slots: Final = [kept_slots(known, seat) for seat in range(known.players)]
        self.packs: Final = [pack_slots(known, seat) for seat in range(known.players)]
        self.mine: Final = [sure[slot] for slot in self.slots[self.viewer]] if sure else []
        self.pack: Final = tuple([self.left[look].pop(0) for look in pack])
        self.palace: Final[dict[int, int]] = {}
        self.theirs: Final[list[list[int]]] = [[] for _ in self.slots]
        for plot in laid:
            self._note(plot)
        for seat in range(len(shown)):
            self.theirs[seat] += [self.left[look].pop(0) for look in shown[seat]]

    def _note(self, plot: Laid) -> None:
        if plot.seat == self.viewer:
            self.palace[plot.gap] = self.mine[plot.pick - 1]
        else:
            self.palace[plot.gap] = self.left[plot.look].pop(0)
            self.theirs[plot.seat].append(self.palace[plot.gap])

    def lay_known(self, t: IntrigoTable) -> None:
        """What is the same in every world.

        What a view shows of a rival's hand was laid before all eyes and taken back.
        """
        for gap, card in self.palace.items():
            t.gaps[gap] = card
            t.knows.show(card, EVERYONE)
        for cards in self.theirs:
            t.knows.show_all(tuple(cards), EVERYONE)
        if self.viewer >= 0:
            mine = tuple(self.mine)
            t.kept[self.viewer] = mine
            t.packs[self.viewer] = self.pack
            t.hands[self.viewer] = tuple([card for card in mine if card not in t.gaps])
            t.knows.show_all(mine + self.pack, only(self.viewer))

    def lay_unknown(self, t: IntrigoTable, rng: Rng) -> None:
        """Others' picks and packs, in any way that fits."""
        looks = self.drafts.draw(rng)
        left = [cards[:] for cards in self.left]
        for seat in range(t.players):
            if seat != self.viewer:
                self._keep(t, seat, looks, left)
                rest = [left[looks[slot]].pop() for slot in self.packs[seat]]
                hold(t, seat, tuple(rest))

    def _keep(self, t: IntrigoTable, seat: int, looks: list[int], left: list[list[int]]) -> None:
        shown = self.theirs[seat][:]
        kept: list[int] = []
        for slot in self.slots[seat]:
            same = [card for card in shown if self.look[card] == looks[slot]]
            if same:
                shown.remove(same[0])
                kept.append(same[0])
            else:
                card = left[looks[slot]].pop()
                t.knows.masks[card] = only(seat)
                kept.append(card)
        t.kept[seat] = tuple(kept)
        t.hands[seat] = tuple([card for card in kept if card not in t.gaps])


def kept_slots(known: Known, seat: int) -> list[int]:
    """The slots that a seat has kept, pick by pick."""
    return [(seat - pick) % known.players * DRAFT + pick for pick in range(known.done)]


def pack_slots(known: Known, seat: int) -> list[int]:
    """The slots of the pack that lies before a seat."""
    pack = (seat - known.done) % known.players * DRAFT
    return [pack + pick for pick in range(known.done, DRAFT)]


def seal_any(t: IntrigoTable, seat: int, rng: Rng) -> None:
    """Whoever has answered has sealed something: any card of the pack is as likely."""
    pack, look = t.packs[seat], t.rules.look
    wanted = look[pack[rng.below(len(pack))]]
    same = [card for card in one_of_each(pack, look, t.knows) if look[card] == wanted]
    t.sealed[seat] = pack.index(same[0])


@final
class IntrigoMind(Mind[IntrigoTable]):
    def __init__(self, template: IntrigoTable, eye: int, sight: Sight) -> None:
        super().__init__(template, eye)
        self.sight: Final = sight

    def deal(self, t: IntrigoTable, rng: Rng, odds: Odds | None) -> None:
        self.sight.lay_unknown(t, rng)

    def seal(self, t: IntrigoTable, seat: int, rng: Rng) -> None:
        seal_any(t, seat, rng)
