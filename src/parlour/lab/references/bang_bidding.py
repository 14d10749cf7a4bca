"""What the heuristic player pays: for characters at an auction, for cards of the game before.

A character is worth what better odds are worth: a game pays a player some $1200 on average, and
the best character wins perhaps a quarter more often than the worst.
"""

from typing import Final

from parlour.core.decision import Decision
from parlour.games.bang.view import BangView

PRICES: Final = {
    "slab_the_killer": 450,
    "willy_the_kid": 400,
    "lucky_duke": 350,
    "bart_cassidy": 350,
    "black_jack": 350,
    "jourdonnais": 350,
    "rose_doolan": 300,
    "kit_carlson": 300,
    "calamity_janet": 300,
    "sid_ketchum": 300,
    "suzy_lafayette": 300,
    "vulture_sam": 250,
    "paul_regret": 200,
    "pedro_ramirez": 200,
    "jesse_jones": 200,
    "el_gringo": 150,
}
"""What a character is worth at most."""
ORDINARY: Final = 250
"""What any other character is."""

SHARE: Final = 2
"""Nobody gives more than this part of his money for one character."""

TREASURES: Final = {"barrel": 3.0, "mustang": 3.0, "volcanic": 2.0, "scope": 1.0}
"""Cards worth keeping, and how much; a card that is kept is a card that is not dealt."""

RICH: Final = 3000
"""Whoever has less keeps the money."""


def judge_bid(ask: str, text: str, view: BangView, me: int, decision: Decision) -> float:
    if ask == "keep":
        return judge_keep(text, view, me)
    if ask in ("hire", "leftover"):
        return float(PRICES.get(text, ORDINARY))
    worth = PRICES.get(str(decision.about["character"]), ORDINARY)
    if ask == "retain":
        return 0.0 if text == "pass" else float(worth - paid(decision))
    if text == "pass":
        return 0.0
    limit = min(worth, view.money[me] // SHARE)
    return float(limit - int(text))  # the least that may win is the best


def paid(decision: Decision) -> int:
    price = decision.about["price"]
    assert isinstance(price, int)
    return price


def judge_keep(text: str, view: BangView, me: int) -> float:
    if text == "pass":
        return 0.5
    return TREASURES.get(text.partition(":")[0], 0.0) if view.money[me] >= RICH else 0.0
