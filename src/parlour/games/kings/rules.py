"""One table's numbers and cards, from its options."""

from typing import Final, final

from parlour.core.drawing import Catalogue
from parlour.core.ids import all_cards
from parlour.games.kings.kinds import RACES, STRENGTHS


@final
class KingsRules:
    """One table's numbers.  A card is its mine back; its unit face is dealt anew each game."""

    def __init__(
        self,
        hand: int,
        centre: int,
        camp: int,
        zero_on_empty: bool,
        tie_break: bool,
        faces: list[tuple[int, int]],
        backs: list[tuple[int, int, int, int]],
    ) -> None:
        self.hand: Final = hand
        self.centre: Final = centre
        self.camp: Final = camp
        self.zero_on_empty: Final = zero_on_empty
        self.on_bare: Final = 0 if zero_on_empty else 1  # the weakest unit on bare rock
        self.tie_break: Final = tie_break
        # In bytes: compiled code reads these quickest.  There are at most 160 faces.
        self.race: Final = bytes([race for race, _ in faces])
        self.strength: Final = bytes([strength for _, strength in faces])
        self.unit: Final = bytes([race * STRENGTHS + strength for race, strength in faces])
        self.defence: Final = [back[0] for back in backs]
        self.size: Final = [back[1] for back in backs]
        self.overseer: Final = [back[2] for back in backs]
        self.value: Final = [back[3] for back in backs]
        self.face_text: Final = [f"{RACES[race]}{strength}" for race, strength in faces]
        self.back_text: Final = [
            f"{defence}-{size}{'o' if overseer else ''}-{value}"
            for defence, size, overseer, value in backs
        ]
        self.sides: Final = (Catalogue(self.face_text), Catalogue(self.back_text))
        self.cards: Final = len(backs)
        self.races: Final = tuple(range(len(RACES)))
        self.units: Final = tuple(range(len(faces)))
        self.mines: Final = all_cards(len(backs))
        kinds: dict[str, int] = {}
        self.back_kind: Final = bytes(
            [kinds.setdefault(text, len(kinds)) for text in self.back_text]
        )
