"""How far away a guest is: measured by the server, by words that nobody can guess."""

import asyncio
from pathlib import Path

import pytest

from parlour.server.socket.trip import FRESH_MS, KEPT, Trip
from tests.server.tavern import tavern
from tools.patience import PATIENCE_S


class Far:
    """A clock, and what was sent."""

    def __init__(self) -> None:
        self.now = 1_000
        self.drawn = 0
        self.sent: list[bytes] = []
        self.trip = Trip(lambda: self.now, self.token, self.sent.append)

    def token(self, bits: int) -> str:
        self.drawn += 1
        return f"{self.drawn}"

    def measure(self, took: int) -> None:
        self.trip.ask()
        self.now += took
        self.trip.answered(self.sent[-1])


def test_a_line_is_as_long_as_the_quickest_of_the_last_few() -> None:
    far = Far()
    assert far.trip.half() == 0
    for took in (300, 90, 400):
        far.measure(took)
    assert far.trip.half() == 45
    for _ in range(KEPT):
        far.measure(200)
    assert far.trip.half() == 100


def test_a_word_that_was_not_asked_for_or_comes_twice_is_nothing() -> None:
    far = Far()
    far.trip.answered(b"1")
    far.measure(80)
    far.trip.answered(far.sent[-1])
    far.now += 5
    far.trip.answered(b"guess")
    assert far.trip.half() == 40


def test_what_was_measured_long_ago_is_forgotten() -> None:
    far = Far()
    far.measure(80)
    far.now += FRESH_MS + 1
    assert far.trip.half() == 0


def test_pings_that_nobody_answers_take_no_room() -> None:
    far = Far()
    for _ in range(100):
        far.trip.ask()
    far.trip.answered(far.sent[0])
    assert far.trip.half() == 0
    far.now += 60
    far.trip.answered(far.sent[-1])
    assert far.trip.half() == 30


async def test_a_real_line_is_measured_by_pings_that_the_clients_library_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seat, _ = await house.open("kings", 2)
        heard = asyncio.Event()
        answered = Trip.answered
        words: list[bytes] = []

        def noted(trip: Trip, word: bytes) -> None:
            words.append(word)
            answered(trip, word)
            if trip._took:
                heard.set()

        monkeypatch.setattr(Trip, "answered", noted)
        await seat.connect()
        await asyncio.wait_for(heard.wait(), PATIENCE_S)
        assert len(words[0]) >= 8
