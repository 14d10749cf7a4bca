"""Mustang and Scope, which change distances, and the weapons; without one there is a Colt."""

from typing import ClassVar, final

from parlour.games.bang.blue import Blue, Weapon


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


@final
class Volcanic(Weapon):
    """Any number of BANG! cards, at distance 1.  [BANG-46]"""

    name: ClassVar[str] = "volcanic"
    copies: ClassVar[str] = "10C 10S"
    reach: ClassVar[int] = 1
    unlimited: ClassVar[bool] = True


@final
class Schofield(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "schofield"
    copies: ClassVar[str] = "JC QC KS"
    reach: ClassVar[int] = 2


@final
class Remington(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "remington"
    copies: ClassVar[str] = "KC"
    reach: ClassVar[int] = 3


@final
class RevCarabine(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "rev_carabine"
    copies: ClassVar[str] = "AC"
    reach: ClassVar[int] = 4


@final
class Winchester(Weapon):
    """[BANG-24]"""

    name: ClassVar[str] = "winchester"
    copies: ClassVar[str] = "8S"
    reach: ClassVar[int] = 5
