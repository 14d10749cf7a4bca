"""Menus: choices that are counted and picked from before anybody lists them."""

import pytest

import parlour
from parlour.core.decision import FEW, FIRST_OFFER, PARTS, pack
from parlour.core.errors import IllegalChoice
from parlour.core.ids import ChoiceId, as_choices
from parlour.core.menu import Menu, count_of, member
from parlour.core.piles import bit
from parlour.core.rng import Rng
from parlour.core.seats import HOUSE

pytestmark = pytest.mark.rules
SETS = [0b1, 0b1011, 0b1 << 11, 0b101 << 11, bit(60), bit(60) | bit(31) | 0b11, bit(13) - 1]


def members(mask: int) -> list[int]:
    return [number for number in range(61) if mask >> number & 1]


def all_of(menu: Menu) -> list[ChoiceId]:
    """Its choices, one by one and as a list; then offers."""
    found = [menu.choice(number) for number in range(menu.total)]
    assert menu.choices() == found
    return found


@pytest.mark.parametrize("mask", SETS)
def test_a_set_is_counted_and_read_from_its_least(mask: int) -> None:
    assert count_of(mask) == len(members(mask))
    assert [member(mask, number) for number in range(count_of(mask))] == members(mask)


@pytest.mark.parametrize("thing", [0, 7, 255, 256, PARTS - 1])
@pytest.mark.parametrize("mask", SETS)
def test_a_thing_goes_with_each_of_a_set(thing: int, mask: int) -> None:
    menu = Menu()
    menu.each(thing, mask)
    assert all_of(menu) == [pack(thing, other) for other in members(mask)]


def test_it_is_a_list_of_others_or_rows_in_their_order() -> None:
    menu, some = Menu(), as_choices([40, 2, 7])
    menu.take(some)
    assert all_of(menu) == some == [40, 2, 7]
    menu.clear()
    assert all_of(menu) == []
    menu.alone(ChoiceId(5))
    menu.each(3, 0b110)
    menu.each(3, 0)
    menu.alone(pack(900, FEW - 1))
    assert all_of(menu) == [5, pack(3, 1), pack(3, 2), pack(900, FEW - 1)]
    assert some == [40, 2, 7]


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_offers_come_last(rows: int) -> None:
    menu = Menu()
    for thing in range(rows):
        menu.each(thing, 0b11)
    before = menu.choices()
    menu.offer(as_choices([9, 4]))
    assert menu.total == 2 * rows + 2
    last = [menu.choice(2 * rows + k) for k in range(2)]
    assert last == [FIRST_OFFER + 9, FIRST_OFFER + 4]
    assert [menu.choice(k) for k in range(2 * rows)] == before == menu.choices()


def test_seats_come_clockwise_from_the_left_of_whoever_chooses() -> None:
    menu = Menu()
    menu.around(1, 0b1010111, 2)
    assert all_of(menu) == [pack(1, seat) for seat in (4, 6, 0, 1, 2)]


@pytest.mark.parametrize("me", [0, 3, 7])
def test_things_with_seats_and_with_sets_stand_in_one_menu(me: int) -> None:
    """Whatever was counted before, each row has its own."""
    menu, wanted = Menu(), list[ChoiceId]()
    for thing, seats in enumerate([0b11, 0b11, 0, 0b11111111, 0b11, 1 << 7, 0b11]):
        menu.around(thing, seats, me)
        clockwise = [seat % 8 for seat in range(me + 1, me + 9)]
        wanted += [pack(thing, seat) for seat in clockwise if seats >> seat & 1]
        menu.each(90 + thing, seats)
        wanted += [pack(90 + thing, seat) for seat in range(8) if seats >> seat & 1]
    assert all_of(menu) == wanted


def test_a_menu_is_written_anew_and_grows_as_it_must() -> None:
    menu = Menu()
    for size in (3, 100, 0, 40):
        menu.clear()
        for thing in range(size):
            menu.each(thing, 0b11)
        assert all_of(menu) == [pack(thing, other) for thing in range(size) for other in (0, 1)]


