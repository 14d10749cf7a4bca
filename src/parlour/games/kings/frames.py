"""A turn of Kings Under Mountains, step by step.  Read from the top: it happens in this order."""

from typing import ClassVar, Final, final

from parlour.core.decision import unpack_card
from parlour.core.errors import Facts, IllegalChoice
from parlour.core.frame import Frame, OfSeat
from parlour.core.frame_fields import SEAT, Fields, Place, Word
from parlour.core.ids import CardId, ChoiceId, as_choices
from parlour.core.menu import Menu
from parlour.core.native import i64
from parlour.core.outcome import Outcome
from parlour.core.piles import bit, without
from parlour.core.seats import EVERYONE, MOST_SEATS, only
from parlour.games.kings import tell_gen as tell
from parlour.games.kings.kinds import DECK, HIGHEST, RACES, Mine
from parlour.games.kings.state import KingsTable


@final
class Turn(OfSeat[KingsTable]):
    """A seat's turn: lay one unit, or be stuck.  [KINGS-8] [KINGS-9] [KINGS-22]"""

    def act(self, t: KingsTable) -> None:
        begin_turn(t, self.seat)


def begin_turn(t: KingsTable, seat: int) -> None:
    t.turn = seat
    t.push(NewHand(seat) if t.stuck(seat) else LAY[seat])


@final
class NewHand(OfSeat[KingsTable]):
    """Show and discard the hand, draw a new one, and try again.  [KINGS-22] [KINGS-A21]"""

    def act(self, t: KingsTable) -> None:
        hand = t.hands[self.seat]
        t.knows.show_all(hand, EVERYONE)
        tell.stuck(t, self.seat, hand)
        t.discards += hand
        t.hands[self.seat] = ()
        for _ in range(min(t.rules.hand, t.deck_left())):
            draw_top(t, self.seat)
        t.push_all([TheEnd(), Turn(self.seat)])


@final
class Lay(OfSeat[KingsTable]):
    """Exactly one unit from hand, onto a centre mine or one's own.  [KINGS-9] [KINGS-21]"""

    ask: ClassVar[str] = "lay"

    def asks(self, t: KingsTable) -> int:
        return only(self.seat)

    def options(self, t: KingsTable, seat: int) -> list[ChoiceId]:
        return self.listed_by(t, seat)

    def fill(self, t: KingsTable, seat: int, menu: Menu) -> None:
        ground, king = t.ground(seat), t.kings[seat]
        for card in t.each(t.hands[seat]):
            ground.lay(menu, card, t.strength(card), t.race(card) == king)

    def resolve(self, t: KingsTable, seat: int, choice: ChoiceId) -> None:
        card, place = unpack_card(choice)
        t.hands[seat] = without(t.hands[seat], card)
        t.knows.show(card, EVERYONE)
        tell.laid(t, seat, card, place)
        t.push(DRAW[seat])
        if place < len(t.centre):
            besiege(t, seat, card, place)
        else:
            send_down(t, seat, card, place - len(t.centre))

    def text(self, t: KingsTable, seat: int, choice: ChoiceId) -> str:
        card, place = unpack_card(choice)
        return f"{t.text(card)}@{t.place_text(place)}"

    def brief(self, t: KingsTable, seat: int, choice: ChoiceId) -> str:
        card, place = unpack_card(choice)
        return f"{t.unit(card)}@{t.place_text(place)}"

    def about(self, t: KingsTable, seat: int) -> Facts:
        """What a unit would do, all of it open to everybody.  [KINGS-12] [KINGS-14] [KINGS-18]

        `needs`: the units each place still lacks, so at 1 the next is the last; `heirs`: whose a
        mine becomes if this race comes last; `ends`: a conquest would take the last of the deck.
        """
        needs: dict[str, int] = {}
        for place in range(len(t.centre) + len(t.mines[seat])):
            needs[t.place_text(place)] = t.needs(seat, place)
        heirs = {RACES[race]: t.heir(race, seat) for race in range(len(RACES))}
        return {"needs": needs, "heirs": heirs, "ends": t.deck_left() == 1}

    def refusal(self, t: KingsTable, seat: int, text: str) -> IllegalChoice:
        return why_not_lay(t, seat, text)


