"""Each planted leak must turn a test red: the twin worlds, or one of the checks under them."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import pytest

import parlour
from parlour.core.examiner import Hidden
from parlour.core.frame import Frame, Sealed
from parlour.core.frame_fields import NUMBER, SEAT, Fields
from parlour.core.game import Game
from parlour.core.ids import CardId, ChoiceId, as_choices
from parlour.core.piles import Knowledge, without
from parlour.core.seats import ALL, Everything, only
from parlour.core.stack import stack_of
from parlour.core.table import Table
from parlour.core.view import Eyes, View
from parlour.games.magpies import examiner, frames  # type: ignore[import-not-found]
from parlour.lab.conformance import check_cards
from parlour.lab.secrets import Unlisted, check_hidden, check_stack
from parlour.lab.twins import ENOUGH, Blind, Leak, check_twins, enough_twins

MAGPIES: Any = type(parlour.game("magpies"))
HONEST: Any = type(examiner.EXAMINER)
REFUSALS = parlour.game("magpies").refusals


class Honest(MAGPIES):  # type: ignore[misc]
    """Nothing planted: the control."""


class HandOrder(MAGPIES):  # type: ignore[misc]
    """A rival's hand is told in an order that depends on its cards."""

    def build_view(self, t: Any, eyes: Eyes, same: Any = None) -> Any:
        view: Any = super().build_view(t, eyes)
        if eyes.everything or not t.hands[0]:
            return super().build_view(t, eyes)
        first = t.hands[0].index(max(t.hands[0]))  # where the best card of a hand stands
        return view.__class__(**fields(view) | {"turns": view.turns + 100 * first})


class RivalsHand(MAGPIES):  # type: ignore[misc]
    """Everybody sees the next seat's cards."""

    def build_view(self, t: Any, eyes: Eyes, same: Any = None) -> Any:
        view: Any = super().build_view(t, eyes)
        if eyes.everything or eyes.seat is None:
            return super().build_view(t, eyes)
        peek = super().build_view(t, Eyes((eyes.seat + 1) % t.players))
        hands = [max(a, b) for a, b in zip(view.hands, peek.hands, strict=True)]
        return view.__class__(**fields(view) | {"hands": hands})


class CardNumber(MAGPIES):  # type: ignore[misc]
    """The id of a stolen card travels with the event."""

    def heard(self, t: Table, seat: int | None, since: int = 0) -> list[dict[str, object]]:
        events: list[dict[str, object]] = super().heard(t, seat, since)
        sink: list[Any] = list(t.sink or [])
        for event, told in zip(sink[since:], events, strict=True):
            if told["type"] == "stole":
                told["id"] = str(event.card.seen_by(event.seat))
        return events


class Oracle(MAGPIES):  # type: ignore[misc]
    """A refusal depends on a rival's hand: its rule is cited only if somebody holds a red 1."""

    @property
    def refusals(self) -> dict[str, str]:
        told = dict(REFUSALS)
        held = self.table is not None and any(0 in hand for hand in self.table.hands)
        return told | {"not_held": "MAGP-3" if held else ""}

    table: Any = None

    def look(self, t: Table, seat: int | None) -> View:
        self.table = t
        view: View = super().look(t, seat)
        return view


class Counter(MAGPIES):  # type: ignore[misc]
    """A number in the line counts rows that were hidden from the seat."""

    def line(self, t: Any, seat: int | Everything | None = ALL) -> str:
        high = sum(1 for hand in t.hands for card in hand if card > 7)
        return f"{super().line(t, seat)} {high if seat is not ALL else ''}".strip()


class KeptBits(MAGPIES):  # type: ignore[misc]
    """A third party's bit is kept after a theft: everybody learns what was stolen."""

    def build_view(self, t: Any, eyes: Eyes, same: Any = None) -> Any:
        masks = list(t.knows.masks)
        if not eyes.everything:
            for seat, hand in enumerate(t.hands):
                for card in hand[2:]:  # what was added to a full hand came by theft
                    masks[card] |= only(eyes.eye) | only(seat)
        real, t.knows = t.knows, Knowledge(masks)
        view = super().build_view(t, eyes)
        t.knows = real
        return view


def fields(view: Any) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__struct_fields__}


def leaks(game: Game) -> bool:
    try:
        for seed in range(40):
            check_twins(game, 3, seed)
    except Leak:
        return True
    return False


