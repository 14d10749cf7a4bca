"""Four checks that the leak test depends on: what a room says of its secrets is complete and true.

`check_hidden`: whatever any view shows as unknown is on the room's list of hidden things.
`check_shown`: whatever is on that list is shown to nobody who has not come to know it.
`check_changed`: what is hidden and no card can be another, and the view stays the same.
`check_stack`: no frame holds anything that somebody must not know.  The stack is public.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from parlour.core import notation
from parlour.core.drawing import Position
from parlour.core.frame import Frame, Nested
from parlour.core.game import Game
from parlour.core.ids import NO_CARD
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER, EVERYONE
from parlour.core.table import Table
from parlour.lab.conformance import PLAIN, Setting, sampled, walk
from parlour.lab.declarations import kept
from parlour.lab.examiners import examiner_of, hidden
from parlour.lab.twins import (
    Leak,
    Memory,
    Place,
    apart,
    follow,
    identities,
    name_of,
    other_world,
    pair,
    part_at,
    places,
    world,
)

MOST_SUSPECTS = 3
"""Hidden cards whose number stands in a frame, tried at one position."""


class Unlisted(AssertionError):
    """A view hides something that the room does not list as hidden."""


# --- is everything that is hidden on the list? ----------------------------------------------


def check_hidden(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """Every question mark of every view is one of the hidden things at that place.

    A rival's hand is shown in an order of its own, so they are counted place by place.
    """
    for number, t in enumerate(walk(game, players, seed, setting)):
        for seat in [*range(players), None] if sampled(number, 3) else []:
            eye = BYSTANDER if seat is None else seat
            listed = Counter(
                (pile_of(path), part)
                for path, part, mask in hidden(game, t)
                if mask == EVERYONE or not mask >> eye & 1  # everybody may have seen it come
            )
            shown = places(game.position(t, seat))
            unknown = Counter(
                (pile_of(path), part) for (path, part), text in shown.items() if text == "?"
            )
            for (pile, part), count in (unknown - listed).items():
                raise Unlisted(
                    f"{name_of(eye)} sees {unknown[pile, part]} unknown things at {pile!r}"
                    f" (part {part} of their texts), but `hidden` lists {count} fewer there:"
                    f" in {t.line()}"
                )


def pile_of(path: str) -> str:
    """`hands.1.3` lies in the pile `hands.1`."""
    above, _, last = path.rpartition(".")
    return above if last.isdecimal() else path


def check_shown(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """What the room lists as hidden, by its places alone, is hidden by the audiences of its facts.

    Known are the cards whose faces the rules have shown to this eye; counted place by place.
    """
    for number, t in enumerate(walk(game, players, seed, setting)):
        cards = identities(game, t) if sampled(number, 3) else {}
        for seat in [*range(players), None] if sampled(number, 3) else []:
            eye = BYSTANDER if seat is None else seat
            listed = Counter(
                (pile_of(path), part)
                for path, part, mask in hidden(game, t)
                if not mask >> eye & 1
                and not (part == 0 and path in cards and t.knows.knows(eye, cards[path]))
            )
            shown = places(game.position(t, seat))
            for (pile, part), count in listed.items():
                if covered(shown, pile, part) < count:
                    raise Leak(
                        f"{name_of(eye)} is shown something at {pile!r} (part {part} of the texts)"
                        f" that `hidden` keeps from it: in {t.line()}"
                    )


def covered(shown: dict[Place, str], pile: str, part: int) -> int:
    """How many things at a place show nothing of this part; a bare `?` has no parts to show."""
    there = {path for path, _ in shown if pile_of(path) == pile}
    return sum(shown.get((path, part), "?") in ("?", "") for path in there)


def check_changed(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """Whatever is no card, and not for these eyes by the room's own hand, is not in their view."""
    examiner = examiner_of(game)
    for number, t in enumerate(walk(game, players, seed, setting)):
        for seat in [*range(players), None] if sampled(number, 3) and t.outcome is None else []:
            eye = BYSTANDER if seat is None else seat
            shown, other = game.position(t, seat), game.position(examiner.changed(t, eye), seat)
            for name in shown.keys() | other.keys():
                if shown.get(name) != other.get(name):
                    raise Leak(f"{name_of(eye)} is shown of others {name!r}: in {t.line()}")


# --- does a frame know too much? ------------------------------------------------------------