@pytest.mark.parametrize("game", ["bang", "intrigo", "kings", "wink"])
def test_a_game_is_played_by_numbers(game: str) -> None:
    """With quiet tables as with those that keep a record, whatever else is asked in between."""
    room, rng = parlour.game(game), Rng(3)
    t, twin = room.new(4, 3, quiet=True), room.new(4, 3)
    while t.outcome is None:
        seat = t.next_seat()
        assert seat == (t.wanted() or [HOUSE])[0] == twin.next_seat()
        if seat == HOUSE:
            t.pass_time()
            twin.pass_time()
            continue
        number = rng.below(t.count(seat))
        for other in range(4):  # asked meanwhile: what was counted stays as it was, or is forgotten
            assert t.count(other) == len(t.choices(other))
        t.pick(seat, number)
        twin.answer(seat, twin.choices(seat)[number])
    assert twin.outcome is not None
    assert repr(t.outcome) == repr(twin.outcome)
    assert t.count(0) == 0


LIVE: dict[str, object] = {"pace": "live"}
GAMES: list[tuple[str, dict[str, object]]] = [
    ("bang", {}),
    ("intrigo", {}),
    ("kings", {}),
    ("wink", {}),
    ("wink", LIVE),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_game_is_played_by_whoever_is_next(game: str, options: dict[str, object]) -> None:
    """Time has one choice, and nobody has any when it is over."""
    room, rng = parlour.game(game), Rng(5)
    t, twin = room.new(4, 3, options, quiet=True), room.new(4, 3, options)
    count = t.count_next()
    while count:
        seat = twin.next_seat()
        assert count == (1 if seat == HOUSE else len(twin.choices(seat)))
        number = rng.below(count)
        twin.answer(seat, "tick" if seat == HOUSE else twin.choices(seat)[number])
        count = t.pick_next(number)
        assert t.line() == twin.line()
    assert t.count_next() == 0
    assert repr(t.outcome) == repr(twin.outcome) != "None"
    with pytest.raises(IllegalChoice, match="game_over"):
        t.pick_next(0)


def test_a_number_that_whoever_is_next_does_not_have_is_refused() -> None:
    t = parlour.game("kings").new(2, 1)
    with pytest.raises(IllegalChoice, match="not_offered"):
        t.pick_next(t.count_next())
    wink = parlour.game("wink").new(4, 1, LIVE)
    while wink.next_seat() != HOUSE:
        wink.pick_next(0)
    line = wink.line()
    with pytest.raises(IllegalChoice, match="not_offered") as caught:
        wink.pick_next(1)
    assert caught.value.facts == {"number": 1, "list": ["0 (tick)"]}
    assert wink.line() == line
    wink.pick_next(0)
    assert wink.line() != line


@pytest.mark.parametrize("counted", [False, True])
def test_a_number_that_no_choice_has_is_refused(counted: bool) -> None:
    t = parlour.game("kings").new(2, 1)
    seat, line = t.next_seat(), t.line()
    many = t.count(seat)
    for number in (-1, many, 10_000):
        if counted:
            assert t.count(seat) == many
        with pytest.raises(IllegalChoice, match="not_offered") as caught:
            t.pick(seat, number)
        assert caught.value.facts["number"] == number
        offered = caught.value.facts["list"]
        assert isinstance(offered, list)
        assert len(offered) == many
    with pytest.raises(IllegalChoice, match="not_asked"):
        t.pick(1 - seat, 0)
    with pytest.raises(IllegalChoice, match="no_such_seat"):
        t.pick(7, 0)
    with pytest.raises(IllegalChoice, match="no_such_seat"):
        t.count(-1)
    assert t.line() == line
    t.pick(seat, many - 1)
    assert t.line() != line
