"""Hints: what a good player would choose and why, for somebody who plays against bots alone."""

from parlour.bots.advice import Advice, advise
from parlour.bots.thinking import packed_view
from parlour.core.errors import Refusal
from parlour.server.table import deeds
from parlour.server.table.fairness import luck
from parlour.server.table.keeper import Keeper
from parlour.server.table.sitting import Sitting
from parlour.server.thinkers import ALONE, NoTime, Thinkers


async def hint(keeper: Keeper, seat: int, thinkers: Thinkers) -> Advice:
    """From what the seat sees.  Refusal: other people play here, or there is nothing to say."""
    s = keeper.sitting
    check(s)
    t = deeds.running(s)
    decision = s.decision(seat)
    if decision is None:
        raise Refusal("nothing_to_hint")
    seed = luck(s.seed_of(s.games[-1]), seat, f"hint {decision.id}")
    asked = (t.game.id, seed, packed_view(t.look(seat)), seat)
    try:
        found = await thinkers.ask(advise, *asked)
    except NoTime:
        found = await keeper.world.think(lambda: advise(*asked, ALONE))
    if found is None:
        raise Refusal("nothing_to_hint")
    return found


def check(s: Sitting) -> None:
    """Whoever plays with people plays by their own wits: `hints_alone`."""
    if s.game is None or s.game.policy is None:
        raise Refusal("no_hints")
    if not deeds.may_hint(s):
        raise Refusal("hints_alone")
