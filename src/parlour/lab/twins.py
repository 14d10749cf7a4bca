"""The leak test: two worlds that a seat cannot tell apart must look the same to it, byte for byte.

Built without `look` or `imagine`.  In a random game two hidden things that the seat never saw are
exchanged, by the examiner's list of places alone, and both worlds go on with the same choices, the
two renamed.  While every difference between the worlds lies where the seat cannot see it, all that
the seat is sent must be the same.

Where nothing can be exchanged nothing is tested: `enough_twins` goes on until enough was compared,
and raises `Blind` if that does not happen.
"""

import copy
import re
from collections import Counter
from itertools import count
from typing import Any

import msgspec

from parlour.core import notation
from parlour.core.drawing import Position
from parlour.core.errors import BadText
from parlour.core.game import Game
from parlour.core.ids import CardId
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER, EVERYONE, HOUSE
from parlour.core.table import Table
from parlour.core.view import Eyes
from parlour.lab.conformance import NONSENSE, PLAIN, Setting, step, walk
from parlour.lab.examiners import examiner_of, hidden
from parlour.lab.sent import Sent, sent

Place = tuple[str, int]
"""A path into the facts of a position, and which part of the text there."""


LONGEST = 40
"""So many positions of one pair of worlds are enough; other pairs start later in the game."""


MOST_PAIRS = 16
"""Pairs of worlds from one game."""

ENOUGH = 60
"""So many positions, compared in games of one kind, say something."""

MOST_GAMES = 24
"""Games that are played for it; small ones give few positions each."""

Thing = tuple[int | str, int]
"""A thing by its text, or by its card's number where several share the text; and which part."""


class Leak(AssertionError):
    """A seat was sent something that depends on what it must not know."""


class Blind(AssertionError):
    """Too little could be compared to say that nothing leaks."""


class Found(msgspec.Struct):
    """What the twin worlds of some games came to.

    `moments`: how often a pair was looked for; `alike`: texts that several hidden things shared
    where none was found.
    """

    compared: int = 0
    pairs: int = 0
    moments: int = 0
    alike: Counter[str] = msgspec.field(default_factory=Counter)

    def why_blind(self) -> str:
        said = (
            f"only {self.compared} positions could be compared in twin worlds, {ENOUGH} are needed:"
            f" of {self.moments} moments {self.moments - self.pairs} had no two hidden things of"
            f" different texts that some eye never saw"
        )
        if not self.alike:
            return said + "; does `hidden` list what is hidden?"
        shared = ", ".join(text for text, _ in self.alike.most_common(5))
        return said + f"; several hidden things share a text there: {shared}. Make texts differ."


class Identities(Eyes):
    """The archive's eyes, which mark every card with its number instead of with who knows it."""

    def __init__(self) -> None:
        super().__init__(None, everything=True)

    def mark(self, t: Table, card: CardId, usual: int) -> str:
        return f"#{card}"


def identities(game: Game, t: Table) -> dict[str, CardId]:
    """Which card lies where, by path: cards of equal texts are different things."""
    marked = places(msgspec.to_builtins(game.build_view(t, Identities())))
    cards = [(path, part.partition("#")) for (path, _), part in marked.items()]
    return {path: CardId(int(card)) for path, (_, mark, card) in cards if mark and card.isdecimal()}


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
        self.seen: dict[int, set[Thing]] = {eye: set() for eye in [*range(players), BYSTANDER]}
        self.shuffles = 0
        self.cards: dict[str, CardId] = {}
        self.copies: dict[str, set[CardId]] = {}

    def note(self, game: Game, t: Table, facts: Position) -> None:
        covered = {(path, part): mask for path, part, mask in hidden(game, t)}
        self.cards = identities(game, t)
        for path, card in self.cards.items():
            self.copies.setdefault(bare(str(at(facts, path))), set()).add(card)
        shuffles = examiner_of(game).shuffles(t)
        if shuffles != self.shuffles:
            self.shuffles = shuffles
            lost = {self.thing(facts, place)[0] for place in covered if not covered[place]}
            for eye, seen in self.seen.items():
                self.seen[eye] = {(card, part) for card, part in seen if card not in lost}
        for place in places(facts):
            mask = covered.get(place, EVERYONE)
            thing = self.thing(facts, place)
            for eye, seen in self.seen.items():
                if mask >> eye & 1:
                    seen.add(thing)

    def thing(self, facts: Position, place: Place) -> Thing:
        path, part = place
        text = bare(str(at(facts, path)))
        shared = len(self.copies.get(text, ())) > 1
        return self.cards.get(path, text) if shared else text, part

    def unseen(self, game: Game, t: Table, facts: Position, eye: int) -> list[Place]:
        """What does not lie open to the eye, and never did where it could be followed."""
        listed = examiner_of(game).hidden(t)
        found = [(path, part) for path, part, mask in listed if not mask >> eye & 1]
        return [place for place in found if self.thing(facts, place) not in self.seen[eye]]


