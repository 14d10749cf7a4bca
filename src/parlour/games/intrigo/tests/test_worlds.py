"""What a seat can imagine: every draft that fits what it saw, and no other, all alike."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import parlour
from parlour.core.errors import BadText
from parlour.core.rng import Rng
from parlour.core.rollout import some_asked
from parlour.games.intrigo import GAME
from parlour.games.intrigo.examiner import EXAMINER
from parlour.games.intrigo.state import IntrigoTable
from parlour.games.intrigo.view import IntrigoView
from parlour.games.intrigo.worlds import Drafts, Known, below, chosen
from parlour.lab.conformance import texts as texts_of
from parlour.lab.conformance import walk
from parlour.lab.twins import Memory, compare, other_world, pair, world

pytestmark = pytest.mark.rules

ROOM = parlour.game("intrigo")
"""As the laboratory knows it."""

PLAYERS = 3
LOOKS = [0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]
COPIES = [2, 2, 1, 1, 1, 1, 1, 1, 1, 1]


def drafted(rng: Rng) -> list[list[int]]:
    """A random draft of three: what each seat kept, pick by pick."""
    cards = list(LOOKS)
    rng.shuffle(cards)
    packs = [cards[4 * seat : 4 * seat + 4] for seat in range(PLAYERS)]
    kept: list[list[int]] = [[], [], []]
    for _ in range(4):
        for seat in range(PLAYERS):
            kept[seat].append(packs[seat].pop(rng.below(len(packs[seat]))))
        packs = [packs[(seat - 1) % PLAYERS] for seat in range(PLAYERS)]
    return kept


def packs_of(kept: list[list[int]], seat: int) -> list[list[int]]:
    """The packs a seat saw: what was kept of them from then on."""
    return [
        sorted(kept[(seat + later - pick) % PLAYERS][later] for later in range(pick, 4))
        for pick in range(4)
    ]


def world_of(kept: list[list[int]]) -> tuple[int, ...]:
    """Slot by slot, as the sampler counts them."""
    return tuple(kept[(p + k) % PLAYERS][k] for p in range(PLAYERS) for k in range(4))


def possible(kept: list[list[int]], known: Known) -> bool:
    if packs_of(kept, 0) != [sorted(pack) for pack in known.seen]:
        return False
    for seat in (1, 2):
        have = Counter(kept[seat])
        need = Counter({k: n for k, n in enumerate(known.needs[seat]) if n})
        if any(have[look] < n for look, n in need.items()):
            return False
        if any(have[look] > need[look] for look in known.lacks[seat]):
            return False
    return True


def all_worlds(known: Known) -> set[tuple[int, ...]]:
    """By brute force: the rivals' eight cards in every order."""
    left = list((Counter(LOOKS) - Counter(known.mine)).elements())
    found = set()
    for order in set(permutations(left)):
        kept = [known.mine, list(order[:4]), list(order[4:])]
        if possible(kept, known):
            found.add(world_of(kept))
    return found


def question(rng: Rng, laid: int) -> Known:
    kept = drafted(rng)
    needs = [[0] * len(COPIES) for _ in range(PLAYERS)]
    lacks: list[list[int]] = [[], [], []]
    for seat in (1, 2):
        hand = list(kept[seat])
        for _ in range(laid):
            needs[seat][hand.pop(rng.below(len(hand)))] += 1
        lacks[seat] = [look for look in (0, 1) if look not in hand and rng.below(2)]
    return Known(PLAYERS, 4, COPIES, 0, packs_of(kept, 0), kept[0], needs, lacks)


@pytest.mark.parametrize("case", range(6))
def test_every_possible_draft_is_imagined_and_no_other(case: int) -> None:
    """All alike: no world comes up much more often than another.  [INT-13] [INT-A8]"""
    rng = Rng(case)
    known = question(rng, laid=case % 4)
    worlds = all_worlds(known)
    assert worlds
    times = 60 * len(worlds)
    drafts = Drafts(known)
    counts = Counter(tuple(drafts.draw(rng)) for _ in range(times))
    assert set(counts) == worlds
    excess = sum((n - 60) ** 2 / 60 for n in counts.values())
    assert excess < len(worlds) + 5 * (2 * len(worlds)) ** 0.5 + 5


def test_what_cannot_be_is_refused() -> None:
    """A seat laid a plot that lay in my own hand, or a pack that never was."""
    known = question(Rng(1), laid=0)
    strange = Known(3, 4, COPIES, 0, [[0, 0, 0, 0], *known.seen[1:]], known.mine, known.needs, [])
    with pytest.raises(ValueError, match="does not fit"):
        Drafts(strange)
    seen = [known.seen[0][:3], *known.seen[1:]]
    short = Known(3, 4, COPIES, 0, seen, known.mine, known.needs, [])
    with pytest.raises(ValueError, match="does not fit"):
        Drafts(short)
    single = next(look for look in known.mine if COPIES[look] == 1)
    known.needs[1][single] = 1
    with pytest.raises(ValueError, match="cannot have been kept"):
        Drafts(known)
    kept = [[0, 2, 3, 4], [1, 5, 6, 7], [1, 8, 9, 0]]
    needs = [[0] * len(COPIES) for _ in range(3)]
    needs[2][7] = 1  # the last card of the pack of two went to the left
    known = Known(3, 4, COPIES, 0, packs_of(kept, 0), kept[0], needs, [[], [], []])
    assert 7 in known.seen[2]
    with pytest.raises(ValueError, match="cannot have been kept"):
        Drafts(known)


