"""A frame is what it declares: its constructor, its text in lines and its data in views."""

from typing import Any, ClassVar

import pytest

import parlour
from parlour.core.errors import BadText
from parlour.core.frame import Frame, Nested, Sealed
from parlour.core.frame_fields import (
    FLAG,
    NUMBER,
    SEAT,
    SEAT_OR_NONE,
    SEATS,
    Fields,
    Place,
    Word,
)
from parlour.core.frame_reader import FrameReader
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.lab.conformance import walk
from parlour.lab.declarations import Misdeclared, check_declaration

pytestmark = pytest.mark.rules

GAMES = list(parlour.all_games().values())
TYPES = [
    pytest.param(game, kind, id=f"{game.id}-{kind.__name__}")
    for game in GAMES
    for kind in game.frame_types
]


@pytest.mark.parametrize(("game", "kind"), TYPES)
def test_every_frame_is_what_it_declares(game: Game, kind: type[Frame[Any]]) -> None:
    check_declaration(game.frames, kind)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_frames_have_names_of_their_own(game: Game) -> None:
    assert len(game.frames.names) == len(game.frames.types) == len(game.frame_types)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_imagined_table_has_the_stack_of_its_view(game: Game) -> None:
    """A view tells it as data, a line as texts; both give the same frames."""
    for number, t in enumerate(walk(game, game.most, 4)):
        if number % 9 == 0 and t.outcome is None:
            view = t.look(0)
            assert view.stack == [frame.data() for frame in t.stack]
            imagined = game.imagine(view, Rng(number))
            assert repr(imagined.stack) == repr(t.stack) == repr(game.parse(t.line()).stack)


# --- a made-up room with every kind of fact ---------------------------------------------------


class Weigh(Frame[Any]):
    fields: ClassVar[Fields] = {
        "seat": SEAT,
        "by": SEAT_OR_NONE,
        "others": SEATS,
        "count": NUMBER,
        "sworn": FLAG,
        "metal": Word(("gold", "tin")),
        "shelf": Place("s"),
    }

    def __init__(
        self, seat: int, by: int, others: int, count: int, sworn: int, metal: int, shelf: int
    ) -> None:
        self.seat = seat
        self.by = by
        self.others = others
        self.count = count
        self.sworn = sworn
        self.metal = metal
        self.shelf = shelf


class Later(Frame[Any]):
    fields: ClassVar[Fields] = {"then": Nested(Weigh)}

    def __init__(self, then: Frame[Any]) -> None:
        self.then = then


READER = FrameReader((Weigh, Later, Sealed))
WEIGHED = {"type": "weigh", "seat": 2, "by": None, "others": [0, 3], "count": -7}
WEIGHED |= {"sworn": True, "metal": "tin", "shelf": "s3"}


