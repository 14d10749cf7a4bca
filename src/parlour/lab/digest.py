"""One hash for each game and number of players: records, events, views, encodings of a random game.

Two builds of the same sources must print the same lines.  The games with the first seeds are
compared with stored hashes in the tests of both builds (lab/guard.py), so these have other seeds.
"""

from hashlib import sha256

import msgspec

import parlour
from parlour.core.game import Game
from parlour.core.table import Table
from parlour.lab.conformance import told, walk
from parlour.lab.encoding_checks import AnyEncoder, encoded

SEEDS = (2,)


def digest(game: Game, players: int) -> str:
    found, encoder = sha256(), game.encoder()
    for seed in SEEDS:
        for number, t in enumerate(walk(game, players, seed)):
            found.update(t.line().encode())
            found.update(numbers(encoder, t, number % players))
            if number % 10 == 0 or t.outcome is not None:
                found.update(msgspec.json.encode(told(t)))
        found.update(t.record().to_json().encode())
    return found.hexdigest()


def numbers(encoder: AnyEncoder | None, t: Table, seat: int) -> bytes:
    """What a learner in this seat is given."""
    if encoder is None:
        return b""
    observation, choices, actions = encoded(encoder, t, seat)
    return observation + choices + repr(actions).encode()


def main() -> None:
    for game in parlour.all_games().values():
        for players in range(game.least, game.most + 1):
            print(game.id, players, digest(game, players), flush=True)


if __name__ == "__main__":
    main()
