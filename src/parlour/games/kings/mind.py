"""What somebody at a table of Kings cannot know: unit faces, and the order of the covered deck."""

from typing import Final, final

from parlour.core.mind import Mind, Odds
from parlour.core.rng import Rng
from parlour.games.kings.frames import Lay
from parlour.games.kings.state import KingsTable


@final
class KingsMind(Mind[KingsTable]):
    """A card is its mine side.  Which unit is behind it is unknown wherever it was not shown; the

    mine side too in the deck below its top, and aside.  [KINGS-A7]  Whoever is asked to lay a unit
    is not stuck, or the hand would have been shown.  [KINGS-22]
    """

    def __init__(self, template: KingsTable, eye: int) -> None:
        super().__init__(template, eye)
        known = template.knows.masks
        self.unseen: Final = [card for card in template.rules.mines if not known[card] >> eye & 1]
        self.faces: Final = [template.face[card] for card in self.unseen]
        self.top: Final = template.deck[template.dealt : template.dealt + 1]
        self.covered: Final = [*template.deck[template.dealt + 1 :], *template.aside]
        asking = [frame.seat for frame in template.stack if isinstance(frame, Lay)]
        self.layers: Final = [seat for seat in asking if seat != eye]

    def deal(self, t: KingsTable, rng: Rng, odds: Odds | None) -> None:
        self.pair(t, rng)
        while any(t.stuck(seat) for seat in self.layers):
            self.pair(t, rng)
        covered = self.covered[:]
        rng.shuffle(covered)
        below = len(covered) - len(t.aside)
        t.deck = self.top + tuple(covered[:below])
        t.dealt = 0
        t.aside = tuple(covered[below:])

    def pair(self, t: KingsTable, rng: Rng) -> None:
        """Any unit behind any card whose unit was not seen."""
        faces = self.faces[:]
        rng.shuffle(faces)
        face = bytearray(t.face)
        for k in range(len(faces)):
            face[self.unseen[k]] = faces[k]
        t.face = bytes(face)
