"""Guests who play unfairly at a table: with the clock, keys, names, pauses, talk.

Each goes on for its time, for what it costs others, and then says what it got by it.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from parlour.cli.remote import Rejected, Seat
from parlour.server.settings import Settings
from parlour.server.table.names import looks
from tools.patience import Patience
from tools.siege.attack import Refused, Target, attack

PAUSE_S: Final = 0.02
BANK_S: Final = 60
ROUNDS: Final = 20
"""So often an answer must have been taken back, or the attack shows nothing."""
GAMES: Final = 5
"""So often Mallory sits down, until he is shot before a game is over."""
LOOK_ALIKE: Final = (
    "Boris\ufe0f",  # a variation selector, which nobody sees
    "Bo\u034fris",  # a grapheme joiner
    "\u3164",  # the filler of an alphabet: an empty name
    "\u2800\u2800",  # dots without dots
    "B\u043eris",  # a Cyrillic letter among Latin ones
    "Boris\u202e",  # what follows is written from right to left
    "B\u200boris",  # a blank of no width
    "Z" + "\u0301" * 12,  # a pile of accents
)


def opened(target: Target, **more: Any) -> tuple[str, list[str]]:
    """A table of two people, begun: its id and their keys."""
    plans = [{"who": "open"}] * 2
    wanted = {"game": "kings", "name": "Mallory", "players": 2, "seats": plans, **more}
    host = target.ask("/tables", wanted)
    other = target.ask(f"/tables/{host['id']}/join", {"name": "Boris"})
    target.ask(f"/tables/{host['id']}/start", {}, host["key"])
    return str(host["id"]), [str(host["key"]), str(other["key"])]


@attack("undo")
def undo_for_time(target: Target, left: Callable[[], bool]) -> str | None:
    """Answer and take back, over and over, for the increment of a live clock; a friend agrees."""
    pace = {"kind": "live", "bank_s": BANK_S, "increment_s": 10}
    id, keys = opened(target, pace=pace)
    most, rounds = asyncio.run(_ground(target, id, keys, left))
    allowed = BANK_S + 2 * 10  # one answer that stands, and one that is still to be taken back
    if most > allowed:
        return f"a bank of {BANK_S} s became {most:.0f} s"
    return None if rounds >= ROUNDS else f"nothing is shown by {rounds} answers taken back"


async def _ground(
    target: Target, id: str, keys: list[str], left: Callable[[], bool]
) -> tuple[float, int]:
    """The most that a clock ever showed, in seconds; how often an answer was taken back."""
    seats = [Seat(target.url, id, key) for key in keys]
    for seat in seats:
        await seat.connect()
    most, rounds = 0.0, 0
    while left():
        mine = next((seat for seat in seats if seat.asked), None)
        if mine is not None:
            with suppress(Rejected):
                await mine.answer(mine.decision["choices"][0]["text"])
                rounds += await _taken_back(mine, seats)
        await asyncio.sleep(5 * PAUSE_S)  # within the limits of what a seat may say
        await _caught_up(seats)
        most = max([most, *(clock["left"] / 1000 for seat in seats for clock in seat.clocks)])
    for seat in seats:
        await seat.close()
    return most, rounds


async def _taken_back(mine: Seat, seats: list[Seat]) -> bool:
    """Whether it was, if need be by the consent of the others, who are friends."""
    await _caught_up(seats)
    if mine.undo == "no":
        return False
    await mine.take_back()
    await _caught_up(seats)
    for seat in seats:
        if seat.awaited:
            await seat.reply(agrees=True)
    await _caught_up(seats)
    return mine.asked


async def _caught_up(seats: list[Seat]) -> None:
    """Everybody has heard what there is to hear."""
    for seat in seats:
        with suppress(TimeoutError):
            while True:
                await seat.hear(PAUSE_S)


@attack("pauses")
def pauses_without_end(target: Target, left: Callable[[], bool]) -> str | None:
    """One of two pauses again and again; each pause belongs to whoever called it."""
    id, keys = opened(target)
    done = 0
    while left():
        with suppress(Refused):
            target.ask(f"/tables/{id}/pause", {}, keys[1])
            done += 1
            target.ask(f"/tables/{id}/resume", {}, keys[1])
        time.sleep(PAUSE_S * 5)
    return f"{done} pauses by one seat in one game" if done > Settings().pauses else None


@attack("pauses")
def the_end_of_anothers_pause(target: Target, left: Callable[[], bool]) -> str | None:
    """Boris pauses; Mallory, who is the host, does not wait for him."""
    id, keys = opened(target)
    target.ask(f"/tables/{id}/pause", {}, keys[1])
    while left():
        with suppress(Refused):
            target.ask(f"/tables/{id}/resume", {}, keys[0])
            return "another's pause was ended"
        time.sleep(PAUSE_S)
    pause = target.ask(f"/tables/{id}")["pause"]
    return None if pause and pause["seat"] == 1 else f"the pause of seat 1 became {pause}"


@attack("keys")
def a_key_that_was_kept(target: Target, left: Callable[[], bool]) -> str | None:
    """A host keeps the key of a seat that he reserved, and plays a friend's hand with it."""
    plans = [{"who": "open"}, {"who": "reserved"}]
    wanted = {"game": "kings", "name": "Mallory", "players": 2, "seats": plans}
    host = target.ask("/tables", wanted)
    path, old = f"/tables/{host['id']}", host["reserved"]["1"]
    friend = target.ask(f"{path}/join", {"name": "Boris"}, old)["key"]
    target.ask(f"{path}/start", {}, host["key"])
    if friend == old:
        return "the key of a reserved seat stays the same when somebody sits down"
    while left():
        try:
            target.ask(f"{path}/history", key=old)
            return "an old key opens a seat"
        except Refused as refused:
            if refused.code not in ("bad_key", "link_used", "too_fast"):
                raise
        time.sleep(PAUSE_S)
    return None