def check_stack(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> int:
    """Before an answer a hidden thing is exchanged for another; after it the stack is the same.

    The things that are tried first are those whose number a new frame holds.  Returns the number
    of answers that were tried.
    """
    memory = Memory(players)
    rng = Rng(seed)
    before: Position = {}
    tried = 0
    for number, t in enumerate(walk(game, players, seed, setting)):
        check_frames(t)
        if before and t.log and t.outcome is None and sampled(number, 3):
            tried += check_answer(game, t, before, memory, rng)
        before = game.position(t)
        memory.note(game, t, before)
    return tried


def check_frames(t: Table) -> None:
    """A frame holds what it declares, each fact as its kind says, and nothing else."""
    for frame in frames_in(t.stack.frames()):
        for name, kind in frame.fields.items():
            value = getattr(frame, name)
            if not kind.fits(value, t.players):
                raise Leak(f"{frame}: its field {name!r} holds {value!r}, not {kind.what}")
        if spare := kept(frame) - frame.fields.keys():
            raise Leak(f"{frame} keeps {', '.join(sorted(spare))} beside what it declares")


def frames_in(frames: list[Frame[Any]]) -> Iterator[Frame[Any]]:
    """The frames, each before those that it holds."""
    for frame in frames:
        yield frame
        nested = [name for name, kind in frame.fields.items() if isinstance(kind, Nested)]
        yield from frames_in([getattr(frame, name) for name in nested])


def check_answer(game: Game, t: Table, before: Position, memory: Memory, rng: Rng) -> int:
    """The last answer again, in worlds that differ in something some eye does not know."""
    assert t.log is not None
    start = world(game, before)
    if game.position(start) != before:
        raise Leak(
            f"the table of a line is another: {start.line()} was read from"
            f" {game.id}/{game.version} {notation.write(before)}. Does a frame hold a card that"
            " lies nowhere on the table?"
        )
    tried = 0
    for eye, first in suspects(game, start, t, before, memory, rng):
        two = pair(game, before, memory.unseen(game, start, before, eye), rng, first)
        other = two and other_world(game, before, *two)
        if not two or not other:
            continue
        ours, (theirs, renamed) = world(game, before), other
        what = f"{part_at(before, two[0])!r} at {two[0][0]}"
        if follow(ours, *t.log[-1], {}) and followed(theirs, t.log[-1], renamed, what):
            tried += 1
            if apart(game, ours, theirs, eye):
                compare_stacks(ours, theirs, what, eye)
    return tried


def followed(twin: Table, entry: tuple[int, str], renamed: dict[str, str], what: str) -> bool:
    """A frame made before the exchange may hold what is no longer where it was."""
    stack = repr(twin.stack)
    try:
        return follow(twin, *entry, renamed)
    except Exception as wrong:
        raise Leak(
            f"{stack} cannot be carried out if {what} is another: does a frame hold a hidden card?"
            f" ({type(wrong).__name__}: {wrong})"
        ) from wrong


def suspects(
    game: Game, start: Table, t: Table, before: Position, memory: Memory, rng: Rng
) -> list[tuple[int, Place | None]]:
    """An eye and a place for each hidden card that a new frame could mean; and one by chance.

    The highest numbers first: low ones are mostly seats.
    """
    numbers = {n for frame in frames_in(t.stack.frames()) for n in numbers_in(frame)}
    cards = identities(game, start)
    eyes = [BYSTANDER, *range(start.players)]
    found: dict[int, tuple[int, Place | None]] = {}
    for eye in eyes:
        for place in memory.unseen(game, start, before, eye):
            card = cards.get(place[0], NO_CARD)
            if card in numbers:
                found.setdefault(card, (eye, place))
    likely = [found[card] for card in sorted(found, reverse=True)]
    return [*likely[:MOST_SUSPECTS], (eyes[rng.below(len(eyes))], None)]


def numbers_in(frame: Frame[Any]) -> set[int]:
    held = [getattr(frame, name) for name in frame.fields]
    return {value for value in held if isinstance(value, int)}


def compare_stacks(ours: Table, theirs: Table, what: str, eye: int) -> None:
    for here, there in zip(ours.stack, theirs.stack, strict=False):
        if here.data() != there.data():
            raise Leak(
                f"{here} is told to everybody, but it would be {there} if {what} were another:"
                f" {name_of(eye)} must not know that, and a frame holds only what everybody may"
            )
    assert len(ours.stack) == len(theirs.stack), (
        f"{ours.stack} is told to everybody, but it would be {theirs.stack} if {what} were another"
    )
