"""Phase 1: the plots are dealt and drafted, all seats at once."""

from typing import ClassVar, final

from parlour.core.decision import READY
from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame, Sealed
from parlour.core.ids import CardId, ChoiceId, as_choices
from parlour.core.piles import place_of, without
from parlour.core.seats import only
from parlour.games.intrigo import tell_gen as tell
from parlour.games.intrigo.kinds import DRAFT, KINDS
from parlour.games.intrigo.state import IntrigoTable


@final
class Deal(Frame[IntrigoTable]):
    """All plots are shuffled; every seat gets four, face down.  [INT-12]"""

    def act(self, t: IntrigoTable) -> None:
        deck = t.dice.shuffled(t.rules.cards)
        for seat in range(t.players):
            hold(t, seat, deck[seat * DRAFT : (seat + 1) * DRAFT])
            tell.dealt(t, seat, t.packs[seat], only(seat))
        t.push(Draft((1 << t.players) - 1))


def hold(t: IntrigoTable, seat: int, cards: tuple[CardId, ...]) -> None:
    """A pack lies before a seat, in the order of the looks, so that its order tells nothing."""
    pack = cards if in_order(t, cards) else sort(t, cards)
    t.packs[seat] = pack
    masks, holder = t.knows.masks, only(seat)
    for card in pack:  # whoever knew it has lost sight of it
        masks[card] = holder


def in_order(t: IntrigoTable, cards: tuple[CardId, ...]) -> bool:
    """Whether they lie in the order of their looks: what is left of a pack always does."""
    rank = t.rules.rank
    return all(rank[cards[k - 1]] < rank[cards[k]] for k in range(1, len(cards)))


def sort(t: IntrigoTable, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    order = sorted([t.rules.rank[card] for card in cards])
    return tuple([t.rules.ranked[rank] for rank in order])


@final
class Draft(Sealed[IntrigoTable]):
    """Every seat keeps one card in secret and passes the rest to the left.  [INT-13] [INT-A22]

    A choice is the place of the card in the seat's own pack.
    """

    ask: ClassVar[str] = "keep"

    def options(self, t: IntrigoTable, seat: int) -> list[ChoiceId]:
        pack = t.packs[seat]
        if t.differ(pack):
            return READY[: len(pack)]
        return as_choices([place_of(pack, card) for card in t.each(pack)])

    def noted(self, t: IntrigoTable, seat: int) -> None:
        tell.chose(t, seat)

    def open(self, t: IntrigoTable, choices: list[ChoiceId]) -> None:
        rests: list[tuple[CardId, ...]] = []
        for seat in range(t.players):
            pack = t.packs[seat]
            card = pack[choices[seat]]
            keep(t, seat, card)
            rests.append(without(pack, card))
        for seat in range(t.players):
            receive(t, seat, (seat - 1) % t.players, rests[(seat - 1) % t.players])
        if len(rests[0]) > 1:
            t.push(Draft(self.seats))  # another question, so another frame
            return
        for seat in range(t.players):  # the fourth pick is no choice, so it is not asked
            keep(t, seat, t.packs[seat][0])
            t.packs[seat] = ()

    def text(self, t: IntrigoTable, seat: int, choice: ChoiceId) -> str:
        return t.text(t.packs[seat][choice])

    def refusal(self, t: IntrigoTable, seat: int, text: str) -> IllegalChoice:
        """[INT-13] [INT-A17]"""
        card, at, _ = text.partition("@")
        kept = card if card in [t.text(mine) for mine in t.hands[seat]] else None
        if kept or (at and (card in t.rules.look_text or card in KINDS)):
            return t.refuse("not_yet", {"card": card, "kept": kept})
        if card not in t.rules.look_text:
            return t.refuse("must_keep", {"text": text})
        return t.refuse("not_in_pack", {"card": card})


def keep(t: IntrigoTable, seat: int, card: CardId) -> None:
    one = (card,)
    t.hands[seat] += one
    t.kept[seat] += one
    tell.kept(t, seat, card, only(seat))


def receive(t: IntrigoTable, seat: int, by: int, pack: tuple[CardId, ...]) -> None:
    hold(t, seat, pack)
    tell.received(t, seat, by, t.packs[seat], only(seat))
