"""What lies before somebody, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from parlour.games.bang.kinds import COLT

if TYPE_CHECKING:
    from parlour.core.ids import CardId
    from parlour.games.bang.base import Character
    from parlour.games.bang.rules import CardFacts


@final
class Gear:
    """What somebody's character and table cards come to: found once for each set of them.

    It never changes, so clones share it.

    away    how much farther away than he sits the others see him  [BANG-22] [BANG-A35]
    sight   how much closer than they sit he sees the others  [BANG-23] [BANG-A35]
    reach   what his weapon reaches; a Colt without one  [BANG-24]
    tries   barrels against one shot: the card, and his own  [BANG-31] [BANG-51]
    at_will whether he may play any number of BANG! cards  [BANG-46] [BANG-55]
    """

    def __init__(
        self,
        rules: CardFacts,
        people: tuple[Character, ...],
        who: Character,
        cards: tuple[CardId, ...],
    ) -> None:
        self.people: Final = people
        self.cards: Final = cards
        weapons = [rules.reach[card] for card in cards if rules.reach[card]]
        self.reach: Final = weapons[0] if weapons else COLT
        self.away: Final = who.away + sum([rules.farther[card] for card in cards])
        self.sight: Final = who.sight + sum([rules.closer[card] for card in cards])
        self.tries: Final = who.tries + sum([rules.barrels[card] for card in cards])
        self.at_will: Final = who.at_will or any(rules.unlimited[card] for card in cards)
