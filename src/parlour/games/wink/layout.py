"""What is odd about how a position of Wink is drawn, and how what is not drawn is filled in."""

from collections.abc import Callable
from typing import Any, Final

from parlour.core.drawing import UNKNOWN, Drawing, table_of
from parlour.core.ids import CardId
from parlour.core.layout import Layout, Slots, knowers
from parlour.core.rng import Rng
from parlour.core.seats import EVERYONE, NOBODY, mask_of, only
from parlour.games.wink.body import Body, Wink, read_glance
from parlour.games.wink.glances import DONE
from parlour.games.wink.kinds import CROWD, KEEP, NO_NUMBER, NO_WINK, SAME_ROOM
from parlour.games.wink.mind import barred, imagine_eyes, imagine_plan, imagine_wink, winkers
from parlour.games.wink.state import WinkTable
from parlour.games.wink.worlds import Deals

TICKS: Final = ("turning", "held", "busy", "rest")
IN_SIGHT: Final = ("winking", "glimpsed", "plans", "seen", "winks", "attention", "watched")
"""What else there is of heads and eyes."""


class WinkLayout(Layout):
    """A contact card is its number, drawn `c12` or `12`; in a hand 0 is one that is not known."""

    def __init__(self, t: WinkTable, d: Drawing) -> None:
        super().__init__(t, d, [[]])
        self.most: Final = t.rules.numbers

    def card(self, text: str, usual: int) -> int:
        """`usual`: nobody, where it lies in the crowd: that does not tell who holds its twin."""
        bare, extra = text.removeprefix("c"), NOBODY
        if "+" in bare:
            bare, extra = knowers(bare)
        number = int(bare) if bare.isdecimal() else NO_NUMBER
        if not 1 <= number <= self.most:
            raise self.d.wrong(f"there is no contact card {text!r}")
        if usual:
            self.knows.show(CardId(number), usual | extra | self.viewer)
        return number

    def pile(self, name: str, drawn: Any, usual: int) -> Slots:
        listed: list[Any] = drawn if isinstance(drawn, list) else str(drawn).split()
        unknown = UNKNOWN if name == "hands" else ""
        found: list[int] = []
        for one in listed:
            if not usual and type(one) is int and 1 <= one <= self.most:
                found.append(one)  # the crowd of a view: no text to be read
            else:
                text = str(one)
                found.append(NO_NUMBER if text == unknown else self.card(text, usual))
        return tuple(found)

    def numbers(self, name: str, drawn: Any) -> tuple[int, ...]:
        return self.pile(name, drawn, NOBODY)

    def those(self, slots: Slots) -> tuple[CardId, ...]:
        return tuple([CardId(number) for number in slots])

    def then(self, place: Callable[[], None]) -> None:
        """Nothing has to wait until it is known which card it is."""
        place()


def fill(t: WinkTable, d: Drawing) -> None:
    """When all is read: what is not drawn, in every way that the drawn facts allow."""
    fill_crowd(t, d)
    check_calls(t, d)
    fill_hands(t, d)
    t.knows.show_all(t.admitted + t.aside, EVERYONE)
    for seat in blind(t, d):
        imagine_eyes(t, seat, d.rng)
    for seat in d.get("answered", []):
        t.sealed[seat] = DONE
        imagine_plan(t, seat, d.rng)
    fill_winks(t, d)


def arrange(t: WinkTable, d: Drawing) -> None:
    """The crowd as it will lie, from its first card on, and cards of the hands to be dealt."""
    lay = WinkLayout(t, d)
    crowd = lay.numbers("layout", d.get("layout", []))
    wanted: dict[int, int] = {}
    for seat, drawn in enumerate(d.by_seat("hands")):
        cards = [n for n in lay.numbers("hands", drawn or []) if n]
        if len(cards) > t.rules.hand:
            raise d.wrong(f"hands have {t.rules.hand} cards each")
        wanted |= {seat * t.rules.hand + k: n for k, n in enumerate(cards)}
    for named in (crowd, tuple(wanted.values())):
        if len(set(named)) != len(named):
            raise d.wrong("each number is there once in the layout and once in the hands")
    t.dice.orders = (dict(enumerate(crowd)), wanted)


