"""The kernel's loop with rules of a few lines: interrupts, sealed choices, offers, time, undo."""

from typing import Any, ClassVar, Final

import pytest

from parlour.core.decision import FIRST_OFFER
from parlour.core.dice import Dice
from parlour.core.errors import IllegalChoice, RulesBug
from parlour.core.frame import Frame, Sealed
from parlour.core.frame_fields import SEAT, Fields
from parlour.core.ids import CardId, ChoiceId, as_choices
from parlour.core.outcome import Outcome
from parlour.core.piles import Knowledge
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.core.seats import BYSTANDER, HOUSE, mask_of, only
from parlour.core.table import Table
from parlour.core.undo import CONSENT, FREE, NO

pytestmark = pytest.mark.rules

PASS: Final = ChoiceId(0)
PARRY: Final = ChoiceId(1)
COUNTER: Final = ChoiceId(2)


class Saloon(Table):
    """Three people with some lives; `drinks` may be taken at any moment; time may pass."""

    def __init__(self, dice: Dice, knows: Knowledge, of: "Saloon | None" = None) -> None:
        super().__init__(3, dice, knows, of)
        self.life = [2, 2, 2]
        self.drinks = [0, 0, 0]
        self.story: tuple[str, ...] = ()
        self.clock = False
        self.ticks = 0

    def copy(self) -> "Saloon":
        twin = Saloon(self.dice.copy(), self.knows.copy(), self)
        twin.assign(self)
        return twin

    def assign(self, other: "Saloon") -> None:
        self.life = other.life[:]
        self.drinks = other.drinks[:]
        self.story = other.story
        self.clock = other.clock
        self.ticks = other.ticks

    def on_turn(self) -> int:
        return 0

    def offers(self, seat: int) -> list[ChoiceId]:
        return as_choices([7] if self.drinks[seat] else [])

    def offer_text(self, seat: int, offer: ChoiceId) -> str:
        return "drink"

    def take(self, seat: int, offer: ChoiceId) -> None:
        self.drinks[seat] -= 1
        self.push(Heal(seat))

    def ticking(self) -> bool:
        return self.clock

    def tick(self) -> None:
        self.ticks += 1
        if self.ticks % 3 == 0 and self.asked:
            self.lapse(self.asked.bit_length() - 1)


class Shot(Frame[Saloon]):
    """Parry, be hit, or shoot back first: an interrupt inside an interrupt."""

    ask: ClassVar[str] = "shot"
    fields: ClassVar[Fields] = {"seat": SEAT, "by": SEAT}

    def __init__(self, seat: int, by: int) -> None:
        self.seat = seat
        self.by = by

    def asks(self, t: Saloon) -> int:
        return only(self.seat)

    def options(self, t: Saloon, seat: int) -> list[ChoiceId]:
        return [PASS, PARRY, COUNTER]

    def resolve(self, t: Saloon, seat: int, choice: ChoiceId) -> None:
        if choice == PASS:
            t.push(Hit(seat))
        elif choice == COUNTER:
            t.push_all([Shot(self.by, seat), self])

    def text(self, t: Saloon, seat: int, choice: ChoiceId) -> str:
        return ("pass", "parry", "counter")[choice]


class Hit(Frame[Saloon]):
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def act(self, t: Saloon) -> None:
        t.life[self.seat] -= 1
        t.story += (f"hit {self.seat}",)
        if t.life[self.seat] == 0:
            t.finish(Outcome((self.seat,), (0, 0, 0), "shot"))


class Heal(Frame[Saloon]):
    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def act(self, t: Saloon) -> None:
        t.life[self.seat] += 1
        t.story += (f"heal {self.seat}",)


class Bids(Sealed[Saloon]):
    ask: ClassVar[str] = "bid"

    def options(self, t: Saloon, seat: int) -> list[ChoiceId]:
        return as_choices([0, 1, 2])

    def text(self, t: Saloon, seat: int, choice: ChoiceId) -> str:
        return f"bid:{choice}"

    def open(self, t: Saloon, choices: list[ChoiceId]) -> None:
        t.story += (f"bids {choices}",)
        t.push(Quiet())


