"""What is in the box: the cards and the characters of one set, or of several.  [BANG-1]"""

from typing import Final, final

from parlour.core.declared import classes_of
from parlour.games.bang.base import STRANGER, Card, Character
from parlour.games.bang.kinds import CharacterId

BASIC: Final = "parlour.games.bang.basic"
"""The set of the game itself: 80 cards and 16 characters."""


@final
class Box:
    """A set is a folder, named as a package: every card and every character that stands in it."""

    def __init__(self, *sets: str) -> None:
        self.sets: Final = sets
        kinds: list[Card] = []
        characters: list[Character] = []
        for one in sets:
            kinds += cards_of(one)
            characters += characters_of(one)
        self.kinds: Final = kinds
        self.characters: Final = characters
        self.everybody: Final = tuple([CharacterId(k) for k in range(len(characters))])
        self.named: Final = {one.name: one for one in [*characters, STRANGER]}
        self.deck: Final = [(kind, face) for kind in kinds for face in kind.copies.split()]


def cards_of(package: str) -> list[Card]:
    """Brown cards, then blue ones, the commonest first; equals in the order of files and lines."""
    kinds = [kind() for kind in classes_of(package, Card)]
    return sorted(kinds, key=lambda kind: (kind.blue, -len(kind.copies.split())))


def characters_of(package: str) -> list[Character]:
    """By their names."""
    return sorted([one() for one in classes_of(package, Character)], key=lambda one: one.name)
