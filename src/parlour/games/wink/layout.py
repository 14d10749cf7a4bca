"""How a drawn position of Wink is laid out: a scenario's, a line's, or a seat's view.

SCENES.md describes every field.
"""

from typing import Any

from parlour.core.drawing import UNKNOWN, Drawing
from parlour.core.rng import Rng
from parlour.core.seats import EVERYONE, mask_of, only
from parlour.core.view import knowers
from parlour.games.wink.body import Body, read_glance
from parlour.games.wink.glances import DONE
from parlour.games.wink.kinds import CROWD, KEEP, SAME_ROOM
from parlour.games.wink.mind import barred, imagine_eyes, imagine_plan, imagine_wink, winkers
from parlour.games.wink.state import Wink, WinkState
from parlour.games.wink.worlds import Deals

DERIVED = ("pace", "contacts", "lasts")
"""What a view shows for convenience: it follows from the rest."""


def draw(t: WinkState, d: Drawing) -> None:
    """Lay out a drawing, and fill in what it leaves open."""
    for name in DERIVED:
        d.get(name)
    t.turn = d.number("turn", 0, 0, t.players - 1)
    t.idle = d.number("idle", 0, -1)
    t.tick_number = d.number("tick", 0)
    t.clock = d.number("clock", 0)
    draw_settled(t, d)
    draw_calls(t, d)
    draw_seen(t, d)
    draw_hands(t, d)
    draw_bodies(t, d)
    draw_plans(t, d)
    draw_memory(t, d)


def arrange(t: WinkState, d: Drawing) -> None:
    """The crowd as it will lie, from its first card on, and cards of the hands to be dealt."""
    crowd = numbers(t, d, d.get("layout", []))
    wanted: dict[int, int] = {}
    for seat, drawn in enumerate(d.by_seat("hands")):
        cards = [card for card in _words(d, drawn) or [] if card != UNKNOWN]
        if len(cards) > t.rules.hand:
            raise d.wrong(f"hands have {t.rules.hand} cards each")
        wanted |= {seat * t.rules.hand + k: number_of(t, d, c)[0] for k, c in enumerate(cards)}
    for named in (crowd, tuple(wanted.values())):
        if len(set(named)) != len(named):
            raise d.wrong("each number is there once in the layout and once in the hands")
    t.dice.orders = (dict(enumerate(crowd)), wanted)


def number_of(t: WinkState, d: Drawing, text: Any) -> tuple[int, int]:
    """`12`, `c12` or `c12+0`: the number, and the mask of those who know where it is."""
    bare, mask = knowers(str(text))
    digits = bare.removeprefix("c")
    if not digits.isdecimal() or not 1 <= int(digits) <= t.rules.numbers:
        raise d.wrong(f"there is no contact card {text!r}")
    return int(digits), mask


def numbers(t: WinkState, d: Drawing, drawn: Any) -> tuple[int, ...]:
    if isinstance(drawn, int | str):
        drawn = str(drawn).split()
    return tuple(number_of(t, d, text)[0] for text in drawn or [])


def by_seat_numbers(t: WinkState, d: Drawing, name: str) -> list[tuple[int, ...]]:
    return [numbers(t, d, drawn) for drawn in d.by_seat(name)]


# --- cards ----------------------------------------------------------------------------------


def draw_settled(t: WinkState, d: Drawing) -> None:
    """What lies before the seats and face down in the crowd, and the cards of accusers."""
    t.open = by_seat_numbers(t, d, "open")
    t.covered = by_seat_numbers(t, d, "covered")
    down = [n for pile in t.covered for n in pile]
    t.face_down = numbers(t, d, d.get("face_down", down))
    t.aside = numbers(t, d, d.get("aside", []))
    opened = sorted(n for pile in t.open for n in pile)
    pairs = opened[::2]
    if opened[1::2] != pairs or len(set(pairs)) != len(pairs):
        raise d.wrong("each number that lies open lies there twice: the crowd's and the hand's")
    if sorted(down) != sorted(t.face_down):
        raise d.wrong("what lies face down in the crowd lies face down before somebody as well")
    gone = [*pairs, *down, *t.aside]
    if len(set(gone)) != len(gone):
        raise d.wrong("a number lies in two places")
    t.cards = [t.rules.cards if n is None else int(n) for n in d.by_seat("cards")]
    t.caught = [int(n or 0) for n in d.by_seat("caught")]
    for seat, unplayed in enumerate(t.cards):
        if min(unplayed, t.caught[seat]) < 0 or unplayed + t.caught[seat] > t.rules.cards:
            raise d.wrong(f"cards: seat {seat} has {t.rules.cards} in all, played or not")
    for n in gone:
        t.knows.show(n, EVERYONE)
    draw_crowd(t, d, gone)


