"""When a card is over: the dead leave, are plundered, rewarded and judged.  [BANG-A31]"""

from typing import ClassVar, Final, final

from parlour.core.frame import Frame, OfSeat, of_each_seat
from parlour.core.frame_fields import SEAT_OR_NONE, Fields
from parlour.core.ids import ChoiceId, as_card, as_choices
from parlour.core.outcome import Outcome
from parlour.core.piles import without
from parlour.core.seats import NO_ONE, NOBODY
from parlour.games.bang import tell_gen as tell
from parlour.games.bang.kinds import (
    BOUNTY,
    DEPUTY,
    FROM_HAND,
    OUTLAW,
    QUARRY,
    RENEGADE,
    REWARD,
    SHERIFF,
)
from parlour.games.bang.money import pay
from parlour.games.bang.questions import Question
from parlour.games.bang.state import BangTable, responsible


@final
class Burial(Frame[BangTable]):
    """All who died of one card leave together, clockwise from its player.  [BANG-15] [BANG-A1]"""

    fields: ClassVar[Fields] = {"by": SEAT_OR_NONE}

    def __init__(self, by: int) -> None:
        self.by: Final = by

    def act(self, t: BangTable) -> None:
        if not t.doomed:
            return
        victims = t.doomed
        t.doomed = ()
        batch = t.fallen[-1][2] + 1 if t.fallen else 1
        for seat in victims:
            self.reveal(t, seat, batch)
        t.push_all([*[Estate(seat) for seat in victims], Spoils(self.by), Verdict(self.by)])

    def reveal(self, t: BangTable, seat: int, batch: int) -> None:
        """[BANG-16]"""
        by = responsible(self.by, seat)
        t.ring = without(t.ring, seat)
        t.life[seat] = 0
        t.fallen += ((seat, by, batch),)
        tell.eliminated(t, seat, by)


BURIAL: Final = [*of_each_seat(Burial), Burial(NO_ONE)]
"""By who answers for it; NO_ONE finds the last."""


@final
class Estate(OfSeat[BangTable]):
    """The cards of one of the dead: to their heirs, or to the discards.  [BANG-16] [BANG-59]"""

    def act(self, t: BangTable) -> None:
        heirs = [s for s in clockwise_from(t, self.seat) if t.who[s].heir]
        if heirs:
            t.who[heirs[0]].inherits(t, heirs, self.seat)
        elif self.asked_for(t):
            t.push(LastWill(self.seat))
        else:
            t.drop_all(self.seat, "dead")

    def asked_for(self, t: BangTable) -> bool:
        """Only if the order can matter to somebody.  [BANG-A32]"""
        return t.rules.dead_discard == "asked" and any(t.who[s].minds_discards for s in t.ring)


def clockwise_from(t: BangTable, seat: int) -> list[int]:
    """Those in the game, the nearest to the left of a seat first."""
    return [s for s in t.ring if s > seat] + [s for s in t.ring if s < seat]


def take_card(t: BangTable, me: int, owner: int, choice: ChoiceId) -> None:
    """A random card of the hand, or this one from the table, into one's own hand.  [BANG-32]"""
    if choice == FROM_HAND:
        t.rob(me, owner)
        return
    card = as_card(choice)
    t.front[owner] = without(t.front[owner], card)
    t.hands[me] += (card,)
    tell.took(t, me, owner, "table", card, t.knows.masks[card])


@final
class LastWill(Question):
    """The dead player chooses the order of the discards, card by card.  [BANG-16] [BANG-A32]"""

    ask: ClassVar[str] = "last_will"
    rule: ClassVar[str] = "BANG-16"

    def asks(self, t: BangTable) -> int:
        left = len(t.hands[self.seat]) + len(t.front[self.seat])
        return 1 << self.seat if left > 1 else NOBODY

    def act(self, t: BangTable) -> None:
        t.drop_all(self.seat, "dead")

    def options(self, t: BangTable, seat: int) -> list[ChoiceId]:
        return as_choices([*t.each(t.hands[seat]), *t.front[seat]])

    def resolve(self, t: BangTable, seat: int, choice: ChoiceId) -> None:
        card = as_card(choice)
        if card in t.hands[seat]:
            t.drop(seat, card)
        else:
            t.remove(seat, card)
        tell.discarded(t, seat, (card,), "dead")
        t.push(self)


