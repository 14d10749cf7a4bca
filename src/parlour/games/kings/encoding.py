"""Kings Under Mountains as numbers, for learners.

A race is told by whose it is: race 0 is the own king's, 1 that of the next seat, and so on; then
come races without a king.  Mines are told by what is printed on them and what still has to come.
"""

from typing import ClassVar, Final, final

from parlour.core.decision import unpack_card
from parlour.core.encoding import Columns, Encoder, count, fit
from parlour.core.ids import CardId, ChoiceId
from parlour.core.native import Numbers
from parlour.games.kings.frames import Lay
from parlour.games.kings.kinds import DECK, RACES, STRENGTHS
from parlour.games.kings.state import KingsTable

SEATS: Final = 4
CENTRE: Final = 8
SHOWN: Final = 6
"""Mines of each seat that an observation has room for: the oldest."""
OWN: Final = 24
"""Mines of one's own that actions have numbers for."""
HAND: Final = 12
PLACES: Final = CENTRE + OWN
NOBODYS: Final = -1
SIDE: Final = ("defence", "size", "overseer", "value")
UNITS: Final = [f"race{race}.{unit}" for race in range(len(RACES)) for unit in range(STRENGTHS)]
PLACE_NAMES: Final = [f"c{k + 1}" for k in range(CENTRE)] + [f"m{k + 1}" for k in range(OWN)]

# --- columns ----------------------------------------------------------------------------------

MINE: Final = Columns()
THERE: Final = MINE.one("there")
PRINTED: Final = MINE.row("mine", SIDE)
LAID: Final = MINE.one("laid")
NEEDS: Final = MINE.one("needs")
TOP: Final = MINE.one("top+1")
MINE_SIZE: Final = MINE.size()

SEAT: Final = Columns()
HERE: Final = SEAT.one("here")
TURN: Final = SEAT.one("turn")
CARDS: Final = SEAT.one("cards")
WON: Final = SEAT.one("won")
TUCKED: Final = SEAT.one("tucked")
OWED: Final = SEAT.one("owed")
WORKED: Final = SEAT.one("mines")
KNOWN: Final = SEAT.row("hand", UNITS)
MINES: Final = SEAT.blocks([f"m{k + 1}" for k in range(SHOWN)], MINE)
SEAT_SIZE: Final = SEAT.size()

TABLE: Final = Columns()
PLAYERS: Final = TABLE.one("players")
ASK_LAY: Final = TABLE.one("ask.lay")
ASK_DRAW: Final = TABLE.one("ask.draw")
ASKED: Final = TABLE.one("asked")
DECK_LEFT: Final = TABLE.one("deck")
DECK_TOP: Final = TABLE.row("deck.top", SIDE)
HAND_SIZE: Final = TABLE.one("option.hand")
ZERO_ON_EMPTY: Final = TABLE.one("option.zero_on_empty")
TIE_BREAK: Final = TABLE.one("option.tie_break")
COPIES: Final = TABLE.one("option.copies")
CAMP: Final = TABLE.count("camp", len(RACES))
CAMP_TOP: Final = TABLE.count("camp.top+1", len(RACES))
OPEN: Final = TABLE.row("open", UNITS)
SIEGE: Final = TABLE.blocks([f"c{k + 1}" for k in range(CENTRE)], MINE)
SEAT_BLOCKS: Final = TABLE.blocks([f"seat{k}" for k in range(SEATS)], SEAT)

CHOICE: Final = Columns()
BESIEGES: Final = CHOICE.one("besiege")
SENDS_DOWN: Final = CHOICE.one("send_down")
RECRUITS: Final = CHOICE.one("recruit")
DRAWS: Final = CHOICE.one("draw")
ENDS: Final = CHOICE.one("may_end")
RACE: Final = CHOICE.count("race", len(RACES))
STRENGTH: Final = CHOICE.one("strength+1")
PLACE: Final = CHOICE.row("place", [*PLACE_NAMES[: CENTRE + SHOWN], "further"])
ONTO: Final = CHOICE.blocks(["onto"], MINE)
HEIR: Final = CHOICE.count("heir", SEATS)
CAMP_LEFT: Final = CHOICE.one("camp_left")
CAMP_NEXT: Final = CHOICE.one("camp_next+1")

