"""A bot of one's own at a Parlour table, through the public protocol and nothing else.

    pip install websockets
    python remote_bot.py http://localhost:8765/t/TABLE          takes an open seat
    python remote_bot.py "http://localhost:8765/t/TABLE#KEY"    plays the seat of this key

It answers with any choice it is offered.  Everything it may use is in `news`: `view` is all that
its seat sees, `decision` what it may answer.  docs/protocol.md describes every message.
"""

import asyncio
import json
import random
import sys
import uuid
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(view: Any, decision: Any) -> str | None:
    """The bot's whole mind.  None: let standing offers stand."""
    if decision["default"] is None:
        return None
    return str(random.choice(decision["choices"])["text"])


def take_seat(base: str, table: str, name: str, link: str) -> str:
    """Sit down, with a personal link or in any open seat; the key that answers for it."""
    headers = {"Content-Type": "application/json"}
    if link:
        headers["Authorization"] = f"Bearer {link}"
    body = json.dumps({"name": name}).encode()
    request = Request(f"{base}/api/tables/{table}/join", body, headers)
    with urlopen(request) as response:
        return str(json.load(response)["key"])


class RemoteBot:
    """One seat.  It survives broken lines: what it was not sure of it sends again, same id."""

    def __init__(self, base: str, table: str, key: str) -> None:
        self.url = f"ws{base.removeprefix('http')}/api/tables/{table}/socket"
        self.key = key
        self.stream, self.last = "", 0
        self.phase = "lobby"
        self.pending: dict[str, Any] | None = None
        self.view: Any = None
        self.decision: dict[str, Any] | None = None
        self.answered = -1

    async def play(self) -> dict[str, Any]:
        """Until the game is over; how it ended."""
        while True:
            try:
                async with connect(self.url) as line:
                    return await self.sit(line)
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.5)

    async def sit(self, line: Any) -> dict[str, Any]:
        hello = {"type": "hello", "key": self.key, "stream": self.stream, "last": self.last}
        await line.send(json.dumps(hello))
        if self.pending:
            await line.send(json.dumps(self.pending))
        while True:
            message = json.loads(await line.recv())
            over = await self.hear(line, message)
            if over is not None:
                return over

    async def hear(self, line: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message["type"]
        if kind == "welcome":
            if message["stream"] != self.stream:  # a new one: its numbers begin again
                self.stream, self.last, self.answered = message["stream"], 0, -1
        elif kind == "bye" and message["code"] not in ("stopping", "other_rules"):
            raise SystemExit(message["text"])
        elif kind in ("ack", "refused"):
            self.pending = None
        elif kind == "news":
            self.last = message["n"]
            table = message.get("table")
            if table and table["phase"] in ("over", "frozen", "closed"):
                return dict(table["over"] or {})
            self.view, self.decision = message["view"], message["decision"]
        if self.decision and not self.pending and self.last > self.answered:
            await self.answer(line, self.decision)
        return None

    async def answer(self, line: Any, decision: dict[str, Any]) -> None:
        await self.send(line, decision, choose(self.view, decision))

    async def send(self, line: Any, decision: dict[str, Any], choice: str | None) -> None:
        """Once for each piece of news: a question may keep its number and ask for more."""
        if choice is None:
            return
        self.answered = self.last
        self.pending = {
            "type": "answer",
            "mid": str(uuid.uuid4()),
            "decision": decision["id"],
            "choice": choice,
        }
        await line.send(json.dumps(self.pending))


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    parts = urlsplit(sys.argv[1])
    base = f"{parts.scheme}://{parts.netloc}"
    table = parts.path.rpartition("/t/")[2]
    key = take_seat(base, table, "Remote bot", parts.fragment)
    print(json.dumps(asyncio.run(RemoteBot(base, table, key).play())))


if __name__ == "__main__":
    main()
