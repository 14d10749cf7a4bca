"""Names and constants of the game: races, places, a mine in work, codes of refusals."""

from typing import Final, final

from parlour.core.ids import CardId

RACES: Final = ("dwarf", "goblin", "orc", "giant")
STRENGTHS: Final = 10
HIGHEST: Final = STRENGTHS - 1
DECK: Final = len(RACES)
"""A choice to draw is a race, for its stack in the camp, or DECK."""

REFUSALS: Final = {
    "wrong_players": "KINGS-1",
    "not_asked": "KINGS-8",
    "cards_and_mines": "KINGS-2",
    "bad_template": "KINGS-3",
    "too_few_cards": "KINGS-7",
    "not_held": "KINGS-9",
    "no_such_place": "KINGS-9",
    "too_weak": "KINGS-10",
    "zero_needs_nine": "KINGS-11",
    "own_race_digs_not": "KINGS-16",
    "overseer_first_miners": "KINGS-A10",
    "only_overseer": "KINGS-17",
    "must_lay": "KINGS-21",
    "must_draw": "KINGS-20",
    "unit_laid": "KINGS-9",
    "empty_stack": "KINGS-20",
}

EXAMPLES: Final = {
    "must_lay": "orc7@c1",
    "no_such_place": "orc7@c1",
    "must_draw": "draw:deck",
    "unit_laid": "draw:deck",
}


@final
class Mine:
    """A mine somebody owns and works: its card, and the units down there in the order they came."""

    def __init__(self, card: CardId, units: tuple[CardId, ...]) -> None:
        self.card: Final = card
        self.units: Final = units
