"""The weights of `bots.toml`, which says what each is, where compiled code finds them at once."""

from typing import Final, final

from parlour.core.policy import Weights
from parlour.games.bang.belief import Beliefs
from parlour.games.bang.kinds import RENEGADE, ROLES

WORLDS: Final = 512
"""Beliefs that are kept while a search goes through its worlds."""


def under(weights: Weights, prefix: str) -> Weights:
    """The numbers whose names begin so, by the rest of the name."""
    return {name[len(prefix) :]: n for name, n in weights.items() if name.startswith(prefix)}


class People:
    """Whom each role wants dead, and what acts say of roles."""

    def __init__(self, weights: Weights) -> None:
        self.wishes: Final = [
            [weights[f"{mine}_{other}"] for other in ROLES] for mine in ROLES[:RENEGADE]
        ]
        self.wary: Final = [weights[f"wary_{role}"] for role in ROLES]
        self.renegade_sheriff: Final = weights["renegade_sheriff"]
        self.renegade_ahead: Final = weights["renegade_ahead"]
        self.renegade_behind: Final = weights["renegade_behind"]
        self.renegade_alone: Final = weights["renegade_alone"]
        self.quarry: Final = weights["quarry"]
        self.rival: Final = weights["rival"]
        self.last: Final = weights["last"]
        self.last_but_one: Final = weights["last_but_one"]
        self.reward: Final = weights["reward"]
        self.own_deputy: Final = weights["own_deputy"]
        self.veil: Final = weights["veil"]
        self.beliefs: Final = Beliefs(weights["trust"], weights["memory"], WORLDS)


class Market(People):
    """What characters and kept cards are worth in money."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.price: Final = under(weights, "price_")
        self.fee: Final = weights["fee"]
        self.purse: Final = weights["purse"]
        self.rich: Final = weights["rich"]
        self.keep: Final = under(weights, "keep_")


class Cards(Market):
    """What cards and life points are worth."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.hold: Final = under(weights, "hold_")
        self.ordinary: Final = weights["ordinary"]
        self.third_bang: Final = weights["third_bang"]
        self.second_missed: Final = weights["second_missed"]
        self.lives: Final = [0.0, weights["life_1"], weights["life_2"], weights["life_3"]]
        self.pair: Final = weights["pair"]
        self.pair_last: Final = weights["pair_last"]


@final
class Numbers(Cards):
    """What plays are worth."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.sure: Final = weights["sure"]
        self.has_missed: Final = weights["has_missed"]
        self.has_bang: Final = weights["has_bang"]
        self.shot: Final = weights["shot"]
        self.last_bang: Final = weights["last_bang"]
        self.crowd: Final = weights["crowd"]
        self.jail: Final = weights["jail"]
        self.panic: Final = weights["panic"]
        self.cat_balou: Final = weights["cat_balou"]
        self.trick_enmity: Final = weights["trick_enmity"]
        self.store_foes: Final = weights["store_foes"]
        self.duel: Final = weights["duel"]
        self.duel_edge: Final = weights["duel_edge"]
        self.duel_cost: Final = weights["duel_cost"]
        self.duel_rival: Final = weights["duel_rival"]
        self.drink: Final = weights["drink"]
        self.drink_early: Final = weights["drink_early"]
        self.dynamite: Final = weights["dynamite"]
        self.play: Final = under(weights, "play_")
