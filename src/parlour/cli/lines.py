"""The table and the choices in plain lines: what scripts and terminals that cannot draw are shown.

`cli/terminal/page.py` draws the same on terminals that can.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from parlour.cli.say import text
from parlour.cli.show import Numbers, list_choices
from parlour.core.decision import Choice
from parlour.core.game import Game
from parlour.core.view import View
from parlour.core.words import Speaker


@final
class Question:
    """What is asked, or may be done: its sentence, its key with parameters, and the choices."""

    def __init__(
        self, said: str, ask: str, about: Mapping[str, Any], choices: list[Choice]
    ) -> None:
        self.said: Final = said
        self.ask: Final = ask
        self.about: Final = about
        self.choices: Final = choices


class Lines:
    """Plain lines, one after the other, the same whatever the window."""

    def __init__(self, speaker: Speaker, commands: Sequence[str] = ()) -> None:
        self.speaker = speaker
        self.commands = commands
        """Words that are understood besides choices."""
        self.numbers = Numbers()

    def tell(self, said: str) -> None:
        """Something happened or was said at the table."""
        print(said)

    def note(self, said: str) -> None:
        """The program answers the person."""
        print(said)

    def table(self, view: View) -> None:
        game: Game = self.speaker.game
        print(f"\n{game.screen(view, self.speaker.lang, self.speaker.names)}\n")

    def ask(self, view: View, question: Question) -> None:
        """A question that the game waits for, with the table."""
        self.table(view)
        self.offer(view, question)

    def offer(self, view: View, question: Question) -> None:
        """What may be done though nobody waits."""
        if question.said:
            print(question.said)
        self.choices(question)

    def number(self, question: Question) -> None:
        """The choices have changed, but nothing of them is shown."""
        self.numbers.give(question.ask, question.choices)

    def choices(self, question: Question) -> None:
        rows = self.numbers.give(question.ask, question.choices)
        list_choices(self.speaker.game, self.speaker.lang, rows, self.speaker.names)

    def over(self, reason: str, scores: Sequence[object]) -> None:
        print(reason)
        for name, score in zip(self.speaker.names, scores, strict=True):
            print("  " + text("play.score", self.speaker.lang, name=name, score=score))

    def read(self) -> str:
        """A line from the person; EOFError at the end."""
        return input("> ").strip()

    def chosen(self, said: str) -> str | None:
        """The text of the choice that was meant; None while a part of it is still to be said."""
        return self.numbers.chosen(with_seat(said, self.speaker.names))

    def ahead(self, said: str) -> str | None:
        """What was typed before there was a question, for the next one."""
        return said


def with_seat(said: str, names: Sequence[str]) -> str:
    """`duel@Greta` as choices are written, with the number of her seat; names in any case."""
    what, at, whom = said.rpartition("@")
    found = [k for k, name in enumerate(names) if name.casefold() == whom.strip().casefold()]
    return f"{what}@{found[0]}" if at and len(found) == 1 else said
