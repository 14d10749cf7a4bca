"""A bot that searches at a Parlour table: the public protocol, and Parlour as a library.

    pip install parlour websockets
    python searching_bot.py http://localhost:8765/t/TABLE          takes an open seat
    python searching_bot.py "http://localhost:8765/t/TABLE#KEY"    plays the seat of this key
    python searching_bot.py http://localhost:8765/t/TABLE 2.5      thinks 2.5 s at most

It gets what every client gets.  From the view that it is sent it makes a mind, draws worlds that
fit, and plays its best few choices out in them.  The server must have the same rules.
"""

import asyncio
import json
import sys
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec
import remote_bot

import parlour
from parlour.bots import Budget
from parlour.core.rng import Rng


class Searcher:
    """A hard bot of one game, asked through the protocol."""

    def __init__(self, game: str, seat: int, temper: str = "", seconds: float = 0.3) -> None:
        self.game = parlour.game(game)
        self.seat = seat
        budget = Budget(seconds=seconds)
        self.bot = parlour.make_bot(self.game, "hard", Rng(seat), temper, budget)

    def choose(self, view: Any, decision: Any) -> str | None:
        """None: let standing offers stand."""
        seen = msgspec.convert(view, self.game.view_type)
        imagined = self.game.mind(seen).template.decision(self.seat)
        if imagined is None:
            return None
        choice = self.bot.choose(seen, imagined)
        if choice is None:
            return None if decision["default"] is None else str(decision["default"])
        return choice.text


class SearchingBot(remote_bot.RemoteBot):
    """One seat, played by a search."""

    searcher: Searcher | None = None
    seconds = 0.3

    async def hear(self, line: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if message["type"] == "welcome":
            game, seat = message["table"]["game"], message["seat"]
            self.searcher = Searcher(game, seat, seconds=self.seconds)
        return await super().hear(line, message)

    async def answer(self, line: Any, decision: dict[str, Any]) -> None:
        """Beside the line, which must answer pings meanwhile."""
        assert self.searcher is not None
        choice = await asyncio.to_thread(self.searcher.choose, self.view, decision)
        await self.send(line, decision, choice)


def main() -> None:
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    parts = urlsplit(sys.argv[1])
    base = f"{parts.scheme}://{parts.netloc}"
    table = parts.path.rpartition("/t/")[2]
    with urlopen(f"{base}/api/tables/{table}") as response:
        known = json.load(response)
    game = parlour.game(known["game"])
    if game.version != known["version"]:
        raise SystemExit(f"that table plays {known['game']}/{known['version']}, not {game.version}")
    key = remote_bot.take_seat(base, table, "Searching bot", parts.fragment)
    bot = SearchingBot(base, table, key)
    bot.seconds = float(sys.argv[2]) if len(sys.argv) == 3 else bot.seconds
    print(json.dumps(asyncio.run(bot.play())))


if __name__ == "__main__":
    main()
