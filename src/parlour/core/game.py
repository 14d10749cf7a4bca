"""A game: the class through which everything outside a room uses the room."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, cast

import msgspec
from typing_extensions import TypeVar

from parlour.core import drawing, notation
from parlour.core.carry import Carry, check_carry
from parlour.core.data import read_toml
from parlour.core.declared import Declared
from parlour.core.dice import Dice, seed_bytes
from parlour.core.drawing import COMMON, MISSHAPEN, Drawing, Position, tidy
from parlour.core.encoding import Encoder
from parlour.core.errors import BadDie, BadTable, BadText, IllegalChoice
from parlour.core.event import perceived
from parlour.core.frame_reader import FrameReader
from parlour.core.ids import NO_CHOICE, CardId
from parlour.core.mind import Afresh, CardMind, Mind
from parlour.core.options import Option, Values, read_options, settle_options
from parlour.core.policy import AnyPolicy, Player
from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.core.screen import Panel, lined, plain_panels, plain_screen
from parlour.core.seats import ALL, Everything
from parlour.core.series_rules import SeriesRules
from parlour.core.stack import stack_of
from parlour.core.table import Table
from parlour.core.view import Eyes, View, sealing
from parlour.core.view_builder import ViewBuilder
from parlour.core.words import Speaker, Words

T = TypeVar("T", bound=Table, default=Table)
V = TypeVar("V", bound=View, default=View)
TICK_MS: Final = 250
KEPT_RULES: Final = 64


class Game(Declared, Generic[T, V]):
    """The rules of one game: it opens tables, reads lines and records, and makes minds.

    A room's class fills in the class attributes and the methods that raise NotImplementedError.
    What only the laboratory asks stands in the room's `examiner.py`.
    """

    id: ClassVar[str]
    """The name of the room's folder, and the game's name for programs."""
    version: ClassVar[int]
    """Raised when the same record would no longer give the same game."""
    least: ClassVar[int]
    """The fewest players."""
    most: ClassVar[int]
    """The most players."""
    views: ClassVar[ViewBuilder[Any]]
    """How the room's facts are shown and read."""
    examples: ClassVar[dict[str, str]] = {}
    """What one could type instead, by the code of a refusal: for the terminal alone."""
    reasons: ClassVar[Sequence[str]]
    """The keys of the ways a game can end."""
    policy: ClassVar[type[AnyPolicy] | None] = None
    """How the room's bots weigh choices, from numbers of its `bots.toml`."""
    player: ClassVar[type[Player]] = Player
    """Who plays by it; a room may give them a memory."""
    colours: ClassVar[dict[str, str]] = {}
    """Tokens whose names a terminal shows in colour: red, green, yellow, blue, magenta, cyan."""
    series: SeriesRules[T] = SeriesRules()
    """What a series of this game counts and takes along."""

    def __init__(self) -> None:
        self.data: Final = read_toml(self.package, "data.toml")
        """The room's `data.toml`."""
        self.option_list: Final[dict[str, Option]] = read_options(self.data)
        """The options of a table by name: kind, default, limits."""
        self.words: Final[Words] = Words(self.package)
        """The room's sentences in every language."""
        self.frames: Final = FrameReader(self.frame_types)
        """Reads frames from their texts and data."""
        self._kept_rules: dict[tuple[int, str], Any] = {}

    # --- a room fills these in --------------------------------------------------------------

    def rules(self, players: int, values: Values) -> Any:
        """What the options make of a table; BadTable if they cannot be played.

        It is made once: tables with the same options share it, and nothing in it ever changes.
        """
        return values

    def empty(self, rules: Any, players: int, dice: Dice) -> T:
        """A table with nothing on it."""
        raise NotImplementedError

    def deal(self, t: T) -> None:
        """Set up and push the first frame."""
        raise NotImplementedError

    def draw(self, t: T, d: Drawing) -> None:
        """Lay out a drawn position, and fill in what is not drawn."""
        raise NotImplementedError

    def recall(self, t: T, d: Drawing) -> Mind[T]:
        """The mind of the eyes whose view was drawn as `t`.

        Where a room has facts of its own form, something else than cards may be hidden.
        """
        if not self.views.has_own:
            return CardMind(t, d.eye, self.views.secret_piles)
        return Afresh(t, d.eye, lambda rng: self.drawn(d.facts, rng, quiet=True))

    def opening(self, t: T, d: Drawing) -> None:
        """Push the frames of a position that is drawn without a stack."""
        raise NotImplementedError

    def arrange(self, t: T, d: Drawing) -> None:
        """Lay down how the shuffles of the deal will come out, where a scenario wants it so."""

    def tokens(self, t: T) -> set[str]:
        """Words of this table that need not lie on it nor stand in a sentence: its places."""
        return set()

    def spelled(self, word: object) -> object:
        """The one spelling of what may be written in two ways, for scenarios to compare."""
        return word

    def card(self, t: T, text: str) -> CardId:
        """The card of this text, for dice that name a card."""
        raise d_wrong(f"{text!r} is no card of this game")

    def name(self, token: str, lang: str) -> str:
        """A card, a place or any other token in people's words."""
        return self.words.name(lang, token)

    def screen(self, view: V, lang: str, names: list[str]) -> str:
        """The table as a terminal shows it; a room may draw its own."""
        return plain_screen(view, Speaker(self, lang, names))

    def panels(self, view: V, lang: str, names: list[str]) -> list[Panel]:
        """The same table in parts, for a terminal that draws; a screen alone is one panel."""
        if type(self).screen is Game.screen:
            return plain_panels(view, Speaker(self, lang, names))
        return [Panel("", lined(self.screen(view, lang, names).splitlines()))]

    def printed(self) -> dict[str, dict[str, int] | list[str]]:
        """What is printed on the cards, for the room's client: constants by name."""
        return {}

    def showing_ms(self, t: T) -> int:
        """How long pages show what has passed so far without a question; public facts alone."""
        return 0

    def encoder(self) -> Encoder[T] | None:
        """How tables become numbers for learners; None: the room has no encoding."""
        return None

    def tick_ms(self, options: Values) -> int:
        """How long a tick takes under these options, where time passes by itself."""
        return TICK_MS

    def bound(self, players: int) -> int:
        """A number of choices that no game with so many players exceeds."""
        raise NotImplementedError

    # --- opening a table --------------------------------------------------------------------

    def new(
        self,
        players: int,
        seed: int | str | bytes,
        options: dict[str, object] | None = None,
        quiet: bool = False,
        carry: Carry | None = None,
    ) -> T:
        """A table with a fresh deal; BadTable if there can be no such table.

        `seed`: a number, a text or 32 bytes.  `options`: where they differ from the defaults.
        `quiet`: no events, no record, no undo, for simulation.  `carry`: of a series so far.
        """
        try:
            key = seed_bytes(seed)
        except ValueError as wrong:
            raise BadTable("bad_seed", facts={"reason": str(wrong)}) from wrong
        t = self._open(players, options or {}, Dice(key), quiet, carry or {})
        t.start = key.hex()
        self.deal(t)
        t.settle()
        return t

    def _open(
        self, players: int, options: dict[str, object], dice: Dice, quiet: bool, carry: Carry
    ) -> T:
        self.check_players(players)
        t = self.empty(self._rules(players, options), players, dice)
        t._game = cast("Game", self)  # a table knows its room as everybody does
        t.options = self.settled(options)
        check_carry(carry, players, self.series.carried)
        t.carry = carry
        self.series.bring(t)
        if not quiet:
            t.sink, t.log = [], []
            t.takes_back = True
        t.numbers = not quiet
        return t

    def _rules(self, players: int, options: dict[str, object]) -> Any:
        """The rules of such tables, kept for the next one."""
        key = (players, repr(options))
        kept = self._kept_rules.get(key)  # another thread may forget them all meanwhile
        if kept is None:
            kept = self.rules(players, settle_options(self.option_list, options))
            if len(self._kept_rules) >= KEPT_RULES:  # anybody may think of options
                self._kept_rules.clear()
            self._kept_rules[key] = kept
        return kept

    def check_players(self, players: int) -> None:
        """BadTable if the game is not for so many."""
        if type(players) is not int or not self.least <= players <= self.most:
            facts: dict[str, object] = {"players": players, "least": self.least, "most": self.most}
            raise BadTable("wrong_players", self.refusals.get("wrong_players", ""), facts)

    def settled(self, options: dict[str, object]) -> dict[str, object]:
        """The options that differ from the defaults."""
        return {n: v for n, v in options.items() if v != self.option_list[n].default}

    # --- looking ----------------------------------------------------------------------------

    @property
    def view_type(self) -> type[V]:
        """The class of this room's views."""
        found: type[V] = self.views.view
        return found

    def build_view(self, t: T, eyes: Eyes) -> V:
        """The view of these eyes.  Every view of this game is made of what `views` tells."""
        view: V = self.views.build(t, eyes)
        return view

    def look(self, t: T, seat: int | None) -> V:
        """All that the seat, or with None a bystander, may know."""
        if seat is not None and not 0 <= seat < t.players:
            raise t.refuse("no_such_seat", {"number": seat})
        return self.build_view(t, Eyes(seat))

    def heard(self, t: T, seat: int | None, since: int = 0) -> list[dict[str, object]]:
        """The events as the seat perceived them.

        `since` counts all events of the table, also those that the seat does not hear of, so
        clients must not be told it.
        """
        told = [perceived(event, seat) for event in (t.sink or [])[since:]]
        return [event for event in told if event is not None]

    def position(self, t: T, seat: int | Everything | None = ALL) -> Position:
        """The position as a dict: of the whole table, or as one seat sees it."""
        truth = Eyes(None, everything=True)
        view = self.build_view(t, truth) if seat is ALL else self.look(t, seat)
        facts = tidy(msgspec.to_builtins(view) | {"stack": [repr(frame) for frame in t.stack]})
        if seat is not ALL:
            return facts
        del facts["eyes"]
        dice = t.dice
        return facts | {"seed": dice.key.hex(), "thrown": dice.thrown, "dice": list(dice.queue)}

    def line(self, t: T, seat: int | Everything | None = ALL) -> str:
        """The position in one line of text: of the whole table, or as one seat sees it."""
        return f"{self.id}/{self.version} {notation.write(self.position(t, seat))}"

    # --- from text to table -----------------------------------------------------------------

    def parse(self, line: str, rng: Rng | None = None) -> T:
        """The table of a line.  Question marks, if any, are filled from `rng`."""
        head, _, rest = line.strip().partition(" ")
        if head != f"{self.id}/{self.version}":
            known = f"{self.id}/{self.version}"
            raise BadText("wrong_version", facts={"found": head, "known": known})
        t = self.drawn(notation.read(rest), rng or Rng(0))
        t.start = line.strip()
        return t

    def imagine(self, view: V, rng: Rng) -> T:
        """A complete table that fits the view.  For many of them, make a `mind` once."""
        return self.mind(view).world(rng)

    def mind(self, view: V) -> Mind[T]:
        """What the view's eyes know, to draw worlds from.  It is made from the view alone."""
        d = Drawing(self.views.drawn(view), view.players, Rng(0))
        return self.recall(self._laid_out(d, quiet=True), d)

    def drawn(self, facts: Position, rng: Rng, quiet: bool = False) -> T:
        """The table of a drawing; BadText says what is wrong with it."""
        players = facts.get("players")
        if type(players) is not int or not isinstance(facts.get("options") or {}, dict):
            raise d_wrong("it does not say how many players there are")
        if not isinstance(facts.get("eyes"), int | None):
            raise d_wrong("the eyes of a view are a seat's")
        return self._laid_out(Drawing(facts, players, rng), quiet)

    def _laid_out(self, d: Drawing, quiet: bool) -> T:
        options, carry = d.facts.get("options") or {}, d.facts.get("carry") or {}
        d.read.update(COMMON)
        try:
            t = self._open(d.players, options, drawing.read_dice(d), quiet, carry)
            d.stack = [self.frames.read(told, d.players) for told in d.get("stack", [])]
            self.draw(t, d)
            d.check_names()
            self._resume(t, d)
        except (BadDie, *MISSHAPEN) as wrong:
            raise d.told(wrong) from wrong
        drawing.settle(t, d)
        if t.log is not None:
            t.start = self.line(t)
        return t

    def arranged(self, facts: Position, seed: int | str, rng: Rng) -> T:
        """A fresh deal in which a scenario has laid some things down; the rest is the deal's."""
        players = facts["players"]
        d = Drawing(facts, players, rng)
        d.read.update(("players", "options", "carry"))
        first = d.get("turn")
        carry = facts["carry"] if first is None else facts["carry"] | {"first": first}
        try:
            t = self._open(players, facts["options"], Dice(seed_bytes(seed)), False, carry)
            self.arrange(t, d)
        except MISSHAPEN as wrong:
            raise d.told(wrong) from wrong
        d.check_names()
        self.deal(t)
        t.settle()
        if first is not None and t.on_turn() != first:
            raise d.wrong(f"the turn cannot begin with seat {first}")
        t.start = self.line(t)
        return t

    def _resume(self, t: T, d: Drawing) -> None:
        queue = d.get("dice", [])
        t.dice.queue = tuple(q if type(q) is int else ~self.card(t, q) for q in queue)
        if d.has("over"):
            t.outcome = drawing.read_over(d, self.reasons)
        elif d.has("stack"):
            t.stack = stack_of(d.stack)
        else:
            self.opening(t, d)
        self._seal(t, d)

    def _seal(self, t: T, d: Drawing) -> None:
        """Put sealed choices back into their drawers; what is not known of them, by lot."""
        if not d.has("answered") and not d.has("sealed"):
            return
        for seat, text in enumerate(d.by_seat("sealed")):
            imagined = t.sealed[seat] != NO_CHOICE  # a room that knows better has chosen already
            if not text and (imagined or seat not in d.get("answered", [])):
                continue
            frame = sealing(t)
            options = frame.options(t, seat)
            fitting = [c for c in options if not text or frame.text(t, seat, c) == text]
            if not fitting:
                raise d_wrong(f"seat {seat} cannot have sealed {text!r}")
            t.sealed[seat] = fitting[d.rng.below(len(fitting))]

    # --- records ----------------------------------------------------------------------------

    def record(self, t: T) -> Record:
        """What is saved of a game; ValueError if the table keeps no record."""
        if t.log is None:
            why = "it is a clone, was opened quiet, or what is chosen at it is kept elsewhere"
            raise ValueError(f"this table keeps no record: {why}")
        seed, line = ("", t.start) if " " in t.start else (t.start, "")
        carry = {} if line else t.carry  # a line has its own
        return Record(self.id, self.version, t.players, t.options, list(t.log), seed, line, carry)

    def load(self, record: Record, upto: int | None = None) -> T:
        """Play a record again, whole or up to an entry."""
        if record.game != self.id or record.version != self.version:
            facts: dict[str, object] = {
                "found": f"{record.game}/{record.version}",
                "known": f"{self.id}/{self.version}",
            }
            raise BadText("wrong_version", facts=facts)
        t = self._from_start(record)
        for number, (seat, text) in enumerate(record.choices[:upto], 1):
            try:
                t.replay(seat, text)
            except IllegalChoice as refusal:
                why: dict[str, object] = {"number": number, "reason": str(refusal)}
                raise BadText("bad_entry", refusal.rule, why) from refusal
        return t

    def _from_start(self, record: Record) -> T:
        if record.line:
            return self.parse(record.line)
        if not re.fullmatch(r"[0-9a-f]{64}", record.seed):
            raise BadText("bad_record", facts={"reason": "it has neither a seed nor a line"})
        return self.new(record.players, record.seed, record.options, carry=record.carry)


def d_wrong(reason: str) -> BadText:
    """The refusal of a position that cannot be."""
    return BadText("bad_position", facts={"reason": reason})
