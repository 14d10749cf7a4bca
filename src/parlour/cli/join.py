"""`parlour join ADDRESS`: a seat at a table over the network, in the terminal."""

import asyncio
import contextlib
import re
import secrets
from argparse import Namespace
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed

import parlour
from parlour.cli.lines import Question
from parlour.cli.notices import Notices
from parlour.cli.play import folder
from parlour.cli.remote import Rejected, Seat, ask, http
from parlour.cli.say import language, text, with_example
from parlour.cli.screens import open_screen
from parlour.core.decision import FIRST_OFFER, Choice
from parlour.core.ids import ChoiceId
from parlour.core.language import listed
from parlour.core.seats import NO_ONE
from parlour.core.view import View
from parlour.core.words import Speaker

WORDS: Final = (
    *("?", "help", "table", "q", "quit", "exit", "say", "why", "hint"),
    *("undo", "agree", "decline", "pause", "resume"),
)
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
        device = this_device()
        if not args.watch and not args.open:
            key = sat_down(base, table, key, args.name, lang)
        seat = Seat(base, table, key, lang, device, shares=True)
        return asyncio.run(Guest(seat, lang).run(start=bool(args.open)))
    except Rejected as refused:
        print(refused)
        return 2
    except OSError as wrong:
        print(text("join.unreachable", lang, reason=wrong))
        return 2


def sat_down(base: str, table: str, key: str, name: str, lang: str) -> str:
    """The key of the seat: as it is, or the one that a link or an open seat is given."""
    wanted = {"name": name or ("" if key else text("play.you", lang)), "device": this_device()}
    try:
        given = str(http(f"{base}/api/tables/{table}/join", wanted, key, lang)["key"])
    except Rejected as refused:
        if refused.code != "bad_key":
            raise
        return key  # a host's without a seat: the table itself says whether it is one
    if given != key:
        print(text("join.link", lang, address=f"{base}/t/{table}#{given}"))
    return given


