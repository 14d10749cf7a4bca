"""What follows from the rules by itself: the end of a game, or of a table whose rules failed."""

import msgspec

from parlour.core.outcome import Outcome
from parlour.core.table import Table
from parlour.server.table import rows
from parlour.server.table.sitting import Sitting


def aftermath(s: Sitting) -> list[rows.Body]:
    """What follows from the rules without anybody doing anything."""
    if s.phase != "playing":
        return []
    if s.fault:
        return [rows.Frozen("rules_bug")]
    t = s.game_table
    if t is None:
        return [rows.Closed("rules_changed")]
    if t.outcome is None:
        return []
    return [ending(s, t, t.outcome)]


def ending(s: Sitting, t: Table, end: Outcome) -> rows.Over:
    """How the rules say it ended, and what it is worth where games are counted up."""
    over = rows.Over(list(end.winners), list(end.scores), end.reason, end.rule)
    if s.config.series is None and not s.config.evening:
        return over
    series = t.game.series
    return msgspec.structs.replace(over, pays=series.pays(t), left=series.carries(t))
