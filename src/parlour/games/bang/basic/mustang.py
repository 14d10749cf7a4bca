"""Mustang and Scope: how far others are."""

from typing import ClassVar, final

from parlour.games.bang.blue import Blue


@final
class Mustang(Blue):
    """Others see its owner one farther away.  [BANG-22]"""

    name: ClassVar[str] = "mustang"
    copies: ClassVar[str] = "8H 9H"
    farther: ClassVar[int] = 1


@final
class Scope(Blue):
    """Its owner sees the others one closer.  [BANG-23]"""

    name: ClassVar[str] = "scope"
    copies: ClassVar[str] = "AS"
    closer: ClassVar[int] = 1