def draw_crowd(t: WinkState, d: Drawing, gone: list[int]) -> None:
    every = list(range(1, t.rules.numbers + 1))
    drawn = numbers(t, d, d.get("layout", []))
    if not drawn:
        d.rng.shuffle(every)
        drawn = tuple(every)
    if sorted(drawn) != sorted(every):
        raise d.wrong("the layout must show every number once")
    t.layout = drawn
    up = set(every) - set(gone)
    if d.has("crowd"):
        shown = set(numbers(t, d, d.get("crowd")))
        if shown - up:
            raise d.wrong(f"{min(shown - up)} is in the crowd and elsewhere")
        t.aside += tuple(sorted(up - shown))
        up = shown
    t.crowd = tuple(n for n in t.layout if n in up)


def draw_calls(t: WinkState, d: Drawing) -> None:
    t.tokens = [_token(t, d, drawn) for drawn in d.by_seat("tokens")]
    links = d.by_seat("links")
    t.links = [t.tokens[s] if n is None else _token(t, d, n) for s, n in enumerate(links)]
    for seat, shut_out in enumerate(d.by_seat("closed")):
        t.closed[seat] = mask_of(shut_out or [])
    for seat, lacking in enumerate(by_seat_numbers(t, d, "lacks")):
        for n in lacking:
            t.lacks[n] |= only(seat)
    standing = [n for n in t.tokens if n]
    if len(set(standing)) != len(standing) or set(standing) - set(t.crowd):
        raise d.wrong("tokens: each stands on another card that shows its face")
    for seat, n in enumerate(t.links):
        if n and n != t.tokens[seat]:
            raise d.wrong("a link is for the number under the token")
        if t.tokens[seat]:
            t.lacks[t.tokens[seat]] |= only(seat)


def _token(t: WinkState, d: Drawing, drawn: Any) -> int:
    return number_of(t, d, drawn)[0] if drawn else 0


