"""How a seat sees Magpies, and how a drawn position is laid out."""

from typing import Final

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.layout import Layout
from parlour.core.view_builder import ViewBuilder
from parlour.games.magpies.facts import FACTS
from parlour.games.magpies.state import CARDS, DEALT, MagpiesTable
from parlour.games.magpies.view_gen import MagpiesView as MagpiesView


class MagpiesLayout(Layout):
    def missing(self, name: str, seat: int) -> list[str]:
        return [UNKNOWN] * DEALT if name == "hands" else []


def read_turns(t: MagpiesTable, d: Drawing, lay: Layout) -> None:
    """Whose turn it is follows from how many have been taken."""
    t.turns = d.number("turns", d.number("turn", 0, 0, t.players - 1))


VIEWS: Final = ViewBuilder(MagpiesView, FACTS, reads={"turns": read_turns})


def draw(t: MagpiesTable, d: Drawing) -> None:
    lay = MagpiesLayout(t, d, [CARDS])
    VIEWS.read(t, d, lay)
    lay.deal()
    t.aside += lay.rest


def arrange(t: MagpiesTable, d: Drawing) -> None:
    """What a scenario lays down for a fresh deal: hands, as the one shuffle gives them out."""
    pool = Pool(CARDS)
    wanted: dict[int, int] = {}
    for seat, drawn in enumerate(d.by_seat("hands")):
        words = d.words("hands", drawn or [])
        if len(words) > DEALT:
            raise d.wrong(f"hands: {DEALT} cards are dealt to each, not {len(words)}")
        for k, word in enumerate(words):
            if word != UNKNOWN:
                wanted[seat * DEALT + k] = pool.take(word)
    t.dice.orders = (wanted,)