def test_nothing_planted_nothing_found() -> None:
    assert not leaks(Honest())


@pytest.mark.parametrize("planted", [HandOrder, RivalsHand, CardNumber, Oracle, Counter, KeptBits])
def test_each_planted_leak_is_found(planted: type[Game]) -> None:
    assert leaks(planted())


def test_a_leak_is_told_by_its_place() -> None:
    with pytest.raises(Leak, match=r"must not be able to tell .* was sent view\.hands\.\d\.\d: '"):
        enough_twins(RivalsHand(), 3)


# --- a frame that knows too much ------------------------------------------------------------


class Turn(Frame[Any]):
    """The room's own turn; cards of equal texts are one choice, and a theft takes a second step."""

    ask: ClassVar[str] = "turn"
    real: ClassVar[Any] = frames.Turn()

    def asks(self, t: Any) -> int:
        return int(self.real.asks(t))

    def act(self, t: Any) -> None:
        self.real.act(t)

    def options(self, t: Any, seat: int) -> list[ChoiceId]:
        return one_of_each_text(self, t, seat, self.real.options(t, seat))

    def text(self, t: Any, seat: int, choice: ChoiceId) -> str:
        return str(self.real.text(t, seat, choice))

    def resolve(self, t: Any, seat: int, choice: ChoiceId) -> None:
        t.push(self)
        if choice < frames.STEAL:
            frames.show(t, seat, choice)
            t.turns += 1
        else:
            victim = choice - frames.STEAL
            t.push(Search(seat, victim, t.dice.pick(t.hands[victim])))


def one_of_each_text(frame: Frame[Any], t: Any, seat: int, ids: list[ChoiceId]) -> list[ChoiceId]:
    return list({frame.text(t, seat, id): id for id in ids}.values())


class Search(Frame[Any]):
    """The thief has a hand on a card, whose number stands here for everybody to read."""

    ask: ClassVar[str] = "turn"
    fields: ClassVar[Fields] = {"seat": SEAT, "victim": SEAT, "card": NUMBER}

    def __init__(self, seat: int, victim: int, card: CardId) -> None:
        self.seat: Final = seat
        self.victim: Final = victim
        self.card: Final = card

    def asks(self, t: Any) -> int:
        return only(self.seat)

    def options(self, t: Any, seat: int) -> list[ChoiceId]:
        return as_choices([0])

    def text(self, t: Any, seat: int, choice: ChoiceId) -> str:
        return "grab"

    def resolve(self, t: Any, seat: int, choice: ChoiceId) -> None:
        t.hands[self.victim] = without(t.hands[self.victim], self.card)
        t.hands[seat] += (self.card,)
        t.knows.blur(t.hands[seat], only(seat))
        t.turns += 1


class Prying(MAGPIES):  # type: ignore[misc]
    frame_types: ClassVar = (frames.Nest, Turn, Search)

    def deal(self, t: Any) -> None:
        super().deal(t)
        t.stack = stack_of([Turn()])


def test_a_frame_that_holds_a_hidden_card_is_named() -> None:
    """The twin worlds alone copy the stack from one to the other, and mostly pass it over."""
    with pytest.raises(Leak, match=r"Search\(\d,\d,\d+\) is told to everybody.*must not know"):
        check_stack(Prying(), 3, 0)


class Swallowing(Prying):
    """The card lies nowhere but in the frame."""

    frame_types: ClassVar = (frames.Nest, Turn, Search)

    def build_view(self, t: Any, eyes: Eyes, same: Any = None) -> Any:
        hands, held = t.hands, {frame.card for frame in t.stack if isinstance(frame, Search)}
        t.hands = [tuple(card for card in hand if card not in held) for hand in hands]
        view = super().build_view(t, eyes)
        t.hands = hands
        return view


class Unsuspecting(HONEST):  # type: ignore[misc]
    """Looks for cards where they lie on the table."""

    def inventory(self, t: Any) -> list[int]:
        held = {frame.card for frame in t.stack if isinstance(frame, Search)}
        return [card for card in super().inventory(t) if card not in held]


def test_a_card_that_lies_in_a_frame_alone_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examiner, "EXAMINER", Unsuspecting())
    with pytest.raises(AssertionError, match=r"the cards \[\d+\] lie nowhere .*Search"):
        check_cards(Swallowing(), 3, 0)
    said = set()
    for seed in range(6):
        with pytest.raises(Leak, match="Search") as found:
            check_stack(Swallowing(), 3, seed)
        said.add("Does a frame hold a card that lies nowhere" in str(found.value))
    assert said == {True, False}, "by an exchange, or because the line lacks the card"


