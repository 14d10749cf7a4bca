"""What a typed text means: cards by their look or by their name alone."""

from parlour.core.ids import NO_CARD, CardId
from parlour.games.bang.base import Card
from parlour.games.bang.state import BangTable


def meant(t: BangTable, cards: tuple[CardId, ...], text: str) -> list[CardId]:
    """Which of these cards a text means."""
    return [card for card in cards if text in (t.text(card), t.rules.kinds[card].name)]


def held(t: BangTable, seat: int, text: str) -> CardId:
    """The hand card somebody means, or NO_CARD."""
    cards = meant(t, t.hands[seat], text)
    return cards[0] if cards else NO_CARD


def kind_of(t: BangTable, text: str) -> Card | None:
    """The kind of card that a text names, whoever has it; None if it is no card."""
    word = text.partition("@")[0]
    for card in t.rules.cards:
        if word in (t.text(card), t.rules.kinds[card].name):
            return t.rules.kinds[card]
    return None


def shoots(t: BangTable, seat: int, text: str) -> bool:
    """Whether the text names a card that counts as BANG! for this seat.  [BANG-48]"""
    kind = kind_of(t, text)
    return kind is not None and (kind.shoots or (kind.dodges and t.who[seat].swaps))


def dodges(t: BangTable, seat: int, kind: Card) -> bool:
    """Whether such a card counts as Missed! for this seat.  [BANG-48]"""
    return kind.dodges or (kind.shoots and t.who[seat].swaps)
