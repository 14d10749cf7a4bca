"""Play inside the core, at random or by a policy: no views, no texts, no events."""

from typing import Final

from parlour.core.decision import FIRST_OFFER
from parlour.core.errors import RulesBug
from parlour.core.ids import ChoiceId
from parlour.core.menu import new_menu
from parlour.core.native import i64
from parlour.core.policy import AnyPolicy, Player
from parlour.core.rng import Rng
from parlour.core.table import Table

OFFER_TAKEN: Final = 8
"""A standing offer is taken one time in so many."""


def random_step(t: Table, rng: Rng) -> int:
    """One round of polling: offers clockwise from the seat on turn, then an asked seat, or time.

    Returns the number of choices made.
    """
    polled = t.may_offer()
    if polled and random_offer(t, polled, rng):
        return 1
    ticking = t.ticking()
    if t.asked and (not ticking or rng.below(2)):
        seat = some_asked(t, rng)
        menu = new_menu(t)
        t.stack.top().fill(t, seat, menu)
        t.enact(seat, menu.choice(rng.below(menu.total)))
        return 1
    if not ticking:
        raise RulesBug("nobody is asked, and no time passes")
    t.pass_time()
    return 1


def random_offer(t: Table, polled: int, rng: Rng) -> bool:
    """Whether somebody takes a standing offer, clockwise from the seat on turn."""
    players: i64 = t.players
    asked: i64 = polled
    seat: i64 = t.on_turn()
    for _seat in range(players):
        if asked >> seat & 1 and t.has_offer(seat) and rng.below(OFFER_TAKEN) == 0:
            offers = t.offers(seat)
            t.enact(seat, ChoiceId(FIRST_OFFER + offers[rng.below(len(offers))]))
            return True
        seat += 1
        if seat == players:
            seat = 0
    return False


def some_asked(t: Table, rng: Rng) -> int:
    """One of the seats that must answer; several may, in any order."""
    asked: i64 = t.asked
    left: i64 = 0
    if asked & (asked - 1):
        count: i64 = 0
        for other in range(t.players):
            count += asked >> other & 1
        left = rng.below(count)
    seat: i64 = 0
    while left or not asked >> seat & 1:
        left -= asked >> seat & 1
        seat += 1
    return seat


def play_out(t: Table, rng: Rng, bound: int) -> int:
    """Random play until the game is over.  It changes the table and returns the number of choices.

    `bound`: RulesBug if there are more; `Game.bound` is never exceeded.
    """
    made = 0
    while t.outcome is None:
        if made > bound:
            raise RulesBug(f"a game of more than {bound} choices")
        made += random_step(t, rng)
    return made


def guided_step(t: Table, policies: list[AnyPolicy], rng: Rng) -> None:
    """One round of polling by everybody's policy, with one source of chance and no memory."""
    step_by(t, [Player(policy, rng) for policy in policies])


def step_by(t: Table, players: list[Player]) -> None:
    """One round of polling: offers from the seat on turn on, then answers, then time."""
    first = t.on_turn()
    for asked in (0, 1):
        for k in range(t.players):
            seat = (first + k) % t.players
            if t.asked >> seat & 1 != asked or (not asked and not t.has_offer(seat)):
                continue
            choice = players[seat].pick(t, seat)
            if choice is not None:
                t.enact(seat, choice)
                return
    if not t.ticking():
        raise RulesBug("nobody answers, and no time passes")
    t.pass_time()


def play_by(t: Table, players: list[Player], bound: int) -> int:
    """A player in every seat, to the end; the number of choices.

    `bound`: RulesBug if there are more; `Game.bound` is never exceeded.
    """
    made = 0
    while t.outcome is None:
        if made > bound:
            raise RulesBug(f"a game of more than {bound} choices")
        made += 1
        step_by(t, players)
    return made


def play_out_by(t: Table, policy: AnyPolicy, rng: Rng) -> None:
    """One policy plays all seats of an imagined table, up to a moment that can be valued."""
    players = [Player(policy, rng)] * t.players
    made = 0
    while made < policy.longest and t.outcome is None and not policy.rests(t):
        step_by(t, players)
        made += 1


def tried(world: Table, seat: int, choice: ChoiceId, policy: AnyPolicy, luck: int) -> float:
    """The seat's share of the victory after this choice, played out in a copy of the world.

    With the same luck two choices differ by themselves alone, as far as play goes the same way.
    """
    t = world.clone()
    t.enact(seat, choice)
    play_out_by(t, policy, Rng(luck))
    return policy.settled(t, seat)
