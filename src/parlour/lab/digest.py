"""One hash for each game and number of players: records, events and views of random games.

Two builds of the same sources must print the same lines.
"""

from hashlib import sha256

import msgspec

import parlour
from parlour.core.game import Game
from parlour.lab.conformance import told, walk

GAMES = 3


def digest(game: Game, players: int) -> str:
    found = sha256()
    for seed in range(GAMES):
        for number, t in enumerate(walk(game, players, seed)):
            found.update(t.line().encode())
            if number % 10 == 0 or t.outcome is not None:
                found.update(msgspec.json.encode(told(t)))
        found.update(t.record().to_json().encode())
    return found.hexdigest()


def main() -> None:
    for game in parlour.all_games().values():
        for players in range(game.least, game.most + 1):
            print(game.id, players, digest(game, players), flush=True)


if __name__ == "__main__":
    main()