def test_twins_that_nobody_can_have_are_refused() -> None:
    """Both copies were laid by one seat, but one is mine."""
    kept = [[0, 2, 3, 4], [1, 5, 6, 7], [1, 8, 9, 0]]
    needs = [[0] * len(COPIES) for _ in range(3)]
    needs[1][0] = 2
    known = Known(3, 4, COPIES, 0, packs_of(kept, 0), kept[0], needs, [[], [], []])
    with pytest.raises(ValueError, match="no draft fits"):
        Drafts(known)


def test_big_numbers_are_drawn_evenly() -> None:
    rng = Rng(4)
    total = 3 << 40
    drawn = [below(rng, total) for _ in range(600)]
    assert max(drawn) < total
    assert min(drawn) >= 0
    thirds = Counter(number >> 40 for number in drawn)
    assert set(thirds) == {0, 1, 2}
    assert min(thirds.values()) > 150
    assert Counter(below(rng, 3) for _ in range(300)).keys() == {0, 1, 2}


def test_weights_decide_how_often() -> None:
    rng = Rng(5)
    counts = Counter(chosen(rng, [1, 0, 3]) for _ in range(800))
    assert set(counts) == {0, 2}
    assert 140 < counts[0] < 260


def after_draft(players: int, seed: int) -> IntrigoTable:
    for t in walk(GAME, players, seed):
        if t.stack and t.stack[-1].ask == "act":
            return t
    raise AssertionError


def no_twins(view: IntrigoView) -> bool:
    return "tiepolo3" not in view.seen[0]


@pytest.mark.parametrize("players", [3, 4])
def test_cards_passed_on_are_imagined_with_the_others(players: int) -> None:
    """What I passed of my first pack lies with the others, one each.  [INT-13]"""
    t = next(t for s in range(50) if no_twins(GAME.look(t := after_draft(players, s), 0)))
    view = GAME.look(t, 0)
    mine = set(view.hands[0])
    passed = [card for card in view.seen[0] if card not in mine]
    where: dict[str, set[int]] = {card: set() for card in passed}
    for k in range(60):
        hands = GAME.position(GAME.imagine(view, Rng(k)))["hands"]
        for card in passed:
            holders = [s for s in range(1, players) if card in hands[s]]
            where[card].update(holders)
        for seat in range(1, players):
            assert any(card in passed for card in hands[seat])
    assert all(len(holders) == players - 1 for holders in where.values() if players == 4)


def test_the_last_of_two_cards_is_known_to_lie_with_the_left_neighbour() -> None:
    """Of the pack of two I kept one; the other went left.  [INT-13]"""
    t = after_draft(4, 7)
    view = GAME.look(t, 2)
    kept = view.hands[2][2]
    other = next(card for card in view.seen[2] if card != kept)
    for k in range(30):
        assert other in GAME.position(GAME.imagine(view, Rng(k)))["hands"][3]


def test_seats_passed_over_by_a_courtesan_are_imagined_without_the_plot() -> None:
    """[INT-A8]"""
    position = {
        "players": 4,
        "turn": 0,
        "hands": ["? ? ? ?", "? ? ? ?", "tiepolo3 ? ? ?", "tiepolo3 ? ? ?"],
    }
    t = GAME.drawn(position, Rng(2))
    t.answer(0, "courtesan@g5")
    t.answer(0, "tiepolo3@g6")
    view = GAME.look(t, 0)
    assert view.lacks == [[], ["tiepolo3"], [], []]
    holders: set[int] = set()
    for k in range(80):
        hands = GAME.position(GAME.imagine(view, Rng(k)))["hands"]
        assert "tiepolo3" not in hands[1]
        holders.update(seat for seat in range(4) if "tiepolo3" in hands[seat])
    assert 3 in holders
    bystander = GAME.look(t, None)
    for k in range(40):
        there = GAME.imagine(bystander, Rng(k))
        assert GAME.look(there, None) == bystander
        assert "tiepolo3" not in GAME.position(there)["hands"][1]


@pytest.mark.parametrize("players", [3, 4])
def test_a_bystander_imagines_too(players: int) -> None:
    for number, t in enumerate(walk(GAME, players, 3)):
        if number % 5 == 0 and t.outcome is None:
            view = GAME.look(t, None)
            assert GAME.imagine(view, Rng(number)).look(None) == view


