"""What an imagined table is worth: the chances of the law, the Outlaws and the Renegade.

A softmax over sums of what stands on the table.  The numbers (`value_table.py`) are fitted by
`python -m parlour.lab.bang_value` to how games among bots ended, by logistic regression.
"""

from math import exp
from typing import Final

from parlour.games.bang.kinds import OUTLAW, RENEGADE, ROLES
from parlour.games.bang.state import BangTable
from parlour.games.bang.value_table import SIDES

LAW: Final = 0
OUTLAWS: Final = 1
LONER: Final = 2
SIDE_OF: Final = (LAW, LAW, OUTLAWS, LONER)
"""The side of each role."""

PER_ROLE: Final = 4
"""For each role: those in the game, their life points, their hand cards, their cards in front."""


def features(t: BangTable) -> list[float]:
    """For the four roles in turn what PER_ROLE says; then how few they are, and the turn."""
    found = [0.0] * (PER_ROLE * len(ROLES) + 6)
    for seat in t.ring:
        at = PER_ROLE * t.roles[seat]
        found[at] += 1.0
        found[at + 1] += max(0, t.life[seat])
        found[at + 2] += 0.5 * len(t.hands[seat])
        found[at + 3] += 0.5 * len(t.front[seat])
    at = PER_ROLE * len(ROLES)
    found[at] = 1.0
    found[at + 1] = float(found[1] <= 1.0)
    found[at + 2] = float(found[1] <= 2.0)
    found[at + 3] = float(len(t.ring) == 2)
    found[at + 4] = float(found[PER_ROLE * OUTLAW] == 0.0)
    found[at + 5] = float(t.turn in t.ring and t.roles[t.turn] == OUTLAW)
    return found


def chances(t: BangTable) -> list[float]:
    """Of the law, the Outlaws and the Renegade: they add up to 1."""
    seen = features(t)
    found = [0.0] * len(SIDES)
    for side in range(len(SIDES)):
        total, numbers = 0.0, SIDES[side]
        for k in range(len(seen)):
            total += numbers[k] * seen[k]
        found[side] = exp(total) if side != LONER or seen[PER_ROLE * RENEGADE] > 0.0 else 0.0
    total = sum(found)
    return [one / total for one in found]


def chance(t: BangTable, seat: int) -> float:
    """That the seat wins.  A side wins together; of two Renegades only one can.  [BANG-20a]"""
    if t.rules.three:
        return chance_of_three(t, seat)
    side = SIDE_OF[t.roles[seat]]
    if side == LONER:
        rivals = sum([t.roles[other] == RENEGADE for other in t.ring])
        return chances(t)[side] / rivals if seat in t.ring else 0.0
    return chances(t)[side]


def chance_of_three(t: BangTable, seat: int) -> float:
    """Life points and cards, one's own among all."""
    total, mine = 0.0, 0.0
    for other in t.ring:
        strength = t.life[other] + 0.3 * len(t.hands[other]) + 0.4 * len(t.front[other])
        total += strength
        if other == seat:
            mine = strength
    return max(0.0, mine / total) if total > 0.0 else 0.0
