"""BANG! as numbers, for learners: what one seat knows of a table."""

from typing import Any, ClassVar, Final, final

from parlour.core.encoding import Encoder, count, fit
from parlour.core.frame import Frame
from parlour.core.ids import NO_CHOICE, CardId, ChoiceId
from parlour.core.native import Numbers
from parlour.core.seats import NO_ONE
from parlour.games.bang.base import STRANGER
from parlour.games.bang.basic.bang import Shot, may_shoot
from parlour.games.bang.basic.barrel import tries
from parlour.games.bang.basic.duel import Duel
from parlour.games.bang.basic.panic import Lift
from parlour.games.bang.basic.vulture_sam import Share
from parlour.games.bang.box import Box
from parlour.games.bang.encoding_choices import WHATS, describe, number, parts_of
from parlour.games.bang.encoding_columns import (
    MOMENTS,
    ActionColumns,
    ChoiceColumns,
    Printed,
    TableColumns,
)
from parlour.games.bang.frames import Threat
from parlour.games.bang.hiring import Retain
from parlour.games.bang.kinds import NO_CHARACTER
from parlour.games.bang.state import BangTable
from parlour.games.bang.wounds import Dying


@final
class BangEncoder(Encoder[BangTable]):
    """For the cards and characters of one box, and the questions that they ask."""

    version: ClassVar[int] = 1
    stamp: ClassVar[str] = "fffa024bea9a"

    def __init__(self, box: Box, asks: list[str]) -> None:
        self.printed: Final = Printed(box)
        self.table: Final = TableColumns(self.printed, asks)
        self.choices: Final = ChoiceColumns(self.printed, WHATS)
        self.actions: Final = ActionColumns(self.printed)
        self.asks: Final = {ask: place for place, ask in enumerate(asks)}
        super().__init__(self.table.columns, self.choices.columns, self.actions.columns)

    def observe(self, t: BangTable, seat: int, out: Numbers) -> None:
        self.observe_table(t, seat, out)
        self.observe_options(t, out)
        self.observe_cards(t, seat, out)
        self.observe_seats(t, seat, out)
        self.observe_aims(t, seat, out)
        if t.hired or t.offered:
            self.observe_characters(t, seat, out)
        if t.full:
            self.observe_fronts(t, seat, out)
        if t.stack:
            self.observe_stack(t, seat, out)

    def describe(self, t: BangTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        parts = parts_of(t, seat, choice)
        describe(t, seat, parts, self.printed, self.choices, out, at)

    def number(self, t: BangTable, seat: int, choice: ChoiceId) -> int:
        return number(t, seat, parts_of(t, seat, choice), self.printed, self.actions)

    # --- the table --------------------------------------------------------------------------

    def observe_table(self, t: BangTable, me: int, out: Numbers) -> None:
        table = self.table
        out[table.players] = t.players
        out[table.ring] = len(t.ring)
        out[table.bangs] = fit(t.bangs)
        out[table.still] = fit(t.still)
        out[table.shuffles] = fit(t.shuffles)
        out[table.deck] = fit(len(t.deck) - t.dealt)
        out[table.fired] = fit(len(t.fired))
        out[table.may_shoot] = may_shoot(t, me)

    def observe_options(self, t: BangTable, out: Numbers) -> None:
        options, rules = self.table.options, t.rules
        out[options.beer_for_nothing] = rules.beer_for_nothing
        out[options.same_weapon] = rules.same_weapon
        out[options.dead_discard] = rules.dead_discard == "asked"
        out[options.no_mercy] = rules.no_mercy
        out[options.experience] = rules.experience
        out[options.hiring] = rules.hiring
        out[options.bounties] = rules.bounties
        out[options.two_characters] = rules.two_characters
        out[options.quiet_rounds] = fit(rules.quiet_rounds)
        out[options.moments + MOMENTS.index(rules.sid_moments)] = 1

    def observe_cards(self, t: BangTable, me: int, out: Numbers) -> None:
        """One's hand, what lies open, and the top of the deck for whoever put it there."""
        table = self.table
        self.count_kinds(t.hands[me], out, table.hand)
        self.count_kinds(tuple(t.discards), out, table.discards)
        self.count_kinds(t.store, out, table.store)
        if t.dealt < len(t.deck):
            top = t.deck[t.dealt]
            if t.knows.masks[top] >> me & 1:
                out[table.top + self.printed.kind[top]] = 1

    def count_kinds(self, cards: tuple[CardId, ...], out: Numbers, at: int) -> None:
        kind = self.printed.kind
        for card in cards:
            count(out, at + kind[card])

    def observe_characters(self, t: BangTable, me: int, out: Numbers) -> None:
        """Those on offer before the game: two for oneself, or the market for all."""
        table = self.table
        if t.offered:
            for one in t.offered[me]:
                out[table.offered + one] = 1
        for one in t.pool:
            out[table.pool + one] = 1
        if t.lot != NO_CHARACTER:
            out[table.lot + t.lot] = 1
        out[table.price] = fit(t.price // 20)
        for seat, one in enumerate(t.hired):
            if one != NO_CHARACTER:
                out[self.block(t, me, seat) + table.seat.character + one] = 1
        if t.hired and t.bidder != NO_ONE:
            out[self.block(t, me, t.bidder) + table.seat.by] = 1

    # --- seats ------------------------------------------------------------------------------

    def block(self, t: BangTable, me: int, seat: int) -> int:
        return self.table.seats + (seat - me) % t.players * self.table.seat.size

    def observe_seats(self, t: BangTable, me: int, out: Numbers) -> None:
        columns = self.table.seat
        at, seat = self.table.seats, me
        for _ in range(t.players):
            out[at + columns.here] = seat in t.ring
            out[at + columns.turn] = seat == t.turn
            out[at + columns.asked] = t.asked >> seat & 1
            out[at + columns.sealed] = t.sealed[seat] != NO_CHOICE
            out[at + columns.cards] = fit(len(t.hands[seat]))
            if seat == me or t.revealed(seat):
                out[at + columns.role + t.roles[seat]] = 1
            if t.money:
                out[at + columns.money] = fit(t.money[seat] // 100)
                out[at + columns.debt] = fit(-t.money[seat] // 100)
            if seat != me:
                self.observe_hand(t, me, seat, out, at + columns.known)
            seat = seat + 1 if seat + 1 < t.players else 0
            at += columns.size
        for seat in t.doomed:
            out[self.block(t, me, seat) + columns.dying] = 1

    def observe_hand(self, t: BangTable, me: int, seat: int, out: Numbers, at: int) -> None:
        """What is known of another hand: how many cards, and those that matter most."""
        rules, masks = t.rules, t.knows.masks
        for card in t.hands[seat]:
            if masks[card] >> me & 1:
                count(out, at)
                if rules.shoots[card]:
                    count(out, at + 1)
                elif rules.dodges[card]:
                    count(out, at + 2)
                elif rules.rescues[card]:
                    count(out, at + 3)

    def observe_aims(self, t: BangTable, me: int, out: Numbers) -> None:
        """At whom each seat has aimed so far, and how often."""
        columns, players, shots, tricks = self.table.seat, t.players, t.shots, t.tricks
        for k in range(players * players):
            if shots[k] or tricks[k]:
                at = self.block(t, me, k // players) + (k - me) % players
                out[at + columns.shots] = fit(shots[k])
                out[at + columns.tricks] = fit(tricks[k])

    def observe_fronts(self, t: BangTable, me: int, out: Numbers) -> None:
        """Characters, life, and what lies before each seat."""
        columns, printed = self.table.seat, self.printed
        at, seat, reaches = self.table.seats, me, [0] * t.players
        for _ in range(t.players):
            barrels = 0
            if t.who[seat] is not STRANGER:
                who = printed.who[t.who[seat]]
                out[at + columns.character + who] = 1
                barrels = printed.barrels[who]
            life = t.life[seat]
            out[at + columns.life] = fit(life)
            out[at + columns.lost] = fit(t.full[seat] - life)
            if life <= 0 and seat in t.ring:
                out[at + columns.dying] = 1
            for card in t.front[seat]:
                out[at + columns.front + printed.blue[card]] = 1
                barrels += t.rules.barrels[card]
            out[at + columns.barrels] = barrels
            reaches[seat] = t.reach(seat)
            out[at + columns.reach] = reaches[seat]
            seat = seat + 1 if seat + 1 < t.players else 0
            at += columns.size
        if me in t.ring:
            self.observe_distances(t, me, reaches, out)

    def observe_distances(self, t: BangTable, me: int, reaches: list[int], out: Numbers) -> None:
        """`BangTable.distance` to and from everybody at once.  [BANG-21] [BANG-24]"""
        columns, ring = self.table.seat, t.ring
        count = len(ring)
        here = ring.index(me)
        away, sight = t.away(me), t.sight(me)
        for k in range(1, count):
            seat = ring[(here + k) % count]
            at = self.block(t, me, seat)
            steps = min(k, count - k)
            to: int = max(1, steps + t.away(seat) - sight)
            back: int = max(1, steps + away - t.sight(seat))
            out[at + columns.distance] = to
            out[at + columns.distance_to_me] = back
            out[at + columns.within] = to <= reaches[me]
            out[at + columns.threat] = back <= reaches[seat]

    # --- what is asked, and what is still to come -------------------------------------------

    def observe_stack(self, t: BangTable, me: int, out: Numbers) -> None:
        columns, table = self.table.seat, self.table
        top = t.stack[-1]
        out[table.ask + self.asks[top.ask]] = 1
        for frame in t.stack:
            if isinstance(frame, (Shot, Threat, Dying)):
                count(out, self.block(t, me, frame.seat) + columns.due)
        if isinstance(top, Shot):
            out[table.needed] = top.needed
            out[table.tries] = fit(tries(t, top.seat) - top.tries)
        elif isinstance(top, Lift):
            out[table.keep] = top.keep
        elif isinstance(top, Retain) and top.seat == me:
            out[table.lot + t.former[me]] = 1
            out[table.price] = fit(t.dues[me] // 20)
        by = concerned(top)
        if by != NO_ONE:
            out[self.block(t, me, by) + columns.by] = 1


def concerned(top: Frame[Any]) -> int:
    """The other seat that a question is about: who attacks, or whose cards are taken."""
    if isinstance(top, Duel):
        return top.rival
    if isinstance(top, (Shot, Threat, Dying)):
        return top.by
    if isinstance(top, Lift):
        return top.target
    return top.seat if isinstance(top, Share) else NO_ONE