@attack("names")
def look_alike_names(target: Target, left: Callable[[], bool]) -> str | None:
    """At a table where Boris sits; whoever is let in must not be taken for him."""
    taken = []
    for name in LOOK_ALIKE:
        id, _ = opened_for_names(target)
        try:
            target.ask(f"/tables/{id}/join", {"name": name})
        except Refused as refused:
            if refused.code not in ("bad_name", "unclear_name", "too_fast"):
                raise
            continue
        shown = target.ask(f"/tables/{id}")["seats"][2]["name"]
        if looks(shown) & looks("Boris"):
            taken.append(ascii(name))
        if not left():
            break
    return f"not refused: {', '.join(taken)}" if taken else None


def opened_for_names(target: Target) -> tuple[str, str]:
    plans = [{"who": "open"}] * 3
    wanted = {"game": "kings", "name": "Anna", "players": 3, "seats": plans}
    host = target.ask("/tables", wanted)
    target.ask(f"/tables/{host['id']}/join", {"name": "Boris"})
    return str(host["id"]), str(host["key"])


@attack("persons")
def two_seats_from_one_browser(target: Target, left: Callable[[], bool]) -> str | None:
    """Everybody is told, whatever the names."""
    while left():
        host = target.ask("/tables", {"game": "kings", "name": "Mallory", "players": 3})
        path = f"/tables/{host['id']}"
        asyncio.run(_looked(Seat(target.url, host["id"], host["key"], device="d" * 22)))
        target.ask(f"{path}/join", {"name": "Nobody", "device": "d" * 22}, number=1)
        target.ask(f"{path}/join", {"name": "Boris", "device": "e" * 22}, number=2)
        marked = [seat["same_device"] for seat in target.ask(path, number=2)["seats"]]
        if marked != [[1], [0], []]:
            return f"two seats of one browser are shown as {marked}"
        time.sleep(target.seconds / 5)  # one address may open so many tables
    return None


async def _looked(seat: Seat) -> None:
    await seat.connect()
    await seat.close()


@attack("rematch")
def a_rematch_over_the_others_heads(target: Target, left: Callable[[], bool]) -> str | None:
    """Boris is still looking at the end of the game, and has not said that he wants another."""
    return asyncio.run(_again(target, left))


async def _again(target: Target, left: Callable[[], bool]) -> str | None:
    id, keys = opened(target, game="kings")
    seats = [Seat(target.url, id, key) for key in keys]
    for seat in seats:
        await seat.connect()
    patience = Patience("a game is over")
    while not all(seat.over for seat in seats):  # for as long as it takes: a few seconds
        patience.check()
        await _played_on(seats)
    while left() or not seats[0].table["next"]:
        with suppress(Refused):
            await asyncio.to_thread(target.ask, f"/tables/{id}/rematch", {}, keys[0])
        await _caught_up(seats)
    found = seats[1].table["number"]
    for seat in seats:
        await seat.close()
    return None if found == 1 else f"game {found} began without Boris"


async def _played_on(seats: list[Seat]) -> None:
    for seat in seats:
        if seat.asked:
            with suppress(Rejected):
                await seat.answer(seat.decision["default"] or seat.decision["choices"][0]["text"])
    await _caught_up(seats)


@attack("talk")
def talk_of_the_dead(target: Target, left: Callable[[], bool]) -> str | None:
    """Mallory has been shot, knows who it was, and says so in every way there is."""
    for _ in range(GAMES):
        tried, heard = asyncio.run(_from_beyond(target, left))
        if heard:
            return f"{heard} lines of the dead were heard"
        if tried:
            return None
    return f"in {GAMES} games nobody was shot before the end: nothing is shown by this"


async def _from_beyond(target: Target, left: Callable[[], bool]) -> tuple[int, int]:
    """Of one game: how often the dead tried to talk, and how often they were heard."""
    bots = [{"who": "bot"}] * 6
    wanted = {"game": "bang", "name": "Mallory", "players": 7, "haste": "once"}
    host = target.ask("/tables", wanted | {"seats": [{"who": "open"}, *bots]})
    target.ask(f"/tables/{host['id']}/start", {}, host["key"])
    seat = Seat(target.url, host["id"], host["key"])
    seat.frames = []
    await seat.connect()
    patience = Patience("Mallory is shot, or the game is over")
    while not seat.over and not any('"muted"' in frame for frame in seat.frames):
        patience.check()
        await _played_on([seat])
    tried = heard = 0
    while not seat.over and (left() or not tried):
        for said in ({"text": "It was the sheriff"}, {"phrase": "not_me"}):
            tried += 1
            with suppress(Rejected):
                await seat.tell({"type": "say", "mid": seat.mid(), **said})
                heard += not seat.over
        await asyncio.sleep(5 * PAUSE_S)
    await seat.close()
    return tried, heard
