"""Two families of errors: a person's mistake, which is answered politely, and ours."""

from typing import final

Facts = dict[str, object]
"""Parameters of a sentence: seats by number, cards and places by text."""


class Refusal(ValueError):
    """Something asked for cannot be.  `code` is stable and has a sentence in every language."""

    def __init__(self, code: str, rule: str = "", facts: Facts | None = None) -> None:
        self.code = code
        self.rule = rule
        self.facts: Facts = facts or {}
        told = ", ".join(f"{name}={fact}" for name, fact in self.facts.items())
        super().__init__(f"{code}{f' [{rule}]' if rule else ''}{f' ({told})' if told else ''}")

    def same_as(self, other: "Refusal | None") -> bool:
        return other is not None and str(self) == str(other)


@final
class IllegalChoice(Refusal):
    """The player's mistake: the table goes on as if nothing had been said."""


@final
class BadTable(Refusal):
    """A table that cannot be opened: wrong number of players, unknown or impossible options."""


@final
class BadText(Refusal):
    """A line, record or scenario file that cannot be read."""


class RulesBug(Exception):
    """Our mistake: never caught below the server, which freezes the table and keeps its record."""
