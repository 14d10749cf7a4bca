"""A round from its tokens to its end.  Read from the top: it happens in this order."""

from typing import ClassVar, Final, final

from parlour.core.dice import Dice
from parlour.core.frame import Frame
from parlour.core.frame_fields import Fields, Place
from parlour.core.ids import NO_CARD
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.core.seats import MOST_SEATS, NO_ONE
from parlour.games.intrigo import tell_gen as tell
from parlour.games.intrigo.draft import Deal
from parlour.games.intrigo.kinds import (
    BARE,
    DRAFT,
    DUCAT,
    ORGANISATIONS,
)
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.turn import TURN


@final
class Round(Frame[IntrigoTable]):
    """Three phases: receive plots, lay cards, award.  [INT-11] [INT-40]"""

    def act(self, t: IntrigoTable) -> None:
        t.round += 1
        t.turn = t.first
        tell.began(t, t.round, t.first)
        t.push_all([LayTokens(), Deal(), *phases(t.first)])


def phases(seat: int) -> list[Frame[IntrigoTable]]:
    """What follows the draft: turns, awards from the Door on, the end of the round."""
    return [TURN[seat], AWARD[0], EndOfRound()]


@final
class LayTokens(Frame[IntrigoTable]):
    """A token on every building that has none, from the Door clockwise.  [INT-9] [INT-39]"""

    def act(self, t: IntrigoTable) -> None:
        laid: list[int] = []
        bare: list[int] = []
        for building in range(t.rules.ring):
            if t.tokens[building] == BARE:
                lay_token(t, building, t.dice)
                (bare if t.tokens[building] == BARE else laid).append(building)
        if laid:
            tell.tokens_laid(t, laid)
        if bare:
            tell.bank_dry(t, bare)


def lay_token(t: IntrigoTable, building: int, lot: Dice | Rng) -> None:
    """A seal drawn from the bag, or a ducat while the bank has one.  [INT-9] [INT-A11]"""
    if t.prints_seal(building):
        t.tokens[building] = draw_seal(t, lot.below(sum(t.bag)))
    elif t.bank > 0 or t.rules.unlimited:
        t.receive(-1)
        t.tokens[building] = DUCAT


def draw_seal(t: IntrigoTable, number: int) -> int:
    """Blindly: this one of all tokens in the bag."""
    organisation = 0
    while number >= t.bag[organisation]:
        number -= t.bag[organisation]
        organisation += 1
    t.bag[organisation] -= 1
    return organisation


@final
class Award(Frame[IntrigoTable]):
    """One building is settled, then the next one clockwise.  [INT-25] [INT-34] [INT-A13]"""

    fields: ClassVar[Fields] = {"building": Place("b")}

    def __init__(self, building: int) -> None:
        self.building: Final = building

    def act(self, t: IntrigoTable) -> None:
        if self.building + 1 < t.rules.ring:
            t.push(AWARD[self.building + 1])
        winner, why = t.award(self.building)
        if winner != NO_ONE:
            pay(t, winner, self.building)
            proclaim(t, winner)
        elif t.tokens[self.building] != BARE:
            tell.stayed(t, self.building, why)


# Frames never change, so tables share those that only name a building.
AWARD: Final = [Award(building) for building in range(DRAFT * MOST_SEATS)]


def pay(t: IntrigoTable, seat: int, building: int) -> None:
    """A ducat into the purse; a seal counts on its card and returns to the bag.  [INT-27]"""
    token = t.tokens[building]
    tell.awarded(t, seat, building)
    if token == DUCAT:
        t.purses[seat] += 1
    else:
        t.seals[seat * len(ORGANISATIONS) + token] += 1  # INT-33: a flip, then quarter turns
        t.bag[token] += 1
    t.tokens[building] = BARE


def proclaim(t: IntrigoTable, seat: int) -> None:
    """The test after every single award.  [INT-2] [INT-34]"""
    reason = t.victory(seat)
    if reason:
        scores = [sum(t.seals_of(one)) for one in range(t.players)]
        t.finish(Outcome((seat,), tuple(scores), reason, "INT-2"))


@final
class EndOfRound(Frame[IntrigoTable]):
    """Every building has been settled once.  [INT-35] [INT-A12]"""

    def act(self, t: IntrigoTable) -> None:
        t.first = (t.first + 1) % t.players
        collect(t)
        turn_up(t)
        t.push(Round())


def collect(t: IntrigoTable) -> None:
    """Plots from palace and hands; influence that was used is gone.  [INT-36] [INT-37]"""
    tell.collected(t, t.first)
    t.knows.hide(t.rules.cards)
    t.gaps = [NO_CARD] * t.rules.ring
    t.dead = [False] * t.rules.ring
    t.by = [NO_ONE] * t.rules.ring
    for seat in range(t.players):
        t.hands[seat] = ()
        t.kept[seat] = ()
        t.lacks[seat] = ()


def turn_up(t: IntrigoTable) -> None:
    """Tokens turned down by thieves lie open again, where they are.  [INT-38] [INT-A7]"""
    down = [building for building in range(t.rules.ring) if t.stolen[building]]
    for building in down:
        t.stolen[building] = False
    if down:
        tell.turned_up(t, down)