def batch_of(t: BangTable) -> list[tuple[int, int, int]]:
    """Those who fell last, all by one card."""
    return [grave for grave in t.fallen if grave[2] == t.fallen[-1][2]]


@final
class Spoils(Frame[BangTable]):
    """Rewards and penalties, victim by victim.

    [BANG-17] [BANG-18] [BANG-19] [BANG-70] [BANG-78]
    """

    fields: ClassVar[Fields] = {"by": SEAT_OR_NONE}

    def __init__(self, by: int) -> None:
        self.by: Final = by

    def act(self, t: BangTable) -> None:
        for victim, by, _ in batch_of(t):
            if by != NO_ONE and t.alive(by):
                self.settle(t, by, victim)

    def settle(self, t: BangTable, by: int, victim: int) -> None:
        if t.rules.bounties and t.roles[victim] == OUTLAW:
            t.money[by] += BOUNTY
            tell.bounty(t, by, victim, BOUNTY)
        elif t.rules.three or t.roles[victim] == OUTLAW:
            tell.rewarded(t, by, victim)
            t.draw(by, REWARD)
        elif t.roles[by] == SHERIFF and t.roles[victim] == DEPUTY:
            tell.penalised(t, by, victim)
            t.drop_all(by, "penalty")


@final
class Verdict(Frame[BangTable]):
    """Whether the game is over: asked once for the whole batch.  [BANG-20] [BANG-A31]"""

    fields: ClassVar[Fields] = {"by": SEAT_OR_NONE}

    def __init__(self, by: int) -> None:
        self.by: Final = by

    def act(self, t: BangTable) -> None:
        if t.rules.three:
            self.of_three(t)
        elif not any(t.roles[seat] == SHERIFF for seat in t.ring):
            self.sheriff_dead(t)
        elif not any(t.roles[seat] in (OUTLAW, RENEGADE) for seat in t.ring):
            end(t, of_roles(t, (SHERIFF, DEPUTY)), "law_wins", "BANG-20")

    def sheriff_dead(self, t: BangTable) -> None:
        """A Renegade only if he alone lives; else the Outlaws, dead or alive.  [BANG-A2]"""
        if len(t.ring) == 1 and t.roles[t.ring[0]] == RENEGADE:
            end(t, t.ring, "renegade_alone", "BANG-20")
        else:
            end(t, of_roles(t, (OUTLAW,)), "outlaws_win", "BANG-20")

    def of_three(self, t: BangTable) -> None:
        """One's quarry by one's own hand, or the last one standing.  [BANG-76] [BANG-77]"""
        for victim, by, _ in batch_of(t):
            if by != NO_ONE and QUARRY[t.roles[by]] == t.roles[victim]:
                end(t, (by,), "quarry", "BANG-76")
                return
        if len(t.ring) == 1:
            end(t, t.ring, "last_survivor", "BANG-77")


def of_roles(t: BangTable, roles: tuple[int, ...]) -> tuple[int, ...]:
    """A side wins as a whole, the dead included.  [BANG-20a]"""
    return tuple([seat for seat in range(t.players) if t.roles[seat] in roles])


def end(t: BangTable, winners: tuple[int, ...], reason: str, rule: str) -> None:
    """The game is over, every role is shown, and a scored game pays.  [BANG-A64] [BANG-63]"""
    for seat in range(t.players):
        if not t.revealed(seat):
            tell.unmasked(t, seat)
    pay(t, reason)
    scores = tuple([int(seat in winners) for seat in range(t.players)])
    t.finish(Outcome(winners, scores, reason, rule))
