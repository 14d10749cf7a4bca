"""Evenings of a host, of guests and of strangers who are not fair."""

import csv
import io
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from tools.siege.attack import Refused, Target, attack

PAUSE_S: Final = 0.02
ELSEWHERE: Final = 200
"""A net from which nobody attacks."""
FORCED: Final = {"draw": {"force": True}, "finish": {}}
FORMULAS: Final = ("=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|x", "\t=1")
RUN: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet runs."""


@attack("evenings")
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


@attack("bots")
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
    return _turned_away(target)


def _turned_away(target: Target) -> str | None:
    """Whether there is no room left for somebody who comes from elsewhere."""
    elsewhere = msgspec.structs.replace(target, net=ELSEWHERE)
    plans = [{"who": "open"}, {"who": "bot"}]
    wanted = {"game": "kings", "name": "Anna", "players": 2, "seats": plans}
    try:
        table = elsewhere.ask("/tables", wanted)
        elsewhere.ask(f"/tables/{table['id']}/start", {}, table["key"])
    except Refused as refused:
        return f"somebody who wanted to play was told {refused.code}"
    return None


def drawn(target: Target, **more: Any) -> tuple[str, str, str]:
    """An evening whose first round is drawn: its path, the host's key, the host's table."""
    wanted = {"title": "An evening", "game": "kings", "name": "Mallory", "size": 2, "rounds": 3}
    evening = target.ask("/evenings", wanted | more)
    path = f"/evenings/{evening['id']}"
    target.ask(f"{path}/join", {"name": "Boris"}, number=1)
    shown = target.ask(f"{path}/draw", {"round": 0}, evening["key"])
    return path, str(evening["key"]), str(shown["tables"][0]["id"])


@attack("evenings")
def a_table_that_the_host_is_losing(target: Target, left: Callable[[], bool]) -> str | None:
    """He closes it, and finishes the evening: it counts all the same."""
    path, key, table = drawn(target)
    while left():
        with suppress(Refused):
            target.ask(f"/tables/{table}/close", {}, key)
            return "a host closed a table of his evening"
        time.sleep(PAUSE_S * 5)
    shown = target.ask(f"{path}/finish", {"round": 1}, key)
    states = (shown["state"], shown["tables"][0]["state"])
    return None if states == ("ending", "playing") else f"evening and table are {states}"


@attack("evenings")
def a_finish_and_a_draw_of_another_round(target: Target, left: Callable[[], bool]) -> str | None:
    """A page that was left open: what it asks for was meant for the round before."""
    path, key, _ = drawn(target)
    while left():
        for deed in ("draw", "finish"):
            with suppress(Refused):
                target.ask(f"{path}/{deed}", {"round": 0, **FORCED[deed]}, key)
                return f"{deed} of another round was done"
        time.sleep(PAUSE_S * 5)
    shown = target.ask(path, key=key)
    found = (shown["round"], shown["state"])
    return None if found == (1, "playing") else f"the evening is {found}"


@attack("sheets")
def cells_that_a_spreadsheet_runs(target: Target, left: Callable[[], bool]) -> str | None:
    """Guests whose names are formulas, in the file that the host opens."""
    came = 0
    while left():
        wanted = {"title": "=1+1", "game": "kings", "name": "Anna"}
        evening = target.ask("/evenings", wanted)
        path = f"/evenings/{evening['id']}"
        for name in FORMULAS:
            with suppress(Refused):
                target.ask(f"{path}/join", {"name": name}, number=1)
                came += 1
        sheet = target.ask(f"{path}/export?as=csv", key=evening["key"])
        cells = [cell for line in csv.reader(io.StringIO(sheet)) for cell in line]
        if run := [cell for cell in cells if cell.startswith(RUN)]:
            return f"a spreadsheet would run {run}"
        time.sleep(target.seconds / 5)  # one address may open so many evenings
    return None if came else "no formula came in: nothing is shown by this"