def test_frames_that_hold_nothing_hidden_pass() -> None:
    assert sum(check_stack(Honest(), 3, seed) for seed in range(5))


class Labelled(MAGPIES):  # type: ignore[misc]
    """A frame with a text in it: who could tell whether it is a card's?"""

    def deal(self, t: Any) -> None:
        super().deal(t)
        t.stack = stack_of([Search(0, 1, "red1")])  # type: ignore[arg-type]


def test_a_frame_holds_seats_and_numbers_only() -> None:
    with pytest.raises(Leak, match="its field 'card' holds 'red1'"):
        check_stack(Labelled(), 3, 0)


class Pocket(Search):
    """A card beside what the frame declares: no line and no view shows it."""

    def __init__(self, seat: int, victim: int, card: CardId) -> None:
        super().__init__(seat, victim, card)
        self.pocket: Final = card


class Pocketing(MAGPIES):  # type: ignore[misc]
    def deal(self, t: Any) -> None:
        super().deal(t)
        t.stack = stack_of([Pocket(0, 1, CardId(2))])


def test_a_frame_keeps_nothing_beside_what_it_declares() -> None:
    with pytest.raises(Leak, match="keeps pocket beside what it declares"):
        check_stack(Pocketing(), 3, 0)


# --- a list of hidden things with a hole in it ----------------------------------------------


class Forgetful(HONEST):  # type: ignore[misc]
    """An incomplete list of what the tiny game hides."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def hidden(self, t: Any) -> list[Hidden]:
        return [row for row in super().hidden(t) if not row[0].startswith(self.prefix)]


@pytest.mark.parametrize("prefix", ["hands.0", "hands.2", "hands.1.2", "nests", "nests.1", "aside"])
def test_a_list_of_hidden_things_must_be_complete(
    prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examiner, "EXAMINER", Forgetful(prefix))
    with pytest.raises(Unlisted, match=rf"unknown things at '{prefix[:5]}"):
        check_hidden(Honest(), 3, 1)


# --- cards that cannot be told apart --------------------------------------------------------


class Nest(Sealed[Any]):
    """The room's own, where equals are one choice."""

    ask: ClassVar[str] = "hide"

    def options(self, t: Any, seat: int) -> list[ChoiceId]:
        return one_of_each_text(self, t, seat, as_choices(list(t.hands[seat])))

    def text(self, t: Any, seat: int, choice: ChoiceId) -> str:
        return f"hide:{frames.CARDS[choice]}"

    def open(self, t: Any, choices: list[ChoiceId]) -> None:
        frames.Nest(self.seats).open(t, choices)
        t.stack.pop()
        t.push(EqualTurn())


class EqualTurn(Turn):
    """Without the second step."""

    def resolve(self, t: Any, seat: int, choice: ChoiceId) -> None:
        self.real.resolve(t, seat, choice)
        t.stack.pop()
        t.push(self)


class Equals(MAGPIES):  # type: ignore[misc]
    frame_types: ClassVar = (Nest, EqualTurn)

    def deal(self, t: Any) -> None:
        super().deal(t)
        t.stack = stack_of([Nest(t.stack[-1].seats)])


@pytest.fixture
def pebbles() -> Iterator[list[str]]:
    """The tiny game's list of cards, to be written over."""
    texts = frames.CARDS[:]
    yield frames.CARDS
    frames.CARDS[:] = texts


def test_cards_of_equal_texts_do_not_blind_the_twin_worlds(pebbles: list[str]) -> None:
    pebbles[:9] = ["pebble"] * 9
    assert enough_twins(Equals(), 3).compared >= ENOUGH


def test_where_all_cards_are_alike_it_says_that_nothing_was_compared(pebbles: list[str]) -> None:
    pebbles[:] = ["pebble"] * len(pebbles)
    with pytest.raises(Blind, match=r"only 0 positions could be compared.*share a text.*pebble"):
        enough_twins(Equals(), 3)


def test_where_nothing_is_listed_it_says_that_nothing_was_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(examiner, "EXAMINER", Forgetful(""))
    with pytest.raises(Blind, match=r"only 0 positions.*does `hidden` list what is hidden"):
        enough_twins(Honest(), 3)
