"""The small parts of the kernel, one by one."""

import os

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import notation
from parlour.core.build import build
from parlour.core.decision import PARTS, UNPACKED, pack, unpack, unpack_card
from parlour.core.dice import Dice, seed_bytes
from parlour.core.errors import BadText, RulesBug
from parlour.core.event import Event, Secret, Whisper, perceived
from parlour.core.ids import CardId, all_cards
from parlour.core.options import Option
from parlour.core.piles import Knowledge, one_of_each, without
from parlour.core.rng import Rng
from parlour.core.seats import EVERYONE, clockwise, mask_of, only, seats_in
from parlour.core.words import fill

pytestmark = pytest.mark.rules


class Drew(Event, frozen=True):
    seat: int
    card: Secret[str]


class Winked(Whisper, frozen=True):
    seat: int


def test_the_build_under_test_is_the_one_that_was_asked_for() -> None:
    assert build() == os.environ.get("PARLOUR_BUILD", build())


# --- dice -----------------------------------------------------------------------------------


def test_a_throw_depends_on_seed_and_number_alone() -> None:
    dice = Dice(seed_bytes(7))
    first = [dice.below(6) for _ in range(50)]
    assert [Dice(seed_bytes(7), thrown=0).below(6)] == first[:1]
    twin = Dice(seed_bytes(7))
    for _ in range(20):
        twin.below(6)
    assert twin.copy().below(6) == first[20]
    assert [Dice(seed_bytes(8)).below(1000)] != [Dice(seed_bytes(7)).below(1000)]


def test_every_face_is_equally_likely() -> None:
    dice = Dice(seed_bytes("fair"))
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5


def test_throws_laid_down_come_first_and_must_fit() -> None:
    dice = Dice(bytes(32), queue=(3, ~12, 9))
    assert dice.below(6) == 3
    assert dice.pick((11, 12, 13)) == 12
    with pytest.raises(RulesBug):
        dice.below(6)
    with pytest.raises(RulesBug):
        Dice(bytes(32), queue=(~5,)).pick((1, 2))


def test_a_seed_is_32_bytes_however_it_is_said() -> None:
    raw = bytes(range(32))
    assert seed_bytes(raw) == raw
    assert seed_bytes(raw.hex()) == raw
    assert len(seed_bytes(7)) == 32
    assert seed_bytes(7) == seed_bytes("7") != seed_bytes(8)
    assert len(seed_bytes("z" * 64)) == 32
    with pytest.raises(ValueError, match="32"):
        seed_bytes(b"short")


def test_a_shuffle_keeps_the_cards() -> None:
    cards = tuple(range(52))
    shuffled = Dice(seed_bytes(1)).shuffled(cards)
    assert sorted(shuffled) == list(cards)
    assert shuffled != cards