class Quiet(Frame[Saloon]):
    """Asks seat 0 whether to go on."""

    ask: ClassVar[str] = "quiet"

    def asks(self, t: Saloon) -> int:
        return only(0)

    def options(self, t: Saloon, seat: int) -> list[ChoiceId]:
        return as_choices([0, 1])

    def resolve(self, t: Saloon, seat: int, choice: ChoiceId) -> None:
        t.push(self)
        if choice == 1:
            t.finish(Outcome((0,), (1, 0, 0), "quiet"))

    def text(self, t: Saloon, seat: int, choice: ChoiceId) -> str:
        return ("wait", "end")[choice]


class Endless(Frame[Saloon]):
    def act(self, t: Saloon) -> None:
        t.push(self)


def saloon(frames: list[Frame[Any]], drinks: tuple[int, int, int] = (0, 0, 0)) -> Saloon:
    t = Saloon(Dice(bytes(32)), Knowledge([0, 0]))
    t.drinks = list(drinks)
    t.log = []
    t.takes_back = True
    t.push_all(frames)
    t.settle()
    return t


def asked(t: Table) -> list[tuple[int, str]]:
    return [(d.seat, d.ask) for d in t.decisions() if d.waits]


def test_an_interrupt_inside_an_interrupt_comes_back_to_what_was_asked() -> None:
    t = saloon([Shot(1, by=0), Shot(2, by=0), Quiet()])
    t.answer(1, "counter")
    assert asked(t) == [(0, "shot")]
    t.answer(0, "counter")
    assert asked(t) == [(1, "shot")]
    t.answer(1, "pass")
    assert t.story == ("hit 1",)
    assert asked(t) == [(0, "shot")], "Anna's own answer is still owed"
    t.answer(0, "parry")
    t.answer(1, "parry")
    assert asked(t) == [(2, "shot")], "the second victim's turn comes after all of that"


def test_frames_are_text_and_back() -> None:
    assert repr(Shot(2, 1)) == "Shot(2,1)"
    t = saloon([Shot(1, by=0), Quiet()])
    assert [repr(frame) for frame in t.stack] == ["Quiet()", "Shot(1,0)"]


def test_sealed_choices_come_in_any_order_and_are_opened_together() -> None:
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        t = saloon([Bids(mask_of([0, 1, 2]))])
        for seat in order:
            assert t.story == ()
            t.answer(seat, f"bid:{seat}")
            assert t.may_undo(seat) == NO, "a sealed choice is final"
        assert t.story == ("bids [0, 1, 2]",)


def test_a_decision_keeps_its_number_while_it_is_open() -> None:
    t = saloon([Bids(mask_of([0, 1]))])
    number = t.serial[1]
    t.answer(0, "bid:0")
    assert t.serial[1] == number, "what others did does not close it"
    with pytest.raises(IllegalChoice) as refused:
        t.answer(1, "bid:1", decision=number - 1)
    assert refused.value.code == "stale"
    t.answer(1, "bid:1", decision=number)
    assert t.decision(1) is None


def test_a_standing_offer_interrupts_and_the_waiting_frame_asks_again() -> None:
    t = saloon([Shot(1, by=0), Quiet()], drinks=(0, 0, 1))
    offers = t.decision(2)
    assert offers is not None
    assert not offers.waits
    assert offers.default is None
    number = t.serial[1]
    t.answer(2, "drink")
    assert t.story == ("heal 2",)
    assert asked(t) == [(1, "shot")]
    assert t.serial[1] == number, "the same question is still open"
    assert t.decision(2) is None


def test_what_is_asked_and_offered_to_one_seat_is_one_decision() -> None:
    t = saloon([Shot(1, by=0), Quiet()], drinks=(0, 1, 0))
    decision = t.decision(1)
    assert decision is not None
    assert [c.text for c in decision.choices] == ["pass", "parry", "counter", "drink"]
    assert [c.is_offer for c in decision.choices] == [False, False, False, True]
    assert decision.choices[3].id >= FIRST_OFFER
    assert str(decision) == "seat 1: shot? pass / parry / counter / drink"


