"""`parlour play GAME`: a table in the terminal.  It can be left at any moment and resumed."""

import os
import secrets
import sys
from argparse import Namespace
from pathlib import Path
from time import sleep
from typing import Final

import msgspec

import parlour
from parlour.bots import Budget, make_bot, usual
from parlour.bots.advice import advise, sentence
from parlour.bots.characters import in_turn, name_in
from parlour.bots.thinking import packed_view
from parlour.cli.lines import Question
from parlour.cli.say import language, refused, text
from parlour.cli.screens import open_screen
from parlour.core.bot import Bot
from parlour.core.decision import Choice, Decision
from parlour.core.errors import IllegalChoice, Refusal
from parlour.core.game import Game
from parlour.core.language import listed
from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.core.seats import clockwise
from parlour.core.table import Table
from parlour.core.undo import AGREED, CONSENT, UNDO
from parlour.core.view import View
from parlour.core.words import Speaker

PAUSE = 0.6
WORDS: Final = ("help", "why", "hint", "undo", "table", "log", "seed", "quit")
"""What can be said besides a choice."""


class Saved(msgspec.Struct):
    """A game in the terminal that was left: the record, and who sat where."""

    record: Record
    seat: int
    name: str
    bots: list[str]
    told: int


class Leave(Exception):
    """Raised when the person quits; the game is saved."""


