"""Kings Under Mountains: the game class of the room."""

from typing import Any, ClassVar

from parlour.core.dice import Dice
from parlour.core.drawing import Drawing
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.options import Values, allowed
from parlour.core.piles import Knowledge
from parlour.core.screen import Panel
from parlour.core.seats import NOBODY
from parlour.core.series_rules import SeriesRules
from parlour.games.kings import deal, view
from parlour.games.kings.bots import KingsPolicy
from parlour.games.kings.encoding import KingsEncoder
from parlour.games.kings.frames import Draw, Turn
from parlour.games.kings.kinds import EXAMPLES, RACES, REFUSALS, STRENGTHS
from parlour.games.kings.mind import KingsMind
from parlour.games.kings.rules import KingsRules
from parlour.games.kings.screen import Screen
from parlour.games.kings.state import KingsTable
from parlour.games.kings.view import KingsView


class Kings(Game[KingsTable, KingsView]):
    id: ClassVar = "kings"
    version: ClassVar = 1
    least: ClassVar = 2
    most: ClassVar = 4
    package: ClassVar = "parlour.games.kings"
    views: ClassVar = view.VIEWS
    examples: ClassVar = EXAMPLES
    reasons: ClassVar = ("deck_empty",)
    policy: ClassVar = KingsPolicy
    colours: ClassVar = {
        "dwarf": "blue",
        "goblin": "green",
        "orc": "red",
        "giant": "magenta",
    }
    series = SeriesRules(adds_scores=True)

    def rules(self, players: int, values: Values) -> KingsRules:
        """[KINGS-2] [KINGS-3]"""
        faces = [
            (race, strength)
            for race in range(len(RACES))
            for strength in range(STRENGTHS)
            for _ in range(values["copies"])
        ]
        self._check_modifiers(values["copy_modifiers"])
        backs = mine_sides(values["templates"], values["copy_modifiers"])
        if len(faces) != len(backs):
            raise BadTable(
                "cards_and_mines",
                REFUSALS["cards_and_mines"],
                {"units": len(faces), "mines": len(backs)},
            )
        laid = values["centre"] + values["camp"] + players * values["hand"]
        if laid >= len(backs):
            raise BadTable(
                "too_few_cards", REFUSALS["too_few_cards"], {"cards": len(backs), "laid": laid}
            )
        return KingsRules(
            hand=values["hand"],
            centre=values["centre"],
            camp=values["camp"],
            zero_on_empty=values["zero_on_empty"],
            tie_break=values["tie_break"],
            faces=faces,
            backs=backs,
        )

    def _check_modifiers(self, modifiers: Any) -> None:
        """An option of numbers may hold lists in lists; these are plain numbers."""
        if not are_numbers(modifiers):
            option = self.option_list["copy_modifiers"]
            facts: dict[str, object] = {"name": "copy_modifiers", "value": str(modifiers)}
            raise BadTable("bad_option", option.rule, facts | {"allowed": allowed(option)})

    def empty(self, rules: KingsRules, players: int, dice: Dice) -> KingsTable:
        return KingsTable(rules, players, dice, Knowledge([NOBODY] * rules.cards))

    def deal(self, t: KingsTable) -> None:
        deal.set_out(t)

    def draw(self, t: KingsTable, d: Drawing) -> None:
        view.draw(t, d)

    def recall(self, t: KingsTable, d: Drawing) -> KingsMind:
        return KingsMind(t, d.eye)

    def arrange(self, t: KingsTable, d: Drawing) -> None:
        view.arrange(t, d)

    def opening(self, t: KingsTable, d: Drawing) -> None:
        phase = d.get("phase", "lay")
        if phase not in ("lay", "draw"):
            raise d.wrong(f"the phase is lay or draw, not {phase!r}")
        t.push(Turn(t.turn) if phase == "lay" else Draw(t.turn))

    def encoder(self) -> KingsEncoder:
        return KingsEncoder()

    def tokens(self, t: KingsTable) -> set[str]:
        """Mines of the centre and in work, by their places."""
        own = {f"m{number}" for number in range(1, t.rules.cards + 1)}
        return own | {t.place_text(place) for place in range(t.rules.centre)}

    def name(self, token: str, lang: str) -> str:
        """`orc7/2-3o-7` is "orcs 7", `c2` "mine 2 in the centre"; a whole choice is itself."""
        if "@" in token:
            return token
        unit = token.partition("/")[0]
        race, strength = unit.rstrip("0123456789"), unit.lstrip("abcdefghijklmnopqrstuvwxyz")
        if race in RACES and strength:
            return f"{self.words.say(lang, f'names.{race}')} {strength}"
        if race in ("c", "m") and strength:
            return self.words.say(lang, f"places.{race}", number=int(strength))
        return super().name(token, lang)

    def screen(self, view: KingsView, lang: str, names: list[str]) -> str:
        return str(Screen(view, self.words, lang, names))

    def panels(self, view: KingsView, lang: str, names: list[str]) -> list[Panel]:
        return Screen(view, self.words, lang, names).panels()

    def bound(self, players: int) -> int:
        """At most 160 mines take at most 4 + 5 units each, a unit two choices.  [KINGS-A19]"""
        return 160 * (4 + 5) * 2


def mine_sides(templates: Any, modifiers: Any) -> list[tuple[int, int, int, int]]:
    """(defence, size, overseer, value) of every card.  [KINGS-3]"""
    sides: list[tuple[int, int, int, int]] = []
    for template in templates:
        if not is_template(template):
            raise BadTable("bad_template", REFUSALS["bad_template"], {"value": str(template)})
        defence, size, overseer = template
        for modifier in modifiers:
            value = max(0, defence + size + 2 * overseer + modifier)
            sides.append((defence, size, overseer, value))
    return sides


def is_template(template: Any) -> bool:
    """A defence and a size of at least 1, an overseer sign or none.  [KINGS-3]"""
    if not are_numbers(template) or len(template) != 3:
        return False
    defence, size, overseer = template
    return defence > 0 and size > 0 and overseer in (0, 1)


def are_numbers(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(type(value) is int for value in values)


GAME = Kings()