def test_time_passes_by_choices_of_the_house_and_idle_ticks_are_one_entry() -> None:
    t = saloon([Shot(1, by=0), Quiet()])
    with pytest.raises(IllegalChoice) as refused:
        t.answer(HOUSE, "tick")
    assert refused.value.code == "no_clock"
    t.clock = True
    t.answer(HOUSE, "tick")
    t.answer(HOUSE, "tick")
    assert t.log == [(HOUSE, "tick:2")]
    t.answer(HOUSE, "tick")
    assert t.story == ("hit 1",), "the third tick lets the question lapse with its default"
    assert t.log == [(HOUSE, "tick:3")]
    for bad in ("tick:0", "tick:-1", "tick:x", "tock", "tick:9999999999"):
        with pytest.raises(IllegalChoice):
            t.answer(HOUSE, bad)


def test_ticks_can_come_many_at_once() -> None:
    t = saloon([Shot(1, by=0), Quiet()])
    t.clock = True
    t.answer(HOUSE, "tick:3")
    assert t.story == ("hit 1",)
    assert t.may_undo(1) == NO


def test_the_last_choice_can_be_taken_back_once() -> None:
    t = saloon([Shot(1, by=0), Quiet()])
    t.answer(1, "pass")
    assert t.may_undo(0) == NO, "it was not his choice"
    assert t.may_undo(1) == CONSENT, "Anna is asked because of it"
    t.answer(1, "undo:agreed")
    assert t.life == [2, 2, 2]
    assert asked(t) == [(1, "shot")]
    assert t.log == [(1, "pass"), (1, "undo:agreed")]
    with pytest.raises(IllegalChoice) as refused:
        t.answer(1, "undo")
    assert refused.value.code == "cannot_undo"


def refused_undo(t: Table, seat: int, text: str) -> str:
    told = t.why_not(seat, text)
    with pytest.raises(IllegalChoice) as refused:
        t.answer(seat, text)
    assert told is not None
    assert told.same_as(refused.value)
    return refused.value.code


def after_a_choice() -> Saloon:
    """Anna has waited, and is asked once more: nobody else has anything to do with it."""
    t = saloon([Quiet()])
    t.answer(0, "wait")
    return t


def test_what_concerns_nobody_else_is_taken_back_freely() -> None:
    t = after_a_choice()
    assert t.may_undo(0) == FREE
    assert t.why_not(0, "undo") is None
    t.answer(0, "undo")
    assert t.log == [(0, "wait"), (0, "undo")]
    assert refused_undo(t, 0, "undo") == refused_undo(t, 0, "undo:agreed") == "cannot_undo"


def test_agreement_that_was_not_needed_does_no_harm() -> None:
    t = after_a_choice()
    t.answer(0, "undo:agreed")
    assert t.log == [(0, "wait"), (0, "undo:agreed")]


def test_once_another_seat_is_asked_the_others_must_agree() -> None:
    t = saloon([Shot(1, by=0), Shot(2, by=0), Quiet()])
    t.answer(1, "parry")
    assert t.may_undo(1) == CONSENT
    assert refused_undo(t, 1, "undo") == "undo_needs_consent"
    assert asked(t) == [(2, "shot")], "a refusal changes nothing"
    t.answer(2, "parry")
    assert t.may_undo(1) == NO, "she has answered"
    assert refused_undo(t, 1, "undo:agreed") == "cannot_undo"


def test_a_question_that_was_open_before_is_nobodys_doing() -> None:
    t = saloon([Shot(1, by=0), Quiet()], drinks=(0, 0, 1))
    t.answer(2, "drink")
    assert asked(t) == [(1, "shot")]
    assert t.may_undo(2) == FREE, "the very same question was put to her before"
    t.answer(2, "undo")
    assert t.drinks == [0, 0, 1]


def test_a_standing_offer_is_no_question() -> None:
    t = saloon([Quiet()], drinks=(0, 0, 1))
    t.answer(0, "wait")
    assert t.decision(2) is not None
    assert t.may_undo(0) == FREE


@pytest.mark.parametrize("eye", [0, 1, 2, BYSTANDER])
def test_nothing_is_taken_back_once_anybody_has_learnt_a_card(eye: int) -> None:
    t = after_a_choice()
    t.knows.show(CardId(1), only(eye))
    assert t.may_undo(0) == NO
    assert refused_undo(t, 0, "undo") == refused_undo(t, 0, "undo:agreed") == "cannot_undo"


