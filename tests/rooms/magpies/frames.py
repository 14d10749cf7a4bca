"""A game of Magpies: hide, then show or steal, turn by turn."""

from typing import ClassVar, Final, final

from parlour.core.errors import IllegalChoice
from parlour.core.frame import Frame, Sealed
from parlour.core.ids import CardId, ChoiceId, as_card, as_choices
from parlour.core.outcome import Outcome
from parlour.core.piles import without
from parlour.core.seats import EVERYONE, only
from parlour.games.magpies import tell_gen as tell
from parlour.games.magpies.state import CARDS, MagpiesTable

STEAL: Final = len(CARDS)
"""A choice below is a card to show; from here on, a seat to steal from."""


@final
class Nest(Sealed[MagpiesTable]):
    """Everybody hides one card, all at once.  [MAGP-2]"""

    ask: ClassVar[str] = "hide"

    def options(self, t: MagpiesTable, seat: int) -> list[ChoiceId]:
        return as_choices(list(t.hands[seat]))

    def text(self, t: MagpiesTable, seat: int, choice: ChoiceId) -> str:
        return f"hide:{CARDS[choice]}"

    def noted(self, t: MagpiesTable, seat: int) -> None:
        tell.hid(t, seat)

    def open(self, t: MagpiesTable, choices: list[ChoiceId]) -> None:
        for seat, choice in enumerate(choices):
            card = as_card(choice)
            t.knows.blur(t.hands[seat], only(seat))
            t.hands[seat] = without(t.hands[seat], card)
            t.nests[seat] = (card,)
            tell.nested(t, seat, card, only(seat))
        t.push(Turn())


@final
class Turn(Frame[MagpiesTable]):
    """Show a card, or steal one blindly.  [MAGP-3]"""

    ask: ClassVar[str] = "turn"

    def asks(self, t: MagpiesTable) -> int:
        over = t.turns == t.rules * t.players or not any(t.hands)
        return 0 if over else only(t.on_turn())

    def act(self, t: MagpiesTable) -> None:
        """[MAGP-4] [MAGP-5]"""
        scores = t.scores()
        best = [seat for seat in range(t.players) if scores[seat] == max(scores)]
        t.finish(Outcome(tuple(best), scores, "quiet", "MAGP-4"))

    def options(self, t: MagpiesTable, seat: int) -> list[ChoiceId]:
        victims = [s for s in range(t.players) if s != seat and t.hands[s]]
        return as_choices([*t.hands[seat], *[STEAL + s for s in victims]])

    def resolve(self, t: MagpiesTable, seat: int, choice: ChoiceId) -> None:
        if choice < STEAL:
            show(t, seat, as_card(choice))
        else:
            steal(t, seat, choice - STEAL)
        t.turns += 1
        t.push(self)

    def text(self, t: MagpiesTable, seat: int, choice: ChoiceId) -> str:
        return f"show:{CARDS[choice]}" if choice < STEAL else f"steal@{choice - STEAL}"

    def refusal(self, t: MagpiesTable, seat: int, text: str) -> IllegalChoice:
        if text.startswith("steal@"):
            return t.refuse("nothing_to_steal", {"text": text})
        return t.refuse("not_held", {"text": text})


def show(t: MagpiesTable, seat: int, card: CardId) -> None:
    t.hands[seat] = without(t.hands[seat], card)
    t.shown[seat] += (card,)
    t.knows.show(card, EVERYONE)
    tell.showed(t, seat, card)


def steal(t: MagpiesTable, thief: int, victim: int) -> None:
    """Onlookers no longer know what is where; thief and victim do."""
    card = t.dice.pick(t.hands[victim])
    t.knows.blur(t.hands[victim], only(thief) | only(victim))
    t.hands[victim] = without(t.hands[victim], card)
    t.hands[thief] += (card,)
    t.knows.show(card, only(thief))
    tell.stole(t, thief, victim, card, only(thief) | only(victim))