# --- cards ----------------------------------------------------------------------------------


def fill_crowd(t: WinkTable, d: Drawing) -> None:
    """The layout shows every number once; those that are nowhere else show their face."""
    gone = settled(t, d)
    every = list(t.rules.contacts)
    if not t.layout:
        laid = every[:]
        d.rng.shuffle(laid)
        t.layout = tuple(laid)
    if sorted(t.layout) != every:
        raise d.wrong("the layout must show every number once")
    up = set(every) - set(gone)
    if d.has("crowd"):
        shown = set(t.crowd)
        if shown - up:
            raise d.wrong(f"{min(shown - up)} is in the crowd and elsewhere")
        t.aside += tuple(sorted(up - shown))
        up = shown
    t.crowd = tuple([n for n in t.layout if n in up])


def settled(t: WinkTable, d: Drawing) -> list[CardId]:
    """The numbers that lie open, face down or aside, each in one place; the cards of accusers."""
    down = [n for pile in t.covered for n in pile]
    if not d.has("face_down"):
        t.face_down = tuple(down)
    opened = sorted(n for pile in t.open for n in pile)
    pairs = opened[::2]
    if opened[1::2] != pairs or len(set(pairs)) != len(pairs):
        raise d.wrong("each number that lies open lies there twice: the crowd's and the hand's")
    if sorted(down) != sorted(t.face_down):
        raise d.wrong("what lies face down in the crowd lies face down before somebody as well")
    gone = [*pairs, *down, *t.aside]
    if len(set(gone)) != len(gone):
        raise d.wrong("a number lies in two places")
    for seat, unplayed in enumerate(t.cards):
        if min(unplayed, t.caught[seat]) < 0 or unplayed + t.caught[seat] > t.rules.cards:
            raise d.wrong(f"cards: seat {seat} has {t.rules.cards} in all, played or not")
    return gone


def check_calls(t: WinkTable, d: Drawing) -> None:
    standing = [n for n in t.tokens if n]
    if len(set(standing)) != len(standing) or set(standing) - set(t.crowd):
        raise d.wrong("tokens: each stands on another card that shows its face")
    for seat, n in enumerate(t.links):
        if n and n != t.tokens[seat]:
            raise d.wrong("a link is for the number under the token")
        if t.tokens[seat]:
            t.lacks[t.tokens[seat]] |= only(seat)


def fill_hands(t: WinkTable, d: Drawing) -> None:
    """Named cards as they are; question marks in every way the known facts allow."""
    sizes = hand_sizes(t, d)
    named = named_cards(t, d)
    unknown = [n for n in t.crowd if n not in named]
    rooms = [sizes[seat] - len(hand) for seat, hand in enumerate(t.hands)]
    box = len(unknown) - sum(rooms)
    places = Deals([*rooms, max(0, box)], [barred(t, n) for n in unknown]).draw(d.rng)
    if box < 0 or places is None:
        raise d.wrong("the unknown cards cannot be dealt in any way that fits")
    if box and d.has("crowd"):
        raise d.wrong("each number that shows its face in the crowd is in somebody's hand")
    for n, place in zip(unknown, places, strict=True):
        if place == t.players:  # what is left over was never in the game
            t.aside += (n,)
            t.crowd = tuple([up for up in t.crowd if up != n])
        else:
            t.hands[place] += (n,)
            t.knows.show(n, only(place))
    t.hands = [tuple(sorted(hand)) for hand in t.hands]


