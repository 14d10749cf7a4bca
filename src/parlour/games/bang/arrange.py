"""A fresh deal of BANG! with some things laid down: roles, characters, hands, the deck's top."""

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.seats import NO_ONE
from parlour.games.bang.deal import set_out
from parlour.games.bang.kinds import DEPUTY, ROLES, SHERIFF
from parlour.games.bang.state import BangTable

Places = dict[int, int]


def arrange(t: BangTable, d: Drawing) -> None:
    """The deal shuffles the roles, then the characters, then the cards."""
    t.dice.orders = (roles(t, d), characters(t, d))
    if not d.has("hands") and not d.has("deck"):
        d.get("hands")
        d.get("deck")
        return
    if t.rules.hiring or t.rules.experience or t.rules.two_characters:
        raise d.wrong("hands and deck can be laid down only where nobody chooses before the deal")
    dry = t.clone()  # hands are as large as the life points of whoever is dealt
    set_out(dry)
    t.dice.orders = (*t.dice.orders, cards(d, t, [len(hand) for hand in dry.hands]))


def roles(t: BangTable, d: Drawing) -> Places:
    """Where somebody begins, the role that begins is theirs, and only the others are shuffled."""
    left = list(t.rules.cast)
    first: int = t.carry.get("first", NO_ONE)
    leader = DEPUTY if t.rules.three else SHERIFF
    wanted: Places = {}
    for seat, name in enumerate(d.by_seat("roles")):
        if name in (None, UNKNOWN):
            continue
        role = ROLES.index(name)
        if role not in left or (first != NO_ONE and (seat == first) != (role == leader)):
            raise d.wrong(f"there is no {name!r} left among the roles for seat {seat}")
        left.remove(role)
        if seat != first:
            wanted[seat - (NO_ONE < first < seat)] = role
    return wanted


def characters(t: BangTable, d: Drawing) -> Places:
    """One for each, or the two that each chooses from."""
    pool = Pool([one.name for one in t.rules.characters])
    name, each = ("offered", 2) if t.rules.two_characters else ("characters", 1)
    drawn = d.by_seat(name)
    if t.rules.hiring and d.has(name):
        raise d.wrong(f"{name} are hired at this table")
    wanted: Places = {}
    for seat, names in enumerate(drawn):
        for k, one in enumerate(d.words(name, names or [])[:each]):
            if one != UNKNOWN:
                wanted[seat * each + k] = pool.take(one)
    return wanted


def cards(d: Drawing, t: BangTable, sizes: list[int]) -> Places:
    """Hands from the first seat on, then the top of the deck."""
    pool = Pool(t.rules.text)
    begin = 0
    wanted: Places = {}
    for seat, drawn in enumerate([*d.by_seat("hands"), d.get("deck", [])]):
        words = d.words("hands", drawn or [])
        size = sizes[seat] if seat < t.players else len(t.rules.text) - begin
        if len(words) > size:
            raise d.wrong(f"hands: seat {seat} is dealt {size} cards, not {len(words)}")
        wanted |= {begin + k: pool.take(word) for k, word in enumerate(words) if word != UNKNOWN}
        begin += size
    return wanted
