"""The leak test: two worlds that a seat cannot tell apart must look the same to it, byte for byte.

Built without `look` or `imagine`.  In a random game two hidden things that the seat never saw are
exchanged, by the room's list of places alone (`Game.hidden`), and both worlds go on with the same
choices, the two renamed.  While every difference between the worlds lies where the seat cannot see
it, all that the seat is sent must be the same.
"""

import copy
import re
from typing import Any

import msgspec

from parlour.bots import levels, make_bot
from parlour.core import notation
from parlour.core.decision import Decision
from parlour.core.errors import IllegalChoice
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER, HOUSE
from parlour.core.table import Table
from parlour.core.view import View
from parlour.lab.conformance import NONSENSE, PLAIN, Setting, step, walk

Place = tuple[str, int]
"""A path into the facts of a position, and which part of the text there."""


LONGEST = 40
"""So many positions of one pair of worlds are enough; other pairs start later in the game."""


MOST_PAIRS = 16
"""Pairs of worlds from one game."""


class Leak(AssertionError):
    """A seat was sent something that depends on what it must not know."""


def at(facts: Any, path: str) -> Any:
    for word in path.split("."):
        facts = facts[int(word)] if isinstance(facts, list) else facts[word]
    return facts


def put(facts: Any, path: str, token: str) -> None:
    above, _, last = path.rpartition(".")
    holder = at(facts, above) if above else facts
    holder[int(last) if isinstance(holder, list) else last] = token


def bare(token: str) -> str:
    """A card's text without the marks of who knows it."""
    return token.partition("+")[0]


def places(facts: Any, path: str = "") -> dict[Place, str]:
    """Every part of every text in a position."""
    if isinstance(facts, dict):
        inside = [places(value, f"{path}.{name}") for name, value in facts.items()]
    elif isinstance(facts, list):
        inside = [places(value, f"{path}.{k}") for k, value in enumerate(facts)]
    else:
        parts = bare(str(facts)).split("/")
        return {(path[1:], k): part for k, part in enumerate(parts)}
    return {place: part for found in inside for place, part in found.items()}


class Memory:
    """What each pair of eyes has seen since the last shuffle, from the places alone."""

    def __init__(self, players: int) -> None:
        self.seen: dict[int, set[tuple[str, int]]] = {
            eye: set() for eye in [*range(players), BYSTANDER]
        }
        self.shuffles = 0

    def note(self, game: Game, t: Table, facts: dict[str, Any]) -> None:
        covered = {(path, part): mask for path, part, mask in hidden(game, t)}
        if game.shuffles(t) != self.shuffles:
            self.shuffles = game.shuffles(t)
            lost = {bare(str(at(facts, path))) for path, part in covered if not covered[path, part]}
            for eye, seen in self.seen.items():
                self.seen[eye] = {(token, part) for token, part in seen if token not in lost}
        for path, part in places(facts):
            mask = covered.get((path, part), -1)
            token = bare(str(at(facts, path)))
            for eye, seen in self.seen.items():
                if mask >> eye & 1:
                    seen.add((token, part))


def pair(
    game: Game, t: Table, facts: dict[str, Any], seen: set[tuple[str, int]], eye: int, rng: Rng
) -> tuple[Place, Place] | None:
    """Two different hidden things of one kind that the eye has never seen."""
    unseen = [
        (path, part)
        for path, part, mask in game.hidden(t)
        if not mask >> eye & 1 and (bare(str(at(facts, path))), part) not in seen
    ]
    for _ in range(30):
        if len(unseen) < 2:
            return None
        a, b = unseen[rng.below(len(unseen))], unseen[rng.below(len(unseen))]
        if game.alike(a[0], b[0]) and a[1] == b[1] and part_at(facts, a) != part_at(facts, b):
            return a, b
    return None


def part_at(facts: Any, place: Place) -> str:
    return bare(str(at(facts, place[0]))).split("/")[place[1]]


def exchanged(facts: dict[str, Any], a: Place, b: Place) -> tuple[dict[str, Any], dict[str, str]]:
    """The position with the two things exchanged, and the new names of the cards they are on."""
    twin = copy.deepcopy(facts)
    renamed: dict[str, str] = {}
    for here, there in ((a, b), (b, a)):
        token = str(at(facts, here[0]))
        parts = bare(token).split("/")
        parts[here[1]] = part_at(facts, there)
        new = "/".join(parts)
        renamed[bare(token)] = new
        put(twin, here[0], new + token[len(bare(token)) :])
    twin["sealed"] = [rename(text, renamed) for text in facts.get("sealed", [])]
    return twin, renamed


