"""A seat at a table over the network: the public protocol and nothing else.

`Seat` keeps what the server last said, answers, and comes back by itself when the line breaks.
Used by `parlour join`, by the tools and by the tests.
"""

import asyncio
import itertools
import json
import secrets
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.cli.shares import Shares
from parlour.core.language import DEFAULT

PATIENCE_S = 20.0  # how long an answer may take
COME_BACK: Final = ("stopping", "other_rules", "table_unreadable")
"""Goodbyes that are followed by a closed line like any other: connect again."""


class Rejected(Exception):
    """The server said no: `code` is stable, the text is for people."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.code: Final = str(said.get("code", ""))
        self.said: Final = said
        super().__init__(str(said.get("text") or self.code))


def http(url: str, body: Any = None, key: str = "", lang: str = DEFAULT) -> Any:
    """One request of the HTTP side; POST where there is a body."""
    headers = {"Accept-Language": lang, "Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data, headers), timeout=PATIENCE_S) as response:
            return json.loads(response.read())
    except HTTPError as wrong:
        raise Rejected(_said(wrong)) from wrong
    except HTTPException as wrong:  # the line broke in the middle of an answer
        raise OSError(str(wrong)) from wrong


def _said(wrong: HTTPError) -> dict[str, Any]:
    try:
        said: dict[str, Any] = json.loads(wrong.read())
    except (ValueError, HTTPException):
        return {"code": f"http_{wrong.code}"}
    return said


async def ask(url: str, body: Any = None, key: str = "", lang: str = DEFAULT) -> Any:
    return await asyncio.to_thread(http, url, body, key, lang)


def socket_url(base: str, table: str) -> str:
    parts = urlsplit(base)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}/api/tables/{table}/socket"


class Seat:
    """One pair of eyes at a table.  Without a key: a bystander's.  With dice it shuffles too."""

    def __init__(
        self,
        base: str,
        table: str,
        key: str = "",
        lang: str = DEFAULT,
        device: str = "",
        shares: bool = False,
    ) -> None:
        self.bases: Final = base.split(",")
        self.table_id: Final = table
        self.key: Final = key
        self.lang: Final = lang
        self.shares: Final = Shares(table) if shares else None
        self.device: Final = device
        self.number: int | None = None
        self.table: dict[str, Any] = {}
        self.view: Any = None
        self.decision: Any = None
        self.undo = "no"
        self.plea: Any = None
        self.clocks: list[Any] = []
        self.devices = 1
        self.events: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.stream = ""
        self.last = 0
        self.fresh = 0  # how often everything was sent anew
        self.resumed = 0
        self.frames: list[str] | None = None  # what was received, if somebody wants to know
        self._line: ClientConnection | None = None
        self._mids = itertools.count(1)
        self._name: Final = secrets.token_hex(4)

    # --- the line ---------------------------------------------------------------------------

    async def connect(self, tries: int = 1, pause: float = 0.05) -> None:
        """Say hello, and what was got before."""
        for left in range(tries - 1, -1, -1):
            base = self.bases[left % len(self.bases)]
            try:
                line = await connect(socket_url(base, self.table_id), max_size=None)
                await self._greet(line)
                return
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                if not left:
                    raise
                await asyncio.sleep(pause)

    async def _greet(self, line: ClientConnection) -> None:
        hello = {"type": "hello", "key": self.key, "lang": self.lang, "device": self.device}
        if self.stream:
            hello |= {"stream": self.stream, "last": self.last}  # type: ignore[dict-item]
        await line.send(json.dumps(hello))
        self._line = line
        welcome = await self.hear()
        if welcome["type"] == "bye":
            raise ConnectionError(welcome["code"])
        before = self.stream, self.last
        self.number, self.stream = welcome["seat"], welcome["stream"]
        self.table = welcome["table"]
        self._hear_talk(welcome.get("said", []))
        await self._take_part()
        if before == (self.stream, welcome["n"]):
            self.resumed += 1
            return
        while self.last < welcome["n"] or not before[0] or before[0] != self.stream:
            message = await self.hear()
            if message["type"] == "news" and self.last >= welcome["n"]:
                self.resumed += before[0] == self.stream and message["after"] != 0
                return

    async def _take_part(self) -> None:
        """Say that this client shuffles, if the server knows of that; older ones do not."""
        if self.shares is not None and self.number is not None and "shuffling" in self.table:
            await self.send({"type": "partake", "mid": self.mid()})
            self.shares.again()
            await self._shuffle()

    async def _shuffle(self) -> None:
        said = self.shares.follow(self.table, self.number) if self.shares is not None else None
        if said is not None:
            await self.send({**said, "mid": self.mid()})

    async def close(self) -> None:
        if self._line is not None:
            await self._line.close()
            self._line = None

    def abort(self) -> None:
        """Drop the connection without closing it, as when a phone loses its network."""
        if self._line is not None:
            self._line.transport.abort()
            self._line = None

    async def send(self, message: dict[str, Any]) -> None:
        assert self._line is not None
        await self._line.send(json.dumps(message))

    async def hear(self, patience: float = 0) -> dict[str, Any]:
        """The next message, taken in."""
        assert self._line is not None
        frame = await asyncio.wait_for(self._line.recv(), patience or PATIENCE_S)
        text = frame if isinstance(frame, str) else frame.decode()
        if self.frames is not None:
            self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "news":
            self._take(message)
            await self._shuffle()
        elif message["type"] == "bye" and message["code"] not in COME_BACK:
            raise Rejected(message)
        return message

    def _take(self, news: dict[str, Any]) -> None:
        if news["after"] not in (0, self.last):
            raise AssertionError(f"a hole: message {news['n']} follows {news['after']}")
        if news["after"] == 0 and news["n"] != 1:
            self.fresh += 1
        self.last = news["n"]
        self.view, self.decision = news["view"], news["decision"]
        self.undo, self.clocks = news["undo"], news["clocks"]
        self.plea = news.get("plea")
        self.devices = news.get("devices", 1)
        self.events += news["events"]
        self._hear_talk(news.get("said", []))
        self.table = news.get("table", self.table)

    def _hear_talk(self, lines: list[dict[str, Any]]) -> None:
        """A welcome and the gap after it tell some lines twice."""
        self.said += [line for line in lines if line not in self.said]

    # --- doing ------------------------------------------------------------------------------

    def mid(self) -> str:
        return f"{self._name}-{next(self._mids)}"

    async def tell(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send, and hear on until this very message is answered."""
        await self.send(message)
        return await self.answered(message["mid"])

    async def answered(self, mid: str) -> dict[str, Any]:
        while True:
            heard = await self.hear()
            if heard.get("mid") == mid:
                if heard["type"] == "refused":
                    raise Rejected(heard)
                return heard

    def answering(self, choice: str, decision: int | None = None) -> dict[str, Any]:
        number = self.decision["id"] if decision is None else decision
        return {"type": "answer", "mid": self.mid(), "decision": number, "choice": choice}

    async def answer(self, choice: str, decision: int | None = None) -> dict[str, Any]:
        return await self.tell(self.answering(choice, decision))

    async def take_back(self) -> dict[str, Any]:
        """One's last choice, by asking the others where it takes their consent."""
        return await self.tell(
            {"type": "undo" if self.undo == "free" else "plead", "mid": self.mid()}
        )

    async def reply(self, agrees: bool) -> dict[str, Any]:
        """A word on somebody's plea."""
        number = self.plea["id"] if self.plea else 0
        kind = "agree" if agrees else "decline"
        return await self.tell({"type": kind, "mid": self.mid(), "plea": number})

    async def deed(self, name: str) -> None:
        """Over HTTP: pause, resume, rematch."""
        await ask(f"{self.bases[0]}/api/tables/{self.table_id}/{name}", {}, self.key, self.lang)

    @property
    def awaited(self) -> bool:
        """Whether somebody's plea waits for this seat's word."""
        return (
            bool(self.plea) and self.plea["state"] == "open" and self.number in self.plea["waits"]
        )

    @property
    def over(self) -> bool:
        return self.table.get("phase") in ("over", "frozen", "closed")

    @property
    def asked(self) -> bool:
        return bool(self.decision) and self.decision["default"] is not None
