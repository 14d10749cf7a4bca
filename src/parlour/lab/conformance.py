"""Checks that every game must pass, on random games.  The test suite runs them over every room.

Each check takes a game, a number of players and a seed, and raises AssertionError where it fails.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.core.carry import Carry
from parlour.core.errors import IllegalChoice
from parlour.core.game import Game, T, V
from parlour.core.options import Values
from parlour.core.rng import Rng
from parlour.core.rollout import some_asked
from parlour.core.seats import clockwise
from parlour.core.table import Table
from parlour.core.undo import AGREED, CONSENT, NO, UNDO
from parlour.lab.examiners import examiner_of
from parlour.lab.minds import check_mind

MARK = re.compile(r"\+(?:all|watchers|\d+)")
"""Of a card in a line: who knows it."""
NONSENSE = ("", " ", "?", "no such thing", "-1", "undo it", "@", ":", "tick", "💥")


def step(t: Table, rng: Rng) -> None:
    """One random answer by `Table.answer`, standing offers and time included."""
    for seat in clockwise(t.on_turn(), t.players):
        offers = t.offers(seat)
        assert t.has_offer(seat) == bool(offers), "it says otherwise whether there are offers"
        if offers and rng.below(8) == 0:
            t.answer(seat, t.offer_text(seat, offers[rng.below(len(offers))]))
            return
    if t.ticking() and (not t.asked or rng.below(2)):
        t.pass_time()
        return
    seat = some_asked(t, rng)
    decision = t.decision(seat)
    assert decision is not None
    t.answer(seat, decision.choices[rng.below(len(decision.choices))].text, decision.id)


class Setting(msgspec.Struct, frozen=True):
    """How a table is opened: its options, and in a series what the games before left."""

    options: Values = {}
    carry: Carry = {}


PLAIN = Setting()


def walk(game: Game[T, V], players: int, seed: int, setting: Setting = PLAIN) -> Iterator[T]:
    """The same table after the deal and after every random answer."""
    t = game.new(players, seed, setting.options, carry=setting.carry)
    rng = Rng(seed)
    made = 0
    yield t
    while t.outcome is None:
        assert made < game.bound(players), f"a game of more than {game.bound(players)} choices"
        step(t, rng)
        made += 1
        yield t


def sampled(number: int, every: int) -> bool:
    """Positions to look at closely: fewer and fewer as a game grows long."""
    return number % (every * (1 + number // 60)) == 0


def finished(game: Game[T, V], players: int, seed: int, setting: Setting = PLAIN) -> T:
    *_, t = walk(game, players, seed, setting)
    return t


def told(t: Table) -> list[Any]:
    """Everything that everybody was told and sees: what two equal tables must agree on."""
    everybody: list[int | None] = [*range(t.players), None]
    return [
        [t.heard(seat) for seat in everybody],
        [msgspec.to_builtins(t.look(seat)) for seat in everybody],
        [repr(decision) for decision in t.decisions()],
        repr(t.outcome),
        t.line(),
    ]


def check_record(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """record -> table gives identical events, views and outcome."""
    t = finished(game, players, seed, setting)
    again = game.load(t.record())
    assert told(again) == told(t)
    assert again.record() == t.record()


def check_reload(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """Save and reload after a choice equals playing on: from the record, and from the line."""
    for number, t in enumerate(walk(game, players, seed, setting)):
        if sampled(number, 7):
            assert told(game.load(t.record())) == told(t)
        if sampled(number, 5):
            parsed = game.parse(t.line())
            assert parsed.line() == t.line()
            same_future(parsed, t.clone(), Rng(seed + number))


def same_future(a: Table, b: Table, rng: Rng) -> None:
    """Two tables asked the same way give the same answers for a while."""
    for _ in range(4):
        if a.outcome is not None:
            break
        choices_a = [[c.text for c in d.choices] for d in a.decisions()]
        choices_b = [[c.text for c in d.choices] for d in b.decisions()]
        assert choices_a == choices_b
        luck = rng.word()
        step(a, Rng(luck))
        step(b, Rng(luck))
        assert a.line() == b.line()


def check_clone(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """A clone and its original do not change each other."""
    for number, t in enumerate(walk(game, players, seed, setting)):
        if not sampled(number, 9) or t.outcome is not None:
            continue
        line, twin = t.line(), t.clone()
        assert twin.line() == line
        for k in range(6):
            if twin.outcome is None:
                step(twin, Rng(k))
        assert t.line() == line
        assert twin.sink is None
        assert twin.log is None


def check_cards(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """Cards are neither made nor lost."""
    first: list[int] | None = None
    for t in walk(game, players, seed, setting):
        cards = sorted(examiner_of(game).inventory(t))
        assert len(set(cards)) == len(cards), "a card lies in two places"
        first = first or cards
        lost = sorted(set(first) - set(cards))
        assert not lost, f"the cards {lost} lie nowhere (a frame is no place): {t.line()}"
        assert cards == first, "a card was made"


def check_decisions(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """Each offers something, names a default, and refuses what it does not offer."""
    strangers: list[str] = list(NONSENSE)
    for number, t in enumerate(walk(game, players, seed, setting)):
        if not sampled(number, 1):
            continue
        before = t.line()
        for seat in range(players):
            check_decision(t, seat, strangers[-40:])
            check_numbers(t, seat)
        assert t.line() == before, "a refusal or a question has changed the table"


def check_decision(t: Table, seat: int, strangers: list[str]) -> None:
    decision = t.decision(seat)
    choices = decision.choices if decision else []
    texts = [choice.text for choice in choices]
    assert len(set(texts)) == len(texts), f"two choices of one text: {texts}"
    if decision is not None:
        assert choices
        assert decision.waits == bool(t.asked >> seat & 1)
        assert decision.default is None or decision.default.text in texts
        assert all(decision.find(choice.text)[0].id == choice.id for choice in choices)
        assert all(t.why_not(seat, text) is None for text in texts)
    known = set(texts) | {choice.brief for choice in choices}
    for text in strangers:
        if text not in known:
            refusal = t.why_not(seat, text)
            assert refusal is not None, f"{text!r} is not offered, and not refused"
            assert refusal.same_as(refused(t, seat, text))
    strangers += texts[:5]


def check_numbers(t: Table, seat: int) -> None:
    """Choices are as many as are counted, and each is picked by its number."""
    ids = t.choices(seat)
    assert t.count(seat) == len(ids)
    for number in {0, len(ids) // 2, len(ids) - 1} if ids else ():
        counted, listed = t.clone(), t.clone()
        assert counted.count(seat) == len(ids)
        counted.pick(seat, number)
        listed.play(seat, ids[number])
        assert counted.line() == listed.line(), f"number {number} is not {ids[number]}"
        if seat == t.next_seat():
            driven = t.clone()
            assert driven.count_next() == len(ids)
            assert driven.pick_next(number) == driven.count_next()
            assert driven.line() == listed.line(), f"next, {number} is not {ids[number]}"


def refused(t: Table, seat: int, text: str) -> IllegalChoice | None:
    try:
        t.answer(seat, text)
    except IllegalChoice as refusal:
        return refusal
    return None


def check_imagine(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """An imagined table cannot be told from the real one by the seat that imagines it."""
    rng = Rng(seed)
    examiner = examiner_of(game)
    for number, t in enumerate(walk(game, players, seed, setting)):
        if (number > 10 and not sampled(number, 6)) or t.outcome is not None:
            continue
        seat = (number + number // 6) % players
        check_mind(game, t, seat, rng)
        if number % 4 == 0:
            check_mind(game, t, None, rng, worlds=2)
        wrong = examiner.contradictions(t, t.heard(seat))
        assert not wrong, f"the real world is held impossible: {wrong}"


def texts(t: Table, seat: int) -> list[str]:
    decision = t.decision(seat)
    return [choice.text for choice in decision.choices] if decision else []


def check_sight(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """Views and events can be sent, and a seat's line is the line of its view."""
    for number, t in enumerate(walk(game, players, seed, setting)):
        for seat in [*range(players), None] if sampled(number, 2) else []:
            msgspec.json.encode(t.look(seat))
            assert t.line(seat) == game.line(t, seat)
    for seat in [*range(players), None]:
        msgspec.json.encode(t.heard(seat))


