"""The table: a stack of frames, the loop that runs it, and the doors that choices come in by.

A room subclasses `Table` with its own facts.  Each fact's home is its audience: what everybody
sees, what lies in one seat's own drawer, what nobody sees (the dice), and cards, which carry
their audience with them (`knows`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from parlour.core.decision import STANDING, Choice, Decision
from parlour.core.errors import Facts, IllegalChoice, RulesBug
from parlour.core.native import mypyc_attr
from parlour.core.seats import HOUSE, NOBODY, clockwise, seats_in
from parlour.core.ticks import note_ticks, ticks_in
from parlour.core.undo import AGREED, UNDO, May, may_undo, once_undone, why_not_undo

if TYPE_CHECKING:
    from typing import Self

    from parlour.core.dice import Dice
    from parlour.core.frame import Frame
    from parlour.core.outcome import Outcome
    from parlour.core.piles import Knowledge

TICK: Final = STANDING
MOST_STEPS: Final = 10_000


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """One game being played.  Rules push frames; people answer."""

    def __init__(self, players: int, dice: Dice, knows: Knowledge) -> None:
        self.players = players
        self.dice = dice
        self.knows = knows
        self.stack: list[Frame[Any]] = []
        self.asked = NOBODY
        self.outcome: Outcome | None = None
        self.sealed = [-1] * players
        self.serial = [0] * players
        self.asking: list[Frame[Any] | None] = [None] * players
        # What a table played by people keeps, and a clone does not:
        self.game: Any = None
        self.options: dict[str, object] = {}
        self.carry: dict[str, Any] = {}
        self.start = ""
        self.sink: list[Any] | None = None
        self.log: list[tuple[int, str]] | None = None
        self.takes_back = False  # whether the last choice can be taken back, log or no log
        self.before: Table | None = None
        self.last = HOUSE
        self.last_undoable = False

    # --- what a room says of itself ---------------------------------------------------------

    def blank(self) -> Self:
        """A table of the same rules, with copies of dice and knowledge, to `assign` into."""
        raise RulesBug("a room's table says how a blank one is made")

    def assign(self, other: Self) -> None:
        """Take over the room's own facts.  Shared if immutable, copied if not."""
        raise RulesBug("a room's table says what it consists of")

    def on_turn(self) -> int:
        """The seat whose turn it is."""
        raise RulesBug("a room's table says whose turn it is")

    def text(self, card: int) -> str:
        """A card's face; no two cards that differ have the same."""
        raise RulesBug("a room's table says how its cards read")

    def back(self, card: int) -> str:
        """What those see of a card who do not know its face."""
        return "?"

    def plays(self, seat: int) -> bool:
        """Whether the seat is still in the game."""
        return True

    def standing(self, seat: int) -> list[int]:
        """What the seat may do at any moment, asked or not."""
        return []

    def offer_text(self, seat: int, offer: int) -> str:
        raise RulesBug("a standing offer without words")

    def offer_brief(self, seat: int, offer: int) -> str:
        return self.offer_text(seat, offer)

    def offer_refusal(self, seat: int, text: str) -> IllegalChoice | None:
        """Why this is no standing offer now; None if it does not even look like one."""
        return None

    def take(self, seat: int, offer: int) -> None:
        """A standing offer is taken.  What it pushes comes before whatever is being asked."""
        raise RulesBug("a standing offer that nobody can take")

    def ticking(self) -> bool:
        """Whether time passes at this table now."""
        return False

    def tick(self) -> None:
        raise RulesBug("time passes, but the room has no word for it")

    def learnt(self, before: Self, seat: int) -> bool:
        """Whether anybody has learnt something hidden, not a card, which this seat did not know.

        Also if nobody could be made to forget it: whatever a view shows and would hide again.
        """
        return False

    def begins(self) -> int:
        """Who begins: whose turn it is in a series to do so, otherwise somebody by lot."""
        first: int = self.carry.get("first", HOUSE)
        return first if first != HOUSE else self.dice.below(self.players)

    # --- verbs for rules --------------------------------------------------------------------

    def push(self, frame: Frame[Any]) -> None:
        self.stack.append(frame)

    def push_all(self, frames: list[Frame[Any]]) -> None:
        """The first in the list happens first."""
        for k in range(len(frames) - 1, -1, -1):
            self.stack.append(frames[k])

    def tell(self, event: Any) -> None:
        if self.sink is not None:
            self.sink.append(event)

    def finish(self, outcome: Outcome) -> None:
        """It is over at once: nothing is left to do, and what was sealed is never opened."""
        self.outcome = outcome
        self.stack = []
        self.sealed = [-1] * self.players

    def lapse(self, seat: int) -> None:
        """Time is up: the top frame takes the default of this seat."""
        frame = self.stack.pop()
        self.asking[seat] = None
        frame.resolve(self, seat, frame.default(self, seat))

    def refuse(self, code: str, facts: Facts | None = None, rule: str = "") -> IllegalChoice:
        """A refusal by its code; the room's list knows the rule, where it is not said here."""
        if not rule and self.game is not None:
            rule = self.game.refusals.get(code, "")
        return IllegalChoice(code, rule, facts)

    def awaits(self, code: str, rule: str = "") -> IllegalChoice:
        """A refusal that says whom the table waits for, and for what."""
        facts: Facts = {"seats": seats_in(self.asked, self.players), "ask": self.stack[-1].ask}
        return self.refuse(code, facts, rule)

    # --- the loop ---------------------------------------------------------------------------

    def settle(self) -> None:
        """Run frames until somebody is asked, time must pass, or the game is over."""
        for _ in range(MOST_STEPS):
            if self.outcome is not None:
                self.asked = NOBODY
                return
            if not self.stack:
                raise RulesBug("nothing is left to do, and nobody has won")
            top = self.stack[-1]
            asked = top.asks(self)
            if asked or top.rests(self):
                self._open(top, asked)
                return
            self.stack.pop()
            top.act(self)
        raise RulesBug(f"the rules run in circles at {self.stack}")

    def _open(self, top: Frame[Any], asked: int) -> None:
        """A seat's decision keeps its number while the same frame goes on asking it."""
        self.asked = asked
        for seat in range(self.players):
            if not asked >> seat & 1:
                self.asking[seat] = None
            elif self.asking[seat] is not top:
                self.asking[seat] = top
                self.serial[seat] += 1

    # --- doors for programs: quick, unchecked -----------------------------------------------

    def choices(self, seat: int) -> list[int]:
        """Ids of all that the seat may answer now: what it is asked, then standing offers."""
        if self.outcome is not None:
            return []
        ids: list[int] = []
        if self.asked >> seat & 1:
            ids = self.stack[-1].options(self, seat)
        offers = self.standing(seat)
        return ids + [STANDING + offer for offer in offers] if offers else ids

    def play(self, seat: int, choice: int) -> None:
        """The unchecked door, for search and simulation: the choice must be one of `choices`."""
        if seat == HOUSE:
            self.tick()
        elif choice >= STANDING:
            self.serial[seat] += 1
            self.take(seat, choice - STANDING)
        else:
            self.asking[seat] = None
            self.stack.pop().resolve(self, seat, choice)
        self.settle()

    def clone(self) -> Self:
        """A table that goes its own way: no events, no record, no undo."""
        twin = self.blank()
        twin.game = self.game
        twin.options = self.options
        twin.carry = self.carry
        twin.stack = self.stack[:]
        twin.asked = self.asked
        twin.outcome = self.outcome
        twin.sealed = self.sealed[:]
        twin.serial = self.serial[:]
        twin.asking = self.asking[:]
        twin.assign(self)
        return twin

    # --- doors for people: checked, recorded ------------------------------------------------

    def decisions(self) -> list[Decision]:
        """Every open decision, clockwise from the seat on turn."""
        if self.outcome is not None:
            return []
        found = [self.decision(seat) for seat in clockwise(self.on_turn(), self.players)]
        return [decision for decision in found if decision is not None]

    def decision(self, seat: int) -> Decision | None:
        ids = self.choices(seat)
        if not ids:
            return None
        choices = [self._choice(seat, id) for id in ids]
        if not self.asked >> seat & 1:
            return Decision(seat, self.serial[seat], "", {}, choices, None)
        top = self.stack[-1]
        default = self._choice(seat, top.default(self, seat))
        return Decision(seat, self.serial[seat], top.ask, top.about(self, seat), choices, default)

    def _choice(self, seat: int, id: int) -> Choice:
        if id >= STANDING:
            offer = id - STANDING
            return Choice(id, self.offer_text(seat, offer), self.offer_brief(seat, offer))
        top = self.stack[-1]
        return Choice(id, top.text(self, seat, id), top.brief(self, seat, id))

    def answer(self, seat: int, choice: int | str, decision: int | None = None) -> None:
        """Give an answer by id or text.  Refused answers leave the table as it was.

        `decision`: the number of the decision that is answered, where the caller knows it; a
        decision that has closed meanwhile refuses, whatever is asked now.
        """
        if seat == HOUSE:
            self._pass_time(choice)
            return
        if choice in (UNDO, AGREED):
            self.undo(seat, agreed=choice == AGREED)
            return
        chosen = self._chosen(seat, choice, decision)
        if self.takes_back:
            self.before = self.clone()
            self.last = seat
            self.last_undoable = chosen.standing or self.stack[-1].undoable
        if self.log is not None:
            self.log.append((seat, chosen.text))
        self.play(seat, chosen.id)

    def _chosen(self, seat: int, choice: int | str, decision: int | None) -> Choice:
        if not 0 <= seat < self.players:
            raise self.refuse("no_such_seat", {"number": seat})
        if self.outcome is not None:
            raise self.refuse("game_over")
        if decision is not None and decision != self.serial[seat]:
            raise self.refuse("stale")
        if isinstance(choice, str):
            return self._found(seat, choice)
        if choice in self.choices(seat):
            return self._choice(seat, choice)
        if self.asked >> seat & 1:
            raise self.refuse("unknown_choice", {"text": str(choice)})
        raise self._unasked(seat, str(choice))

    def _found(self, seat: int, text: str) -> Choice:
        open_now = self.decision(seat)
        fitting = open_now.find(text) if open_now is not None else []
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise self.refuse("ambiguous", {"text": text, "list": [c.text for c in fitting]})
        raise self._refusal(seat, text)

    def _refusal(self, seat: int, text: str) -> IllegalChoice:
        asked = self.asked >> seat & 1
        offer = self.offer_refusal(seat, text) if asked or self.plays(seat) else None
        if offer is not None:
            return offer
        return self.stack[-1].refusal(self, seat, text) if asked else self._unasked(seat, text)

    def _unasked(self, seat: int, text: str) -> IllegalChoice:
        if not self.plays(seat):
            return self.refuse("out_of_play")
        return self.stack[-1].unasked(self, seat, text)

    def why_not(self, seat: int, text: str) -> IllegalChoice | None:
        """The refusal that `answer` would raise, or None.  Nothing happens."""
        if text in (UNDO, AGREED):
            return why_not_undo(self, seat, agreed=text == AGREED)
        try:
            self._chosen(seat, text, None)
        except IllegalChoice as refusal:
            return refusal
        return None

    def _pass_time(self, choice: int | str) -> None:
        count = ticks_in(choice)
        if self.outcome is not None:
            raise self.refuse("game_over")
        if count < 1 or not self.ticking():
            raise self.refuse("no_clock")
        passed = 0
        while passed < count and self.ticking() and self.outcome is None:
            self.play(HOUSE, TICK)
            passed += 1
        self.before = None
        self.last = HOUSE
        self.last_undoable = False
        if self.log is not None:
            note_ticks(self.log, passed)

    # --- taking back ------------------------------------------------------------------------

    def may_undo(self, seat: int) -> May:
        """FREE, CONSENT or NO: whether the seat's last choice can be taken back, and how."""
        return may_undo(self, seat)

    def undo(self, seat: int, agreed: bool = False) -> None:
        """Back to before the seat's last choice.  What the seat has shown stays known.

        `agreed`: whoever had to be asked has agreed; that is not for the rules to find out.
        """
        refusal = why_not_undo(self, seat, agreed)
        if refusal is not None:
            raise refusal
        self._take_back(seat, AGREED if agreed else UNDO)

    def replay(self, seat: int, text: str) -> None:
        """An entry of a record or of a log: an answer, or an undo under the rules of its day."""
        if text == UNDO and once_undone(self, seat):
            self._take_back(seat, UNDO)
        else:
            self.answer(seat, text)

    def _take_back(self, seat: int, entry: str) -> None:
        before = self.before
        assert before is not None
        shown = self.knows
        self.knows = before.knows.copy()
        self.dice = before.dice.copy()
        self.stack = before.stack
        self.asked = before.asked
        self.sealed = before.sealed
        self.serial = [number + 1 for number in self.serial]
        self.asking = before.asking
        self.assign(cast("Any", before))
        self.knows.also(shown)
        self.before = None
        self.last_undoable = False
        if self.log is not None:
            self.log.append((seat, entry))
        if self.game is not None:
            self.tell(self.game.undone(seat))

    # --- what the room's game knows how to do with a table ----------------------------------

    def look(self, seat: int | None) -> Any:
        """All that the seat may know; None: what a bystander may know."""
        return self.game.look(self, seat)

    def line(self, seat: int | None = -1) -> str:
        """The position in one line; with a seat, that seat's, question marks and all."""
        return str(self.game.line(self, seat))

    def record(self) -> Any:
        return self.game.record(self)

    def heard(self, seat: int | None, since: int = 0) -> list[dict[str, object]]:
        """The events as the seat perceived them, from number `since` on."""
        told: list[dict[str, object]] = self.game.heard(self, seat, since)
        return told
