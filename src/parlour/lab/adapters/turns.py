"""A table as a sequence of single answers: at every moment one seat is to answer.

First come the standing offers of the seats that are not asked, clockwise from the seat on turn;
such a seat takes one or passes.  Then come the seats that are asked, in the same order.  Whenever
something was chosen it begins anew.  Where time passes, a seat that is asked may pass too: that is
how it waits.  When everybody has passed, one tick goes by.
"""

from typing import Any, Final, Self, final

import parlour
from parlour.core.errors import RulesBug
from parlour.core.ids import ChoiceId
from parlour.core.seats import NO_ONE, NOBODY, clockwise, only
from parlour.core.table import Table
from parlour.lab.encoding import Buffer, Encoding, encoding_of


class NotAllowed(ValueError):
    """The mask of the seat that is to answer does not allow this action."""


@final
class Turns:
    """A table, whose turn it is to answer, and what may be answered by the number of an action.

    The actions are those of the encoding, and one more: to pass.
    """

    def __init__(
        self,
        table: Table,
        encoding: Encoding,
        passed: int = NOBODY,
        seat: int | None = None,
    ) -> None:
        """`passed`, `seat`: of a table where some seats have passed and one is to answer."""
        self.table: Final = table
        self.encoding: Final = encoding
        self.pass_action: Final = encoding.actions
        """The number of the action that passes."""
        self._passed = passed
        self._open: dict[int, ChoiceId | None] | None = None
        self.seat = NO_ONE if seat is None else seat
        """Who is to answer; NO_ONE if the game is over."""
        if seat is None:
            self._find()

    # --- whose turn it is -------------------------------------------------------------------

    def _find(self) -> None:
        t = self.table
        while t.outcome is None:
            seat = self._next()
            if seat != NO_ONE:
                self.seat = seat
                return
            if not t.ticking():
                raise RulesBug("nobody answers, and no time passes")
            t.pass_time()
            self._passed = NOBODY
        self.seat = NO_ONE

    def _next(self) -> int:
        """The seat that is to answer, of those that have not passed."""
        t = self.table
        order = clockwise(t.on_turn(), t.players)
        silent = t.asked | self._passed
        for seat in order:
            if not silent >> seat & 1 and t.offers(seat):
                return seat
        waiting = t.asked & ~self._passed
        for seat in order:
            if waiting >> seat & 1:
                return seat
        return NO_ONE

    def may_pass(self, seat: int) -> bool:
        """Unless the game waits for the seat; where time passes, even then."""
        return not self.table.asked >> seat & 1 or self.table.ticking()

    @property
    def over(self) -> bool:
        return self.table.outcome is not None

    # --- what is seen -----------------------------------------------------------------------

    def observe(self, seat: int, out: Buffer) -> None:
        """What a seat knows: `encoding.size` numbers."""
        self.encoding.observe(self.table, seat, out)

    def mask(self, seat: int, out: Buffer) -> dict[int, ChoiceId | None]:
        """1 for each action that the seat may take now, 0 for the others, passing last.

        Returned are those actions, each with the choice that it is; passing is None.
        """
        row = memoryview(out).cast("B")
        found: dict[int, ChoiceId | None] = {**self.encoding.mask(self.table, seat, row[:-1])}
        row[-1] = self.may_pass(seat)
        if row[-1]:
            found[self.pass_action] = None
        return found

    def show(self, seen: Buffer, allowed: Buffer) -> None:
        """What the seat that is to answer knows, and the mask of its actions."""
        self.observe(self.seat, seen)
        self._open = self.mask(self.seat, allowed)

    @property
    def actions(self) -> dict[int, ChoiceId | None]:
        """The actions of the seat that is to answer."""
        if self._open is None:
            row = bytearray(self.pass_action + 1)
            self._open = {} if self.over else self.mask(self.seat, row)
        return self._open

    def list_candidates(self, numbers: Any, rows: Buffer) -> int:
        """The actions of the seat that is to answer, and a description of each; how many.

        `numbers` and `rows` have place for as many as are wanted.  To pass is a row of zeros.
        """
        listed = list(self.actions)[: len(numbers)]
        ids = [id for id in (self.actions[action] for action in listed) if id is not None]
        size = self.encoding.choice_size
        self.encoding.candidates(self.table, self.seat, ids, rows)
        if len(ids) < len(listed):
            rows[len(ids) * size : len(listed) * size] = bytes(size)
        for k, action in enumerate(listed):
            numbers[k] = action
        return len(listed)

    # --- answering --------------------------------------------------------------------------

    def answer(self, action: int) -> None:
        """The seat that is to answer takes an action; NotAllowed changes nothing."""
        if action not in self.actions:
            raise NotAllowed(f"seat {self.seat} may not take action {action} now")
        self.choose(self.actions[action])

    def choose(self, choice: ChoiceId | None) -> None:
        """The same by the id of a choice; None passes."""
        if choice is None:
            self._passed |= only(self.seat)
        else:
            self.table.play(self.seat, choice)
            self._passed = NOBODY
        self._open = None
        self._find()

    def answer_all(self, actions: dict[int, int]) -> list[int]:
        """Every seat takes an action at once, passing included.

        They are played in the usual order, each if the decision that it answers is still open:
        where seats choose in secret all of them are.  If none is played a tick goes by.  Returned
        are the seats whose actions are not allowed; then nothing happens.
        """
        t = self.table
        row = bytearray(self.pass_action + 1)
        wrong = [seat for seat, action in actions.items() if action not in self.mask(seat, row)]
        if wrong:
            return wrong
        asked, frame = t.asked, t.stack[-1]
        played = False
        for seat in sorted(clockwise(t.on_turn(), t.players), key=lambda s: asked >> s & 1):
            choice = self.mask(seat, row).get(actions[seat])
            same = not (t.asked ^ asked) >> seat & 1
            if choice is not None and same and (not asked >> seat & 1 or t.stack[-1] is frame):
                t.play(seat, choice)
                played = True
        if not played:
            t.pass_time()
        self._passed = NOBODY
        self._open = None
        self._find()
        return []

    # --- copies -----------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy, whose table throws the same dice."""
        return self.at(self.table.clone())

    def at(self, table: Table) -> Self:
        """The same moment at another table: a clone, or a world that a seat imagines."""
        return type(self)(table, self.encoding, self._passed, self.seat)

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.table.game.id, self.table.line(), self._passed, self.seat)


def restored(game: str, line: str, passed: int, seat: int) -> Turns:
    """From what was pickled."""
    table = parlour.game(game).parse(line).clone()
    return Turns(table, encoding_of(game), passed, seat)
