"""Setting out a game of Wink: the crowd, and the contact cards in hands."""

from parlour.core.seats import only
from parlour.games.wink import tell_gen as tell
from parlour.games.wink.state import WinkTable
from parlour.games.wink.turn import Turn


def set_out(t: WinkTable) -> None:
    """A fresh game: everything by lot.  [WINK-3] [WINK-5] [WINK-6] [WINK-7] [WINK-8]"""
    t.layout = t.dice.shuffled(t.rules.contacts)
    t.crowd = t.layout
    deck = t.dice.shuffled(t.rules.contacts)
    for seat in range(t.players):
        dealt = deck[seat * t.rules.hand : (seat + 1) * t.rules.hand]
        t.hands[seat] = tuple(sorted(dealt))
        t.knows.show_all(dealt, only(seat))
        tell.dealt(t, seat, len(dealt), t.hands[seat], only(seat))
    t.push(Turn(t.begins()))
