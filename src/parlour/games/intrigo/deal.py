"""Setting out a game of Intrigo: families, ducats, who begins."""

from parlour.core.seats import NO_ONE
from parlour.games.intrigo import tell_gen as tell
from parlour.games.intrigo.round import Round
from parlour.games.intrigo.state import IntrigoTable


def set_out(t: IntrigoTable) -> None:
    """A fresh game: families by lot.  [INT-4] [INT-5] [INT-6] [INT-7]"""
    order = t.dice.shuffled(t.rules.families)
    t.families = order[: t.players]
    for family in order[t.players :]:
        tell.returned(t, family)
    for seat in range(t.players):
        tell.seated(t, seat, t.families[seat])
    if not t.rules.unlimited:
        t.bank = t.rules.ducats - sum(t.purses)
    t.first = t.begins() if t.rules.first == NO_ONE else t.rules.first
    t.push(Round())
