"""What everybody was sent, as stored hashes: to find a change by accident.

    python -m parlour.lab.guard --write      # store the hashes of today
    python -m parlour.lab.guard --games 20   # compare the first 20 games of each table
    python -m parlour.lab.guard kings        # compare all games of one room

For each room, number of players and seed: what every seat and a bystander hear, see and are asked
after each choice of a random game, then its record.  The stack counts by its texts, as in a line.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

import parlour
from parlour.core.game import Game
from parlour.core.options import Values
from parlour.core.table import Table
from parlour.lab.conformance import PLAIN, Setting, walk
from parlour.lab.ends import paces
from parlour.lab.playthroughs import folder_of
from parlour.lab.series import later

GAMES: Final = 200
FEW: Final = 20
"""Games of a table that differs from the usual one: another pace, the second game of a series."""
WHOLE: Final = 20
"""The first so many games are looked at after every choice, the others after every seventh."""


class Games(msgspec.Struct, frozen=True):
    """A kind of table to be guarded: its name in the file, and how many games of it are kept."""

    game: str
    players: int
    name: str
    options: Values
    games: int


def sittings(game: Game) -> Iterator[Games]:
    for players in range(game.least, game.most + 1):
        yield Games(game.id, players, "plain", {}, GAMES)
        for options in paces(game)[1:]:
            yield Games(game.id, players, str(options["pace"]), options, FEW)
        yield Games(game.id, players, "series", {}, FEW)


def setting_of(game: Game, sitting: Games, seed: int) -> Setting:
    if sitting.name == "series":
        return later(game, sitting.players, seed)
    return Setting(sitting.options) if sitting.options else PLAIN


def sent(game: Game, sitting: Games, seed: int) -> str:
    """One game as everybody at the table and a bystander got it."""
    found = blake2b(digest_size=8)
    everybody: list[int | None] = [*range(sitting.players), None]
    heard = 0
    setting = setting_of(game, sitting, seed)
    for number, t in enumerate(walk(game, sitting.players, seed, setting)):
        for seat in everybody:
            found.update(msgspec.json.encode(t.heard(seat, heard)))
        heard = len(t.sink or [])
        for decision in t.decisions():
            found.update(msgspec.json.encode(asked(decision)))
        if seed < WHOLE or number % 7 == 0 or t.outcome is not None:
            for seat in everybody:
                found.update(msgspec.json.encode(seen(t, seat)))
    found.update(t.record().to_json().encode())
    found.update(t.line().encode())
    return found.hexdigest()


def asked(decision: Any) -> list[Any]:
    """A question as people get it; the ids of its choices are a program's affair."""
    default = decision.default and decision.default.text
    choices = [(c.text, c.brief, c.is_offer) for c in decision.choices]
    return [decision.seat, decision.id, decision.ask, decision.about, choices, default]


def seen(t: Table, seat: int | None) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.to_builtins(t.look(seat))
    return view | {"stack": [repr(frame) for frame in t.stack]}


def hashes(sitting: Games, games: int) -> list[str]:
    game = parlour.game(sitting.game)
    return [sent(game, sitting, seed) for seed in range(min(games, sitting.games))]


def share(task: tuple[Games, int]) -> list[str]:
    return hashes(*task)


def path_of(game: str) -> Path:
    return folder_of(parlour.game(game)) / "tests" / "guard.txt"


def key_of(sitting: Games) -> str:
    return f"{sitting.players} {sitting.name}"


def stored(game: str) -> dict[str, list[str]]:
    """The hashes in the file, by number of players and name."""
    found: dict[str, list[str]] = {}
    path = path_of(game)
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: make guard G={game} ARGS=--write writes it")
    for line in path.read_text(encoding="utf-8").splitlines():
        players, name, one = line.split()
        found.setdefault(f"{players} {name}", []).append(one)
    return found


def differing(sitting: Games, now: list[str], then: list[str]) -> list[str]:
    """The games that are not what they were."""
    where = f"{sitting.game}, {sitting.players} players, {sitting.name}"
    pairs = enumerate(zip(now, then, strict=False))
    return [f"{where}: seed {seed} is not what it was" for seed, (a, b) in pairs if a != b]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="guard")
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=GAMES, help="for each table, at most")
    parser.add_argument("--write", action="store_true", help="store what they are today")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all cores by default")
    args = parser.parse_args()
    wrong: list[str] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for id in args.game or list(parlour.all_games()):
            tables = list(sittings(parlour.game(id)))
            found = pool.map(share, [(sitting, args.games) for sitting in tables])
            then = {} if args.write else stored(id)
            lines: list[str] = []
            for sitting, now in zip(tables, found, strict=True):
                lines += [f"{key_of(sitting)} {one}" for one in now]
                wrong += differing(sitting, now, then.get(key_of(sitting), []))
                print(f"{id} {key_of(sitting)}: {len(now)} games", flush=True)
            if args.write:
                path_of(id).parent.mkdir(exist_ok=True)
                path_of(id).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(wrong) or "nothing has changed")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
