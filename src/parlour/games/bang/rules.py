"""One table's options, and what is in its box."""

from typing import Final, final

from parlour.core.drawing import Catalogue
from parlour.core.ids import NO_CARD, CardId, all_cards
from parlour.core.native import i64, vec
from parlour.core.options import Values
from parlour.games.bang.base import STRANGER, Card
from parlour.games.bang.box import Box
from parlour.games.bang.kinds import RANKS, SUITS
from parlour.games.bang.ring import Ring


class CardFacts:
    """A card is a number; these lists say what it is.

    Facts of a kind are listed here by card: compiled code finds what belongs to a class, such as
    `kind.reach`, only by a look-up of its name.
    """

    def __init__(self, box: Box) -> None:
        deck = box.deck
        kinds = [kind for kind, _ in deck]
        self.box: Final = box
        self.cards: Final = all_cards(len(deck))
        self.characters: Final = box.characters
        self.checked: Final = [kind for kind in box.kinds if kind.checked]
        self.kinds: Final = vec[Card](kinds)
        self.number: Final = [box.kinds.index(kind) for kind in kinds]
        self.name: Final = [kind.name for kind in kinds]
        self.text: Final = [f"{kind.name}:{face}" for kind, face in deck]
        self.catalogue: Final = Catalogue(self.text)
        self.suit: Final = [SUITS.index(face[-1]) for _, face in deck]
        self.rank: Final = [RANKS.index(face[:-1]) for _, face in deck]
        self.aimed: Final = vec[bool]([kind.aimed for kind in kinds])
        self.shoots: Final = vec[bool]([kind.shoots for kind in kinds])
        self.dodges: Final = vec[bool]([kind.dodges for kind in kinds])
        self.either: Final = vec[bool]([kind.shoots or kind.dodges for kind in kinds])
        self.rescues: Final = [kind.rescues for kind in kinds]
        self.reach: Final = vec[i64]([kind.reach for kind in kinds])
        self.farther: Final = vec[i64]([kind.farther for kind in kinds])
        self.closer: Final = vec[i64]([kind.closer for kind in kinds])
        self.unlimited: Final = vec[bool]([kind.unlimited for kind in kinds])
        self.barrels: Final = vec[i64]([kind.barrels for kind in kinds])
        self.twin: Final = [twin_of(self.text, card) for card in self.cards]
        self.twice: Final = vec[bool]([twin != NO_CARD for twin in self.twin])


@final
class BangRules(CardFacts):
    """One table's options, and what is in its box."""

    def __init__(self, cast: tuple[int, ...], box: Box, options: Values) -> None:
        super().__init__(box)
        self.cast: Final = cast
        self.seats: Final = tuple(range(len(cast)))
        self.everybody: Final = Ring(self.seats, len(cast))
        self.rings: Final = {self.seats: self.everybody}
        self.strangers: Final = (STRANGER,) * len(cast)
        self.three: Final = len(cast) == 3
        self.beer_for_nothing: Final[bool] = options["beer_for_nothing"]
        self.sid_moments: Final[str] = options["sid_moments"]
        self.dead_discard: Final[str] = options["dead_discard"]
        self.same_weapon: Final[bool] = options["same_weapon"]
        self.two_characters: Final[bool] = options["two_characters"]
        self.quiet_rounds: Final[int] = options["quiet_rounds"]
        self.no_mercy: Final[bool] = options["no_mercy"]
        self.experience: Final[bool] = options["experience"]
        self.hiring: Final[bool] = options["hiring"]
        self.bid_step: Final[int] = options["bid_step"]
        self.bounties: Final[bool] = options["bounties"]

    def circle(self, seats: tuple[int, ...]) -> Ring:
        """Those who are left, as they sit: found once for all games of these rules."""
        if seats not in self.rings:
            self.rings[seats] = Ring(seats, len(self.cast))
        return self.rings[seats]


def twin_of(texts: list[str], card: CardId) -> CardId:
    """Another card that looks the same, or NO_CARD."""
    for other in all_cards(len(texts)):
        if other != card and texts[other] == texts[card]:
            return other
    return NO_CARD
