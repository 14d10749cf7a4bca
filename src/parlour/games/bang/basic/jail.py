"""Jail: a turn may be lost."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import of_each_seat
from parlour.core.ids import NO_CARD, CardId
from parlour.core.native import i64
from parlour.core.seats import EVERYONE, NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.blue import Blue
from parlour.games.bang.frames import Judged, flip
from parlour.games.bang.kinds import (
    SHERIFF,
)
from parlour.games.bang.state import HEARTS, BangTable
from parlour.games.bang.turn import phases

REFUSALS: Final = {"not_the_sheriff": "BANG-44"}

JAIL: Final = "jail"


@final
class Jail(Blue):
    """Laid in front of anybody but the Sheriff.  [BANG-44] [BANG-79] [BANG-A39]"""

    name: ClassVar[str] = JAIL
    copies: ClassVar[str] = "4H 10S JS"
    aimed: ClassVar[bool] = True
    checked: ClassVar[bool] = True

    def targets(self, t: BangTable, me: int) -> int:
        found: i64 = NOBODY
        for seat in t.ring:
            if t.roles[seat] != SHERIFF and t.lying(seat, self.called) == NO_CARD:
                found |= 1 << seat
        return found

    def lay(self, t: BangTable, me: int, card: CardId, target: int) -> None:
        t.front[target] += (card,)
        t.knows.masks[card] = EVERYONE

    def idle(self, t: BangTable, me: int, target: int) -> bool:
        return target == me

    def why_not(self, t: BangTable, me: int, target: int) -> IllegalChoice:
        if t.roles[target] == SHERIFF:
            return t.refuse("not_the_sheriff")
        return t.refuse("same_name", {"card": self.name, "target": target})

    def check(self, seat: int) -> Judged:
        return TRY_JAIL[seat]

    def misplaced(self, t: BangTable, seat: int, phase: str) -> str:
        if t.roles[seat] == SHERIFF:
            return f"seat {seat} is the Sheriff, whom nobody can jail"
        left = phase in ("draw", "play", "discard")
        return f"seat {seat} is on turn, and leaves the Jail before phase 1" if left else ""


@final
class TryJail(Judged):
    """A heart opens it; either way it is discarded.  [BANG-44] [BANG-A16] [BANG-A61]"""

    reason: ClassVar[str] = JAIL

    def act(self, t: BangTable) -> None:
        if not t.alive(self.seat):
            return
        if t.lying(self.seat, JAIL) != NO_CARD:
            flip(t, self)
        else:
            phases(t, self.seat)

    def judged(self, t: BangTable, card: CardId) -> None:
        t.remove(self.seat, t.lying(self.seat, JAIL))
        if card != NO_CARD and t.rules.suit[card] == HEARTS:
            tell.escaped(t, self.seat)
            phases(t, self.seat)
        else:
            tell.sat(t, self.seat)


TRY_JAIL: Final = of_each_seat(TryJail)
