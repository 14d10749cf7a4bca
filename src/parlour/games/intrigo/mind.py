"""What somebody at a table of Intrigo cannot know: who drafted what, and what others seal."""

from typing import Final, final

from parlour.core.ids import CardId, ChoiceId, all_cards
from parlour.core.mind import Mind, Odds
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER, only
from parlour.games.intrigo.draft import hold
from parlour.games.intrigo.kinds import DRAFT
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.worlds import Drafts, Known


@final
class IntrigoMind(Mind[IntrigoTable]):
    """Others' picks and packs, in any way that fits the whole memory of the draft: `seen`.

    Whatever is known is the same card in every world: one's picks, one's pack, what is laid, and
    what others have shown of their hands.
    """

    def __init__(self, template: IntrigoTable, eye: int, drafts: Drafts) -> None:
        super().__init__(template, eye)
        t, look, known = template, template.rules.look, drafts.known
        self.drafts: Final = drafts
        self.shown: Final = shown(t, eye)
        self.left: Final[list[list[CardId]]] = [[] for _ in t.rules.copies]
        for card in all_cards(t.rules.plots):
            if not t.knows.knows(eye, card):
                self.left[look[card]].append(card)
        self.slots: Final = [known.kept_slots(seat) for seat in range(t.players)]
        self.packs: Final = [known.pack_slots(seat) for seat in range(t.players)]

    def deal(self, t: IntrigoTable, rng: Rng, odds: Odds | None) -> None:
        looks = self.drafts.draw(rng)
        left = [cards[:] for cards in self.left]
        for seat in range(t.players):
            if seat != self.eye:
                self.keep(t, seat, [looks[slot] for slot in self.slots[seat]], left)
                rest = [left[looks[slot]].pop() for slot in self.packs[seat]]
                hold(t, seat, tuple(rest))

    def keep(self, t: IntrigoTable, seat: int, looks: list[int], left: list[list[CardId]]) -> None:
        shown = self.shown[seat][:]
        kept: list[CardId] = []
        for look in looks:
            same = [card for card in shown if t.rules.look[card] == look]
            if same:
                shown.remove(same[0])
                kept.append(same[0])
            else:
                card = left[look].pop()
                t.knows.masks[card] = only(seat)
                kept.append(card)
        t.kept[seat] = tuple(kept)
        t.hands[seat] = tuple([card for card in kept if card not in t.gaps])

    def seal(self, t: IntrigoTable, seat: int, rng: Rng) -> None:
        """Whoever has answered has sealed something: any card of the pack is as likely."""
        pack, look = t.packs[seat], t.rules.look
        wanted = look[pack[rng.below(len(pack))]]
        same = [card for card in t.each(pack) if look[card] == wanted]
        t.sealed[seat] = ChoiceId(pack.index(same[0]))


def shown(t: IntrigoTable, eye: int) -> list[list[CardId]]:
    """Of each seat's picks, those that these eyes know."""
    return [[card for card in kept if t.knows.knows(eye, card)] for kept in t.kept]


def drafts_of(t: IntrigoTable, eye: int, seen: list[list[int]]) -> Drafts:
    """All drafts that fit what these eyes know: the same for every world of theirs."""
    look = t.rules.look
    needs = [[0] * len(t.rules.copies) for _ in t.kept]
    for seat, cards in enumerate(shown(t, eye)):
        for card in cards:
            needs[seat][look[card]] += 1
    done = DRAFT - len(t.packs[0])
    mine = [look[card] for card in t.kept[eye]] if eye != BYSTANDER else []
    lacks = [list(row) for row in t.lacks]
    return Drafts(Known(t.players, done, t.rules.copies, eye, seen, mine, needs, lacks))
