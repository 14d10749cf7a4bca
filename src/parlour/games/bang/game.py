"""BANG!: the game class of the room."""

from typing import ClassVar

from parlour.core.dice import Dice
from parlour.core.drawing import Drawing
from parlour.core.game import Game, d_wrong
from parlour.core.ids import CardId
from parlour.core.options import Values
from parlour.core.piles import Knowledge
from parlour.core.screen import Panel
from parlour.core.seats import NOBODY
from parlour.games.bang import (
    arrange,
    deal,
    layout,
    view,
)
from parlour.games.bang.bots import BangPolicy
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.encoding import BangEncoder
from parlour.games.bang.kinds import CASTS, COLT, RANKS, SUITS
from parlour.games.bang.mind import BangMind
from parlour.games.bang.rules import BangRules
from parlour.games.bang.screen import SIGNS, Screen
from parlour.games.bang.series import BangSeries
from parlour.games.bang.state import BangTable
from parlour.games.bang.view import BangView


class Bang(Game[BangTable, BangView]):
    id: ClassVar = "bang"
    version: ClassVar = 1
    least: ClassVar = 3
    most: ClassVar = 8
    package: ClassVar = "parlour.games.bang"
    views: ClassVar = view.VIEWS
    examples: ClassVar = {"needs_target": "bang:7C@2"}
    reasons: ClassVar = (
        "law_wins",
        "outlaws_win",
        "renegade_alone",
        "quarry",
        "last_survivor",
        "quiet",
    )

    box: ClassVar = Box(BASIC)
    policy: ClassVar = BangPolicy
    colours: ClassVar = {
        "sheriff": "yellow",
        "deputy": "cyan",
        "outlaw": "red",
        "renegade": "magenta",
    }
    series = BangSeries()

    def rules(self, players: int, values: Values) -> BangRules:
        """[BANG-1] [BANG-3]"""
        return BangRules(CASTS[players], self.box, values)

    def empty(self, rules: BangRules, players: int, dice: Dice) -> BangTable:
        return BangTable(rules, players, dice, Knowledge([NOBODY] * len(rules.cards)))

    def deal(self, t: BangTable) -> None:
        deal.set_out(t)

    def draw(self, t: BangTable, d: Drawing) -> None:
        view.draw(t, d)

    def recall(self, t: BangTable, d: Drawing) -> BangMind:
        return BangMind(t, d.eye, self.views.secret_piles)

    def arrange(self, t: BangTable, d: Drawing) -> None:
        arrange.arrange(t, d)

    def opening(self, t: BangTable, d: Drawing) -> None:
        layout.opening(t, d)

    def card(self, t: BangTable, text: str) -> CardId:
        if text not in t.rules.text:
            raise d_wrong(f"{text!r} is no card of this game")
        return CardId(t.rules.text.index(text))

    def name(self, token: str, lang: str) -> str:
        """`bang:7C` is "BANG! 7♣"; a bare kind, role, character or place is its own name."""
        kind, colon, face = token.partition(":")
        key = f"names.{kind}"
        if colon and self.words.has(key) and face[-1:] in SUITS and face[:-1] in RANKS:
            return f"{self.words.say(lang, key)} {face[:-1]}{SIGNS[face[-1]]}"
        return super().name(token, lang)

    def screen(self, view: BangView, lang: str, names: list[str]) -> str:
        return str(Screen(view, self.words, lang, names))

    def panels(self, view: BangView, lang: str, names: list[str]) -> list[Panel]:
        return Screen(view, self.words, lang, names).panels()

    def encoder(self) -> BangEncoder:
        return BangEncoder(self.box, self.asks)

    def printed(self) -> dict[str, dict[str, int] | list[str]]:
        """POINTED: what somebody would aim; to Calamity Janet a Missed! is a BANG!."""
        kinds = self.box.kinds
        return {
            "REACH": {kind.name: kind.reach for kind in kinds if kind.reach} | {"colt": COLT},
            "LIFE": {one.name: one.life for one in self.box.named.values()},
            "BLUE": [kind.name for kind in kinds if kind.blue],
            "POINTED": [kind.name for kind in kinds if kind.aimed or kind.dodges],
        }

    def bound(self, players: int) -> int:
        """Far beyond any game met: each of the quiet rounds [BANG-A66] could be broken in time."""
        return 40_000


GAME = Bang()
