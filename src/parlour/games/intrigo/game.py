"""Intrigo: the game class of the room."""

from itertools import pairwise
from typing import Any, ClassVar

from parlour.core.dice import Dice
from parlour.core.drawing import Drawing
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.options import Values
from parlour.core.piles import Knowledge
from parlour.core.screen import Panel
from parlour.core.seats import NO_ONE, NOBODY
from parlour.games.intrigo import deal, view
from parlour.games.intrigo.bots import IntrigoPolicy
from parlour.games.intrigo.draft import Draft
from parlour.games.intrigo.encoding import IntrigoEncoder
from parlour.games.intrigo.kinds import (
    COPIES,
    EXAMPLES,
    FAMILIES,
    HOUSES,
    KINDS,
    REFUSALS,
    TIEPOLO,
    TIEPOLO_PLOTS,
)
from parlour.games.intrigo.layout import drafting
from parlour.games.intrigo.mind import IntrigoMind
from parlour.games.intrigo.round import phases
from parlour.games.intrigo.rules import IntrigoRules
from parlour.games.intrigo.screen import Screen
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.view import IntrigoView


class Intrigo(Game[IntrigoTable, IntrigoView]):
    id: ClassVar = "intrigo"
    version: ClassVar = 1
    least: ClassVar = 3
    most: ClassVar = 4
    package: ClassVar = "parlour.games.intrigo"
    views: ClassVar = view.VIEWS
    examples: ClassVar = EXAMPLES
    reasons: ClassVar = ("four_alike", "one_of_each")
    policy: ClassVar = IntrigoPolicy
    colours: ClassVar = {
        "contarini": "red",
        "dandolo": "blue",
        "gradenigo": "green",
        "morosini": "yellow",
        "tiepolo": "magenta",
    }

    def rules(self, players: int, values: Values) -> IntrigoRules:
        """[INT-3] [INT-4] [INT-10]"""
        if players * values["start_ducats"] > values["ducats"]:
            raise refuse("too_few_ducats", ducats=values["ducats"], players=players)
        first = values["first_player"].removeprefix("seat")
        if first.isdecimal() and int(first) >= players:
            raise refuse("no_such_first", name=values["first_player"], players=players)
        return IntrigoRules(
            players=players,
            plots=plots(players, values["family_values"], values["tiepolo"]),
            prices=prices(values["prices"]),
            ducats=values["ducats"],
            start_ducats=values["start_ducats"],
            unlimited=values["unlimited_ducats"],
            first=int(first) if first.isdecimal() else NO_ONE,
        )

    def empty(self, rules: IntrigoRules, players: int, dice: Dice) -> IntrigoTable:
        return IntrigoTable(rules, players, dice, Knowledge([NOBODY] * rules.plots))

    def deal(self, t: IntrigoTable) -> None:
        deal.set_out(t)

    def draw(self, t: IntrigoTable, d: Drawing) -> None:
        view.draw(t, d)

    def recall(self, t: IntrigoTable, d: Drawing) -> IntrigoMind:
        return view.recall(t, d)

    def arrange(self, t: IntrigoTable, d: Drawing) -> None:
        view.arrange(t, d)

    def opening(self, t: IntrigoTable, d: Drawing) -> None:
        """The stack of a position drawn without one: `phase` is draft, place or award."""
        view.check(t, d)
        phase = "draft" if drafting(d) else d.get("phase", "place")
        frames = phases(t.first if phase == "draft" else t.turn)
        if phase == "draft":
            frames = [Draft((1 << t.players) - 1), *frames]
        elif phase not in ("place", "award"):
            raise d.wrong(f"the phase is draft, place or award, not {phase!r}")
        elif (phase == "award") == bool(t.empty_gaps()):
            raise d.wrong("gaps are empty while cards are laid, and full when tokens are awarded")
        t.push_all(frames)

    def encoder(self) -> IntrigoEncoder:
        return IntrigoEncoder()

    def tokens(self, t: IntrigoTable) -> set[str]:
        """Buildings and gaps, and the word of who does nothing."""
        ring = range(t.rules.ring)
        return {t.building_text(k) for k in ring} | {t.gap_text(k) for k in ring} | {"pass"}

    def name(self, token: str, lang: str) -> str:
        """`contarini4` is "Contarini 4", `b1` the Door, `g3` "gap 3", `clergy/stolen` a seal."""
        first = token.partition("/")[0]
        word = first.rstrip("0123456789")
        number = first[len(word) :]
        if word in ("b", "g") and 0 < len(number) < 4 and number == str(int(number)):
            return self.words.say(lang, f"places.{word}", number=int(number))
        if word in HOUSES and number:
            return f"{self.words.say(lang, f'names.{word}')} {number}"
        return super().name(first, lang)

    def screen(self, view: IntrigoView, lang: str, names: list[str]) -> str:
        return str(Screen(view, self.words, lang, names))

    def panels(self, view: IntrigoView, lang: str, names: list[str]) -> list[Panel]:
        return Screen(view, self.words, lang, names).panels()

    def bound(self, players: int) -> int:
        """A hundred rounds of three picks and at most four turns a seat, and 18 powers.

        The rules set no end: a round may leave every token where it lies.  The longest of ten
        thousand random games has not come near.
        """
        return 100 * players * (3 + 4) + len(KINDS) * COPIES


def refuse(code: str, **facts: object) -> BadTable:
    return BadTable(code, REFUSALS[code], facts)


def plots(players: int, family_values: Any, tiepolo: Any) -> list[tuple[int, int]]:
    """(house, value) of every plot; three players play without the Tiepolo.  [INT-3] [INT-4]"""
    if len(family_values) != 3 or len(set(map(str, family_values))) != 3 or nested(family_values):
        raise refuse("bad_family_values", value=str(family_values))
    if len(tiepolo) != TIEPOLO_PLOTS or nested(tiepolo):
        raise refuse("bad_tiepolo", value=str(tiepolo))
    houses = [(house, value) for house in range(len(FAMILIES)) for value in family_values]
    return houses + ([(TIEPOLO, value) for value in sorted(tiepolo)] if players == 4 else [])


def prices(drawn: Any) -> list[tuple[int, ...]]:
    """Of each pile, top first: three prices for all kinds alike, or three for each.  [INT-10]"""
    piles = drawn if nested(drawn) else [drawn] * len(KINDS)
    if len(piles) != len(KINDS):
        raise refuse("bad_prices", value=str(drawn))
    for pile in piles:
        if type(pile) is int or nested(pile) or len(pile) != COPIES:
            raise refuse("bad_prices", value=str(drawn))
        if not all(a < b for a, b in pairwise(pile)):
            raise refuse("prices_must_rise", value=str(pile))
    return [tuple(pile) for pile in piles]


def nested(value: Any) -> bool:
    return any(type(part) is not int for part in value)


GAME = Intrigo()