def test_the_other_randomness_is_even_too() -> None:
    rng = Rng(3)
    counts = [0] * 7
    for _ in range(7000):
        counts[rng.below(7)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 22.5
    assert Rng(3).split().word() != Rng(3).word()
    assert len({Rng(seed).word() for seed in range(300)}) == 300
    assert len(rng.key()) == 32


# --- seats and knowledge --------------------------------------------------------------------


def test_sets_of_seats() -> None:
    assert mask_of([0, 2]) == 5
    assert seats_in(5, 4) == [0, 2]
    assert clockwise(2, 4) == [2, 3, 0, 1]


@given(st.integers(0, PARTS - 1), st.integers(0, PARTS - 1))
def test_what_is_packed_can_be_unpacked(one: int, other: int) -> None:
    assert unpack(pack(one, other)) == unpack_card(pack(one, other)) == (one, other)


def test_no_two_choices_are_packed_alike_and_those_of_few_things_are_small_numbers() -> None:
    some = [0, 1, 15, 16, 17, 255, 256, 257, PARTS - 2, PARTS - 1]
    packed = [pack(one, other) for one in some for other in some]
    assert [unpack(choice) for choice in packed] == [(one, other) for one in some for other in some]
    assert len(set(packed)) == len(packed)
    assert max(packed) < UNPACKED
    assert pack(15, 15) <= 256


def test_a_blind_theft_makes_onlookers_forget_and_a_single_card_does_not() -> None:
    knows = Knowledge([EVERYONE, EVERYONE, only(0)])
    first, second, third = all_cards(3)
    knows.blur((first, second), only(0) | only(1))
    assert [knows.knows(2, card) for card in (first, second)] == [False, False]
    assert knows.knows(1, first)
    knows.blur((third,), 0)
    assert knows.knows(0, third)
    knows.hide((first, second))
    assert not knows.knows(1, first)


def test_learning_and_keeping() -> None:
    before = Knowledge([0, only(1)])
    after = before.copy()
    after.show(CardId(0), only(2))
    assert after.learnt(before, 2)
    assert after.learnt(before, 1), "somebody else learnt what this seat did not know either"
    assert after.learnt_by(before, 2)
    assert not after.learnt_by(before, 1)
    before.also(after)
    assert before.knows(2, CardId(0))


def test_of_equal_cards_the_one_known_to_most_moves_first() -> None:
    knows = Knowledge([only(0), EVERYONE, only(0)])
    assert one_of_each(all_cards(3), [5, 5, 6], knows) == [1, 2]
    assert without((4, 5, 6), 5) == (4, 6)


# --- events ---------------------------------------------------------------------------------


def test_a_secret_cannot_be_sent_and_does_not_talk() -> None:
    event = Drew(1, Secret("ace", only(1)))
    with pytest.raises(TypeError):
        msgspec.json.encode(event)
    assert "ace" not in repr(event)
    assert perceived(event, 1) == {"type": "drew", "seat": 1, "card": "ace"}
    assert perceived(event, 0) == perceived(event, None)
    assert perceived(event, 0) == {"type": "drew", "seat": 1, "card": None}


def test_a_whisper_that_is_not_heard_leaves_no_trace() -> None:
    event = Winked(audience=only(2), seat=1)
    assert perceived(event, 2) == {"type": "winked", "seat": 1}
    assert perceived(event, 0) is None
    assert perceived(event, None) is None


# --- text -----------------------------------------------------------------------------------

texts = st.text(max_size=12)
words = st.one_of(
    texts, st.sampled_from(["?", "-", "yes", "no", "12", "a b", "orc7/2-3o-7", "?*3"])
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-999, 999), words),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.from_regex(r"\A[a-z_]{1,6}\Z"), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.from_regex(r"\A[a-z_]{1,6}\Z"), values, max_size=5))
def test_a_line_reads_back_as_what_was_written(facts: dict[str, object]) -> None:
    line = notation.write(facts)
    assert "\n" not in line
    assert notation.read(line) == facts


def test_runs_of_question_marks_are_counted() -> None:
    facts = {"deck": ["?", "?", "?", "a", "?", "?"]}
    assert notation.write(facts) == "deck=[?*3 a ? ?]"
    assert notation.read("deck=[?*3 a ? ?]") == facts


@pytest.mark.parametrize(
    "line",
    ["a", "a=", "a=[1", "a={b=1", 'a="x', "a=1 a=2", "=1", "a=[?*5000]", "a=" + "[" * 50, "a=]"],
)
def test_a_bad_line_says_where(line: str) -> None:
    with pytest.raises(BadText) as wrong:
        notation.read(line)
    assert wrong.value.facts["column"]


def test_messages_are_filled() -> None:
    cards = "{n, plural, =0 {nothing} one {# card} other {# cards}}"
    assert [fill(cards, "en", {"n": n}) for n in (0, 1, 4)] == ["nothing", "1 card", "4 cards"]
    chosen = "{who} draws {card, select, none {a card} other {the {card}}}."
    assert fill(chosen, "en", {"who": "Anna", "card": None}) == "Anna draws a card."
    assert fill(chosen, "en", {"who": "Anna", "card": "ace"}) == "Anna draws the ace."


def test_options_know_their_limits() -> None:
    number = Option("number", 3, "X-1", "S", least=1, most=4)
    assert [number.fits(v) for v in (1, 4, 0, 5, True, "3")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    numbers = Option("numbers", [1], "X-1", "D", most=9)
    assert numbers.fits([[1, 2], [3]])
    assert not numbers.fits([])
    assert not numbers.fits([1] * 500)
    assert not numbers.fits([[[[1]]]])
    assert Option("word", "a", "X-1", "D", words=["a", "b"]).fits("b")
