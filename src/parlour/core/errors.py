"""Two families of errors: refusals of what somebody asked for, and mistakes of the program."""

from typing import final

Facts = dict[str, object]
"""Parameters of a sentence: seats by number, cards and places by text."""


class Refusal(ValueError):
    """Something that was asked for cannot be done."""

    def __init__(self, code: str, rule: str = "", facts: Facts | None = None) -> None:
        self.code = code
        """A stable key, which has a sentence in every language."""
        self.rule = rule
        """The number of the rule that forbids it, or empty."""
        self.facts: Facts = facts or {}
        """The parameters of the sentence."""
        told = ", ".join(f"{name}={fact}" for name, fact in self.facts.items())
        super().__init__(f"{code}{f' [{rule}]' if rule else ''}{f' ({told})' if told else ''}")

    def same_as(self, other: "Refusal | None") -> bool:
        return other is not None and str(self) == str(other)


@final
class IllegalChoice(Refusal):
    """An answer that may not be given; the table has not changed."""


@final
class BadTable(Refusal):
    """A table that cannot be opened: wrong number of players, unknown or impossible options."""


@final
class BadText(Refusal):
    """A line, record or scenario file that cannot be read."""


class RulesBug(Exception):
    """A mistake of the program.  The server freezes the table then and keeps its record."""


@final
class BadDie(RulesBug):
    """A die that was laid down beforehand cannot fall so."""
