"""Choices as a terminal shows them: one line for each card, its places beside it, all numbered."""

from itertools import groupby

from parlour.core.decision import Choice
from parlour.core.game import Game


def list_choices(game: Game, lang: str, choices: list[Choice]) -> None:
    numbered = list(enumerate(brief_texts(choices), 1))
    for what, group in groupby(numbered, lambda row: row[1].partition("@")[0]):
        rows = list(group)
        places = [(k, shown.partition("@")[2]) for k, shown in rows]
        said = in_words(game, lang, what)
        if places[0][1]:
            spots = "  ".join(f"{k:>2}) {place:<3}" for k, place in places)
            print(f"  {what:<14} {said:<16} {spots}".rstrip())
        else:
            print("\n".join(f"  {k:>2}) {shown:<14} {said}".rstrip() for k, shown in rows))


def in_words(game: Game, lang: str, what: str) -> str:
    """The card or thing of a choice in people's words, where they differ."""
    token = what.rpartition(":")[2]
    name = game.name(token, lang)
    return "" if name == token else name


def brief_texts(choices: list[Choice]) -> list[str]:
    """The short form where it is unmistakable."""
    briefs = [choice.brief for choice in choices]
    return [c.brief if briefs.count(c.brief) == 1 else c.text for c in choices]
