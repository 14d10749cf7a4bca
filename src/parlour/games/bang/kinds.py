"""Names and constants of the game: roles, suits, codes of choices and of refusals."""

from typing import Final, NewType

from parlour.core.decision import UNPACKED
from parlour.core.ids import ChoiceId

SHERIFF: Final = 0
DEPUTY: Final = 1
OUTLAW: Final = 2
RENEGADE: Final = 3
ROLES: Final = ("sheriff", "deputy", "outlaw", "renegade")

CASTS: Final = {
    3: (DEPUTY, OUTLAW, RENEGADE),
    4: (SHERIFF, RENEGADE, OUTLAW, OUTLAW),
    5: (SHERIFF, RENEGADE, OUTLAW, OUTLAW, DEPUTY),
    6: (SHERIFF, RENEGADE, OUTLAW, OUTLAW, OUTLAW, DEPUTY),
    7: (SHERIFF, RENEGADE, OUTLAW, OUTLAW, OUTLAW, DEPUTY, DEPUTY),
    8: (SHERIFF, RENEGADE, RENEGADE, OUTLAW, OUTLAW, OUTLAW, DEPUTY, DEPUTY),
}
"""The roles dealt to so many players.  [BANG-3] [BANG-71] [BANG-73]"""

QUARRY: Final = {DEPUTY: RENEGADE, RENEGADE: OUTLAW, OUTLAW: DEPUTY}
"""Whom each hunts when there are three.  [BANG-74]"""

SUITS: Final = "CDHS"
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

COLT: Final = 1
REWARD: Final = 3
BOUNTY: Final = 1000

UNKNOWN_ROLE: Final = -1
"""In the place of a role that is not known."""

CharacterId = NewType("CharacterId", int)
"""The number of a character of the box."""
NO_CHARACTER: Final = CharacterId(-1)
"""Nobody is hired, or none is bid for."""

PASS: Final = ChoiceId(-1)
FROM_HAND: Final = ChoiceId(-2)
"""The choice of a card out of a hand, blindly, beside cards of the table."""
AT_NONE: Final = 15
"""The target in a choice to play a card that has none."""
PAIR: Final = UNPACKED
"""What tells two cards from one when dying: PAIR + the standing offer of these two."""

REFUSALS: Final = {
    "wrong_players": "BANG-3",
    "not_asked": "BANG-12",
    "already_chosen": "BANG-A58",
    "out_of_play": "BANG-A32",
    "not_yet": "BANG-A1",
    "no_longer": "BANG-A1",
    "not_held": "BANG-11",
    "out_of_the_game": "BANG-16",
    "not_yourself": "BANG-32",
    "not_there": "BANG-32",
    "empty_hand": "BANG-50",
    "sid_only": "BANG-58",
}
