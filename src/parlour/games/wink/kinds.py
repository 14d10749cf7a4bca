"""Names and constants of the game: paces, glances, codes of refusals."""

from typing import Final

from parlour.core.decision import UNPACKED
from parlour.core.ids import CardId, ChoiceId

LIVE: Final = 0
BY_TURNS: Final = 1
SAME_ROOM: Final = 2
PACES: Final = ("live", "by_turns", "same_room")

CROWD: Final = 15
"""Where eyes rest when they rest on nobody: no seat has this number."""

NOWHERE: Final = -1
"""What the eyes of a turning head see."""

NO_NUMBER: Final[CardId] = 0  # type: ignore[assignment]  # folded when compiled
"""A contact card is its number: under no token, in no link."""

NO_WINK: Final = -1
"""In the place of a wink's number among all winks: none was given yet."""

JUST_LEFT: Final = -1
"""Idle turns, until this one ends: a card has left a hand in it."""

LOOK: Final = 0
LOWER: Final = 1
WINK: Final = 2
MANNERS: Final = ("look", "lower", "wink")

KEEP: Final[ChoiceId] = -1  # type: ignore[assignment]
"""No glance given: head and eyes stay as they are."""

ACCUSE: Final = UNPACKED
"""Standing offers below are glances, a target and a manner; from here on accusations."""

FOUR: Final = 4
"""With so many players a wrong accusation closes the number.  [WINK-22]"""

NOTHING: Final = 0
NAMED: Final = 1
DECLINED: Final = 2
BEFORE: Final = ("nothing", "named", "declined")
"""What came before a call: there was nothing to name, somebody was named, nobody was."""

REFUSALS: Final = {
    "wrong_players": "WINK-1",
    "not_asked": "WINK-9",
    "already_chosen": "WINK-11",
    "time_passes": "WINK-11",
    "uneven_hands": "WINK-6",
    "wrong_counts": "WINK-4",
    "seen_too_long": "WINK-11",
    "longest_too_short": "WINK-11",
    "must_call": "WINK-9",
    "must_pass": "WINK-A1",
    "no_such_number": "WINK-4",
    "own_number_called": "WINK-10",
    "own_token": "WINK-A3",
    "token_there": "WINK-10",
    "lies_face_down": "WINK-10",
    "not_in_crowd": "WINK-9",
    "must_name": "WINK-14",
    "name_yourself": "WINK-A20",
    "named_already": "WINK-A20",
    "declined_already": "WINK-14",
    "nothing_to_name": "WINK-A20",
    "must_accuse": "WINK-18",
    "no_cards_left": "WINK-21",
    "not_called": "WINK-A4",
    "own_call": "WINK-A5",
    "own_number": "WINK-A5",
    "accuse_caller": "WINK-A6",
    "accuse_yourself": "WINK-A6",
    "number_closed": "WINK-22",
    "wink_in_the_flesh": "WINK-11",
    "wink_at_yourself": "WINK-13",
    "wink_at_crowd": "WINK-13",
    "wink_at_nobody": "WINK-13",
    "wink_too_late": "WINK-12",
    "not_contact": "WINK-13",
    "not_looking": "WINK-11",
    "still_winking": "WINK-11",
    "winked_lately": "WINK-11",
    "must_glance": "WINK-11",
    "look_at_yourself": "WINK-11",
    "head_turning": "WINK-11",
    "head_held": "WINK-11",
    "glance_given": "WINK-11",
    "glances_given": "WINK-11",
    "glances_later": "WINK-11",
    "glance_no_change": "WINK-11",
}

EXAMPLES: Final = {
    "must_call": "call@25",
    "must_pass": "pass",
    "must_name": "name@2",
    "must_accuse": "accuse:25@2",
    "must_glance": "look@2",
    "wink_at_crowd": "look@crowd",
}