def pair(
    game: Game, facts: Position, unseen: list[Place], rng: Rng, first: Place | None = None
) -> tuple[Place, Place] | None:
    """Two of these that are of one kind and different; the first of them may be given."""
    alike = examiner_of(game).alike
    for _ in range(30 if unseen else 0):
        a, b = first or unseen[rng.below(len(unseen))], unseen[rng.below(len(unseen))]
        if alike(a[0], b[0]) and a[1] == b[1] and part_at(facts, a) != part_at(facts, b):
            return a, b
    return None


def shared_texts(game: Game, t: Table, facts: Position) -> list[str]:
    """Texts that several hidden cards have in common."""
    paths = [path for path, part, _ in examiner_of(game).hidden(t) if part == 0]
    texts = Counter(bare(str(at(facts, path))) for path in paths)
    return [text for text, number in texts.items() if number > 1]


def part_at(facts: Any, place: Place) -> str:
    return bare(str(at(facts, place[0]))).split("/")[place[1]]


def exchanged(facts: Position, a: Place, b: Place) -> tuple[Position, dict[str, str]]:
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
    return twin, renamed


def other_world(
    game: Game, facts: Position, a: Place, b: Place
) -> tuple[Table, dict[str, str]] | None:
    """The twin with a and b exchanged; None if no table can be like that.

    What is sealed is renamed too, unless another card of the same text was meant.
    """
    twin, renamed = exchanged(facts, a, b)
    sealed = facts.get("sealed", [])
    for texts in ([rename(text, renamed) for text in sealed], sealed):
        twin["sealed"] = texts
        try:
            return world(game, twin), renamed
        except BadText:
            continue
    return None


def name_of(eye: int) -> str:
    return "a bystander" if eye == BYSTANDER else f"seat {eye}"


def rename(text: str, renamed: dict[str, str]) -> str:
    """The same text with the two things exchanged."""
    old = "|".join(re.escape(name) for name in renamed)
    return re.sub(rf"(?<!\w)(?:{old})(?!\w)", lambda found: renamed[found[0]], text)


def difference(ours: bytes, theirs: bytes) -> str:
    """The first place at which two seats were sent different things."""
    here, there = places(msgspec.json.decode(ours)), places(msgspec.json.decode(theirs))
    for place in [*here, *there]:
        if here.get(place) != there.get(place):
            return f"{place[0]}: {here.get(place)!r} or {there.get(place)!r}"
    return "marks of who knows a card"


def differences(game: Game, a: Table, b: Table) -> set[Place]:
    """Where things lie differently.  The stack is no such place: it must not differ at all."""
    ours, theirs = places(game.position(a)), places(game.position(b))
    found = {place for place in ours.keys() | theirs.keys() if ours.get(place) != theirs.get(place)}
    return {place for place in found if place[0].split(".")[0] not in ("seed", "thrown", "stack")}


