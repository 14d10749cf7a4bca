"""`parlour join ADDRESS`: a seat at a table over the network, in the terminal."""

import asyncio
import re
from argparse import Namespace
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed

import parlour
from parlour.cli.remote import Rejected, Seat, ask, http
from parlour.cli.say import language, text, with_example
from parlour.cli.show import Numbers, list_choices
from parlour.core.decision import FIRST_OFFER, Choice
from parlour.core.ids import ChoiceId
from parlour.core.language import listed
from parlour.core.seats import NO_ONE
from parlour.core.words import Speaker

WORDS: Final = ("?", "help", "table", "q", "quit", "exit", "say", "why", "undo", "agree", "decline")
"""What can be said at any moment; anything else answers a question, the next if none is open."""


def found(address: str, lang: str) -> tuple[str, str, str]:
    """The server, the table and the key of an address: a table's link, a personal one, a code."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    base = f"{parts.scheme}://{parts.netloc}"
    path = parts.path.strip("/")
    if match := re.fullmatch(r"t/([\w-]+)", path):
        return base, match[1], parts.fragment
    if re.fullmatch(r"[A-Za-z]{6}", path):
        return base, str(http(f"{base}/api/codes/{path}", lang=lang)["id"]), parts.fragment
    raise SystemExit(text("join.no_table", lang))


def opened(args: Namespace, lang: str) -> tuple[str, str, str]:
    """A new table with oneself as host, bots in the other seats but those kept for friends.

    It is started once one sits there: one's own dice are in the shuffle.
    """
    address = args.address if "://" in args.address else f"http://{args.address}"
    base = address.rstrip("/")
    game = parlour.game(args.open)
    players = args.players or min(max(game.least, 3), game.most)
    name = args.name or text("play.you", lang)
    friends = min(max(0, args.friends), players - 1)
    others = [{"who": "open"}] * friends + [{"who": "bot"}] * (players - 1 - friends)
    wanted = {"game": game.id, "players": players, "name": name, "seats": [{}, *others]}
    keys = http(f"{base}/api/tables", wanted, lang=lang)
    table, key = keys["id"], keys["key"]
    print(text("join.opened", lang, address=f"{base}/t/{table}", code=keys["code"]))
    if friends:
        input(text("join.wait", lang))
    return base, table, key


def join(args: Namespace) -> int:
    lang = args.lang or language()
    try:
        if args.open:
            base, table, key = opened(args, lang)
        else:
            base, table, key = found(args.address, lang)
        if not key and not args.watch:
            name = args.name or text("play.you", lang)
            key = http(f"{base}/api/tables/{table}/join", {"name": name}, lang=lang)["key"]
            print(text("join.link", lang, address=f"{base}/t/{table}#{key}"))
        seat = Seat(base, table, key, lang, shares=True)
        return asyncio.run(Guest(seat, lang).run(start=bool(args.open)))
    except Rejected as refused:
        print(refused)
        return 2
    except OSError as wrong:
        print(text("join.unreachable", lang, reason=wrong))
        return 2


def read_choice(choice: dict[str, Any]) -> Choice:
    id = ChoiceId(FIRST_OFFER if choice.get("standing") else 0)
    return Choice(id, choice["text"], choice["brief"])


class Guest:
    """One person at a remote table."""

    def __init__(self, seat: Seat, lang: str) -> None:
        self.seat = seat
        self.lang = lang
        self.told = self.talked = 0
        self.phase = ""
        self.numbers = Numbers()
        self.shown: object = None  # the question that was shown last
        self.seen: set[str] = set()  # what else was shown in this turn
        self.turn = NO_ONE
        self.typing: asyncio.Task[str] | None = None
        self.ahead: str | None = None  # an answer typed before there was a question
        self.may = "no"  # of undo and of pleas, as told last
        self.plea: dict[str, Any] = {}

    async def run(self, start: bool = False) -> int:
        await self.seat.connect(tries=3)
        if start:
            seat = self.seat
            await ask(f"{seat.bases[0]}/api/tables/{seat.table_id}/start", {}, seat.key)
        while True:
            try:
                self.tell()
                if self.seat.over:
                    return self.close()
                self.show()
                await self.step()
            except ConnectionClosed:
                print(text("join.again", self.lang))
                await self.seat.connect(tries=100, pause=0.3)
            except EOFError:
                print(text("join.left", self.lang))
                await self.seat.close()
                return 0

    async def step(self) -> None:
        """What is heard or typed next; a person may type as long as something may be done."""
        if self.ahead is not None and self.seat.decision:
            line, self.ahead = self.ahead, None
            await self.obey(line)
            return
        if self.typing is None and self.listens:
            self.typing = asyncio.create_task(asyncio.to_thread(input, "> "))
        hearing = asyncio.create_task(self.seat.hear(patience=86_400))
        tasks: set[asyncio.Task[Any]] = {hearing, self.typing} if self.typing else {hearing}
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if hearing.done():
            hearing.result()
            return
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)
        assert self.typing is not None
        typing, self.typing = self.typing, None
        line = (await typing).strip()
        if self.seat.decision or line.partition(" ")[0] in WORDS:
            await self.obey(line)
        else:
            self.ahead = line

    @property
    def listens(self) -> bool:
        """Whether there is something to say now: an answer, an undo, a word on a plea."""
        if self.seat.decision:
            return True
        pleads = self.seat.undo != "no" and not self.seat.plea
        return self.ahead is None and (pleads or self.seat.awaited)

    # --- telling ----------------------------------------------------------------------------

    def speaker(self) -> Speaker:
        names = [seat["name"] for seat in self.seat.table["seats"]]
        return Speaker(parlour.game(self.seat.table["game"]), self.lang, names)

    def tell(self) -> None:
        if self.seat.table["phase"] != self.phase:
            self.phase = self.seat.table["phase"]
            print(text(f"join.{self.phase}", self.lang, code=self.seat.table["code"]))
        speaker = self.speaker()
        for event in self.seat.events[self.told :]:
            print(f"· {speaker.event(event)}")
        self.told = len(self.seat.events)
        for line in self.seat.said[self.talked :]:
            print(f"  {speaker.names[line['seat']]}: {line.get('text') or line.get('phrase')}")
        self.talked = len(self.seat.said)
        self.tell_plea(speaker)

    def tell_plea(self, speaker: Speaker) -> None:
        """Who asks to take something back, and what became of it."""
        old, new = self.plea, self.seat.plea or {}
        may, self.may, self.plea = self.may, self.seat.undo, new
        if self.may == "consent" != may and not new:
            print(text("join.may_plead", self.lang))
        if new.get("state") == "open" and old.get("id") != new["id"]:
            names = listed(self.lang, [speaker.names[seat] for seat in new["waits"]])
            mine = new["seat"] == self.seat.number
            key = "pleaded" if mine else "plea" if self.seat.awaited else "other_plea"
            print(text(f"join.{key}", self.lang, name=speaker.names[new["seat"]], names=names))
        elif old.get("state") == "open" != new.get("state") and not self.undone:
            print(text(f"join.{new.get('state', 'lapsed')}", self.lang))

    @property
    def undone(self) -> bool:
        """Whether the last thing that happened was that something was taken back."""
        return bool(self.seat.events) and self.seat.events[-1]["type"] == "undone"

    def show(self) -> None:
        """A question once, with the table; what else may be done once in a turn."""
        decision = self.seat.decision
        if not decision:
            return
        if self.seat.view["turn"] != self.turn:
            self.turn, self.seen = self.seat.view["turn"], set()
        rows = self.numbers.give(decision["ask"], list(map(read_choice, decision["choices"])))
        texts = {choice.text for _, choice in rows}
        question = (decision["id"], decision["ask"], decision["about"])
        if self.seat.asked and question != self.shown:
            self.shown = question
            self.show_table()
            self.show_choices(self.speaker().ask(decision["ask"], decision["about"]), rows)
        elif not self.seat.asked and not texts <= self.seen:
            self.show_choices(text("join.offers", self.lang), rows)
        self.seen |= texts

    def show_table(self) -> None:
        speaker = self.speaker()
        view = msgspec.convert(self.seat.view, speaker.game.view_type)
        print(f"\n{speaker.game.screen(view, self.lang, speaker.names)}\n")

    def show_choices(self, head: str, rows: list[tuple[int, Choice]]) -> None:
        speaker = self.speaker()
        print(head)
        list_choices(speaker.game, self.lang, rows, speaker.names)

    async def obey(self, line: str) -> None:
        if line in ("q", "quit", "exit"):
            raise EOFError
        if line in ("", "?", "help", "table"):
            self.help(line)
            return
        try:
            await self.act(line)
        except Rejected as refused:
            if "mid" not in refused.said:
                raise
            print(with_example(str(refused), refused.said.get("example", ""), self.lang))

    async def act(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "say":
            await self.seat.tell({"type": "say", "mid": self.seat.mid(), "text": rest})
        elif word == "why":
            rest = self.numbers.chosen(rest)
            await self.seat.tell({"type": "why", "mid": self.seat.mid(), "choice": rest})
            print(text("play.possible", self.lang))
        elif line == "undo":
            await self.seat.take_back()
        elif line in ("agree", "decline"):
            await self.seat.reply(line == "agree")
        else:
            await self.answer(self.numbers.chosen(line))

    def help(self, line: str) -> None:
        """What can be said here, or what lies on the table and can be done."""
        if line in ("?", "help") or (not line and self.seat.asked):
            print(text("join.help", self.lang))
            return
        self.shown, self.seen = None, set()
        if not self.seat.asked:
            self.show_table()

    async def answer(self, line: str) -> None:
        number = self.seat.decision["id"] if self.seat.decision else 0
        await self.seat.answer(line, number)

    def close(self) -> int:
        table = self.seat.table
        over = table["over"]
        if over:
            speaker = self.speaker()
            print(speaker.sentence(f"reasons.{over['reason']}", {}))
            for name, score in zip(speaker.names, over["scores"], strict=True):
                print("  " + text("play.score", self.lang, name=name, score=score))
            base, id = self.seat.bases[0], self.seat.table_id
            where = f"{base}/api/tables/{id}/games/{table['number']}/record"
            if self.seat.shares is not None and self.seat.number is not None:
                print(text(f"join.dice_{self.seat.shares.verdict(table)}", self.lang))
            print(text("join.record", self.lang, address=where))
        if self.typing is not None:
            print(text("join.enter", self.lang))
        return 0
