"""A page for each question: the table in panels, what happened since the last one, the choices."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Final

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.table import Table as Grid
from rich.text import Text

from parlour.cli.lines import Lines, Question, with_seat
from parlour.cli.say import text
from parlour.cli.terminal.colours import coloured
from parlour.cli.terminal.menu import Menu, Thing, runs
from parlour.cli.terminal.panels import boxed, drawn_table
from parlour.cli.terminal.tab import complete_by, typed_so_far, when_shown
from parlour.core.view import View
from parlour.core.words import Speaker

RECENT: Final = 12
"""So many lines of what happened are shown with a question, in a low window a third of it."""
DOTS: Final = ("· ", "  ", "… ")
ROOM: Final = 60
"""Columns from which on the short text of a choice is shown beside it."""
PROMPT_S: Final = 1.0
"""So long at most a prompt may take to be shown, in seconds: a bound for odd terminals alone."""
SHORT: Final = 4
"""A label of a place up to this length stands on the table, and needs no name beside it."""


class Page(Lines):
    """Lines on a terminal that can be drawn on, in colour where colour is wanted."""

    def __init__(
        self, speaker: Speaker, commands: Sequence[str] = (), console: Console | None = None
    ) -> None:
        super().__init__(speaker, commands)
        self.console = console or Console(highlight=False)
        self.menu = Menu()
        self.since: list[str] = []
        """What was told since the last question."""
        self.begun = False
        self.prompt = ""
        """Not empty while a line is being read: over the network things happen meanwhile."""
        self.writing = Lock()
        """Held by the thread that writes: prompts are shown in that which reads lines."""
        self.begins = False
        """Whether the prompt is being written just now."""
        self.is_told = when_shown(self._shown)
        complete_by(self.completions)

    # --- showing ----------------------------------------------------------------------------

    def tell(self, said: str) -> None:
        self.since.append(said)
        with self._above_prompt():
            self.console.print(self._news([said]))

    def note(self, said: str) -> None:
        with self._above_prompt():
            self.console.print(self.coloured(said))

    def table(self, view: View) -> None:
        with self._above_prompt():
            self.console.print(drawn_table(view, self.speaker, self.console))

    def ask(self, view: View, question: Question) -> None:
        """A fresh page; the first one leaves the greeting above it."""
        with self._above_prompt():
            if self.begun:
                self.console.clear()
            self.begun = True
            self.console.print(drawn_table(view, self.speaker, self.console))
            self._tell_recent()
            self._say(question.said)
            self._list(question)

    def offer(self, view: View, question: Question) -> None:
        self.ask(view, question)

    def number(self, question: Question) -> None:
        """What is not shown has no number."""

    def choices(self, question: Question) -> None:
        with self._above_prompt():
            self._list(question)

    def _list(self, question: Question) -> None:
        self.menu.lay_out(question, self.speaker)
        asked = [thing for thing in self.menu.things if not thing.is_offer]
        offers = [thing for thing in self.menu.things if thing.is_offer]
        self.console.print(self._listed(asked))
        if offers:
            self.console.print(Text(self._words("any_time") if asked else "", "dim"))
            self.console.print(self._listed(offers))
        self._hint()

    def over(self, reason: str, scores: Sequence[object]) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column()
        grid.add_column(justify="right")
        for name, score in zip(self.speaker.names, scores, strict=True):
            grid.add_row(self.coloured(name), Text(str(score), "bold"))
        with self._above_prompt():
            self._say(reason)
            self.console.print(boxed(grid, Text(self._words("result")), "green"))

    def _tell_recent(self) -> None:
        told, self.since = self.since, []
        if not told:
            return
        most = min(RECENT, max(3, self.console.height // 3))
        earlier = [self._words("earlier", count=len(told) - most)] if len(told) > most else []
        recent = self._news([*earlier, *told[-most:]])
        self.console.print(boxed(recent, Text(self._words("since")), "dim"))

    def _news(self, told: list[str]) -> Grid:
        """Lines that hang from their dots."""
        grid = Grid.grid(padding=(0, 1, 0, 0))
        for said in told:
            dot, rest = (said[0], said[2:]) if said[:2] in DOTS else ("", said)
            grid.add_row(dot, self.coloured(rest))
        return grid

    def _say(self, said: str) -> None:
        if said:
            self.console.print(self.coloured(said, "bold"))

    def _words(self, key: str, **facts: object) -> str:
        return text(f"terminal.{key}", self.speaker.lang, **facts)

    def coloured(self, said: str, style: str = "") -> Text:
        return coloured(said, self.speaker, style)

    # --- choices ----------------------------------------------------------------------------

    def _listed(self, things: list[Thing]) -> Grid:
        """The number, the thing, its places; beside it what could be typed instead."""
        wide = self.console.width >= ROOM
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, style="bold cyan")
        for thing in things:
            number = "" if thing.number is None else str(thing.number)
            where = self._places(thing)
            beside = [Text.assemble("→ ", where) if where else Text()]
            beside += [Text(thing.brief.partition("@")[0], "dim")] if wide else []
            grid.add_row(number, self.coloured(thing.said), *beside)
        return grid

    def _places(self, thing: Thing) -> Text:
        if all(place.said == place.token for place in thing.places) or self._is_labelled(thing):
            return Text(" ".join(runs([place.token for place in thing.places])), "bold cyan")
        parts: list[Text] = []
        for place in thing.places:
            is_said = place.token in place.said.split() and not place.token.isdecimal()
            typed = Text("" if is_said else f"{place.token} ", "bold cyan")
            parts.append(Text.assemble(typed, self.coloured(place.said)))
        return Text(" · ").join(parts)

    def _is_labelled(self, thing: Thing) -> bool:
        """Whether the places are labels that stand on the table, such as `g3`; a seat is none."""
        return all(
            len(place.token) <= SHORT and not place.token.isdecimal() for place in thing.places
        )

    def _hint(self) -> None:
        """How a thing and its place are typed, by an example."""
        things = [thing for thing in self.menu.things if thing.number and len(thing.places) > 1]
        if things:
            example = f"{things[0].number} {things[0].places[0].token}"
            said = self._words("hint", example=example, meaning=meaning(things[0]))
            self.console.print(Text(said, "dim"))

    # --- typing -----------------------------------------------------------------------------

    def read(self) -> str:
        """Enter alone puts down a thing that was chosen without a place."""
        while (opened := self.menu.open) is not None:
            if said := self._input(f"{opened.said} → "):
                return said
            self.menu.open = None
        return self._input("> ")

    def _input(self, prompt: str) -> str:
        self.begins = self.writing.acquire(timeout=PROMPT_S)
        self.prompt = prompt
        if not self.is_told:
            self._shown()
        try:
            return input(prompt).strip()
        finally:
            self.prompt = ""
            self._shown()

    def _shown(self) -> None:
        """The prompt stands there: others may write above it."""
        if self.begins:
            self.begins = False
            self.writing.release()

    @contextmanager
    def _above_prompt(self) -> Iterator[None]:
        """What is shown while somebody types stands above the line that is being typed."""
        mine = self.writing.acquire(timeout=PROMPT_S)
        try:
            if self.prompt:
                erase = (ControlType.ERASE_IN_LINE, 2)
                self.console.control(Control((ControlType.CARRIAGE_RETURN,), erase))
            yield
            if self.prompt:
                self.console.print(Text(f"{self.prompt}{typed_so_far()}"), end="")
        finally:
            if mine:
                self.writing.release()

    def chosen(self, said: str) -> str | None:
        found = self.menu.chosen(with_seat(said, self.speaker.names))
        if self.menu.open is not None:
            self.console.print(Text.assemble("→ ", self._places(self.menu.open)))
        return found

    def ahead(self, said: str) -> str | None:
        """A number means what stands on the page, and not what comes next."""
        return self.chosen(said)

    def completions(self, before: str) -> list[str]:
        commands = list(self.commands) if not before else []
        if self.menu.open is not None and not before:
            return [place.token for place in self.menu.open.places]
        return [*self.menu.completions(before), *commands]


def meaning(thing: Thing) -> str:
    return f"{thing.said} → {thing.places[0].said}"