def besiege(t: KingsTable, seat: int, card: CardId, place: int) -> None:
    """Enough units conquer the mine.  [KINGS-12]"""
    units = t.siege[place] + (card,)
    t.siege[place] = units
    if len(units) == t.rules.defence[t.centre[place]]:
        t.push_all([ToCamp(place), Claim(place, t.race(card), seat), Refill(place)])


def send_down(t: KingsTable, seat: int, card: CardId, number: int) -> None:
    """A miner or the overseer goes down one's own mine.  [KINGS-16] [KINGS-17]"""
    mines = t.mines[seat]
    before = mines[number]
    mine = Mine(before.card, before.units + (card,))
    worked = list(mines)
    worked[number] = mine
    t.mines[seat] = tuple(worked)
    if len(mine.units) == t.workers(mine.card):
        t.push(Tuck(seat, number))


@final
class ToCamp(Frame[KingsTable]):
    """The units go to the camp, on their races' stacks, the later laid the lower.  [KINGS-13]"""

    fields: ClassVar[Fields] = {"place": Place("c")}

    def __init__(self, place: int) -> None:
        self.place: Final = place

    def act(self, t: KingsTable) -> None:
        units = t.siege[self.place]
        t.siege[self.place] = ()
        later_first = units[::-1]  # KINGS-A14: on top of what is there, the earliest uppermost
        for card in later_first:
            t.camp[t.race(card)] += (card,)
        tell.camped(t, later_first)


@final
class Claim(Frame[KingsTable]):
    """The last unit's king takes the mine, else whoever laid that unit.  [KINGS-14] [KINGS-A6]"""

    fields: ClassVar[Fields] = {"place": Place("c"), "race": Word(RACES), "by": SEAT}

    def __init__(self, place: int, race: int, by: int) -> None:
        self.place: Final = place
        self.race: Final = race
        self.by: Final = by

    def act(self, t: KingsTable) -> None:
        owner = t.heir(self.race, self.by)
        card = t.centre[self.place]
        t.mines[owner] += (Mine(card, ()),)
        tell.conquered(t, owner, self.by, card)


@final
class Refill(Frame[KingsTable]):
    """The gap is filled with the top card of the deck, mine side up.  [KINGS-15]"""

    fields: ClassVar[Fields] = {"place": Place("c")}

    def __init__(self, place: int) -> None:
        self.place: Final = place

    def act(self, t: KingsTable) -> None:
        card = t.deck[t.dealt]
        t.dealt += 1
        t.centre[self.place] = card
        tell.opened(t, self.place, card)
        if t.deck_left() == 0:
            t.push(TheEnd())


@final
class Tuck(Frame[KingsTable]):
    """A finished mine lies under its king; its units are out of the game.  [KINGS-18]"""

    fields: ClassVar[Fields] = {"seat": SEAT, "place": Place("m")}

    def __init__(self, seat: int, place: int) -> None:
        self.seat: Final = seat
        self.place: Final = place

    def act(self, t: KingsTable) -> None:
        mines = t.mines[self.seat]
        mine = mines[self.place]
        t.mines[self.seat] = mines[: self.place] + mines[self.place + 1 :]
        t.discards += mine.units
        t.tucked[self.seat] += (mine.card,)
        tell.worked(t, self.seat, mine.card)


DRAWS: Final = [
    as_choices([DECK] + [race for race in range(len(RACES)) if stacks >> race & 1])
    for stacks in range(1 << len(RACES))
]
"""What may be drawn from, by the set of stacks that hold cards.  Shared, and never written to."""


@final
class Draw(OfSeat[KingsTable]):
    """One card, from the top of a camp stack or of the deck; the turn ends.  [KINGS-20]"""

    ask: ClassVar[str] = "draw"

    def asks(self, t: KingsTable) -> int:
        return only(self.seat)

    def options(self, t: KingsTable, seat: int) -> list[ChoiceId]:
        stacks: i64 = 0
        for race in range(i64(len(RACES))):
            if t.camp[race]:
                stacks |= bit(race)
        return DRAWS[stacks]

    def resolve(self, t: KingsTable, seat: int, choice: ChoiceId) -> None:
        if choice == DECK:
            draw_top(t, seat)
        else:
            recruit(t, seat, choice)
        if t.deck_left() == 0:
            t.push(TheEnd())
        else:  # at once: nothing can come between two turns
            begin_turn(t, (seat + 1) % t.players)

    def text(self, t: KingsTable, seat: int, choice: ChoiceId) -> str:
        return f"draw:{'deck' if choice == DECK else RACES[choice]}"

    def about(self, t: KingsTable, seat: int) -> Facts:
        """`ends`: the deck's last card would end the game.  [KINGS-A4]"""
        return {"ends": t.deck_left() == 1}

    def refusal(self, t: KingsTable, seat: int, text: str) -> IllegalChoice:
        race = text.removeprefix("draw:")
        if race in RACES and not t.camp[RACES.index(race)]:
            return t.refuse("empty_stack", {"race": race})
        if t.is_laying(seat, text):
            return t.refuse("unit_laid", {"text": text})
        return t.refuse("must_draw", {"text": text})


