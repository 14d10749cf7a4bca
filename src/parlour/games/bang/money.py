"""What a game of BANG! pays."""

from typing import Final

from parlour.games.bang import tell_gen as tell
from parlour.games.bang.kinds import DEPUTY, OUTLAW, RENEGADE, SHERIFF
from parlour.games.bang.state import BangTable

FINE: Final = 5000

ALIVE: Final = 0
DEAD: Final = 1
AT_THE_END: Final = 2
"""Killed by the very card that ended the game.  [BANG-A47]"""

PER_OUTLAW: Final = 0
PER_PLAYER: Final = 1

TABLE: Final[dict[str, dict[tuple[int, int], tuple[int, int]]]] = {
    "law_wins": {
        (SHERIFF, ALIVE): (1500, PER_OUTLAW),
        (DEPUTY, ALIVE): (1000, PER_OUTLAW),
        (DEPUTY, DEAD): (700, PER_OUTLAW),
        (DEPUTY, AT_THE_END): (700, PER_OUTLAW),
        (RENEGADE, AT_THE_END): (400, PER_PLAYER),
    },
    "outlaws_win": {
        (OUTLAW, ALIVE): (1000, PER_OUTLAW),
        (OUTLAW, DEAD): (800, PER_OUTLAW),
        (OUTLAW, AT_THE_END): (800, PER_OUTLAW),
        (RENEGADE, ALIVE): (300, PER_PLAYER),
    },
    "renegade_alone": {
        (SHERIFF, AT_THE_END): (100, PER_PLAYER),
        (RENEGADE, ALIVE): (1500, PER_PLAYER),
    },
}
"""By how it ended, role and fate: dollars, for each Outlaw or for each player there was.

Whatever is not listed earns nothing, and a drawn game earns nobody anything.  [BANG-63]
"""


def fate(t: BangTable, seat: int) -> int:
    """[BANG-A47] [BANG-A48]"""
    if t.alive(seat):
        return ALIVE
    batch = next(grave[2] for grave in t.fallen if grave[0] == seat)
    return AT_THE_END if batch == t.fallen[-1][2] else DEAD


def prize(t: BangTable, seat: int, reason: str) -> int:
    """What the table of prizes says for one seat.  [BANG-63] [BANG-A48]"""
    amount, times = TABLE.get(reason, {}).get((t.roles[seat], fate(t, seat)), (0, PER_OUTLAW))
    return amount * (t.players if times == PER_PLAYER else t.rules.cast.count(OUTLAW))


def fined(t: BangTable, seat: int) -> bool:
    """A Deputy who has killed the Sheriff; for a Duel he asked for nobody answers.  [BANG-64]"""
    return t.roles[seat] == DEPUTY and any(
        by == seat and t.roles[victim] == SHERIFF for victim, by, _ in t.fallen
    )


def pay(t: BangTable, reason: str) -> None:
    """The end of a scored game.  Debts are possible.  [BANG-63] [BANG-64] [BANG-A54]"""
    money = t.money
    for seat in range(len(money)):
        amount = prize(t, seat, reason)
        money[seat] += amount
        tell.paid(t, seat, amount)
        if fined(t, seat):
            money[seat] -= FINE
            tell.fined(t, seat, FINE)
