"""The table: a stack of frames, the loop that runs it, and the calls by which choices are made.

A room's table adds the facts of its `facts.py`; which seats know which cards stands in `knows`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.core.decision import FIRST_OFFER, Choice, Decision
from parlour.core.dice import Dice, seed_bytes
from parlour.core.errors import Facts, IllegalChoice, RulesBug
from parlour.core.ids import NO_CHOICE, CardId, ChoiceId, among, as_choices
from parlour.core.meaning import check_offered, decision, meant
from parlour.core.menu import Menu, count_next, counted, numbered, pick_next
from parlour.core.native import i64, mypyc_attr
from parlour.core.seats import (
    ALL,
    HOUSE,
    NO_ONE,
    NOBODY,
    UNTOLD,
    Everything,
    clockwise,
    first_of,
    listed,
)
from parlour.core.stack import Stack, stack_of
from parlour.core.ticks import pass_time, ticks_in
from parlour.core.undo import AGREED, UNDO, May, keep, may_undo, replay, undo, why_not_undo

if TYPE_CHECKING:
    from typing import Self

    from parlour.core.carry import Carry
    from parlour.core.event import Event
    from parlour.core.frame import Frame
    from parlour.core.game import Game
    from parlour.core.outcome import Outcome
    from parlour.core.piles import Knowledge
    from parlour.core.record import Record
    from parlour.core.view import View

    AnyFrame = Frame[Any]  # of whatever room

# Replaced, never changed: a clone must not make what it throws away at once.
NO_OPTIONS: Final[dict[str, object]] = {}
NO_CARRY: Final[Carry] = {}
NONE_KEPT: Final[list[Any]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """One game being played.  Rules push frames; seats answer.

    Attributes:
        players: The number of seats.
        outcome: How the game ended; None while it goes on.
        asked: The seats that the game waits for, as a bitmask; `wanted()` lists them.
        options: The options that differ from the defaults.
        carry: What earlier games of the series left.
        stack: The unfinished frames; the last one happens next.
        sealed: What each seat has chosen in secret and is not opened yet.
        dice: The randomness of this game, from its seed.
        knows: Which seats know which cards.
        log: Seats and texts of all choices so far; None if the table keeps no record.
    """

    def __init__(self, players: int, dice: Dice, knows: Knowledge, of: Table | None = None) -> None:
        """`of`: the table that this one is a clone of.  Shared if immutable, copied if not."""
        self.players = players
        self.dice = dice
        self.knows = knows
        self.stack: Stack = stack_of([]) if of is None else of.stack.copy()
        self.asked: int = NOBODY if of is None else of.asked
        self.outcome: Outcome | None = None if of is None else of.outcome
        self.sealed: list[ChoiceId] = [NO_CHOICE] * players if of is None else of.sealed[:]
        self.numbers = of is None  # whether decisions are numbered: a clone asks nobody
        self.serial: list[int] = [0] * players if of is None else NONE_KEPT
        self.asking: list[AnyFrame | None] = [None] * players if of is None else NONE_KEPT
        self._game: Game | None = None if of is None else of._game
        self.options: dict[str, object] = NO_OPTIONS if of is None else of.options
        self.carry: Carry = NO_CARRY if of is None else of.carry
        # What a table played by people keeps, and a clone does not:
        self.start = ""
        self.sink: list[Event] | None = None
        self.log: list[tuple[int, str]] | None = None
        self.takes_back = False  # whether the last choice can be taken back, log or no log
        self.before: Table | None = None
        self.last = HOUSE
        self.last_undoable = False
        self.ids_told: list[ChoiceId] = NONE_KEPT  # what `choices` told last, and whom: still true
        self.ids_told_to = UNTOLD
        self.menu: Menu | None = None  # what `count` counted last, and for whom: still true
        self.counted_for: i64 = UNTOLD

    # --- what a room says of itself ---------------------------------------------------------

    def copy(self) -> Self:
        """The room's part of `clone`: its constructor, with copies of dice and knowledge."""
        raise RulesBug("a room's table says how it is copied")

    def assign(self, other: Self) -> None:
        """Take over the room's own facts, for undo.  Shared if immutable, copied if not."""
        raise RulesBug("a room's table says what it consists of")

    def on_turn(self) -> int:
        """The seat whose turn it is."""
        raise RulesBug("a room's table says whose turn it is")

    def text(self, card: CardId) -> str:
        """A card's face; no two cards that differ have the same."""
        raise RulesBug("a room's table says how its cards read")

    def back(self, card: CardId) -> str:
        """What those see of a card who do not know its face."""
        return "?"

    def plays(self, seat: int) -> bool:
        """Whether the seat is still in the game."""
        return True

    def may_offer(self) -> int:
        """The seats that may ever have a standing offer, as a mask: the others are not asked."""
        return (1 << self.players) - 1

    def offers(self, seat: int) -> list[ChoiceId]:
        """Standing offers: what the seat may do at any moment, asked or not."""
        return NONE_KEPT

    def has_offer(self, seat: int) -> bool:
        """Whether there are standing offers: a room may know it before it has listed them."""
        return bool(self.offers(seat))

    def offer_text(self, seat: int, offer: ChoiceId) -> str:
        raise RulesBug("a standing offer without words")

    def offer_brief(self, seat: int, offer: ChoiceId) -> str:
        return self.offer_text(seat, offer)

    def offer_refusal(self, seat: int, text: str) -> IllegalChoice | None:
        """Why this is no standing offer now; None if it does not even look like one."""
        return None

    def take(self, seat: int, offer: ChoiceId) -> None:
        """A standing offer is taken.  What it pushes comes before whatever is being asked."""
        raise RulesBug("a standing offer that nobody can take")

    def ticking(self) -> bool:
        """Whether time passes at this table now."""
        return False

    def tick(self) -> None:
        raise RulesBug("time passes, but the room has no word for it")

    def learnt(self, before: Self, seat: int) -> bool:
        """Whether anybody has learnt something hidden, not a card, which this seat did not know:
        whatever a view shows and would hide again, also if nobody could be made to forget it."""
        return False

    def begins(self) -> int:
        """Who begins: whose turn it is in a series to do so, otherwise somebody by lot."""
        first: int = self.carry.get("first", NO_ONE)
        return first if first != NO_ONE else self.dice.below(self.players)

    # --- verbs for rules --------------------------------------------------------------------

    def push(self, frame: AnyFrame) -> None:
        self.stack.push(frame)

    def push_all(self, frames: list[AnyFrame]) -> None:
        """The first in the list happens first."""
        for frame in reversed(frames):
            self.stack.push(frame)

    def tell(self, event: Event) -> None:
        if self.sink is not None:
            self.sink.append(event)

    def take_events(self) -> list[Event]:
        """What has happened since this was called last: for whoever passes it on."""
        taken = self.sink or []
        if taken:
            self.sink = []
        return taken

    def finish(self, outcome: Outcome) -> None:
        """It is over at once: nothing is left to do, and what was sealed is never opened."""
        self.outcome = outcome
        self.stack.clear()
        self.sealed = [NO_CHOICE] * self.players

    def lapse(self, seat: int) -> None:
        """Time is up: the top frame takes the default of this seat."""
        frame = self.stack.pop()
        if self.numbers:
            self.asking[seat] = None
        frame.resolve(self, seat, frame.default(self, seat))

    def refuse(self, code: str, facts: Facts | None = None, rule: str = "") -> IllegalChoice:
        """A refusal by its code; without `rule`, the rule of the room's table `REFUSALS`."""
        if not rule and self._game is not None:
            rule = self._game.refusals.get(code, "")
        return IllegalChoice(code, rule, facts)

    def awaits(self, code: str, rule: str = "") -> IllegalChoice:
        """A refusal that says whom the table waits for, and for what."""
        facts: Facts = {"seats": listed(self.asked)[:], "ask": self.stack.top().ask}
        return self.refuse(code, facts, rule)

    # --- the loop ---------------------------------------------------------------------------

    def settle(self) -> None:
        """Run frames until somebody is asked, time must pass, or the game is over."""
        self.ids_told_to = UNTOLD
        self.counted_for = UNTOLD
        self.asked = self.stack.run(self)

    # --- for programs: by id, without a text ------------------------------------------------

    def wanted(self) -> list[int]:
        """The seats whose answer the game waits for.  Nobody: it is over, or time must pass."""
        return listed(self.asked)[:]

    def choices(self, seat: int) -> list[ChoiceId]:
        """Ids of all that the seat may answer now: what it is asked, then standing offers.

        They are valid at this table and its clones until something is chosen.
        """
        if self.outcome is not None:
            return []
        if not 0 <= seat < self.players:
            raise self.refuse("no_such_seat", {"number": seat})
        ids: list[ChoiceId] = self.stack.top().options(self, seat) if self.asked >> seat & 1 else []
        if self.may_offer() >> seat & 1:
            ids = ids + as_choices([FIRST_OFFER + offer for offer in self.offers(seat)])
        self.ids_told = ids
        self.ids_told_to = seat
        return ids[:]

    def play(self, seat: int, choice: ChoiceId) -> None:
        """Answer by an id; a refused answer changes nothing.  Quick after `choices`."""
        if seat != self.ids_told_to or not among(self.ids_told, choice):
            check_offered(self, seat, choice)
        self.enact(seat, choice)

    def next_seat(self) -> int:
        """The first of the seats in `wanted`, or HOUSE if there is none."""
        return first_of(self.asked) if self.asked else HOUSE

    def count(self, seat: int) -> int:
        """How many `choices` the seat has now, without a list of them."""
        return counted(self, seat).total

    def pick(self, seat: int, number: int) -> None:
        """Answer by the number that a choice has in `choices`.  Quick after `count`."""
        self.enact(seat, numbered(self, seat, number))

    def count_next(self) -> int:
        """How many choices `next_seat` has.  Time has one, that it passes; none: it is over."""
        return count_next(self)

    def pick_next(self, number: int) -> int:
        """Answer for `next_seat` by a number, and tell what `count_next` is then."""
        return pick_next(self, number)

    def enact(self, seat: int, choice: ChoiceId) -> None:
        """Play without any check: the id must be one that `choices` has just returned."""
        if self.takes_back or self.log is not None:
            keep(self, seat, choice)
        if choice >= FIRST_OFFER:
            if self.numbers:  # what is asked stays open, with another number
                self.serial[seat] += 1
            self.take(seat, ChoiceId(choice - FIRST_OFFER))
        else:
            if self.numbers:
                self.asking[seat] = None
            self.stack.pop().resolve(self, seat, choice)
        self.settle()

    def pass_time(self, ticks: int = 1) -> None:
        """So many ticks, while time passes (`ticking`).  It is recorded like an answer."""
        pass_time(self, ticks)

    def clone(self, seed: int | str | bytes | None = None) -> Self:
        """An independent copy without events, record, undo and numbers of decisions.

        It throws the dice that this table would throw.  `seed`: fresh dice instead.
        """
        twin = self.copy()
        if seed is not None:
            twin.dice = Dice(seed_bytes(seed))
        return twin

    # --- for people: by text, checked, recorded ---------------------------------------------

    def decisions(self) -> list[Decision]:
        """Every open decision, clockwise from the seat on turn."""
        if self.outcome is not None:
            return []
        seats = clockwise(self.on_turn(), self.players)
        return [found for seat in seats if (found := self.decision(seat)) is not None]

    def decision(self, seat: int) -> Decision | None:
        """All that the seat may answer now; None if that is nothing."""
        return decision(self, seat)

    def choice(self, seat: int, id: ChoiceId) -> Choice:
        """One of `choices`, with its texts."""
        if id >= FIRST_OFFER:
            offer = ChoiceId(id - FIRST_OFFER)
            return Choice(id, self.offer_text(seat, offer), self.offer_brief(seat, offer))
        top = self.stack.top()
        return Choice(id, top.text(self, seat, id), top.brief(self, seat, id))

    def answer(self, seat: int, choice: ChoiceId | str, decision: int | None = None) -> None:
        """Give an answer by id or text.  Refused answers leave the table as it was.

        `decision`: the number of the decision that is answered; one that has closed refuses.
        """
        if seat == HOUSE:
            self.pass_time(ticks_in(choice) if isinstance(choice, str) else 0)
            return
        if choice in (UNDO, AGREED):
            self.undo(seat, agreed=choice == AGREED)
            return
        self.enact(seat, meant(self, seat, choice, decision).id)

    def why_not(self, seat: int, text: str) -> IllegalChoice | None:
        """The refusal that `answer` would raise, or None.  Nothing happens."""
        if text in (UNDO, AGREED):
            return why_not_undo(self, seat, agreed=text == AGREED)
        try:
            meant(self, seat, text)
        except IllegalChoice as refusal:
            return refusal
        return None

    # --- taking back ------------------------------------------------------------------------

    def may_undo(self, seat: int) -> May:
        """FREE, CONSENT or NO: whether the seat's last choice can be taken back, and how."""
        return may_undo(self, seat)

    def undo(self, seat: int, agreed: bool = False) -> None:
        """Take the seat's last choice back, if need be `agreed`; what it showed stays known."""
        undo(self, seat, agreed)

    def replay(self, seat: int, text: str) -> None:
        """Play an entry of a record: an answer, or an undo as the version allowed that wrote it."""
        replay(self, seat, text)

    # --- what the room's game knows how to do with a table ----------------------------------

    @property
    def game(self) -> Game:
        """The game that opened this table."""
        if self._game is None:
            raise RulesBug("this table was opened by no game")
        return self._game

    def look(self, seat: int | None) -> View:
        """All that the seat may know; None: what a bystander may know."""
        return self.game.look(self, seat)

    def line(self, seat: int | Everything | None = ALL) -> str:
        """The position in one line of text; with a seat, what that seat sees, `?` for the rest."""
        return self.game.line(self, seat)

    def record(self) -> Record:
        """What is saved of this game; ValueError if the table keeps no record."""
        return self.game.record(self)

    def heard(self, seat: int | None, since: int = 0) -> list[dict[str, object]]:
        """The events as the seat perceived them, from number `since` on."""
        return self.game.heard(self, seat, since)
