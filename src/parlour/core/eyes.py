"""Who is looking at a table, and which cards they know there."""

from typing import Final

from parlour.core.ids import CardId
from parlour.core.native import mypyc_attr
from parlour.core.seats import BYSTANDER, EVERYONE
from parlour.core.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Eyes:
    """Who is looking: a seat, a bystander, or the archive, which sees everything."""

    def __init__(self, seat: int | None, everything: bool = False) -> None:
        self.seat = seat
        self.everything: Final = everything
        self.eye: Final = BYSTANDER if seat is None else seat

    def know(self, t: Table, card: CardId) -> bool:
        return self.everything or t.knows.knows(self.eye, card)

    def mark(self, t: Table, card: CardId, usual: int) -> str:
        """In the archive's eyes: who knows a card beyond those who usually do in its place."""
        extra = t.knows.masks[card] & ~usual & EVERYONE
        if not self.everything or not extra:
            return ""
        if extra | usual == EVERYONE:
            return "+all"
        seats = "".join(f"+{seat}" for seat in range(t.players) if extra >> seat & 1)
        return seats + ("+watchers" if extra >> BYSTANDER & 1 else "")

    def card(self, t: Table, card: CardId, usual: int) -> str:
        """A card's face for those who know it, its back for the others."""
        if self.everything:
            return t.text(card) + self.mark(t, card, usual)
        return t.text(card) if t.knows.masks[card] >> self.eye & 1 else t.back(card)

    def pile(self, t: Table, cards: tuple[CardId, ...], usual: int) -> list[str]:
        if self.everything:
            return [self.card(t, card, usual) for card in cards]
        masks, eye = t.knows.masks, self.eye
        return [t.text(card) if masks[card] >> eye & 1 else t.back(card) for card in cards]