def test_who_has_answered_has_sealed_something_in_an_imagined_table() -> None:
    """Whether or not one's own choice is sealed.  [INT-13]"""
    t = GAME.new(4, 9)
    t.answer(2, texts_of(t, 2)[1])
    for seat in (0, 2):
        sealed = set()
        for k in range(40):
            there = GAME.imagine(GAME.look(t, seat), Rng(k))
            assert there.asked == 0b1011
            assert GAME.look(there, seat) == GAME.look(t, seat)
            sealed.add(there.sealed[2])
        assert len(sealed) == (1 if seat == 2 else 4)
    t.answer(0, texts_of(t, 0)[0])
    there = GAME.imagine(GAME.look(t, 0), Rng(1))
    assert there.asked == 0b1010
    assert there.sealed[2] >= 0


def test_a_plot_taken_back_stays_known() -> None:
    """Others saw it; an imagined table holds it in that hand.  [INT-15]"""
    t = GAME.drawn({"players": 4, "turn": 1, "hands": {"1": "tiepolo3 tiepolo3 ? ?"}}, Rng(1))
    t.answer(1, "tiepolo3@g4")
    t.undo(1, agreed=True)
    view = GAME.look(t, 0)
    assert view.hands[1] == ["tiepolo3", "?", "?", "?"]
    for k in range(20):
        there = GAME.imagine(view, Rng(k))
        assert GAME.look(there, 0) == view
        assert "tiepolo3" in [c.partition("+")[0] for c in GAME.position(there)["hands"][1]]
    t.answer(1, "tiepolo3@g4")
    assert GAME.look(t, 0).hands[1] == ["?", "?", "?"]


@pytest.mark.parametrize(
    "options",
    [
        {"start_ducats": 6, "tiepolo": [3, 3, 3, 3]},
        {"start_ducats": 6, "tiepolo": [2, 2, 4, 4], "prices": [0, 1, 2]},
        {"start_ducats": 6, "unlimited_ducats": True},
    ],
)
def test_rich_tables_are_imagined_as_exactly(options: dict[str, Any]) -> None:
    """With money for many courtesans, and with more equal plots.  [INT-A8]"""
    rng = Rng(8)
    passed_over = 0
    for seed in range(5):
        t = GAME.new(4, seed, options)
        for number in range(90):
            if t.outcome is not None:
                break
            eager_step(t, rng)
            seat = number % 5
            view = GAME.look(t, seat if seat < 4 else None)
            there = GAME.imagine(view, rng)
            assert GAME.look(there, view.eyes) == view
            assert EXAMINER.contradictions(there, t.heard(view.eyes)) == []
            passed_over += sum(map(len, view.lacks))
    assert passed_over > 0


def eager_step(t: IntrigoTable, rng: Rng) -> None:
    """Courtesans and calls for Tiepolo come first, else anything."""
    seat = some_asked(t, rng)
    texts = texts_of(t, seat)
    ask = t.stack[-1].ask
    if ask != "keep":
        wanted = "courtesan" if ask == "act" else "tiepolo"
        texts = [text for text in texts if text.startswith(wanted)] or texts
    t.answer(seat, texts[rng.below(len(texts))])


@pytest.mark.parametrize("hand", ["tiepolo3 tiepolo3+all ? ?", "tiepolo3+all tiepolo3 ? ?"])
def test_of_equal_plots_the_one_that_all_know_is_laid_first(hand: str) -> None:
    """Whether its holder lays it or has to.  [INT-A8]"""
    position = {"players": 4, "turn": 0, "hands": {"1": hand}, "picks": {"1": [1, 2, 3, 4]}}
    t = GAME.drawn(position, Rng(3))
    assert GAME.look(t, 0).hands[1] == ["tiepolo3", "?", "?", "?"]
    mine = t.clone()
    t.answer(0, "courtesan@g3")
    t.answer(0, "tiepolo3@g4")
    assert GAME.look(t, 0).hands[1] == ["?", "?", "?"]
    mine.answer(0, "thief@g3")
    mine.answer(0, "decline")
    mine.answer(1, "tiepolo3@g4")
    assert GAME.look(mine, 0).hands[1] == ["?", "?", "?"]


@pytest.mark.once
@pytest.mark.parametrize("players", [3, 4])
def test_nothing_leaks_in_any_round(players: int) -> None:
    """Twin worlds; all plots are shuffled together, so every round starts with a bare memory."""
    compared = 0
    for seed in range(2):
        memory, last = Memory(players), 0
        rng = Rng(seed)
        for number, t in enumerate(walk(GAME, players, seed)):
            if t.round != last:
                memory, last = Memory(players), t.round
            facts = GAME.position(t)
            memory.note(ROOM, t, facts)
            eye = [*range(players), 15][number % (players + 1)]
            found = pair(ROOM, facts, memory.unseen(ROOM, t, facts, eye), rng)
            if rng.below(4) or found is None or t.outcome is not None:
                continue
            other = other_world(ROOM, facts, *found)
            if other is not None:
                compared += compare(ROOM, world(ROOM, facts), *other, eye, Rng(rng.word()))
    assert compared > 40


def test_a_view_that_contradicts_itself_is_refused() -> None:
    t = after_draft(4, 5)
    facts = GAME.position(t, 0)
    facts["seen"][1] = facts["seen"][0][:3]
    with pytest.raises(BadText):
        GAME.drawn(facts, Rng(0))
