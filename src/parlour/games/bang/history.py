"""Who aimed what at whom, as everybody could see: for players who guess at roles.

It is counted here, from what is told, and nowhere else; no rule asks for it.
"""

from typing import Final

from parlour.core.ids import CardId, ChoiceId
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.base import Card
from parlour.games.bang.kinds import AT_NONE, FROM_HAND
from parlour.games.bang.state import BangTable

SHOTS: Final = ("bang", "duel")
JAIL: Final = "jail"


def played(t: BangTable, seat: int, card: CardId, target: int, kind: Card) -> None:
    """A card was played as this kind: a shot, or a trick; Panic! and Cat Balou are to come."""
    name = kind.called
    if target not in (AT_NONE, seat):
        if name in SHOTS:
            t.shots[seat * t.players + target] += 1
        elif name == JAIL:
            t.tricks[seat * t.players + target] += 1
    tell.played(t, seat, card, target, name)


def lifted(t: BangTable, seat: int, owner: int, choice: ChoiceId) -> None:
    """Panic! or Cat Balou at another: a trick, unless it rids the owner of a burden."""
    if owner != seat and (choice == FROM_HAND or not t.rules.kinds[choice].burden):
        t.tricks[seat * t.players + owner] += 1
