"""Choices of BANG! as numbers: its parts, its columns, and its action."""

from typing import Final, final

from parlour.core.decision import FIRST_OFFER, unpack_card
from parlour.core.encoding import fit
from parlour.core.ids import NO_CARD, CardId, ChoiceId, as_card
from parlour.core.native import Numbers
from parlour.core.seats import NO_ONE
from parlour.games.bang.basic.draws import FromAHand
from parlour.games.bang.deal import ChooseCharacter
from parlour.games.bang.encoding_columns import (
    BIDS,
    NO_TARGET,
    PAIRED,
    ActionColumns,
    ChoiceColumns,
    Printed,
)
from parlour.games.bang.hiring import LEAST, Bid, PickCharacter, Retain
from parlour.games.bang.kinds import AT_NONE, NO_CHARACTER, PAIR, PASS, CharacterId
from parlour.games.bang.state import BangTable, pair_of
from parlour.games.bang.turn import Play
from parlour.games.bang.wounds import Dying

PASSES: Final = 0
WORD: Final = 1
CARD: Final = 2
PLAYS: Final = 3
PAIRS: Final = 4
FROM: Final = 5
CHARACTER: Final = 6
KEEPS: Final = 7
BIDDING: Final = 8
WHATS: Final = ("pass", "other_word", "card", "play", "pair", "from", "character", "keep", "bid")
"""`other_word`: what is neither a card nor a pass: a barrel, to look, the discards, a hand."""


@final
class Parts:
    """What a choice consists of, whatever frame asks."""

    def __init__(
        self,
        what: int,
        card: CardId = NO_CARD,
        other: CardId = NO_CARD,
        target: int = NO_ONE,
        character: CharacterId = NO_CHARACTER,
        amount: int = 0,
    ) -> None:
        self.what: Final = what
        self.card: Final = card
        self.other: Final = other
        self.target: Final = target
        self.character: Final = character
        self.amount: Final = amount


def parts_of(t: BangTable, seat: int, choice: ChoiceId) -> Parts:
    if choice >= FIRST_OFFER:
        return pair_of_cards(ChoiceId(choice - FIRST_OFFER))
    if choice == PASS:
        return Parts(PASSES)
    top = t.stack[-1]
    if isinstance(top, Play):
        card, target = unpack_card(choice)
        return Parts(PLAYS, card, target=NO_ONE if target == AT_NONE else target)
    if isinstance(top, Dying) and choice >= PAIR:
        return pair_of_cards(ChoiceId(choice - PAIR))
    if isinstance(top, FromAHand):
        return Parts(FROM, target=choice)
    if t.hired or t.offered:
        return hiring_parts(t, seat, choice)
    return Parts(WORD) if choice < 0 else Parts(CARD, as_card(choice))


def pair_of_cards(pair: ChoiceId) -> Parts:
    one, other = pair_of(pair)
    return Parts(PAIRS, one, other)


def hiring_parts(t: BangTable, seat: int, choice: ChoiceId) -> Parts:
    """Before the game: a character, or a price."""
    top = t.stack[-1]
    if isinstance(top, ChooseCharacter):
        return Parts(CHARACTER, character=t.offered[seat][choice])
    if isinstance(top, PickCharacter):
        return Parts(CHARACTER, character=CharacterId(choice))
    if isinstance(top, Retain):
        return Parts(KEEPS, character=t.former[seat])
    return Parts(BIDDING, character=t.lot, amount=choice)


def describe(
    t: BangTable,
    seat: int,
    parts: Parts,
    printed: Printed,
    columns: ChoiceColumns,
    out: Numbers,
    at: int,
) -> None:
    out[at + columns.what + parts.what] = 1
    if parts.card != NO_CARD:
        kind = printed.kind[parts.card]
        out[at + columns.kind + kind] = 1
        out[at + columns.suit + t.rules.suit[parts.card]] = 1
        out[at + columns.rank] = t.rules.rank[parts.card] + 1
        if parts.what == PLAYS:
            played = t.who[seat].reads(t, t.rules.kinds[parts.card])
            out[at + columns.reads + printed.kind_numbers[played.name]] = 1
    if parts.other != NO_CARD:
        out[at + columns.other + printed.kind[parts.other]] = 1
    if parts.target != NO_ONE:
        out[at + columns.target + (parts.target - seat) % t.players] = 1
    if parts.character != NO_CHARACTER:
        out[at + columns.character + parts.character] = 1
    out[at + columns.amount] = fit(parts.amount // 20)


def number(t: BangTable, seat: int, parts: Parts, printed: Printed, actions: ActionColumns) -> int:
    """Cards that look the same are the same action: they are never both offered."""
    what = parts.what
    if what == PASSES:
        return actions.passes
    if what == CARD:
        return actions.card + printed.look[parts.card]
    if what == PLAYS:
        near = NO_TARGET if parts.target == NO_ONE else (parts.target - seat) % t.players
        return actions.play + printed.look[parts.card] * (NO_TARGET + 1) + near
    if what == PAIRS:
        hand = t.hands[seat]
        one = min(hand.index(parts.card), PAIRED - 1)
        return actions.pair + one * PAIRED + min(hand.index(parts.other), PAIRED - 1)
    if what == FROM:
        return actions.seat + (parts.target - seat) % t.players
    if what == CHARACTER:
        return actions.character + parts.character
    if what == BIDDING:
        return actions.bid + bid_number(t, parts.amount)
    return actions.keep if what == KEEPS else actions.word


def bid_number(t: BangTable, amount: int) -> int:
    """How many steps a bid is above the least; all that a seat has may be less than a step more."""
    top, step = t.stack[-1], t.rules.bid_step
    least = top.least(t) if isinstance(top, Bid) else LEAST
    return min((amount - least + step - 1) // step, BIDS - 1)