def hand_sizes(t: WinkTable, d: Drawing) -> list[int]:
    """Hands that are not drawn share what is left."""
    sizes = [len(hand) for hand in t.hands]
    missing = [seat for seat, drawn in enumerate(d.by_seat("hands")) if drawn is None]
    room = len(t.crowd) - sum(sizes)
    for place, seat in enumerate(missing):
        sizes[seat] = min(t.rules.hand, room // (len(missing) - place))
        room -= sizes[seat]
    if room < 0 or any(sizes[seat] < 1 for seat in missing):
        raise d.wrong("there are too few numbers for these hands")
    return sizes


def named_cards(t: WinkTable, d: Drawing) -> list[CardId]:
    """Hands without their question marks."""
    t.hands = [tuple([n for n in hand if n]) for hand in t.hands]
    named = [n for hand in t.hands for n in hand]
    for n in named:
        if n not in t.crowd or named.count(n) > 1:
            raise d.wrong(f"{n} cannot be in this hand")
    for seat, n in enumerate(t.tokens):
        if n in t.hands[seat] and not d.has("seed"):
            raise d.wrong(f"{n} is called by its own holder")
    return named


def check(t: WinkTable, d: Drawing) -> None:
    """In a game that goes on nobody has run out of cards, nor holds what all know them to lack."""
    for seat, hand in enumerate(t.hands):
        if not hand:
            raise d.wrong(f"hands: seat {seat} has none left, so the game is over")
        for n in hand:
            if t.lacks[n] >> seat & 1:
                raise d.wrong(f"hands: seat {seat} is known not to hold 'c{n}'")
    check_time(t, d)
    for seat, barred_seats in enumerate(t.closed):
        if barred_seats and not t.links[seat]:
            raise d.wrong(f"closed: seat {seat} has no link")


def check_time(t: WinkTable, d: Drawing) -> None:
    """[WINK-11] [WINK-A24]"""
    if t.idle >= t.rules.still_rounds * t.players:
        raise d.wrong("idle: after so many turns without a card the game is over")
    if t.is_live() and t.clock >= t.rules.timing.longest:
        raise d.wrong(f"clock: a turn takes less than {t.rules.timing.longest} ticks")


# --- facts of a form of their own -----------------------------------------------------------


def read_links(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    drawn = enumerate(d.by_seat("links"))
    t.links = [t.tokens[seat] if n is None else CardId(int(n)) for seat, n in drawn]


def read_closed(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    t.closed = [mask_of(shut_out or []) for shut_out in d.by_seat("closed")]


def read_lacks(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    for seat, drawn in enumerate(d.by_seat("lacks")):
        for n in lay.numbers("lacks", drawn or []):
            t.lacks[n] |= only(seat)


def read_bodies(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    """The head is where the gaze rests, the gaze where the head points, where one is not drawn."""
    heads, gazes, downs = d.by_seat("heads"), d.by_seat("gazes"), d.by_seat("lowered")
    ticks = [d.by_seat(name) for name in TICKS]
    winking = d.get("winking", [])
    if t.rules.pace == SAME_ROOM:
        check_flesh(d, ("heads", "gazes", "lowered", *TICKS, *IN_SIGHT))
        return
    for seat in range(t.players):
        head, gaze, lowered = heads[seat], gazes[seat], downs[seat]
        aim = gaze if head is None and gaze != "nowhere" else head
        target = CROWD if aim in (None, "crowd") else int(aim)
        if target == seat or not (target == CROWD or 0 <= target < t.players):
            raise d.wrong("a head points at another seat or at the crowd")
        down = gaze == "crowd" and target != CROWD if lowered is None else bool(lowered)
        turning, held, busy, rest = [int(count[seat] or 0) for count in ticks]
        check_ticks(t, d, (turning, held, busy, rest))
        t.bodies[seat] = Body(target, down, turning, held, seat in winking, busy, rest)


def check_flesh(d: Drawing, names: tuple[str, ...]) -> None:
    """Where people look and wink in the flesh, the table knows nothing of it."""
    for name in names:
        if d.facts.get(name):
            raise d.wrong(f"{name}: at this table people look and wink in real life")


def check_ticks(t: WinkTable, d: Drawing, ticks: tuple[int, ...]) -> None:
    """Nothing lasts longer than the table's options say."""
    timing = t.rules.timing
    limits = (timing.turn, timing.hold, timing.wink, timing.cooldown)
    for name, count, most in zip(("turning", "held", "busy", "rest"), ticks, limits, strict=True):
        if not 0 <= count <= most:
            raise d.wrong(f"{name} is a number from 0 to {most} at this table, not {count}")


def blind(t: WinkTable, d: Drawing) -> list[int]:
    """Whose eyes a view does not show: they may be lowered."""
    gazes, lowered = d.by_seat("gazes"), d.by_seat("lowered")
    return [
        seat
        for seat in range(t.players if d.is_view else 0)
        if lowered[seat] is None
        and gazes[seat] in (None, "nowhere")
        and t.bodies[seat].head != CROWD
    ]


def read_plans(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    for seat, texts in enumerate(d.by_seat("plans")):
        t.plans[seat] = tuple([read_glance(text) for text in texts or []])
        if KEEP in t.plans[seat]:
            raise d.wrong(f"{texts} are no glances")


# --- winks ----------------------------------------------------------------------------------


def wink_of(t: WinkTable, d: Drawing, drawn: dict[str, Any], seen: int) -> Wink:
    to = int(drawn["to"])
    number = CardId(int(drawn.get("number") or t.links[to]))
    if drawn["seat"] == to:
        raise d.wrong(f"{d.last}: seat {to} cannot wink at the own face")
    if not 1 <= number <= t.rules.numbers:
        raise d.wrong(f"{d.last}: a wink is for a number that seat {to} waits for")
    return Wink(int(drawn.get("tick", t.tick_number)), int(drawn["seat"]), to, number, seen)


def see(t: WinkTable, by: int, wink: Wink) -> None:
    """It proves who holds the number."""
    t.seen[by] += (Wink(wink.tick, wink.seat, wink.to, wink.number, only(by)),)
    t.knows.show(wink.number, only(by))


def read_seen(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    for drawn in map(table_of, d.get("seen", [])):
        see(t, int(drawn["by"]), wink_of(t, d, drawn, 0))


def read_winks(t: WinkTable, d: Drawing, lay: WinkLayout) -> None:
    drawn = map(table_of, d.get("winks", []))
    t.winks = tuple([wink_of(t, d, w, mask_of(w.get("seen", []))) for w in drawn])


def fill_winks(t: WinkTable, d: Drawing) -> None:
    if d.is_view and d.viewer is not None and not d.has("over"):
        recall_winks(t, d.viewer, d.rng)
    for seat in range(t.players):
        given = [k for k, wink in enumerate(t.winks) if wink.seat == seat]
        t.going[seat] = given[-1] if given else NO_WINK
        if t.bodies[seat].winking and not given:
            raise d.wrong(f"seat {seat} is winking, but no wink is drawn")


def recall_winks(t: WinkTable, viewer: int, rng: Rng) -> None:
    """What the viewer saw others do, and what those know who were seen to look."""
    for wink in t.winks:
        if wink.seen >> wink.to & 1:
            see(t, wink.to, wink)
    t.winks += t.seen[viewer]
    for winker in winkers(t, viewer):
        imagine_wink(t, winker, rng)
        row = [t.rules.timing.seen * (s == viewer) for s in range(t.players)]
        t.glimpsed[winker.seat * t.players : (winker.seat + 1) * t.players] = row


READS: Final[dict[str, Callable[[WinkTable, Drawing, Any], None]]] = {
    "links": read_links,
    "closed": read_closed,
    "lacks": read_lacks,
    "bodies": read_bodies,
    "plans": read_plans,
    "seen": read_seen,
    "winks": read_winks,
}