def test_what_the_chooser_has_shown_stays_known() -> None:
    t = saloon([Quiet()])
    t.knows.show(CardId(1), only(0))
    t.answer(0, "wait")
    t.knows.show(CardId(1), only(2))
    assert t.may_undo(0) == FREE
    t.answer(0, "undo")
    assert list(t.knows.masks) == [0, only(0) | only(2)]


def test_nothing_is_taken_back_after_a_die() -> None:
    t = after_a_choice()
    t.dice.below(6)
    assert t.may_undo(0) == NO
    t = saloon([Quiet()])
    t.dice.queue = (3,)
    t.answer(0, "wait")
    t.dice.below(6)
    assert t.may_undo(0) == NO, "nor after one that was laid down beforehand"


def test_nothing_is_taken_back_once_time_has_passed() -> None:
    t = after_a_choice()
    t.clock = True
    t.answer(HOUSE, "tick")
    assert t.may_undo(0) == NO


def test_an_old_entry_is_taken_back_as_in_its_day() -> None:
    """Then only what the chooser had learnt counted; people are held to the rules of today."""
    t = saloon([Shot(1, by=0), Quiet()])
    t.answer(1, "pass")
    t.knows.show(CardId(1), only(2))
    assert refused_undo(t, 1, "undo") == "cannot_undo"
    t.replay(1, "undo")
    assert asked(t) == [(1, "shot")]
    assert t.log == [(1, "pass"), (1, "undo")]
    t.replay(1, "pass")
    t.knows.show(CardId(0), only(1))
    for text in ("undo", "undo:agreed"):
        with pytest.raises(IllegalChoice) as refused:
            t.replay(1, text)
        assert refused.value.code == "cannot_undo"


def test_taking_back_needs_no_log() -> None:
    t = saloon([Quiet()])
    t.log = None
    t.answer(0, "wait")
    assert t.may_undo(0) == FREE
    t.answer(0, "undo")
    assert t.may_undo(0) == NO
    t.clock = True
    t.answer(0, "wait")
    t.answer(HOUSE, "tick")
    assert t.may_undo(0) == NO
    assert t.log is None


def test_a_table_that_takes_nothing_back_says_so() -> None:
    t = saloon([Quiet()])
    t.takes_back = False
    t.answer(0, "wait")
    assert t.log == [(0, "wait")]
    assert t.may_undo(0) == NO


def test_bad_answers_change_nothing() -> None:
    t = saloon([Shot(1, by=0), Quiet()])
    for seat, choice, code in (
        (0, "pass", "not_asked"),
        (0, PARRY, "not_asked"),
        (2, "pass", "not_asked"),
        (1, "sing", "unknown_choice"),
        (1, ChoiceId(9), "not_offered"),
        (5, "pass", "no_such_seat"),
        (-2, "pass", "no_such_seat"),
    ):
        with pytest.raises(IllegalChoice) as refused:
            t.answer(seat, choice)
        assert refused.value.code == code
    assert t.log == []
    assert asked(t) == [(1, "shot")]


def test_after_the_end_everything_is_refused() -> None:
    t = saloon([Quiet()])
    t.answer(0, ChoiceId(1))
    assert t.outcome == Outcome((0,), (1, 0, 0), "quiet")
    assert t.decisions() == []
    with pytest.raises(IllegalChoice) as refused:
        t.answer(0, "wait")
    assert refused.value.code == "game_over"
    assert t.may_undo(0) == NO


def test_rules_that_run_in_circles_are_stopped() -> None:
    with pytest.raises(RulesBug):
        saloon([Endless()])
    with pytest.raises(RulesBug):
        saloon([Hit(0)])


def test_random_play_takes_offers_and_lets_time_pass() -> None:
    t = saloon([Bids(mask_of([0, 1, 2]))], drinks=(1, 1, 1))
    t.clock = True
    made = play_out(t, Rng(4), 500)
    assert t.outcome is not None
    assert made > 3
    with pytest.raises(RulesBug):
        play_out(saloon([Shot(1, by=0)] * 40), Rng(0), 0)
