"""Names and constants of the game: roles, suits, codes of choices and of refusals."""

from typing import Final

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
CARDS: Final = 80

COLT: Final = 1
REWARD: Final = 3
BOUNTY: Final = 1000

BARREL: Final = "barrel"
DYNAMITE: Final = "dynamite"
JAIL: Final = "jail"

NO_CARD: Final = -1
NO_ONE: Final = -1
"""Who did it, where nobody did."""

PASS: Final = -1
TRY_BARREL: Final = -2
FROM_HAND: Final = -2
LOOK: Final = -2
AIMS: Final = 16
"""A choice to play is card * AIMS + target; AT_NONE where the card has no target."""
AT_NONE: Final = 15
PAIR: Final = 1 << 16
"""A choice to discard two cards is PAIR + one * CARDS + other; a standing offer lacks the PAIR."""

REFUSALS: Final = {
    "wrong_players": "BANG-3",
    "not_asked": "BANG-12",
    "already_chosen": "BANG-A58",
    "out_of_play": "BANG-A32",
    "not_yet": "BANG-A1",
    "no_longer": "BANG-A1",
    "shot_at_another": "BANG-26",
    "not_your_duel": "BANG-41",
    "no_round": "BANG-27",
    "not_held": "BANG-11",
    "no_discarding": "BANG-A44",
    "needs_target": "BANG-32",
    "takes_no_target": "BANG-32",
    "no_such_target": "BANG-32",
    "out_of_the_game": "BANG-16",
    "not_yourself": "BANG-32",
    "one_bang": "BANG-11",
    "out_of_reach": "BANG-25",
    "too_far": "BANG-36",
    "only_an_answer": "BANG-26",
    "same_name": "BANG-11",
    "same_weapon": "BANG-A36",
    "not_the_sheriff": "BANG-44",
    "nothing_to_take": "BANG-A34",
    "not_own_hand": "BANG-A33",
    "beer_for_nothing": "BANG-A9",
    "needs_missed": "BANG-26",
    "no_barrel": "BANG-31",
    "barrel_tried": "BANG-A22",
    "duel_needs_bang": "BANG-41",
    "indians_need_bang": "BANG-45",
    "needs_beer": "BANG-28",
    "saloon_saves_nobody": "BANG-35",
    "beer_with_two": "BANG-29",
    "cannot_be_saved": "BANG-A7",
    "must_drink_on": "BANG-A7",
    "must_discard": "BANG-14",
    "not_there": "BANG-32",
    "taken": "BANG-43",
    "empty_hand": "BANG-50",
    "not_from_yourself": "BANG-50",
    "not_offered": "BANG-A58",
    "sid_only": "BANG-58",
    "two_cards": "BANG-58",
    "sid_full": "BANG-A12",
    "sid_moment": "BANG-A12",
    "experience_needs_scoring": "BANG-68",
    "hiring_needs_scoring": "BANG-69",
    "bounties_need_scoring": "BANG-70",
    "scoring_of_three": "BANG-A49",
    "hiring_or_two": "BANG-69",
    "not_left": "BANG-68",
    "kept_enough": "BANG-68",
    "cannot_pay": "BANG-68",
    "not_for_hire": "BANG-69",
    "too_dear": "BANG-69",
    "too_little": "BANG-69",
    "raise_more": "BANG-A52",
    "whole_steps": "BANG-A52",
    "bid_over": "BANG-A52",
    "hired_already": "BANG-A65",
}
