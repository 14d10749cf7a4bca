"""Guests who play unfairly: with the clock, with keys, names, pauses, evenings and bots.

Each goes on for its time, for what it costs others, and then says what it got by it.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from parlour.cli.remote import Rejected, Seat
from parlour.server.table.names import looks
from tools.siege.attack import Refused, Target, attack

PAUSE_S: Final = 0.02
BANK_S: Final = 60
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


@attack
def undo_for_time(target: Target, left: Callable[[], bool]) -> str | None:
    """Answer and take back, over and over, for the increment of a live clock."""
    pace = {"kind": "live", "bank_s": BANK_S, "increment_s": 10}
    id, keys = opened(target, pace=pace)
    most = asyncio.run(_ground(target, id, keys, left))
    allowed = BANK_S + 2 * 10  # one answer that stands, and one that is still to be taken back
    return f"a bank of {BANK_S} s became {most:.0f} s" if most > allowed else None


async def _ground(target: Target, id: str, keys: list[str], left: Callable[[], bool]) -> float:
    """The most that a clock ever showed, in seconds."""
    seats = [Seat(target.url, id, key) for key in keys]
    for seat in seats:
        await seat.connect()
    most = 0.0
    mine = next(seat for seat in seats if seat.asked)
    while left():
        with suppress(Rejected):
            await mine.answer(mine.decision["choices"][0]["text"])
            await mine.take_back()
        await asyncio.sleep(5 * PAUSE_S)  # within the limits of what a seat may say
        with suppress(TimeoutError):
            while True:
                await mine.hear(PAUSE_S)
        if mine.undo == "no" and not mine.asked:
            break  # it cannot be taken back: this is as far as it goes
        number = mine.number or 0
        most = max([most, *(clock["left"] / 1000 for clock in mine.clocks[number : number + 1])])
    for seat in seats:
        await seat.close()
    return most


@attack
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
    return f"{done} pauses by one seat in one game" if done > 20 else None


@attack
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


@attack
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


@attack
def a_filled_evening(target: Target, left: Callable[[], bool]) -> str | None:
    """Somebody with the link comes again and again; then a friend of the host wants to come."""
    wanted = {"title": "An evening", "game": "kings", "name": "Anna"}
    evening = target.ask("/evenings", wanted, number=1)
    path, came = f"/evenings/{evening['id']}", 0
    while left() and came < 100:
        try:
            target.ask(f"{path}/join", {"name": f"Mallory {came}"})
            came += 1
        except Refused:
            break
        time.sleep(PAUSE_S)
    shown = target.ask(path, key=evening["key"], number=1)
    for number, guest in enumerate(shown["guests"]):
        if guest["name"].startswith("Mallory") and not guest["left"]:
            target.ask(f"{path}/guests/{number}/remove", {}, evening["key"], number=1)
    try:
        target.ask(f"{path}/join", {"name": "Boris"}, number=2)
    except Refused as refused:
        return f"after {came} strangers had been removed, a friend was told {refused.code}"
    return None


@attack
def evenings_of_bots(target: Target, left: Callable[[], bool]) -> str | None:
    """As many tables of bots as the limits let one open, by themselves and at evenings."""
    number = 0
    evenings = {"title": "Bots", "game": "kings", "bots": 48, "rounds": 1, "name": ""}
    seats = [{"who": "bot"}] * 4
    tables = {"game": "kings", "players": 4, "seat": None, "seats": seats, "haste": "once"}
    while left():
        with suppress(Refused, OSError):
            evening = target.ask("/evenings", evenings, number=number)
            target.ask(f"/evenings/{evening['id']}/draw", {}, evening["key"], number=number)
        with suppress(Refused, OSError):
            table = target.ask("/tables", tables, number=number)
            target.ask(f"/tables/{table['id']}/start", {}, table["key"], number=number)
        number += 1
        time.sleep(PAUSE_S)
    return None
