"""A house that cheats, and holds a seat besides: what it can try, and who notices it.

The house is the real one with one function exchanged: where the game begins, after everybody
has revealed, it looks for the seed that suits seat 1 best.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

import parlour
from parlour.cli.shares import Shares, adds_up
from parlour.server.table import begin, records, rows, seats
from parlour.server.table.fairness import combined, commitment, share_commitment
from parlour.server.table.shuffles import Shuffle
from parlour.server.table.sitting import Sitting
from tests.server.desk import Desk, Opener
from tests.server.throwers import Thrower, all_throw, thrower

CHEAT = 1
Cheat = Callable[[Sitting, Shuffle], Shuffle]
honest_start = begin.started


def worth(seed: bytes) -> int:
    """What a deal is worth to the cheat: the values of its hand."""
    t = parlour.game("kings").new(3, seed)
    view: Any = t.look(CHEAT)
    return sum(int("".join(filter(str.isdecimal, str(card))) or 0) for card in view.hands[CHEAT])


def seed_of(s: Sitting, shuffle: Shuffle) -> bytes:
    return s.dealt(shuffle.number, shuffle.id, shuffle.shares)


def exchanged(shuffle: Shuffle, share: rows.Share) -> Shuffle:
    shares = [share if one.seat == share.seat else one for one in shuffle.shares]
    return msgspec.structs.replace(shuffle, shares=shares)


def another_share(s: Sitting, shuffle: Shuffle) -> Shuffle:
    """Commit last of all after all: another share for its own seat, until one is better.

    Of a fixed number none was better now and then.
    """
    fair = worth(seed_of(s, shuffle))
    for k in count():
        value = f"{k:064x}"
        sealed = share_commitment(s.id, shuffle.number, shuffle.id, CHEAT, value)
        other = exchanged(shuffle, rows.Share(CHEAT, sealed, value))
        if worth(seed_of(s, other)) > fair:
            return other
    raise AssertionError("no share is better")


def annas_left_out(s: Sitting, shuffle: Shuffle) -> Shuffle:
    """Pretend that Anna was silent."""
    anna = shuffle.of(0)
    assert anna is not None
    return exchanged(shuffle, rows.Share(0, anna.commitment))


def own_silence(s: Sitting, shuffle: Shuffle) -> Shuffle:
    """Stay silent oneself if that is better: all that is left to it."""
    mine = shuffle.of(CHEAT)
    assert mine is not None
    silent = exchanged(shuffle, rows.Share(CHEAT, mine.commitment))
    return max([shuffle, silent], key=lambda one: worth(seed_of(s, one)))


def none(s: Sitting, shuffle: Shuffle) -> Shuffle:
    return shuffle


async def played(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, cheat: Cheat
) -> tuple[Desk, list[Thrower]]:
    """A game at the house of a cheat, with Anna, the cheat and Clara; it is over."""

    def started(s: Sitting, shuffle: Shuffle | None = None) -> rows.Started:
        return honest_start(s, cheat(s, shuffle) if shuffle is not None else None)

    monkeypatch.setattr(begin, "started", started)
    table = await (await desk()).open("kings", 3)
    throwers = [await thrower(table, seat) for seat in range(3)]
    await table.begin()
    await table.settle()
    await all_throw(throwers)
    assert table.keeper.sitting.phase == "playing"
    await table.keeper.do(seats.close)
    await table.settle()
    return table, throwers


async def test_a_grinding_house_that_holds_a_seat_is_caught_by_every_other_client(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, cheat, clara) = await played(desk, monkeypatch, another_share)
    s = table.keeper.sitting
    fair = combined(
        s.secrets(1)[0],
        table.id,
        1,
        1,
        [(k.seat, k.shares.kept[1].value) for k in (anna, cheat, clara)],
    )
    assert worth(s.seed_of(s.games[0])) > worth(fair), "or it would not have been worth it"
    file = await records.game_file(table.keeper, 1)
    assert records.verify(file).honest, "the record alone tells nothing"
    assert [anna.verdict(), clara.verdict()] == ["wrong", "wrong"]


async def test_a_house_that_exchanges_its_own_secret_is_caught(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _, clara) = await played(desk, monkeypatch, none)
    assert anna.verdict() == "checked"
    shown = anna.table
    secret, salt = bytes(32), bytes.fromhex(shown["salt"])
    values = [(one["seat"], one["value"]) for one in shown["shares"]]
    other = {
        **shown,
        "secret": secret.hex(),
        "commitment": commitment(secret, salt),
        "seed": combined(secret, table.id, 1, 1, values).hex(),
    }
    assert adds_up(table.id, other), "it belongs together, and is another"
    assert [anna.shares.verdict(other), clara.shares.verdict(other)] == ["wrong", "wrong"]
    assert anna.shares.verdict({**shown, "seed": "00" * 32}) == "wrong"


async def test_a_share_that_the_house_left_out_is_noticed_by_its_owner(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _, clara) = await played(desk, monkeypatch, annas_left_out)
    assert records.verify(await records.game_file(table.keeper, 1)).honest
    assert [anna.verdict(), clara.verdict()] == ["left_out", "checked"]


async def test_a_house_that_never_asks_somebody_is_noticed_by_them(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await (await desk()).open("kings", 2)
    anna = await thrower(table, 0)
    monkeypatch.setattr(table.keeper.sitting, "able", set)
    await table.begin()
    await table.keeper.do(seats.close)
    await table.settle()
    assert anna.verdict() == "house"


def test_lists_that_differ_from_client_to_client_are_caught_by_one_of_them() -> None:
    """Whatever the house says at the end, it cannot be what both have kept."""
    anna, clara = Shares("T"), Shares("T")
    secret, salt = bytes(32), bytes(32)
    on = {"id": 1, "number": 1, "house": commitment(secret, salt), "step": "commit", "shares": []}
    for seat, one in ((0, anna), (2, clara)):
        one.follow({"shuffling": on}, seat)
    values = {0: anna.kept[1].value, 2: clara.kept[1].value}
    ends = []
    for one, seat, cheat in ((anna, 0, "bb" * 32), (clara, 2, "cc" * 32)):
        thrown = sorted({**values, CHEAT: cheat}.items())
        shares = [
            {"seat": k, "commitment": share_commitment("T", 1, 1, k, value), "value": value}
            for k, value in thrown
        ]
        assert one.follow({"shuffling": {**on, "step": "reveal", "shares": shares}}, seat)
        ends.append(
            {
                "number": 1,
                "shuffle": 1,
                "shares": shares,
                "broken": [],
                "commitment": on["house"],
                "secret": secret.hex(),
                "salt": salt.hex(),
                "seed": combined(secret, "T", 1, 1, thrown).hex(),
            }
        )
    assert [(anna.verdict(end), clara.verdict(end)) for end in ends] == [
        ("checked", "wrong"),
        ("wrong", "checked"),
    ]


async def test_all_that_is_left_to_it_is_to_stay_silent_and_be_named(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (anna, *_) = await played(desk, monkeypatch, own_silence)
    assert anna.verdict() == "checked"
    silent = [one["seat"] for one in anna.table["shares"] if not one.get("value")]
    assert [one["seat"] for one in anna.table["shares"]] == [0, 1, 2]
    assert silent in ([], [CHEAT])