ACTION: Final = Columns()
DRAW: Final = ACTION.row("draw", [*[f"race{k}" for k in range(len(RACES))], "deck"])
LAY: Final = ACTION.row("lay", [f"{unit}@{place}" for unit in UNITS for place in PLACE_NAMES])
ALIKE: Final = ACTION.row("lay", [f"card{k}@{place}" for k in range(HAND) for place in PLACE_NAMES])
"""Of cards with the same unit side the first is told by its unit, others by their place in hand."""


# --- what is written --------------------------------------------------------------------------


@final
class KingsEncoder(Encoder[KingsTable]):
    version: ClassVar[int] = 1
    stamp: ClassVar[str] = "58a78f8f3d17"

    def __init__(self) -> None:
        super().__init__(TABLE, CHOICE, ACTION)

    def observe(self, t: KingsTable, seat: int, out: Numbers) -> None:
        races = races_from(t, seat)
        observe_table(t, out)
        observe_ask(t, seat, out)
        for race in range(len(RACES)):
            stack = t.camp[race]
            out[CAMP + races[race]] = fit(len(stack))
            out[CAMP_TOP + races[race]] = t.strength(stack[-1]) + 1 if stack else 0
        count_open(t, races, out)
        for place in range(min(CENTRE, len(t.centre))):
            needs = t.rules.defence[t.centre[place]] - len(t.siege[place])
            at = SIEGE + place * MINE_SIZE
            write_mine(t, t.centre[place], t.siege[place], needs, out, at)
        for k in range(t.players):
            at = SEAT_BLOCKS + k * SEAT_SIZE
            observe_seat(t, (seat + k) % t.players, seat, races, out, at)

    def describe(self, t: KingsTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
        out[at + ENDS] = t.deck_left() == 1
        if isinstance(t.stack[-1], Lay):
            describe_lay(t, seat, choice, out, at)
        else:
            describe_draw(t, seat, choice, out, at)

    def number(self, t: KingsTable, seat: int, choice: ChoiceId) -> int:
        if not isinstance(t.stack[-1], Lay):
            return DRAW + (DECK if choice == DECK else races_from(t, seat)[choice])
        card, place = unpack_card(choice)
        number = place_number(t, place)
        race, strength = t.race(card), t.strength(card)
        slot = t.hands[seat].index(card)
        for other in t.hands[seat][:slot]:
            if t.race(other) == race and t.strength(other) == strength:
                return ALIKE + min(slot, HAND - 1) * PLACES + number
        return LAY + (races_from(t, seat)[race] * STRENGTHS + strength) * PLACES + number


def races_from(t: KingsTable, seat: int) -> list[int]:
    """For each race the number it has in the eyes of this seat."""
    found = [NOBODYS] * len(RACES)
    players = free = t.players
    for k in range(players):
        found[t.kings[(seat + k) % players]] = k
    for race in range(len(RACES)):
        if found[race] == NOBODYS:
            found[race] = free
            free += 1
    return found


def observe_table(t: KingsTable, out: Numbers) -> None:
    out[PLAYERS] = t.players
    out[DECK_LEFT] = fit(t.deck_left())
    if t.deck_left():
        write_side(t, t.deck[t.dealt], out, DECK_TOP)
    out[HAND_SIZE] = t.rules.hand
    out[ZERO_ON_EMPTY] = t.rules.zero_on_empty
    out[TIE_BREAK] = t.rules.tie_break
    out[COPIES] = t.rules.cards // (len(RACES) * STRENGTHS)


def observe_ask(t: KingsTable, seat: int, out: Numbers) -> None:
    if t.stack:
        out[ASK_LAY if isinstance(t.stack[-1], Lay) else ASK_DRAW] = 1
        out[ASKED] = t.asked >> seat & 1


def observe_seat(
    t: KingsTable, seat: int, me: int, races: list[int], out: Numbers, at: int
) -> None:
    """Of a hand, what `me` knows of it: one's own, and what others took from the camp."""
    rules, masks = t.rules, t.knows.masks
    out[at + HERE] = 1
    out[at + TURN] = seat == t.turn
    out[at + CARDS] = fit(len(t.hands[seat]))
    out[at + TUCKED] = fit(len(t.tucked[seat]))
    out[at + WORKED] = fit(len(t.mines[seat]))
    for card in t.hands[seat]:
        if masks[card] >> me & 1:
            face = t.face[card]
            count(out, at + KNOWN + races[rules.race[face]] * STRENGTHS + rules.strength[face])
    won = 0
    for card in t.tucked[seat]:
        won += rules.value[card]
    out[at + WON] = fit(won)
    owed = 0
    for k, mine in enumerate(t.mines[seat]):
        owed += rules.value[mine.card]
        if k < SHOWN:
            needs = t.workers(mine.card) - len(mine.units)
            write_mine(t, mine.card, mine.units, needs, out, at + MINES + k * MINE_SIZE)
    out[at + OWED] = fit(owed)


def count_open(t: KingsTable, races: list[int], out: Numbers) -> None:
    """Every unit that lies open or is out of the game: none of them comes from the deck."""
    count_units(t, t.discards, races, out)
    for pile in t.camp:
        count_units(t, pile, races, out)
    for pile in t.siege:
        count_units(t, pile, races, out)
    for mines in t.mines:
        for mine in mines:
            count_units(t, mine.units, races, out)


def count_units(t: KingsTable, cards: tuple[CardId, ...], races: list[int], out: Numbers) -> None:
    rules = t.rules
    for card in cards:
        face = t.face[card]
        count(out, OPEN + races[rules.race[face]] * STRENGTHS + rules.strength[face])


def write_side(t: KingsTable, card: CardId, out: Numbers, at: int) -> None:
    """What is printed on a mine side, in the order of SIDE."""
    rules = t.rules
    out[at] = rules.defence[card]
    out[at + 1] = rules.size[card]
    out[at + 2] = rules.overseer[card]
    out[at + 3] = fit(rules.value[card])


def write_mine(
    t: KingsTable, card: CardId, units: tuple[CardId, ...], needs: int, out: Numbers, at: int
) -> None:
    out[at + THERE] = 1
    write_side(t, card, out, at + PRINTED)
    out[at + LAID] = len(units)
    out[at + NEEDS] = fit(needs)
    if units:
        out[at + TOP] = t.strength(units[-1]) + 1


# --- choices ----------------------------------------------------------------------------------


def describe_lay(t: KingsTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
    card, place = unpack_card(choice)
    race, centre = t.race(card), len(t.centre)
    out[at + RACE + races_from(t, seat)[race]] = 1
    out[at + STRENGTH] = t.strength(card) + 1
    out[at + PLACE + min(place_number(t, place), CENTRE + SHOWN)] = 1
    needs = t.needs(seat, place)
    if place < centre:
        out[at + BESIEGES] = 1
        out[at + HEIR + (t.heir(race, seat) - seat) % t.players] = 1
        write_mine(t, t.centre[place], t.siege[place], needs, out, at + ONTO)
    else:
        out[at + SENDS_DOWN] = 1
        mine = t.mines[seat][place - centre]
        write_mine(t, mine.card, mine.units, needs, out, at + ONTO)


def describe_draw(t: KingsTable, seat: int, choice: ChoiceId, out: Numbers, at: int) -> None:
    if choice == DECK:
        out[at + DRAWS] = 1
        return
    stack = t.camp[choice]
    out[at + RECRUITS] = 1
    out[at + RACE + races_from(t, seat)[choice]] = 1
    out[at + STRENGTH] = t.strength(stack[-1]) + 1
    out[at + CAMP_LEFT] = fit(len(stack) - 1)
    if len(stack) > 1:
        out[at + CAMP_NEXT] = t.strength(stack[-2]) + 1


def place_number(t: KingsTable, place: int) -> int:
    """Mines of the centre, then one's own."""
    own = place - len(t.centre)
    return place if own < 0 else CENTRE + min(own, OWN - 1)