def draw_hands(t: WinkState, d: Drawing) -> None:
    """Named cards as they are; question marks in every way the known facts allow."""
    t.admitted = numbers(t, d, d.get("admitted", []))
    drawn = d.by_seat("hands")
    slots = [_words(d, cards) for cards in drawn]
    missing = [s for s in range(t.players) if slots[s] is None]
    room = len(t.crowd) - sum(len(cards) for cards in slots if cards is not None)
    for place, seat in enumerate(missing):
        share = min(t.rules.hand, room // (len(missing) - place))
        slots[seat] = [UNKNOWN] * share
        room -= share
    if room < 0 or [] in [slots[s] for s in missing]:
        raise d.wrong("there are too few numbers for these hands")
    for seat, cards in enumerate(slots):
        for card in cards or []:
            if card != UNKNOWN:
                t.hands[seat] += (_named(t, d, seat, card),)
    fill(t, d, [len(cards or []) for cards in slots])
    for n in t.admitted:
        t.knows.show(n, EVERYONE)
    for n in t.aside:
        t.knows.show(n, EVERYONE)


def check(t: WinkState, d: Drawing) -> None:
    """In a game that goes on nobody has run out of cards, nor holds what all know them to lack."""
    for seat, hand in enumerate(t.hands):
        if not hand:
            raise d.wrong(f"hands: seat {seat} has none left, so the game is over")
        for n in hand:
            if t.lacks[n] >> seat & 1:
                raise d.wrong(f"hands: seat {seat} is known not to hold 'c{n}'")
    for seat, barred_seats in enumerate(t.closed):
        if barred_seats and not t.links[seat]:
            raise d.wrong(f"closed: seat {seat} has no link")


def _words(d: Drawing, cards: Any) -> list[str] | None:
    if cards is None:
        return None
    return d.words("hands", [str(c) for c in cards] if isinstance(cards, list) else str(cards))


def _named(t: WinkState, d: Drawing, seat: int, text: str) -> int:
    n, mask = number_of(t, d, text)
    if n not in t.crowd or any(n in hand for hand in t.hands):
        raise d.wrong(f"{n} cannot be in this hand")
    if t.tokens[seat] == n and not d.has("seed"):
        raise d.wrong(f"{n} is called by its own holder")
    viewer = only(d.viewer) if d.is_view and d.viewer is not None else 0
    t.knows.show(n, only(seat) | mask | viewer)
    return n


def fill(t: WinkState, d: Drawing, sizes: list[int]) -> None:
    """Deal the unknown: what is left over, if anything, was never in the game."""
    placed = {n for hand in t.hands for n in hand}
    unknown = [n for n in t.crowd if n not in placed]
    rooms = [sizes[seat] - len(t.hands[seat]) for seat in range(t.players)]
    box = len(unknown) - sum(rooms)
    places = Deals([*rooms, max(0, box)], [barred(t, n) for n in unknown]).draw(d.rng)
    if box < 0 or places is None:
        raise d.wrong("the unknown cards cannot be dealt in any way that fits")
    if box and d.has("crowd"):
        raise d.wrong("each number that shows its face in the crowd is in somebody's hand")
    for n, place in zip(unknown, places, strict=True):
        if place == t.players:
            t.aside += (n,)
            t.crowd = tuple(up for up in t.crowd if up != n)
        else:
            t.hands[place] += (n,)
            t.knows.show(n, only(place))
    t.hands = [tuple(sorted(hand)) for hand in t.hands]


# --- heads and eyes -------------------------------------------------------------------------


def draw_bodies(t: WinkState, d: Drawing) -> None:
    names = ("heads", "gazes", "lowered", "turning", "held", "busy", "rest", "glimpsed")
    drawn = {name: d.by_seat(name) for name in names}
    winking = d.get("winking", [])
    if t.rules.pace == SAME_ROOM:
        return
    for seat in range(t.players):
        facts = {name: drawn[name][seat] for name in names}
        t.bodies[seat] = body_of(facts, seat in winking)
        t.glimpsed[seat] = tuple(facts["glimpsed"] or [0] * t.players)
        head = t.bodies[seat].head
        if head != CROWD and (not 0 <= head < t.players or head == seat):
            raise d.wrong("a head points at another seat or at the crowd")
    for seat in blind(t, d):
        imagine_eyes(t, seat, d.rng)


def body_of(facts: dict[str, Any], winking: bool) -> Body:
    gaze = None if facts["gazes"] == "nowhere" else facts["gazes"]
    head = facts["heads"] if facts["heads"] is not None else gaze
    target = CROWD if head in (None, "crowd") else int(head)
    lowered = facts["lowered"]
    if lowered is None:
        lowered = gaze == "crowd" and target != CROWD
    turning, held = int(facts["turning"] or 0), int(facts["held"] or 0)
    busy, rest = int(facts["busy"] or 0), int(facts["rest"] or 0)
    return Body(target, bool(lowered), turning, held, winking, busy, rest)


def blind(t: WinkState, d: Drawing) -> list[int]:
    """Whose eyes a view does not show: they may be lowered."""
    gazes, lowered = d.by_seat("gazes"), d.by_seat("lowered")
    return [
        seat
        for seat in range(t.players if d.is_view else 0)
        if lowered[seat] is None
        and gazes[seat] in (None, "nowhere")
        and t.bodies[seat].head != CROWD
    ]


def draw_plans(t: WinkState, d: Drawing) -> None:
    """Glances given; those of others who have sealed theirs, imagined."""
    for seat, texts in enumerate(d.by_seat("plans")):
        given = tuple(read_glance(text) for text in texts or [])
        if KEEP in given:
            raise d.wrong(f"{texts} are no glances")
        t.plans[seat] = given
    for seat in d.get("answered", []):
        t.sealed[seat] = DONE
        imagine_plan(t, seat, d.rng)


# --- memory ---------------------------------------------------------------------------------


def draw_seen(t: WinkState, d: Drawing) -> None:
    """Winks that somebody saw: proof of who holds the number."""
    for s in d.get("seen", []):
        by = int(s["by"])
        number = int(s.get("number") or t.links[int(s["to"])])
        tick = int(s.get("tick", t.tick_number))
        t.seen[by] += (Wink(tick, int(s["seat"]), int(s["to"]), number, only(by)),)
        t.knows.show(number, only(by))


def draw_memory(t: WinkState, d: Drawing) -> None:
    for w in d.get("winks", []):
        seen = mask_of(w.get("seen", []))
        tick = int(w.get("tick", t.tick_number))
        number = int(w.get("number") or t.links[int(w["to"])])
        t.winks += (Wink(tick, int(w["seat"]), int(w["to"]), number, seen),)
    for name, rows in (("attention", t.attention), ("watched", t.watched)):
        for row, counts in enumerate(d.by_seat(name)):
            for column, count in enumerate(counts or []):
                rows[row * t.players + column] = int(count)
    if d.is_view and d.viewer is not None and not d.has("over"):
        recall_winks(t, d.viewer, d.rng)
    for seat in range(t.players):
        given = [k for k, wink in enumerate(t.winks) if wink.seat == seat]
        t.going[seat] = given[-1] if given else -1
        if t.bodies[seat].winking and not given:
            raise d.wrong(f"seat {seat} is winking, but no wink is drawn")


def recall_winks(t: WinkState, viewer: int, rng: Rng) -> None:
    """What the viewer saw others do, and what those know who were seen to look."""
    for wink in t.winks:
        if wink.seen >> wink.to & 1:
            t.seen[wink.to] += (Wink(wink.tick, wink.seat, wink.to, wink.number, only(wink.to)),)
            t.knows.show(wink.number, only(wink.to))
    t.winks += t.seen[viewer]
    for winker in winkers(t, viewer):
        imagine_wink(t, winker, rng)
        seen = t.rules.timing.seen
        t.glimpsed[winker.seat] = tuple(seen * (s == viewer) for s in range(t.players))