def check_undo(game: Game, players: int, seed: int, setting: Setting = PLAIN) -> None:
    """What may be taken back is taken back, freely or by consent, and the record tells it."""
    t = game.new(players, seed, setting.options, carry=setting.carry)
    rng = Rng(seed)
    for _ in range(60):
        if t.outcome is not None:
            break
        before = t.clone()
        step(t, rng)
        willing = [seat for seat in range(players) if t.may_undo(seat) != NO]
        assert len(willing) <= 1
        for seat in set(range(players)) - set(willing):
            assert t.why_not(seat, AGREED) is not None, "no agreement helps where nothing may be"
        if willing and rng.below(3) == 0:
            taken_back(t, before, willing[0])
            assert told(game.load(t.record())) == told(t)


def taken_back(t: Table, before: Table, seat: int) -> None:
    """The position is as before, and nobody knows more than the chooser himself has shown."""
    agreed = t.may_undo(seat) == CONSENT
    if agreed:
        refusal = refused(t, seat, UNDO)
        assert refusal is not None
        assert refusal.code == "undo_needs_consent"
    t.answer(seat, AGREED if agreed else UNDO)
    assert MARK.sub("", t.line()) == MARK.sub("", before.line())
    assert t.look(seat) == before.look(seat), "the chooser has learnt something from it"
    for card, then in enumerate(before.knows.masks):
        now = t.knows.masks[card]
        assert now & then == then, f"card {card} was forgotten by taking back"
        assert now == then or then >> seat & 1, f"card {card} was shown, not by seat {seat}"
    assert t.may_undo(seat) == NO


CHECKS = (
    check_record,
    check_reload,
    check_clone,
    check_cards,
    check_decisions,
    check_imagine,
    check_sight,
    check_undo,
)
__all__ = ["CHECKS", "PLAIN", "Setting", "finished", "step", "told", "walk"]