def compare(
    game: Game,
    t: Table,
    twin: Table,
    renamed: dict[str, str],
    eye: int,
    rng: Rng,
    sends: Sent = sent,
) -> int:
    """Play both worlds on; the number of positions in which the eye was sent the same bytes.

    A shuffle ends it: the two may have been shown and taken in again within one answer.
    """
    seat = None if eye == BYSTANDER else eye
    compared = 0
    shuffles_of = examiner_of(game).shuffles
    shuffles = shuffles_of(t)
    while compared < LONGEST and shuffles_of(t) == shuffles:
        if not apart(game, t, twin, eye):
            return compared
        tries = [*NONSENSE, *tempting(t)]
        ours, theirs = sends(game, t, seat, tries), sends(game, twin, seat, tries)
        if ours != theirs:
            raise Leak(
                f"{name_of(eye)} must not be able to tell two worlds apart, but was sent"
                f" {difference(ours, theirs)}{answered(t, twin)}"
                f"\n  {ours.decode()}\nor\n  {theirs.decode()}"
            )
        compared += 1
        if t.outcome is not None or not together(t, twin, renamed, rng):
            break
    return compared


def answered(t: Table, twin: Table) -> str:
    """The answers just before, where they differ: a card's text means nothing but the card."""
    if not t.log or not twin.log or t.log[-1] == twin.log[-1]:
        return ""
    return f", after seat {t.log[-1][0]} answered {t.log[-1][1]!r} or {twin.log[-1][1]!r}"


def apart(game: Game, t: Table, twin: Table, eye: int) -> bool:
    """Whether the worlds differ, and only where the eye cannot see it."""
    covered = {(path, part): mask for path, part, mask in hidden(game, t)}
    found = differences(game, t, twin)
    return bool(found) and not any(covered.get(place, EVERYONE) >> eye & 1 for place in found)


def tempting(t: Table) -> list[str]:
    """What others may do now: texts a prying seat would try."""
    return [c.text for d in t.decisions() for c in d.choices[:4]]


def together(t: Table, twin: Table, renamed: dict[str, str], rng: Rng) -> bool:
    """The same random answer in both worlds; False where the other world does not allow it."""
    entries = len(t.log or ())
    step(t, rng)
    if t.log is None or len(t.log) <= entries:
        entries = len(t.log or ()) - 1
    return follow(twin, *(t.log or [])[entries], renamed)


def follow(twin: Table, seat: int, text: str, renamed: dict[str, str]) -> bool:
    """What was answered in one world, in the other; False where it does not allow it.

    With the two renamed; as it is where another card of the same text was meant.
    """
    if seat == HOUSE:
        twin.pass_time()
        return True
    for meant in dict.fromkeys((rename(text, renamed), text)):
        if twin.why_not(seat, meant) is None:
            twin.answer(seat, meant)
            return True
    return False


def world(game: Game, facts: Position) -> Table:
    """A table of these facts, its events still to come."""
    return game.parse(f"{game.id}/{game.version} {notation.write(facts)}")


def check_twins(
    game: Game,
    players: int,
    seed: int,
    setting: Setting = PLAIN,
    found: Found | None = None,
    sends: Sent = sent,
) -> Found:
    """Twin worlds at several moments of a random game, for every seat and for a bystander."""
    found = Found() if found is None else found
    memory = Memory(players)
    rng = Rng(seed)
    most = found.pairs + MOST_PAIRS
    for number, t in enumerate(walk(game, players, seed, setting)):
        facts = game.position(t)
        memory.note(game, t, facts)
        if rng.below(6 * (1 + number // 100)) or t.outcome is not None:
            continue
        if found.pairs == most:
            break
        found.moments += 1
        for eye in turned([*range(players), BYSTANDER], number):
            two = pair(game, facts, memory.unseen(game, t, facts, eye), rng)
            other = two and other_world(game, facts, *two)
            if other:
                found.pairs += 1
                luck = Rng(rng.word())
                found.compared += compare(game, world(game, facts), *other, eye, luck, sends)
                break
        else:
            found.alike.update(shared_texts(game, t, facts))
    return found


def turned(eyes: list[int], number: int) -> list[int]:
    """The eyes in another order for each game, so that each is looked at first now and then."""
    first = number % len(eyes)
    return eyes[first:] + eyes[:first]


def enough_twins(game: Game, players: int, setting: Setting = PLAIN, sends: Sent = sent) -> Found:
    """Games until enough was compared; Blind, with the reason, if that does not happen."""
    found = Found()
    for seed in count():
        if found.compared >= ENOUGH and seed > 1:
            return found
        if seed == MOST_GAMES:
            raise Blind(found.why_blind())
        check_twins(game, players, seed, setting, found, sends)
    raise AssertionError("unreachable")
