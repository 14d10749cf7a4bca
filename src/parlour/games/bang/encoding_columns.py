"""The columns of BANG!'s encoding, which follow from what is in the box, and facts of its cards."""

from typing import Final, final

from parlour.core.encoding import Columns
from parlour.games.bang.box import Box
from parlour.games.bang.kinds import ROLES, SUITS

SEATS: Final = 8
MOMENTS: Final = ("any", "asked", "turn")
SEAT_NAMES: Final = [f"seat{k}" for k in range(SEATS)]
NO_TARGET: Final = SEATS
"""Where a card may be played at a seat: at nobody."""
PAIRED: Final = 16
"""So many cards of a hand can be told in pairs."""
BIDS: Final = 512


@final
class Printed:
    """What is printed on each card and known of each character, by their numbers."""

    def __init__(self, box: Box) -> None:
        kinds = [kind for kind, _ in box.deck]
        self.kind: Final = [box.kinds.index(kind) for kind in kinds]
        self.kind_names: Final = [kind.name for kind in box.kinds]
        self.kind_numbers: Final = {kind.name: number for number, kind in enumerate(box.kinds)}
        texts = [f"{kind.name}:{face}" for kind, face in box.deck]
        self.look_names: Final = list(dict.fromkeys(texts))
        self.look: Final = [self.look_names.index(text) for text in texts]
        blue = [kind for kind in box.kinds if kind.blue]
        self.blue_names: Final = [kind.name for kind in blue]
        self.blue: Final = [blue.index(kind) if kind.blue else -1 for kind in kinds]
        self.characters: Final = [one.name for one in box.characters]
        self.who: Final = {one: number for number, one in enumerate(box.characters)}
        self.barrels: Final = [one.barrels for one in box.characters]


@final
class SeatColumns:
    """What is known of one seat, whoever it is.  Distances are seen from the own seat, or to it."""

    def __init__(self, printed: Printed) -> None:
        columns = Columns()
        self.here: Final = columns.one("here")
        self.turn: Final = columns.one("turn")
        self.asked: Final = columns.one("asked")
        self.due: Final = columns.one("due")
        self.by: Final = columns.one("by")
        self.life: Final = columns.one("life")
        self.lost: Final = columns.one("lost")
        self.dying: Final = columns.one("dying")
        self.cards: Final = columns.one("cards")
        self.known: Final = columns.row("known", ("all", "bang", "missed", "beer"))
        self.reach: Final = columns.one("reach")
        self.barrels: Final = columns.one("barrels")
        self.distance: Final = columns.one("distance")
        self.distance_to_me: Final = columns.one("distance_to_me")
        self.within: Final = columns.one("within")
        self.threat: Final = columns.one("threat")
        self.role: Final = columns.row("role", ROLES)
        self.front: Final = columns.row("front", printed.blue_names)
        self.character: Final = columns.row("character", printed.characters)
        self.shots: Final = columns.row("shots_at", SEAT_NAMES)
        self.tricks: Final = columns.row("tricks_at", SEAT_NAMES)
        self.money: Final = columns.one("money/100")
        self.debt: Final = columns.one("debt/100")
        self.sealed: Final = columns.one("sealed")
        self.columns: Final = columns
        self.size: Final = columns.size()


@final
class OptionColumns:
    """What a table has decided, where it changes how one plays."""

    def __init__(self, columns: Columns) -> None:
        self.beer_for_nothing: Final = columns.one("option.beer_for_nothing")
        self.same_weapon: Final = columns.one("option.same_weapon")
        self.dead_discard: Final = columns.one("option.dead_discard.asked")
        self.no_mercy: Final = columns.one("option.no_mercy")
        self.experience: Final = columns.one("option.experience")
        self.hiring: Final = columns.one("option.hiring")
        self.bounties: Final = columns.one("option.bounties")
        self.two_characters: Final = columns.one("option.two_characters")
        self.quiet_rounds: Final = columns.one("option.quiet_rounds")
        self.moments: Final = columns.row("option.sid_moments", MOMENTS)


@final
class TableColumns:
    """All that a seat knows: the table, then a block for each seat, the own one first."""

    def __init__(self, printed: Printed, asks: list[str]) -> None:
        columns, kinds = Columns(), printed.kind_names
        self.players: Final = columns.one("players")
        self.ring: Final = columns.one("in_game")
        self.ask: Final = columns.row("ask", asks)
        self.needed: Final = columns.one("needed")
        self.tries: Final = columns.one("tries_left")
        self.keep: Final = columns.one("lift_keeps")
        self.may_shoot: Final = columns.one("may_shoot")
        self.bangs: Final = columns.one("bangs")
        self.still: Final = columns.one("still")
        self.shuffles: Final = columns.one("shuffles")
        self.deck: Final = columns.one("deck")
        self.fired: Final = columns.one("fired")
        self.hand: Final = columns.row("hand", kinds)
        self.discards: Final = columns.row("discards", kinds)
        self.store: Final = columns.row("store", kinds)
        self.top: Final = columns.row("deck_top", kinds)
        self.offered: Final = columns.row("offered", printed.characters)
        self.pool: Final = columns.row("pool", printed.characters)
        self.lot: Final = columns.row("lot", printed.characters)
        self.price: Final = columns.one("price/20")
        self.options: Final = OptionColumns(columns)
        self.seat: Final = SeatColumns(printed)
        self.seats: Final = columns.blocks(SEAT_NAMES, self.seat.columns)
        self.columns: Final = columns


@final
class ChoiceColumns:
    """One choice: what is done, with which cards, at whom."""

    def __init__(self, printed: Printed, whats: tuple[str, ...]) -> None:
        columns = Columns()
        self.what: Final = columns.row("what", whats)
        self.kind: Final = columns.row("card", printed.kind_names)
        self.reads: Final = columns.row("played_as", printed.kind_names)
        self.other: Final = columns.row("second", printed.kind_names)
        self.suit: Final = columns.row("suit", list(SUITS))
        self.rank: Final = columns.one("rank+1")
        self.target: Final = columns.row("target", SEAT_NAMES)
        self.character: Final = columns.row("character", printed.characters)
        self.amount: Final = columns.one("amount/20")
        self.columns: Final = columns


@final
class ActionColumns:
    """The numbers of actions.  A card is told by its face, a seat from the own seat on."""

    def __init__(self, printed: Printed) -> None:
        columns = Columns()
        cards = printed.look_names
        aims = [f"{card}@{seat}" for card in cards for seat in [*SEAT_NAMES, "none"]]
        self.passes: Final = columns.one("pass")
        self.word: Final = columns.one("other_word")
        self.keep: Final = columns.one("keep")
        self.card: Final = columns.row("card", cards)
        self.play: Final = columns.row("play", aims)
        self.seat: Final = columns.row("from", SEAT_NAMES)
        self.character: Final = columns.row("character", printed.characters)
        places = range(PAIRED)
        self.pair: Final = columns.row("pair", [f"{i}+{j}" for i in places for j in places])
        self.bid: Final = columns.count("bid", BIDS)
        self.columns: Final = columns
