"""A fresh deal of Intrigo with some things laid down: the families, and the first packs."""

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.games.intrigo.kinds import DRAFT, FAMILIES
from parlour.games.intrigo.state import IntrigoTable


def arrange(t: IntrigoTable, d: Drawing) -> None:
    """The families are shuffled first, the plots when the first round is dealt."""
    houses, plots = Pool(list(FAMILIES)), Pool(t.rules.text)
    families = {s: houses.take(name) for s, name in enumerate(d.by_seat("families")) if name}
    packs: dict[int, int] = {}
    for seat, drawn in enumerate(d.by_seat("packs")):
        words = d.words("packs", drawn or [])
        if len(words) > DRAFT:
            raise d.wrong(f"packs have {DRAFT} plots each")
        for k, word in enumerate(words):
            if word != UNKNOWN:
                packs[seat * DRAFT + k] = plots.take(word)
    t.dice.orders = (families, packs)
