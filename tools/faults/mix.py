"""What guests play while servers are killed: every game, by turns and live, series, evenings."""

import contextlib
from typing import Any, Final

import msgspec

from parlour.core.errors import BadTable
from parlour.games import all_games

TURN: Final = {"live_least": 4, "live_longest": 20}
"""Ticks of a turn, where the game has these options."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of party.  `games`: in a row at one table; `rounds`: of an evening, if it is one.

    `pleads`, `agrees`: how often a guest asks for consent to take back, and how often it is given.
    """

    name: str
    game: str
    options: dict[str, Any] = {}
    players: int = 0
    games: int = 2
    series: dict[str, Any] | None = None
    rounds: int = 0
    pleads: float = 0.2
    agrees: float = 0.6


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every game; and once more with its clock running, where an option starts one."""
    found: list[tuple[str, dict[str, Any]]] = []
    for id, game in sorted(all_games().items()):
        found.append((id, {}))
        words = [(name, w) for name, o in game.option_list.items() for w in o.words]
        for name, word in words:
            with contextlib.suppress(BadTable):
                if game.new(game.least, 1, {name: word}, quiet=True).ticking():
                    found.append((id, {name: word}))
    return found


def quick_ticks(id: str) -> dict[str, int]:
    """The shortest tick that a game allows, where it has an option for that."""
    options = all_games()[id].option_list
    return {name: option.least for name, option in options.items() if name.endswith("tick_ms")}


def shorter(id: str) -> dict[str, int]:
    """Turns of fewer ticks, so that live games too come to their end between the kills."""
    return {name: ticks for name, ticks in TURN.items() if name in all_games()[id].option_list}


def plain() -> list[Kind]:
    """A table of every game, each with a rematch."""
    found = []
    for id, options in variants():
        live = {**options, **quick_ticks(id), **shorter(id)} if options else {}
        found.append(Kind(f"{id}{' live' if live else ''}", id, live))
    return found


RUN = Kind("a run of kings", "kings", players=2, series={"form": "games", "number": 3})
BEST = Kind("best of three of kings", "kings", series={"form": "best_of", "number": 3})
TOURNAMENT = Kind("a tournament of bang", "bang", players=4, series={"form": "tournament"})
EVENING = Kind("an evening of kings", "kings", rounds=2)
LONG_EVENING = Kind(
    "an evening of runs of kings", "kings", rounds=2, series={"form": "games", "number": 2}
)


def everything() -> list[Kind]:
    return [*plain(), RUN, EVENING, TOURNAMENT, BEST, LONG_EVENING]


def short() -> list[Kind]:
    """One of each sort, the quickest: for the tests.

    Where only two people sit they plead often, so that three games have some undo by consent.
    """
    live = [msgspec.structs.replace(kind, games=1) for kind in plain() if kind.options]
    two = {"form": "games", "number": 2}
    return [
        Kind("kings", "kings", players=2, pleads=0.6, agrees=0.9),
        EVENING,
        *live[:1],
        Kind("a short run of kings", "kings", players=2, series=two, pleads=0.6, agrees=0.9),
    ]