def rename(text: str, renamed: dict[str, str]) -> str:
    """A choice's text in the other world."""
    old = "|".join(re.escape(name) for name in renamed)
    return re.sub(rf"(?<!\w)(?:{old})(?!\w)", lambda found: renamed[found[0]], text)


def hidden(game: Game, t: Table) -> list[tuple[str, int, int]]:
    """The room's hidden places, and the kernel's own: sealed choices."""
    drawers = [
        (f"sealed.{seat}", part, 1 << seat)
        for seat, choice in enumerate(t.sealed)
        if choice >= 0
        for part in range(4)
    ]
    return game.hidden(t) + drawers


def sent(game: Game, t: Table, seat: int | None, tries: list[str]) -> bytes:
    """All that leaves the table for this seat, and what a bot in it would do."""
    view = game.look(t, seat)
    told: list[Any] = [msgspec.to_builtins(view), game.line(t, seat), game.heard(t, seat)]
    if seat is not None:
        told.append(t.may_undo(seat))
        told.append([str(t.why_not(seat, text)) for text in tries])
        decision = t.decision(seat)
        if decision is not None:
            told.append(asked(decision))
            told.append([move(game, level, view, decision) for level in levels(game)])
    return msgspec.json.encode(told)


def asked(decision: Decision) -> list[Any]:
    choices = [(choice.text, choice.brief) for choice in decision.choices]
    return [decision.id, decision.ask, decision.about, choices, str(decision.default)]


def move(game: Game, level: str, view: View, decision: Decision) -> str:
    return str(make_bot(game, level, Rng(1)).choose(view, decision))


def differences(game: Game, a: Table, b: Table) -> set[Place]:
    ours, theirs = places(game.facts(a)), places(game.facts(b))
    found = {place for place in ours.keys() | theirs.keys() if ours.get(place) != theirs.get(place)}
    return {place for place in found if place[0] not in ("seed", "thrown")}


def compare(game: Game, t: Table, twin: Table, eye: int, renamed: dict[str, str], rng: Rng) -> int:
    """Play both worlds on; the number of positions in which the eye was sent the same bytes.

    A shuffle ends it: the two may have been shown and taken in again within one answer.
    """
    seat = None if eye == BYSTANDER else eye
    compared = 0
    shuffles = game.shuffles(t)
    while compared < LONGEST and game.shuffles(t) == shuffles:
        covered = {(path, part): mask for path, part, mask in hidden(game, t)}
        shown = [p for p in differences(game, t, twin) if covered.get(p, -1) >> eye & 1]
        if shown:
            return compared
        tries = [*NONSENSE, *tempting(t)]
        ours, theirs = sent(game, t, seat, tries), sent(game, twin, seat, tries)
        if ours != theirs:
            raise Leak(f"eye {eye} was sent\n  {ours.decode()}\nor\n  {theirs.decode()}")
        compared += 1
        if t.outcome is not None or not together(t, twin, renamed, rng):
            break
    return compared


def tempting(t: Table) -> list[str]:
    """What others may do now: texts a prying seat would try."""
    return [c.text for d in t.decisions() for c in d.choices[:4]]


def together(t: Table, twin: Table, renamed: dict[str, str], rng: Rng) -> bool:
    """The same random answer in both worlds; False where the other world does not allow it."""
    entries = len(t.log or ())
    step(t, rng)
    if t.log is None or len(t.log) <= entries:
        entries = len(t.log or ()) - 1
    seat, text = (t.log or [])[entries]
    if seat == HOUSE:
        twin.answer(HOUSE, "tick")
        return True
    try:
        twin.answer(seat, rename(text, renamed))
    except IllegalChoice:
        return False
    return True


def world(game: Game, facts: dict[str, Any]) -> Table:
    """A table of these facts, its events still to come."""
    return game.parse(f"{game.id}/{game.version} {notation.write(facts)}")


def check_twins(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> int:
    """Twin worlds at several moments of a random game, for every seat and for a bystander."""
    memory = Memory(players)
    rng = Rng(seed)
    compared = pairs = 0
    for number, t in enumerate(walk(game, players, seed, setting)):
        facts = game.facts(t)
        memory.note(game, t, facts)
        if rng.below(6 * (1 + number // 100)) or t.outcome is not None:
            continue
        if pairs == MOST_PAIRS:
            break
        eye = [*range(players), BYSTANDER][number % (players + 1)]
        found = pair(game, t, facts, memory.seen[eye], eye, rng)
        if found is None:
            continue
        other, renamed = exchanged(facts, *found)
        ours, theirs = world(game, facts), world(game, other)
        pairs += 1
        compared += compare(game, ours, theirs, eye, renamed, Rng(rng.word()))
    return compared