def test_a_fact_travels_as_what_it_means() -> None:
    frame = Later(Weigh(2, -1, 0b1001, -7, 1, 1, 2))
    assert frame.data() == {"type": "later", "then": WEIGHED}
    assert repr(frame) == "Later(Weigh(2,-1,9,-7,1,1,2))"
    for kind in (Weigh, Later, Sealed):
        check_declaration(READER, kind)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("Weigh(4,-1,0,0,0,0,0)", "seat must be a seat, not 4"),
        ("Weigh(0,-2,0,0,0,0,0)", "by must be a seat or nobody, not -2"),
        ("Weigh(0,0,16,0,0,0,0)", "others must be seats, not 16"),
        ("Weigh(0,0,0,Sealed(1),0,0,0)", "count must be a number, not Sealed(1)"),
        ("Weigh(0,0,0,0,2,0,0)", "sworn must be yes or no, not 2"),
        ("Weigh(0,0,0,0,0,2,0)", "metal must be one of the room's words, not 2"),
        ("Weigh(0,0,0,0,0,0,-1)", "shelf must be a place, not -1"),
        ("Later(3)", "then must be a frame that can stand there, not 3"),
        ("Later(Sealed(1))", "then must be a frame that can stand there, not Sealed(1)"),
        ("Weigh(0)", "is no frame of this game"),
        ("Weight(0)", "is no frame of this game"),
        ("Sealed(1", "is no frame of this game"),
        ("Sealed(1))", "is no frame of this game"),
        ("3", "is no frame of this game"),
        ("Sealed(x)", "cannot be read as a frame"),
        ("Later(" * 5000, "is too deep"),
        ({"seat": 0}, "is no frame of this game"),
        ({"type": "sealed"}, "is no frame of this game"),
        ({"type": "sealed", "seats": [], "more": 1}, "is no frame of this game"),
        ({"type": ["sealed"]}, "is no frame of this game"),
        ({"type": "sealed", "seats": [4]}, "seats must be seats, not 16"),
        ({"type": "sealed", "seats": [10**9]}, "seats must be seats, not '[1000000000]'"),
        ({"type": "sealed", "seats": 3}, "seats must be seats, not '3'"),
        ({"type": "later", "then": {"type": "now"}}, "{'type': 'now'} is no frame of this game"),
        (WEIGHED | {"seat": "2"}, "seat must be a seat, not '2'"),
        (WEIGHED | {"seat": True}, "seat must be a seat, not True"),
        (WEIGHED | {"sworn": 1}, "sworn must be yes or no, not '1'"),
        (WEIGHED | {"metal": "lead"}, "metal must be one of the room's words, not 'lead'"),
        (WEIGHED | {"shelf": "s03"}, "shelf must be a place, not 's03'"),
        (WEIGHED | {"shelf": "s0"}, "shelf must be a place, not -1"),
        (7, "7 is no frame of this game"),
    ],
)
def test_what_is_no_frame_is_refused_with_a_sentence(told: object, reason: str) -> None:
    with pytest.raises(BadText) as refused:
        READER.read(told, 4)
    assert reason in str(refused.value)


# --- planted mistakes ---------------------------------------------------------------------------


class Undeclared(Frame[Any]):
    """An argument is not declared."""

    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int, price: int) -> None:
        self.seat = seat
        self.price = price


class Optional(Frame[Any]):
    """So it is where nobody need give it."""

    fields: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: int, price: int = 3) -> None:
        self.seat = seat
        self.price = price


class Untaken(Frame[Any]):
    """The constructor takes less than is declared."""

    fields: ClassVar[Fields] = {"seat": SEAT, "price": NUMBER}

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Dropped(Frame[Any]):
    """The constructor takes it, but does not keep it."""

    fields: ClassVar[Fields] = {"seat": SEAT, "price": NUMBER}

    def __init__(self, seat: int, price: int) -> None:
        self.seat = seat


class Crossed(Frame[Any]):
    """Declared in another order."""

    fields: ClassVar[Fields] = {"price": NUMBER, "seat": NUMBER}

    def __init__(self, seat: int, price: int) -> None:
        self.seat = seat
        self.price = price


class Named(Frame[Any]):
    fields: ClassVar[Fields] = {"type": NUMBER}

    def __init__(self, type: int) -> None:
        self.type = type


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Undeclared, "Undeclared declares seat, but its constructor takes other facts: .*'price'"),
        (Optional, "Optional declares seat, but keeps price too"),
        (Untaken, "Untaken declares seat, price, but its constructor takes .*'price'"),
        (Dropped, "Dropped declares seat, price, but does not keep 'price' as it is given"),
        (Crossed, "Crossed declares price, seat, but does not keep 'price' as it is given"),
        (Named, "Named declares type: 'type' is the frame's own name"),
    ],
)
def test_a_forgotten_fact_is_named(kind: type[Frame[Any]], said: str) -> None:
    with pytest.raises(Misdeclared, match=said):
        check_declaration(FrameReader((kind,)), kind)
