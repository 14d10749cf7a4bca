"""Names and constants of the game: houses, organisations, influence, codes of refusals."""

from typing import Final

from parlour.core.decision import UNPACKED
from parlour.core.ids import ChoiceId

FAMILIES: Final = ("contarini", "dandolo", "gradenigo", "morosini")
TIEPOLO: Final = len(FAMILIES)
HOUSES: Final = (*FAMILIES, "tiepolo")
TIEPOLO_PLOTS: Final = 4
"""Houses whose plots are in the box; nobody ever owns the Tiepolo."""

ORGANISATIONS: Final = ("merchants", "military", "clergy", "farmers", "workers")
DUCAT: Final = len(ORGANISATIONS)
TOKENS: Final = (*ORGANISATIONS, "ducat")
SEALS_EACH: Final = 3
"""A token is the number of its organisation, or DUCAT."""

ALIKE_TO_WIN: Final = 4
"""So many seals of one organisation win; so does one of each.  [INT-2]"""

KINDS: Final = ("merchant", "assassin", "courtesan", "gondolier", "guard", "thief")
COPIES: Final = 3
PILE: Final = COPIES + 1
"""Prices of a pile: of each of its cards, and that it is sold out."""
"""Cards in each pile of influence."""

BARE: Final = -1
"""In the place of a token: a building without one."""
NO_GAP: Final = -1
"""Beside a building that no plot wins."""
NOWHERE: Final = -1
"""In the place of a gap or a building: a text that names none of this ring."""
SOLD_OUT: Final = -1
"""In the place of a price: the pile is empty."""

INFLUENCE: Final = 64
"""What lies in a gap: a plot (its card), INFLUENCE + kind, or NO_CARD."""

DRAFT: Final = 4
"""Picks in a draft: every seat ends up with so many plots.  [INT-12] [INT-13]"""

BUY: Final = 16
"""In a choice to act, things from here on are influence: BUY + kind."""

PASS: Final = ChoiceId(UNPACKED)
DECLINE: Final = ChoiceId(UNPACKED)

WON: Final = 0
NO_TOKEN: Final = 1
STOLEN: Final = 2
NO_PLOTS: Final = 3
ALL_DEAD: Final = 4
EQUAL: Final = 5
OWNERLESS: Final = 6
NEUTRAL: Final = 7
WHYS: Final = ("won", "no_token", "stolen", "no_plots", "all_dead", "equal", "ownerless", "neutral")
"""Why a token goes where it goes: a seat has won it, or nobody."""

REFUSALS: Final = {
    "wrong_players": "INT-1",
    "not_asked": "INT-14",
    "already_chosen": "INT-A22",
    "bad_tiepolo": "INT-3",
    "bad_family_values": "INT-A18",
    "bad_prices": "INT-3",
    "prices_must_rise": "INT-10",
    "too_few_ducats": "INT-6",
    "no_such_first": "INT-5",
    "must_keep": "INT-13",
    "not_in_pack": "INT-13",
    "not_yet": "INT-A17",
    "must_act": "INT-14",
    "may_not_pass": "INT-A14",
    "no_such_gap": "INT-15",
    "no_such_building": "INT-8",
    "gap_taken": "INT-15",
    "not_held": "INT-15",
    "pile_empty": "INT-16",
    "too_dear": "INT-16",
    "must_use": "INT-16",
    "not_a_neighbour": "INT-16",
    "out_of_reach": "INT-A3",
    "no_plot": "INT-A1",
    "swap_needs_plot": "INT-22",
    "guard_needs_empty": "INT-A10",
    "two_tokens": "INT-A6",
    "no_token": "INT-24",
    "not_in_game": "INT-A9",
    "in_palace": "INT-21",
}

EXAMPLES: Final = {
    "must_keep": "contarini4",
    "must_act": "contarini4@g3",
    "must_use": "decline",
    "no_such_gap": "contarini4@g3",
}
