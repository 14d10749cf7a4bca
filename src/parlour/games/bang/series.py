"""What a scored game takes over from the one before, and leaves to the next."""

from typing import Any, ClassVar, Final

from parlour.core.carry import Carry, are_points, bad_carry
from parlour.core.errors import BadTable
from parlour.core.ids import CardId
from parlour.core.options import Values
from parlour.core.series_rules import SeriesRules
from parlour.games.bang.kinds import NO_CHARACTER, CharacterId
from parlour.games.bang.state import BangTable

REFUSALS: Final = {
    "experience_needs_scoring": "BANG-68",
    "hiring_needs_scoring": "BANG-69",
    "bounties_need_scoring": "BANG-70",
    "scoring_of_three": "BANG-A49",
    "hiring_or_two": "BANG-69",
}

STAKE: Final = 1000
"""With Hiring, everybody begins a tournament with this.  [BANG-69]"""


class BangSeries(SeriesRules[BangTable]):
    """The official tournament: dollars, hired characters, cards left on the table."""

    carried: ClassVar = ("points", "characters", "fees", "left")

    def tournament(self, players: int) -> int:
        """As many games as players: everybody is the Sheriff once.  [BANG-66]"""
        return players

    def stakes(self, players: int, values: Values) -> list[int]:
        """[BANG-69]"""
        return [STAKE if values["hiring"] else 0] * players

    def bring(self, t: BangTable) -> None:
        """Open the books of a scored game, or refuse what cannot be.  [BANG-66]"""
        points = t.carry.get("points")
        if points is None:
            check_unscored(t)
            return
        if t.rules.three:
            raise refused("scoring_of_three")
        if t.rules.hiring and t.rules.two_characters:
            raise refused("hiring_or_two")
        t.money = list(points)
        t.fees = [0] * t.players if t.rules.hiring else []
        t.former = tuple([character(t, name) for name in by_seat(t, "characters", "")])
        t.dues = dues(t)
        t.left = left(t)

    def pays(self, t: BangTable) -> list[int]:
        """Dollars in the tournament, with all that was spent; otherwise wins.  [BANG-63]"""
        had: list[int] | None = t.carry.get("points")
        if had is None:
            return super().pays(t)
        return [now - before for now, before in zip(t.money, had, strict=True)]

    def carries(self, t: BangTable) -> Carry:
        """What the next game may take over: characters of survivors, cards left.  [BANG-A53]"""
        found: Carry = {}
        seats = range(t.players)
        if t.rules.hiring:
            found["characters"] = [t.who[s].name if t.alive(s) else "" for s in seats]
            found["fees"] = [t.fees[s] if t.alive(s) else 0 for s in seats]
        if t.rules.experience:
            found["left"] = [t.texts(t.front[s]) for s in seats]
        return found


def check_unscored(t: BangTable) -> None:
    """[BANG-68] [BANG-69] [BANG-70]"""
    rules = t.rules
    for wanted, code in (
        (rules.experience, "experience_needs_scoring"),
        (rules.hiring, "hiring_needs_scoring"),
        (rules.bounties, "bounties_need_scoring"),
    ):
        if wanted:
            raise refused(code)
    if set(t.carry) - {"first"}:
        raise bad_carry("only a scored game takes over more than who begins")


def refused(code: str) -> BadTable:
    return BadTable(code, REFUSALS[code])


def by_seat(t: BangTable, name: str, nothing: object) -> list[Any]:
    """A value for each seat; a scenario may leave some out."""
    values = t.carry.get(name, [nothing] * t.players)
    if not isinstance(values, list) or len(values) != t.players:
        raise bad_carry(f"{name} must have a value for each seat")
    return [nothing if value is None else value for value in values]


def character(t: BangTable, name: str) -> CharacterId:
    if name == "":
        return NO_CHARACTER
    names = [one.name for one in t.rules.characters]
    if name not in names:
        raise bad_carry(f"there is no character {name!r}")
    return CharacterId(names.index(name))


def dues(t: BangTable) -> tuple[int, ...]:
    found = by_seat(t, "fees", 0)
    if not are_points(found, t.players) or min(found) < 0:
        raise bad_carry("fees must be numbers")
    return tuple(found)


def left(t: BangTable) -> tuple[tuple[CardId, ...], ...]:
    """The cards that lay before each seat: blue ones, each of them once."""
    rows = by_seat(t, "left", [])
    words = [row.split() if isinstance(row, str) else row for row in rows]
    texts = t.rules.text
    if any(not isinstance(row, list) or any(word not in texts for word in row) for row in words):
        raise bad_carry("left must be cards")
    found = tuple([tuple([CardId(texts.index(word)) for word in row]) for row in words])
    cards = [card for row in found for card in row]
    if len(set(cards)) != len(cards) or any(not t.rules.kinds[card].blue for card in cards):
        raise bad_carry("left must be blue cards, each of them once")
    return found