def this_device() -> str:
    """A random word that this machine keeps: tables tell by it which seats it holds."""
    file = folder() / "device"
    try:
        return file.read_text(encoding="utf-8").strip()[:64]
    except OSError:
        word = secrets.token_urlsafe(16)
    with contextlib.suppress(OSError):  # where nothing can be kept, it is another one next time
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(word, encoding="utf-8")
    return word


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
        self.screen = open_screen(Speaker(None, lang, []), WORDS)
        self.shown: object = None  # the question that was shown last
        self.seen: set[str] = set()  # what else was shown in this turn
        self.turn = NO_ONE
        self.typing: asyncio.Task[str] | None = None
        self.ahead: str | None = None  # an answer typed before there was a question
        self.may = "no"  # of undo and of pleas, as told last
        self.plea: dict[str, Any] = {}
        self.wants = False  # another game
        self.checked = 0  # the last game whose shuffle was spoken of
        self.notices = Notices()

    async def run(self, start: bool = False) -> int:
        await self.seat.connect(tries=3)
        if start:
            seat = self.seat
            await ask(f"{seat.bases[0]}/api/tables/{seat.table_id}/start", {}, seat.key)
        while True:
            try:
                self.tell()
                if self.seat.over and not await self.goes_on():
                    return 0
                self.show()
                await self.step()
            except ConnectionClosed:
                self.screen.tell(text("join.again", self.lang))
                await self.seat.connect(tries=100, pause=0.3)
            except EOFError:
                self.screen.note(text("join.left", self.lang))
                await self.seat.close()
                return 0

    async def step(self) -> None:
        """What is heard or typed next; a person may type as long as something may be done."""
        if self.ahead is not None and self.seat.decision:
            line, self.ahead = self.ahead, None
            await self.obey(line)
            return
        typed = await self.heard_or_typed(self.listens)
        if typed is None:
            return
        if self.seat.decision or typed.partition(" ")[0] in WORDS:
            await self.obey(typed)
        else:
            self.ahead = self.screen.ahead(typed)

    async def heard_or_typed(self, listens: bool) -> str | None:
        """The line that was typed; None: something was heard before."""
        if self.typing is None and listens:
            self.typing = asyncio.create_task(asyncio.to_thread(self.screen.read))
        hearing = asyncio.create_task(self.seat.hear(patience=86_400))
        tasks: set[asyncio.Task[Any]] = {hearing, self.typing} if self.typing else {hearing}
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if hearing.done():
            hearing.result()
            return None
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)
        assert self.typing is not None
        typing, self.typing = self.typing, None
        return (await typing).strip()

    @property
    def listens(self) -> bool:
        """Whether there is something to say now: an answer, an undo, a word on a plea."""
        if self.seat.decision:
            return True
        pleads = self.seat.undo != "no" and not self.seat.plea
        paused = self.seat.number is not None and self.seat.table["paused"]
        return self.ahead is None and (pleads or self.seat.awaited or paused)

    # --- telling ----------------------------------------------------------------------------

    def speaker(self) -> Speaker:
        names = [seat["name"] for seat in self.seat.table["seats"]]
        self.screen.speaker = Speaker(parlour.game(self.seat.table["game"]), self.lang, names)
        return self.screen.speaker

    def tell(self) -> None:
        speaker = self.speaker()
        if self.seat.table["phase"] != self.phase:
            self.phase = self.seat.table["phase"]
            self.screen.tell(text(f"join.{self.phase}", self.lang, code=self.seat.table["code"]))
        for event in self.seat.events[self.told :]:
            self.screen.tell(f"· {speaker.event(event)}")
        self.told = len(self.seat.events)
        for line in self.seat.said[self.talked :]:
            said = line.get("text") or line.get("phrase")
            self.screen.tell(f"  {speaker.names[line['seat']]}: {said}")
        self.talked = len(self.seat.said)
        self.tell_plea(speaker)
        for sentence in self.notices.new(self.seat, speaker):
            self.screen.tell(sentence)

    def tell_plea(self, speaker: Speaker) -> None:
        """Who asks to take something back, and what became of it."""
        old, new = self.plea, self.seat.plea or {}
        may, self.may, self.plea = self.may, self.seat.undo, new
        if self.may == "consent" != may and not new:
            self.screen.tell(text("join.may_plead", self.lang))
        if new.get("state") == "open" and old.get("id") != new["id"]:
            names = listed(self.lang, [speaker.names[seat] for seat in new["waits"]])
            mine = new["seat"] == self.seat.number
            key = "pleaded" if mine else "plea" if self.seat.awaited else "other_plea"
            name = speaker.names[new["seat"]]
            self.screen.tell(text(f"join.{key}", self.lang, name=name, names=names))
        elif old.get("state") == "open" != new.get("state") and not self.undone:
            self.screen.tell(text(f"join.{new.get('state', 'lapsed')}", self.lang))

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
        self.screen.number(self.question(""))
        texts = {choice["text"] for choice in decision["choices"]}
        question = (decision["id"], decision["ask"], decision["about"])
        if self.seat.asked and question != self.shown:
            self.shown = question
            said = self.speaker().ask(decision["ask"], decision["about"])
            self.screen.ask(self.view(), self.question(said))
        elif not self.seat.asked and not texts <= self.seen:
            self.screen.offer(self.view(), self.question(text("join.offers", self.lang)))
        self.seen |= texts

    def view(self) -> View:
        view: View = msgspec.convert(self.seat.view, self.speaker().game.view_type)
        return view

    def question(self, said: str) -> Question:
        decision = self.seat.decision or {}
        choices = list(map(read_choice, decision["choices"]))
        return Question(said, decision["ask"], decision["about"], choices)

    async def obey(self, line: str) -> None:
        if line in ("q", "quit", "exit"):
            raise EOFError
        if line in ("", "?", "help", "table"):
            self.help(line)
            return
        try:
            await self.act(line)
        except Rejected as refused:
            if "mid" not in refused.said and line not in ("pause", "resume"):
                raise
            example = refused.said.get("example", "")
            self.screen.note(with_example(str(refused), example, self.lang))

    async def act(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "say":
            await self.seat.tell({"type": "say", "mid": self.seat.mid(), "text": rest})
        elif word == "why":
            rest = self.screen.chosen(rest) or rest
            await self.seat.tell({"type": "why", "mid": self.seat.mid(), "choice": rest})
            self.screen.note(text("play.possible", self.lang))
        elif line == "hint":
            told = await self.seat.tell({"type": "hint", "mid": self.seat.mid()})
            self.screen.note(told["text"])
        elif line == "undo":
            await self.seat.take_back()
        elif line in ("agree", "decline"):
            await self.seat.reply(line == "agree")
        elif line in ("pause", "resume"):
            await self.seat.deed(line)
        elif chosen := self.screen.chosen(line):
            await self.answer(chosen)

    def help(self, line: str) -> None:
        """What can be said here, or what lies on the table and can be done."""
        if line in ("?", "help") or (not line and self.seat.asked):
            self.screen.note(text("join.help", self.lang))
            return
        self.shown, self.seen = None, set()
        if not self.seat.asked:
            self.screen.table(self.view())

    async def answer(self, line: str) -> None:
        number = self.seat.decision["id"] if self.seat.decision else 0
        await self.seat.answer(line, number)

    async def goes_on(self) -> bool:
        """Whether there is another game: wanted by all who are here, this person too."""
        self.report()
        self.wants = False
        number, lang = self.seat.table["number"], self.lang
        if self.seat.number is None or not self.may_play_again:
            return self.enter()
        self.screen.note(text("join.more", lang))
        while self.seat.table["phase"] == "over" and self.seat.table["number"] == number:
            if not await self.waits_on():
                return False
            self.tell()
        return not self.seat.over or self.enter()

    async def waits_on(self) -> bool:
        """Between two games, until something is heard or typed; whether this person stays."""
        try:
            line = await self.heard_or_typed(listens=self.ahead is None)
        except EOFError:
            return False
        if line == "again":
            await self.want_again()
        elif line is not None and self.wants and line not in ("q", "quit", "exit"):
            self.ahead = line  # an answer in the game that is to come
        else:
            return line is None
        return True

    async def want_again(self) -> None:
        try:
            self.wants = True
            await self.seat.deed("rematch")
        except Rejected as refused:  # the others were quicker
            if refused.code != "not_over":
                raise

    @property
    def may_play_again(self) -> bool:
        """At a table of an evening only what was agreed on is played."""
        table = self.seat.table
        done = not table["series"] or table["series"]["over"]
        return table["phase"] == "over" and not (table["evening"] and done)

    def enter(self) -> bool:
        if self.typing is not None:
            self.screen.note(text("join.enter", self.lang))
        return False

    def report(self) -> None:
        """How it ended, whose dice were in it, and where its record is."""
        table = self.seat.table
        over = table["over"]
        if over:
            speaker = self.speaker()
            self.screen.over(speaker.sentence(f"reasons.{over['reason']}", {}), over["scores"])
        self.report_dice()
        if over:
            base, id = self.seat.bases[0], self.seat.table_id
            where = f"{base}/api/tables/{id}/games/{table['number']}/record"
            self.screen.note(text("join.record", self.lang, address=where))

    def report_dice(self) -> None:
        """Once for each game whose secret is revealed: one that was closed or frozen too."""
        table, shares = self.seat.table, self.seat.shares
        if shares is None or self.seat.number is None or table["number"] == self.checked:
            return
        if table["secret"] and table["number"]:
            self.checked = table["number"]
            self.screen.note(text(f"join.dice_{shares.verdict(table)}", self.lang))
