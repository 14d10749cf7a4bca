"""Setting out a game of Kings Under Mountains: kings, mines, camp, hands."""

from parlour.core.ids import CardId
from parlour.core.seats import EVERYONE, only
from parlour.games.kings import tell_gen as tell
from parlour.games.kings.frames import Turn
from parlour.games.kings.state import KingsTable


def set_out(t: KingsTable) -> None:
    """A fresh game: everything by lot.  [KINGS-4] [KINGS-5] [KINGS-6] [KINGS-7] [KINGS-8]"""
    rules = t.rules
    t.kings = t.dice.shuffled(rules.races)[: t.players]
    t.face = bytes(t.dice.shuffled(rules.units))
    t.deck = t.dice.shuffled(rules.mines)
    t.centre = list(from_top(t, rules.centre))
    t.siege = [()] * rules.centre
    for card in from_top(t, rules.camp):  # KINGS-A13: later turned, on top
        t.knows.show(card, EVERYONE)
        t.camp[t.race(card)] += (card,)
    for seat in range(t.players):
        t.hands[seat] = from_top(t, rules.hand)
        t.knows.show_all(t.hands[seat], only(seat))
    announce(t)
    t.push(Turn(t.begins()))


def from_top(t: KingsTable, count: int) -> tuple[CardId, ...]:
    """So many cards from the top of the deck."""
    t.dealt += count
    return t.deck[t.dealt - count : t.dealt]


def announce(t: KingsTable) -> None:
    for seat in range(t.players):
        tell.crowned(t, seat, t.kings[seat])
    for seat in range(t.players):
        hand = t.hands[seat]
        tell.dealt(t, seat, len(hand), hand, only(seat))
