"""How the bots of a table come to their answers: which bot it is, and where it thinks.

A bot is given the view of its seat.  Nothing is kept between its choices, so its chance is drawn
from the game's luck, its seat and the question: the same game can be thought through again.
"""

from typing import Final

import structlog

from parlour.bots import PolicyBot, make_bot, usual
from parlour.bots.thinking import packed_view, think
from parlour.core.bot import Bot
from parlour.core.decision import Choice, Decision
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.server.table import rows
from parlour.server.table.fairness import luck
from parlour.server.table.keeper import Keeper
from parlour.server.thinkers import ALONE, NoTime, Thinkers

SEARCHES: Final = ("hard", "expert")
"""Levels that think in processes; the others take half a millisecond, in a thread.  So do bots of
every level that decide when they act: they remember what they were about to do."""

LINGERING: Final[dict[rows.Haste, float]] = {"slow": 2.5}
"""What bots' reactions are multiplied by where time passes; no table makes them shorter."""

log = structlog.get_logger("parlour.house")


class Thinking:
    """The bots of one table, as long as this node keeps it."""

    def __init__(self, keeper: Keeper, thinkers: Thinkers, haste: float) -> None:
        self.keeper: Final = keeper
        self.thinkers: Final = thinkers
        self.haste: Final = haste
        self._kept: dict[int, tuple[tuple[str, str, int], Bot]] = {}  # seat: kind and game, bot

    def kind(self, seat: int) -> tuple[str, str]:
        """The level and temper of the bot in this seat; one that stands in is a usual one."""
        s = self.keeper.sitting
        here = s.seats[seat]
        assert s.game is not None
        if here.who != "bot":
            return usual(s.game), ""
        return here.level or s.config.level or usual(s.game), here.temper

    def searches(self, seat: int) -> bool:
        """Whether this seat's bot thinks in a process, for as long as it is given."""
        return not self.timely() and self.kind(seat)[0] in SEARCHES

    def seed(self, seat: int, moment: str) -> int:
        """The chance of one thought."""
        s = self.keeper.sitting
        return luck(s.seed_of(s.games[-1]), seat, moment)

    def timely(self) -> bool:
        """Whether bots of this game decide themselves when they act, where time passes."""
        game = self.keeper.sitting.game
        return game is not None and game.policy is not None and game.player.timely

    def bot(self, seat: int, moment: str) -> Bot:
        """The bot of this seat for one thought.  Some remember what they were about to do."""
        s = self.keeper.sitting
        assert s.game is not None
        if s.game.policy is not None and not self.timely():
            level, temper = self.kind(seat)
            return make_bot(s.game, level, Rng(self.seed(seat, moment)), temper, ALONE)
        kind = (*self.kind(seat), s.number)
        known = self._kept.get(seat)
        if known is None or known[0] != kind:
            bot = make_bot(s.game, kind[0], Rng(self.seed(seat, "")), kind[1])
            known = self._kept[seat] = (kind, bot)
        if isinstance(known[1], PolicyBot):  # the host may have changed it meanwhile
            known[1].player.slowness = LINGERING.get(s.config.haste, 1.0) / self.haste
        return known[1]

    async def answer(self, t: Table, seat: int, decision: Decision, moment: str) -> str | None:
        """What the bot answers.  One that raises answers by default; None: it lets offers stand."""
        try:
            text = await self._chosen(t, seat, decision, moment)
        except Exception as wrong:
            log.error("bot_raised", game=t.game.id, error=type(wrong).__name__)
            text = None
        waits = self.timely() and t.ticking()
        if text is None and decision.default is not None and not waits:
            text = decision.default.text
        return text

    async def _chosen(self, t: Table, seat: int, decision: Decision, moment: str) -> str | None:
        view = t.look(seat)
        if self.searches(seat) and not forced(decision):
            level, temper = self.kind(seat)
            seed = self.seed(seat, moment)
            try:
                asked = (t.game.id, level, temper, seed, packed_view(view), seat)
                return await self.thinkers.ask(think, *asked)
            except NoTime:
                pass
        bot = self.bot(seat, moment)
        choice: Choice | None = await self.keeper.world.think(lambda: bot.choose(view, decision))
        return choice.text if choice is not None else None


def forced(decision: Decision) -> bool:
    """There is nothing to think about."""
    return decision.waits and len(decision.choices) == 1
