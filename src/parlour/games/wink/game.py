"""Wink: the game class of the room."""

from typing import ClassVar

from parlour.core.dice import Dice
from parlour.core.drawing import Drawing
from parlour.core.errors import BadTable
from parlour.core.frame import Frame
from parlour.core.game import Game
from parlour.core.options import Values
from parlour.core.piles import Knowledge
from parlour.core.screen import Panel
from parlour.core.seats import NOBODY
from parlour.core.series_rules import SeriesRules
from parlour.games.wink import deal, layout, view
from parlour.games.wink.body import Timing
from parlour.games.wink.bots import WinkPolicy
from parlour.games.wink.encoding import WinkEncoder
from parlour.games.wink.kinds import BY_TURNS, EXAMPLES, LIVE, MANNERS, NOTHING, PACES, REFUSALS
from parlour.games.wink.mind import WinkMind
from parlour.games.wink.player import WinkPlayer
from parlour.games.wink.rules import WinkRules
from parlour.games.wink.screen import Screen
from parlour.games.wink.state import WinkTable
from parlour.games.wink.turn import Call, Turn, after_call
from parlour.games.wink.view import WinkView

LEAST = 4
MOST = 8
PHASES = ("turn", "call", "ticks")
STEP_MS = 850
"""By turns several ticks pass at once: so long a page shows each of them."""


class WinkGame(Game[WinkTable, WinkView]):
    id: ClassVar = "wink"
    version: ClassVar = 1
    least: ClassVar = LEAST
    most: ClassVar = MOST
    package: ClassVar = "parlour.games.wink"
    views: ClassVar = view.VIEWS
    examples: ClassVar = EXAMPLES
    reasons: ClassVar = ("hand_empty", "crowd_empty", "stands_still")
    policy: ClassVar = WinkPolicy
    player: ClassVar = WinkPlayer
    series = SeriesRules(adds_scores=True)

    def rules(self, players: int, values: Values) -> WinkRules:
        """[WINK-4] [WINK-6]"""
        pace = PACES.index(values["pace"])
        speed = "live" if pace == LIVE else "by_turns"
        timing = Timing(
            turn=values[f"{speed}_turn"],
            hold=values[f"{speed}_hold"],
            wink=values[f"{speed}_wink"],
            seen=values[f"{speed}_seen"],
            cooldown=values[f"{speed}_cooldown"],
            ticks=values["by_turns_ticks"],
            least=values["live_least"],
            longest=values["live_longest"],
        )
        timing.tick_ms = values["live_tick_ms"]
        numbers = in_play(values["in_play"], players)
        if timing.seen > timing.wink:
            raise bad("seen_too_long", {"count": timing.seen, "most": timing.wink})
        if timing.longest < timing.least:
            raise bad("longest_too_short", {"count": timing.longest, "least": timing.least})
        return WinkRules(
            numbers=numbers,
            hand=numbers // players,
            cards=values["counter_intelligence"],
            pace=pace,
            timing=timing,
            closed_to_all=values["closed_to_all"],
            tie_by_caught=values["tie_by_caught"],
            still_rounds=values["still_rounds"],
        )

    def empty(self, rules: WinkRules, players: int, dice: Dice) -> WinkTable:
        return WinkTable(rules, players, dice, Knowledge([NOBODY] * (rules.numbers + 1)))

    def deal(self, t: WinkTable) -> None:
        deal.set_out(t)

    def draw(self, t: WinkTable, d: Drawing) -> None:
        view.VIEWS.read(t, d, layout.WinkLayout(t, d))
        layout.fill(t, d)

    def recall(self, t: WinkTable, d: Drawing) -> WinkMind:
        return WinkMind(t, d.eye, layout.blind(t, d))

    def arrange(self, t: WinkTable, d: Drawing) -> None:
        layout.arrange(t, d)

    def opening(self, t: WinkTable, d: Drawing) -> None:
        """`turn`: the seat names or calls; `call`: it calls; `ticks`: it has called."""
        layout.check(t, d)
        phase = d.get("phase", "turn")
        if phase not in PHASES:
            raise d.wrong(f"the phase is one of {', '.join(PHASES)}, not {phase!r}")
        frames: dict[str, list[Frame[WinkTable]]] = {
            "turn": [Turn(t.turn)],
            "call": [Call(t.turn, NOTHING)],
            "ticks": after_call(t, t.turn),
        }
        t.push_all(frames[phase])

    def tokens(self, t: WinkTable) -> set[str]:
        """Ways to look: they stand in the plans."""
        return set(MANNERS)

    def spelled(self, word: object) -> object:
        """`12` is `c12`, and `12+1` is `c12+1`: every number alike, so that none gets lost."""
        if type(word) is int or (isinstance(word, str) and word[:1].isdecimal()):
            return f"c{word}"
        return word

    def name(self, token: str, lang: str) -> str:
        """`c12` is "12"."""
        return (
            token[1:] if token[:1] == "c" and token[1:].isdecimal() else super().name(token, lang)
        )

    def screen(self, view: WinkView, lang: str, names: list[str]) -> str:
        return str(Screen(view, self.words, lang, names))

    def panels(self, view: WinkView, lang: str, names: list[str]) -> list[Panel]:
        return Screen(view, self.words, lang, names).panels()

    def encoder(self) -> WinkEncoder:
        return WinkEncoder()

    def printed(self) -> dict[str, dict[str, int] | list[str]]:
        """SHOWING: how long a page shows each of the ticks that pass at once, by turns."""
        return {"SHOWING": {"step_ms": STEP_MS}}

    def showing_ms(self, t: WinkTable) -> int:
        return STEP_MS * t.tick_number if t.rules.pace == BY_TURNS else 0

    def tick_ms(self, options: Values) -> int:
        default = self.option_list["live_tick_ms"].default
        return int(str(options.get("live_tick_ms", default)))

    def bound(self, players: int) -> int:
        """Whatever the options: so many cards, so many rounds without one, and turns so long.

        A turn takes at most two answers, and for every tick one glance of each seat and the tick
        itself; accusations are as many as there are cards to make them with.  [WINK-A24]
        """
        most = {name: option.most for name, option in self.option_list.items()}
        ticks = max(most["live_longest"], most["by_turns_ticks"])
        turns = (most["in_play"] + 1) * most["still_rounds"] * players
        return turns * (2 + ticks * (players + 1)) + players * most["counter_intelligence"]


def in_play(counts: list[int], players: int) -> int:
    """The highest number in play; hands are dealt out evenly.  [WINK-4] [WINK-6]"""
    if len(counts) != MOST - LEAST + 1:
        raise bad("wrong_counts", {"count": MOST - LEAST + 1})
    numbers = counts[players - LEAST]
    if type(numbers) is not int or numbers % players:
        raise bad("uneven_hands", {"number": str(numbers), "players": players})
    return numbers


def bad(code: str, facts: dict[str, object]) -> BadTable:
    return BadTable(code, REFUSALS[code], facts)


GAME = WinkGame()
