"""A bot that chooses by its room's policy, from what its seat sees."""

from typing import Any, Final

from parlour.core.bot import Bot
from parlour.core.decision import Choice, Decision
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.policy import AnyPolicy, Player
from parlour.core.rng import Rng
from parlour.core.table import Table


class PolicyBot:
    """Imagines a table that fits its view and asks the policy there.

    A policy reads of a table what the seat knows and nothing else, which a test holds.  So
    simulations ask it at the true table (`pick`) and build neither views nor texts.
    """

    def __init__(
        self, game: Game, policy: AnyPolicy, rng: Rng, player: type[Player] | None = None
    ) -> None:
        self.game: Final = game
        self.policy: Final = policy
        self.rng: Final = rng
        self.player: Final = (player or game.player)(policy, rng)

    def choose(self, view: Any, decision: Decision) -> Choice | None:
        """One of `decision.choices`; None to take none of the offers."""
        t, seat = self.game.mind(view).template, decision.seat
        chosen = self.pick(t, seat)
        return None if chosen is None else same_choice(t, seat, chosen, decision)

    def pick(self, t: Table, seat: int) -> ChoiceId | None:
        """The same at a table, by number."""
        return self.player.pick(t, seat)

    def weigh(self, view: Any, decision: Decision) -> list[float]:
        """How it weighs each of `decision.choices`."""
        t, seat = self.game.mind(view).template, decision.seat
        ids = t.choices(seat)
        worths = self.worths(t, seat, ids)
        by_text = {t.choice(seat, ids[k]).text: worths[k] for k in range(len(ids))}
        return [by_text[choice.text] for choice in decision.choices]

    def worths(self, t: Table, seat: int, ids: list[ChoiceId]) -> list[float]:
        """The same at a table, by number."""
        return self.policy.weigh(t, seat, ids)


def is_timely(bot: Bot) -> bool:
    """Whether it decides itself when it acts, where time passes; see `Player.timely`."""
    return isinstance(bot, PolicyBot) and bot.player.timely


def same_choice(t: Table, seat: int, chosen: ChoiceId, decision: Decision) -> Choice:
    """What was chosen at an imagined table is known by its text at the true one."""
    return decision.find(t.choice(seat, chosen).text)[0]