def folder() -> Path:
    """The folder of saved games: XDG_STATE_HOME, or its default."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "parlour"


def play(args: Namespace) -> int:
    game = parlour.game(args.game)
    lang = args.lang or language()
    saved = None if args.new else resumable(game, lang)
    if saved is None:
        saved = fresh(game, args, lang)
        table = game.load(saved.record)
    else:
        print(text("play.resumed", lang))
        table = game.load(saved.record)
    return Terminal(table, saved, lang, 0.0 if args.fast else PAUSE).run()


def fresh(game: Game, args: Namespace, lang: str) -> Saved:
    players = args.players or min(max(game.least, 3), game.most)
    seed = args.seed if args.seed is not None else secrets.token_hex(32)
    table = game.new(players, seed, dict(args.option))
    if not 0 <= args.seat < players:
        raise SystemExit(text("play.no_seat", lang, seat=args.seat, most=players - 1))
    wanted = (args.bots or usual(game)).split(",")
    seats = [wanted[k % len(wanted)] for k in range(players)]
    for kind in seats:
        bot_of(game, kind, Rng(0))  # an unknown level is refused before anything starts
    return Saved(table.record(), args.seat, args.name or text("play.you", lang), seats, 0)


def bot_of(game: Game, kind: str, rng: Rng) -> Bot:
    """A bot as `--bots` names it: its level, or level and temper such as `hard-bold`."""
    level, _, temper = kind.partition("-")
    return make_bot(game, level, rng, temper)


def characters(saved: Saved, lang: str) -> list[str]:
    """What each seat's bot is called: a character of its temper, each once, the person's not."""
    found: list[str] = []
    for seat, kind in enumerate(saved.bots):
        known = [name_in(name, lang) for name in in_turn(kind.partition("-")[2], seat)]
        free = [name for name in known if name not in (*found, saved.name)]
        found.append(free[0])
    return found


def resumable(game: Game, lang: str) -> Saved | None:
    """The game that was left, if there is one; a broken file is put aside, never lost."""
    path = folder() / f"{game.id}.json"
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=Saved)
        over = game.load(saved.record).outcome is not None
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, Refusal, OSError, UnicodeDecodeError) as wrong:
        aside = path.with_suffix(".broken.json")
        path.replace(aside)
        print(text("play.bad_save", lang, path=aside, reason=wrong), file=sys.stderr)
        return None
    return None if over else saved


class Terminal:
    """One person, the bots in the other seats, and what is said between them."""

    def __init__(self, table: Table, saved: Saved, lang: str, pause: float) -> None:
        self.t = table
        self.game: Game = table.game
        self.me = saved.seat
        self.lang = lang
        self.saved = saved
        self.pause = pause
        self.told = saved.told
        self.shown: set[str] = set()  # the choices that were shown last
        self.news = False  # something was told since then
        bots = characters(saved, lang)
        self.names = [saved.name if k == self.me else bots[k] for k in range(table.players)]
        self.speaker = Speaker(self.game, lang, self.names)
        self.screen = open_screen(self.speaker, WORDS)
        rng = Rng(len(table.log or ()))
        self.bots: list[Bot] = [bot_of(self.game, kind, rng.split()) for kind in saved.bots]

    def run(self) -> int:
        title = self.game.words.say(self.lang, "title")
        self.screen.note(text("play.welcome", self.lang, title=title, name=self.names[self.me]))
        if self.game.words.has("screen.legend"):
            self.screen.note(self.game.words.say(self.lang, "screen.legend"))
        try:
            while self.t.outcome is None:
                self.step()
        except (Leave, KeyboardInterrupt):
            self.keep()
            self.screen.note("\n" + text("play.left", self.lang, game=self.game.id))
            return 0
        self.tell()
        self.close()
        return 0

    def step(self) -> None:
        """One answer, by a bot or by the person, who comes first where something is new."""
        self.tell()
        offers = self.t.decision(self.me)
        if offers is not None and not offers.waits and self.interrupts(offers):
            return
        for seat in clockwise(self.t.on_turn(), self.t.players):
            decision = self.t.decision(seat)
            if decision is None:
                continue
            if seat == self.me and decision.waits:
                self.ask(decision)
                return
            if seat == self.me:
                continue
            choice = self.bots[seat].choose(self.t.look(seat), decision)
            if choice is not None:
                self.answer(seat, choice)
                return
        self.t.pass_time()

    def interrupts(self, decision: Decision) -> bool:
        """Whether the person does something though nobody waits.

        Asked when there is news: something was seen or heard, or something new can be done.
        """
        if not self.news and {choice.text for choice in decision.choices} <= self.shown:
            return False
        self.remember(decision)
        self.screen.offer(self.view(), self.question(decision, text("play.offers", self.lang)))
        while said := self.line():
            if self.obey(said, decision):
                return True
        return False

    def answer(self, seat: int, choice: Choice) -> None:
        self.t.answer(seat, choice.text)
        self.keep()
        sleep(self.pause)

    # --- talking ----------------------------------------------------------------------------

    def tell(self) -> None:
        for event in self.t.heard(self.me, self.told):
            self.news = True
            self.screen.tell(f"· {self.speaker.event(event)}")
        self.told = len(self.t.sink or ())

    def ask(self, decision: Decision) -> None:
        """Show the table and take one line from the person."""
        said = self.speaker.ask(decision.ask, decision.about) if decision.ask else ""
        self.remember(decision)
        self.screen.ask(self.view(), self.question(decision, said))
        while not self.obey(self.line(), decision):
            pass

    def view(self) -> View:
        return self.t.look(self.me)

    def question(self, decision: Decision, said: str = "") -> Question:
        return Question(said, decision.ask, decision.about, decision.choices)

    def remember(self, decision: Decision) -> None:
        """These choices are shown now, and everything is told."""
        self.shown, self.news = {choice.text for choice in decision.choices}, False

    def line(self) -> str:
        try:
            return self.screen.read()
        except EOFError:
            raise Leave from None

    def obey(self, said: str, decision: Decision) -> bool:
        """Do what was said; True if the question is answered."""
        word, _, rest = said.partition(" ")
        if said in ("q", "quit", "exit"):
            raise Leave
        if word == "why":
            self.explain(rest.strip(), decision)
        elif said == "table":
            self.screen.table(self.view())
            self.remember(decision)
            self.screen.choices(self.question(decision))
        elif (told := self.told_of(said)) is not None:
            for line in told:
                self.screen.note(line)
        else:
            return self.try_answer(said, decision)
        return False

    def told_of(self, said: str) -> list[str] | None:
        """What there is to say to a word; None: it is none of the words."""
        if said in ("", "?", "help"):
            return [text("play.help", self.lang)]
        if said == "hint":
            return [self.hint()]
        if said == "log":
            return [f"· {self.speaker.event(event)}" for event in self.t.heard(self.me)]
        return [text("play.seed", self.lang, seed=self.t.start[:80])] if said == "seed" else None

    def hint(self) -> str:
        """What a good player would do here, and why, from what this seat sees."""
        seen = packed_view(self.view())
        found = advise(self.game.id, len(self.t.log or ()), seen, self.me, Budget())
        return sentence(found, self.speaker) if found else text("play.no_hint", self.lang)

    def explain(self, attempt: str, decision: Decision) -> None:
        if not attempt:
            example = decision.choices[0].brief
            self.screen.note(text("play.why_what", self.lang, example=example))
            return
        attempt = self.screen.chosen(attempt) or attempt
        refusal = self.t.why_not(self.me, attempt)
        possible = text("play.possible", self.lang)
        self.screen.note(possible if refusal is None else refused(self.speaker, refusal))

    def try_answer(self, said: str, decision: Decision) -> bool:
        chosen = self.screen.chosen(said)
        if chosen is None:
            return False
        said = chosen
        if said == UNDO and self.t.may_undo(self.me) == CONSENT:
            said = AGREED  # the others are bots, and bots agree
        try:
            self.t.answer(self.me, said)
        except IllegalChoice as refusal:
            self.screen.note(refused(self.speaker, refusal))
            return False
        self.keep()
        if said in (UNDO, AGREED):
            self.told = len(self.t.sink or ()) - 1
        return True

    # --- keeping ----------------------------------------------------------------------------

    def keep(self, name: str = "") -> Path:
        """Write the game beside the old file, then put it in its place: never half a file."""
        self.saved.record = self.t.record()
        self.saved.told = self.told
        path = folder() / (name or f"{self.game.id}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh_file = path.with_suffix(".new")
        fresh_file.write_bytes(msgspec.json.encode(self.saved.record if name else self.saved))
        fresh_file.replace(path)
        return path

    def close(self) -> None:
        outcome = self.t.outcome
        assert outcome is not None
        self.screen.table(self.view())
        self.screen.over(self.speaker.sentence(f"reasons.{outcome.reason}", {}), outcome.scores)
        winners = [self.names[seat] for seat in outcome.winners]
        count = len(winners)
        names = listed(self.lang, winners)
        self.screen.note(text("play.winners", self.lang, count=count, names=names))
        (folder() / f"{self.game.id}.json").unlink(missing_ok=True)
        path = self.keep(f"{self.game.id}-{self.t.start[:8].strip('/ ')}.record.json")
        self.screen.note(text("play.saved", self.lang, path=path))
