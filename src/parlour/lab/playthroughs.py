"""Golden playthroughs: the first choices of a game, as text that a review can read.

`make playthroughs` writes them anew; the test suite compares.
"""

from pathlib import Path

import parlour
from parlour.core.game import Game
from parlour.core.seats import HOUSE
from parlour.lab.conformance import PLAIN, Setting, walk
from parlour.lab.series import later

CHOICES = 40


def playthrough(game: Game, players: int, setting: Setting = PLAIN) -> str:
    """Seed, then after each of the first choices the public line, the asked seats' lines."""
    lines = [f"{game.id}/{game.version}, {players} players, seed {players}"]
    for number, t in enumerate(walk(game, players, players, setting)):
        if number > CHOICES:
            break
        if number:
            seat, text = (t.log or [(HOUSE, "")])[-1]
            lines.append(f"\n#{number} seat {seat}: {text}")
        lines.append(t.line(None))
        for decision in t.decisions():
            lines += [t.line(decision.seat), repr(decision)]
        if t.outcome is not None:
            lines.append(repr(t.outcome))
    return "\n".join(lines) + "\n"


def of_a_series(game: Game) -> str:
    """The second game of a series, of the room's own tournament where it has one."""
    return playthrough(game, game.most, later(game, game.most, 1))


def all_of(game: Game) -> dict[Path, str]:
    folder = folder_of(game)
    found = {
        path_of(folder, players): playthrough(game, players)
        for players in range(game.least, game.most + 1)
    }
    return found | {folder / "tests" / "playthroughs" / "series.txt": of_a_series(game)}


def path_of(folder: Path, players: int) -> Path:
    return folder / "tests" / "playthroughs" / f"{players}_players.txt"


def folder_of(game: Game) -> Path:
    """The room's folder in the sources."""
    from importlib import import_module

    return Path(str(import_module(game.package).__file__)).parent


def sources_of(folder: Path) -> list[Path]:
    """A room's code, that of the folders inside included, less its tests."""
    inside = [path.relative_to(folder) for path in sorted(folder.rglob("*.py"))]
    return [folder / path for path in inside if "tests" not in path.parts]


def main() -> None:
    for game in parlour.all_games().values():
        for path, text in all_of(game).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