def draw_top(t: KingsTable, seat: int) -> None:
    card = t.deck[t.dealt]
    t.dealt += 1
    t.hands[seat] += (card,)
    t.knows.show(card, only(seat))
    tell.drew(t, seat, card, card, only(seat))


def recruit(t: KingsTable, seat: int, race: int) -> None:
    stack = t.camp[race]
    card = stack[-1]
    t.camp[race] = stack[:-1]
    t.hands[seat] += (card,)
    tell.recruited(t, seat, card)


@final
class TheEnd(Frame[KingsTable]):
    """The game is over as soon as the deck has no cards.  [KINGS-23] [KINGS-A3] [KINGS-A4]"""

    def act(self, t: KingsTable) -> None:
        if t.deck_left() == 0:
            scores = t.scores()
            t.finish(Outcome(winners(t, scores), scores, "deck_empty", "KINGS-23"))


# Frames never change, so tables share those that only name a seat.
LAY: Final = [Lay(seat) for seat in range(MOST_SEATS)]
DRAW: Final = [Draw(seat) for seat in range(MOST_SEATS)]


def winners(t: KingsTable, scores: tuple[int, ...]) -> tuple[int, ...]:
    """The highest score; a tie is shared, or broken where wanted.  [KINGS-24] [KINGS-A18]"""
    ranks = [(score, 0, 0) for score in scores]
    if t.rules.tie_break:
        ranks = [(scores[s], len(t.tucked[s]), -len(t.mines[s])) for s in range(t.players)]
    best = max(ranks)
    return tuple([seat for seat in range(t.players) if ranks[seat] == best])


def why_not_lay(t: KingsTable, seat: int, text: str) -> IllegalChoice:
    """The first reason that holds, from what the seat itself can see.  [KINGS-9]"""
    unit, at, place = text.partition("@")
    if not at or not unit:
        return t.refuse("must_lay", {"text": text})
    held = [card for card in t.hands[seat] if unit in (t.unit(card), t.text(card))]
    if not held:
        face, _, back = unit.partition("/")
        return t.refuse("not_held", {"card": face, "mine": back or None})
    spots = t.spots(seat)
    if place not in spots:
        mines: Facts = {"centre": len(t.centre), "own": len(t.mines[seat])}
        return t.refuse("no_such_place", {"place": place} | mines)
    number = spots.index(place) - len(t.centre)
    if number < 0:
        return why_not_on(t, held[0], t.siege[spots.index(place)])
    mine = t.mines[seat][number]
    if not t.wants(t.own(seat, held[0]), mine):
        return why_not_down(t, mine, held[0])
    return why_not_on(t, held[0], mine.units)


def why_not_on(t: KingsTable, card: CardId, pile: tuple[CardId, ...]) -> IllegalChoice:
    """[KINGS-10] [KINGS-11] [KINGS-A2]"""
    if t.strength(card) == 0:
        also = "bare" if t.rules.zero_on_empty else None
        facts: Facts = {"card": t.unit(card), "number": HIGHEST, "also": also}
        return t.refuse("zero_needs_nine", facts)
    return t.refuse("too_weak", {"card": t.unit(card), "top": t.unit(pile[-1])})


def why_not_down(t: KingsTable, mine: Mine, card: CardId) -> IllegalChoice:
    """[KINGS-16] [KINGS-17] [KINGS-A10]"""
    if len(mine.units) >= t.rules.size[mine.card]:
        return t.refuse("only_overseer", {"card": t.unit(card)})
    if t.rules.overseer[mine.card]:
        return t.refuse("overseer_first_miners", {"card": t.unit(card)})
    return t.refuse("own_race_digs_not", {"card": t.unit(card)})
