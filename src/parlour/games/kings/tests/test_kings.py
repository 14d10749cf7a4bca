"""What a drawn position cannot show: the box, the deal, the options, and that every game ends."""

from collections import Counter
from typing import Any

import pytest

from parlour.core.errors import BadTable, BadText
from parlour.core.ids import ChoiceId
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER
from parlour.games.kings import GAME
from parlour.games.kings.examiner import EXAMINER

pytestmark = pytest.mark.rules


RACES = ("dwarf", "goblin", "orc", "giant")
COUNTS = (2, 3, 4)
SEEDS = range(40)


def table(players: int = 2, seed: int = 1, **options: object) -> Any:
    return GAME.new(players, seed, options)


def drawn(players: int = 2, **facts: Any) -> Any:
    """A position of two, Anna 0 king of the dwarves and Bruno 1 of the goblins."""
    usual = {"players": players, "kings": list(RACES[:players])}
    return GAME.drawn(usual | facts, Rng(5))


def bad(players: int = 2, **options: object) -> BadTable:
    with pytest.raises(BadTable) as caught:
        GAME.new(players, 1, options)
    return caught.value


# --- the box --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    """One player is too few, five are too many.  [KINGS-1]"""
    refused = bad(players)
    assert (refused.code, refused.rule) == ("wrong_players", "KINGS-1")
    assert refused.facts == {"players": players, "least": 2, "most": 4}


def test_the_box_holds_each_unit_twice() -> None:
    """Four races, strengths 0 to 9, two of each: 80 cards.  [KINGS-2]"""
    rules = table().rules
    units = Counter(rules.face_text)
    assert units == {f"{race}{strength}": 2 for race in RACES for strength in range(10)}
    assert rules.cards == 80


def test_the_mines_are_those_of_the_rulebook() -> None:
    """Defence, size, overseers and values come in the numbers of RULES.md.  [KINGS-3]"""
    rules = table().rules
    assert Counter(rules.defence) == {1: 24, 2: 28, 3: 28}
    assert Counter(rules.size) == {1: 24, 2: 24, 3: 24, 4: 8}
    assert Counter(rules.overseer) == {0: 44, 1: 36}
    values = {1: 1, 2: 4, 3: 9, 4: 14, 5: 17, 6: 17, 7: 12, 8: 5, 9: 1}
    assert Counter(rules.value) == values
    assert sum(rules.value) == 412


def test_a_mine_is_worth_its_defence_and_size_and_two_for_an_overseer() -> None:
    """Each template has four cards: one less, two at its base value, one more.  [KINGS-3]"""
    texts = Counter(table().rules.back_text)
    assert [texts[f"1-1-{value}"] for value in range(5)] == [0, 1, 2, 1, 0]
    assert [texts[f"2-3o-{value}"] for value in range(5, 10)] == [0, 1, 2, 1, 0]
    assert [texts[f"3-4-{value}"] for value in range(5, 10)] == [0, 1, 2, 1, 0]
    assert [texts[f"3-3o-{value}"] for value in range(6, 11)] == [0, 1, 2, 1, 0]
    assert texts.total() == 80


def test_the_workers_of_a_mine_are_its_size_and_the_overseer() -> None:
    """Between one and four units work a mine.  [KINGS-3]"""
    t = table()
    needed = {t.mine(card): t.workers(card) for card in range(80)}
    assert (needed["1-1-2"], needed["1-1o-4"], needed["2-3o-7"], needed["2-4-6"]) == (1, 2, 4, 4)
    assert set(needed.values()) == {1, 2, 3, 4}


def test_cards_look_equal_if_both_sides_are() -> None:
    """Two cards are one choice only if unit and mine agree.  [KINGS-2]"""
    for seed in range(5):
        t = table(seed=seed)
        texts = {t.look_of(card): t.text(card) for card in range(80)}
        assert all(texts[t.look_of(card)] == t.text(card) for card in range(80))
        assert len(texts) == len(set(texts.values()))


# --- the deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
def test_the_deal_goes_from_the_top_of_the_deck(players: int) -> None:
    """Four to the centre, four to the camp, six to each hand.  [KINGS-5] [KINGS-6] [KINGS-7]"""
    for seed in SEEDS:
        t = table(players, seed)
        assert t.centre == list(t.deck[:4])
        assert t.siege == [(), (), (), ()]
        assert sorted(card for stack in t.camp for card in stack) == sorted(t.deck[4:8])
        for seat in range(players):
            first = 8 + 6 * seat
            assert t.hands[seat] == t.deck[first : first + 6]
        assert t.dealt == 8 + 6 * players
        assert t.deck_left() == 72 - 6 * players


def test_a_stack_of_the_first_camp_lies_in_the_order_of_turning() -> None:
    """A later card of the same race lies above, never in another race's stack.  [KINGS-A13]"""
    shared = 0
    for seed in SEEDS:
        t = table(2, seed)
        for race, stack in enumerate(t.camp):
            assert stack == tuple(card for card in t.deck[4:8] if t.race(card) == race)
            shared += len(stack) > 1
    assert shared > 10


def test_at_first_everyone_knows_the_camp_and_their_own_hand() -> None:
    """Units show in the camp; a hand is its holder's, a mine's unit nobody's.  [KINGS-7]"""
    t = table(3, 4)
    masks = t.knows.masks
    for card in t.deck[4:8]:
        assert all(masks[card] >> eye & 1 for eye in (0, 1, 2, BYSTANDER))
    for seat in range(3):
        assert {masks[card] for card in t.hands[seat]} == {1 << seat}
    assert {masks[card] for card in (*t.centre, *t.deck[t.dealt :])} == {0}


@pytest.mark.parametrize("players", COUNTS)
def test_kings_are_drawn_by_lot_and_differ(players: int) -> None:
    """Every race comes to every seat, and never to two.  [KINGS-4]"""
    seen: set[tuple[int, int]] = set()
    for seed in SEEDS:
        kings = table(players, seed).kings
        assert len(kings) == len(set(kings)) == players
        seen.update(enumerate(kings))
    assert seen == {(seat, race) for seat in range(players) for race in range(4)}


@pytest.mark.parametrize("players", COUNTS)
def test_the_first_turn_is_decided_by_lot(players: int) -> None:
    """Nobody at this table has been in caves lately, so any seat may begin.  [KINGS-8]"""
    assert {table(players, seed).turn for seed in SEEDS} == set(range(players))


def test_the_deal_is_told() -> None:
    """Kings to all; of a hand its number to all and its cards to its holder.  [KINGS-4]"""
    t = table(2, 3)
    crowned = [e for e in t.heard(None) if e["type"] == "crowned"]
    assert [(e["seat"], e["race"]) for e in crowned] == [(k, RACES[t.kings[k]]) for k in (0, 1)]
    dealt = [e for e in t.heard(1) if e["type"] == "dealt"]
    assert [(e["seat"], e["count"]) for e in dealt] == [(0, 6), (1, 6)]
    assert dealt[0]["cards"] is None
    assert dealt[1]["cards"] == [t.text(card) for card in t.hands[1]]


def test_units_and_mines_are_paired_anew_for_every_game() -> None:
    """A list of pairs would let people read hands by their backs.  [KINGS-A7]"""
    pairings = {table(2, seed).face for seed in range(10)}
    assert len(pairings) == 10
    assert all(sorted(pairing) == list(range(80)) for pairing in pairings)


# --- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template",
    [[0, 1, 0], [1, 0, 0], [1, 1, 2], [1, 1], [1, 1, 0, 0], 3, [[1], [1], 0], [1, 1, [1]]],
)
def test_a_mine_without_defence_or_size_is_refused(template: object) -> None:
    """Defence and size from 1, an overseer sign or none, and nothing else.  [KINGS-3]"""
    refused = bad(templates=[template] * 20)
    assert (refused.code, refused.rule) == ("bad_template", "KINGS-3")
    assert refused.facts == {"value": str(template)}


def test_a_modifier_is_a_number() -> None:
    """Lists within the list of modifiers are refused before a table exists.  [KINGS-3]"""
    refused = bad(copy_modifiers=[[1], 0, 0, 1])
    assert (refused.code, refused.rule) == ("bad_option", "KINGS-3")
    assert refused.facts["name"] == "copy_modifiers"
    assert refused.facts["value"] == "[[1], 0, 0, 1]"
    assert refused.facts["allowed"] == "[-3…9, …]"


def test_every_unit_needs_a_mine_on_its_back() -> None:
    """Twenty templates of four cards fit two copies of each unit, not three.  [KINGS-2]"""
    refused = bad(copies=3)
    assert (refused.code, refused.rule) == ("cards_and_mines", "KINGS-2")
    assert refused.facts == {"units": 120, "mines": 80}
    assert bad(copy_modifiers=[0, 0, 0]).facts == {"units": 80, "mines": 60}


def test_the_deck_needs_a_card_after_the_deal() -> None:
    """A deal that leaves nothing in the deck is refused, one that leaves a card is not.

    [KINGS-7]
    """
    small = {"copies": 1, "copy_modifiers": [0, 0], "centre": 4}
    refused = bad(3, hand=8, camp=12, **small)
    assert (refused.code, refused.rule) == ("too_few_cards", "KINGS-7")
    assert refused.facts == {"cards": 40, "laid": 40}
    t = table(3, 1, hand=8, camp=11, **small)
    assert t.deck_left() == 1
    assert [len(hand) for hand in t.hands] == [8, 8, 8]
    assert sum(map(len, t.camp)) == 11


def test_a_table_may_have_other_mines() -> None:
    """Templates and modifiers make the values; none is below nothing.  [KINGS-3]"""
    t = table(templates=[[1, 1, 0], [4, 4, 1]] * 10, copy_modifiers=[-3, -1, 0, 9])
    texts = {"1-1-0", "1-1-1", "1-1-2", "1-1-11", "4-4o-7", "4-4o-9", "4-4o-10", "4-4o-19"}
    assert Counter(t.rules.back_text) == dict.fromkeys(texts, 10)


def test_a_wider_centre() -> None:
    """A table with six mines in the centre lays on all six.  [KINGS-5] [KINGS-9]"""
    t = table(centre=6)
    assert len(t.centre) == 6
    assert {choice.text.partition("@")[2] for choice in t.decision(t.turn).choices} == {
        f"c{number}" for number in range(1, 7)
    }


def test_a_king_of_a_hundred_and_thirty_mines_is_asked_in_order() -> None:
    """However many mines a seat owns, each is a place of its own.  [KINGS-9] [KINGS-A12]"""
    big = {"copies": 4, "copy_modifiers": [0] * 8}
    t = drawn(options=big, hands=[["orc7", "giant8"], []], mines=[["?"] * 130, []])
    texts = [choice.text.partition("/")[0] for choice in t.decision(0).choices]
    assert Counter(texts) == {"orc7": 134, "giant8": 134}
    t.answer(0, "orc7@m130")
    assert [t.unit(card) for card in t.mines[0][-1].units or t.discards] == ["orc7"]


# --- what a unit would do --------------------------------------------------------------------


def test_the_question_says_what_a_unit_would_do() -> None:
    """Units lacking at each place, whose a fallen mine becomes.  [KINGS-12] [KINGS-14]"""
    t = drawn(
        turn=1,
        hands=[[], ["orc7"]],
        centre=[{"mine": "2-1-3", "units": "giant4"}, "3-1-4", "1-1-2", "2-2-4"],
        mines=[["1-1-1"], [{"mine": "2-2o-6", "units": "dwarf3"}, "1-1-3"]],
        deck="? ?",
    )
    assert t.decision(1).about == {
        "needs": {"c1": 1, "c2": 3, "c3": 1, "c4": 2, "m1": 2, "m2": 1},
        "heirs": {"dwarf": 0, "goblin": 1, "orc": 1, "giant": 1},
        "ends": False,
    }


@pytest.mark.parametrize("phase", ["lay", "draw"])
def test_the_question_says_whether_the_next_card_ends_the_game(phase: str) -> None:
    """One card is left in the deck, or two.  [KINGS-A3] [KINGS-A4]"""
    left = [drawn(phase=phase, deck=deck).decision(0).about["ends"] for deck in ("?", "? ?")]
    assert left == [True, False]


@pytest.mark.parametrize("players", COUNTS)
def test_what_the_question_says_comes_true(players: int) -> None:
    """Whatever is laid, mines fall and are finished as announced.  [KINGS-14] [KINGS-18]"""
    for seed in range(3):
        t = table(players, seed)
        rng = Rng(seed)
        while t.outcome is None:
            seat = t.on_turn()
            ids = t.choices(seat)
            if t.stack[-1].ask == "lay":
                for choice in t.decision(seat).choices:
                    assert promised(t, seat, choice.text) == fulfilled(t, seat, choice.id)
            t.play(seat, ids[rng.below(len(ids))])


def promised(t: Any, seat: int, text: str) -> tuple[list[int], list[int]]:
    """Mines in work and mines tucked at each seat, if the question is right."""
    card, _, place = text.partition("@")
    about = t.decision(seat).about
    mines, tucked = [len(m) for m in t.mines], [len(m) for m in t.tucked]
    if about["needs"][place] == 1 and place[0] == "c":
        mines[about["heirs"][card.partition("/")[0][:-1]]] += 1
    elif about["needs"][place] == 1:
        mines[seat] -= 1
        tucked[seat] += 1
    return mines, tucked


def fulfilled(t: Any, seat: int, choice: ChoiceId) -> tuple[list[int], list[int]]:
    twin = t.clone()
    twin.play(seat, choice)
    return [len(m) for m in twin.mines], [len(m) for m in twin.tucked]


# --- names ----------------------------------------------------------------------------------


def test_cards_and_places_have_names() -> None:
    """A token becomes words: race and strength, or the place of a mine.  [KINGS-2]"""
    assert GAME.name("orc7/2-3o-7", "en") == "orcs 7"
    assert GAME.name("giant0", "ru") == "великаны 0"
    assert GAME.name("c2", "en") == "mine 2 in the centre"
    assert GAME.name("m11", "en") == "mine 11 in work"
    assert GAME.name("dwarf", "en") == "dwarves"
    assert GAME.name("deck", "en") == "the deck"
    assert GAME.name("2-3o-7", "en") == "2-3o-7"
    assert GAME.name("c", "en") == "c"


# --- drawn positions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"phase": "sleep"}, "the phase is lay or draw, not 'sleep'"),
        ({"deck": []}, "the deck is empty: the game is over"),
        ({"camp": {"orc": "giant3"}}, "the camp's stack of orc holds another race"),
        ({"centre": ["3-1-4"] * 5}, "the centre holds at most 4 mines"),
        ({"centre": [{"mine": "2-1-3", "units": "orc2 orc3"}]}, "with 2 units is conquered"),
        ({"mines": [[{"mine": "2-1-3", "units": "orc2"}], []]}, "has all its units already"),
        ({"hands": [["orc7"] * 3, []]}, "all 'orc7' are laid out already"),
        ({"hands": [["elf7"], []]}, "there is no 'elf7'"),
        ({"weather": "rain"}, "nothing is called 'weather'"),
    ],
)
def test_a_position_that_cannot_lie_on_a_table_is_refused(
    facts: dict[str, Any], reason: str
) -> None:
    """Whoever draws a position is told what is wrong with it.  [KINGS-12] [KINGS-18]"""
    with pytest.raises(BadText) as caught:
        drawn(**facts)
    assert caught.value.code == "bad_position"
    assert reason in str(caught.value.facts["reason"])


# --- the whole game -------------------------------------------------------------------------


def walk(t: Any, seed: int) -> int:
    """Play at random to the end; the number of choices made."""
    rng = Rng(seed)
    made = 0
    while t.outcome is None:
        seat = t.on_turn()
        ids = t.choices(seat)
        t.play(seat, ids[rng.below(len(ids))])
        made += 1
    return made


@pytest.mark.parametrize("players", COUNTS)
def test_every_game_ends(players: int) -> None:
    """The deck runs out, in far fewer choices than the bound.  [KINGS-A19] [KINGS-23]"""
    for seed in range(15):
        t = table(players, seed)
        assert 0 < walk(t, seed) < GAME.bound(players)
        assert t.deck_left() == 0
        assert t.outcome.reason == "deck_empty"
        assert t.outcome.rule == "KINGS-23"
        assert max(t.outcome.scores) == t.outcome.scores[t.outcome.winners[0]]


def test_the_bound_counts_a_lay_and_a_draw_for_every_unit_on_every_mine() -> None:
    """The largest box, the largest mine: defence, size and an overseer.  [KINGS-A19]"""
    cards = 40 * GAME.option_list["copies"].most
    units = 2 * GAME.option_list["templates"].most + 1
    assert [GAME.bound(players) for players in COUNTS] == [2 * cards * units] * 3


def test_a_stubborn_game_ends_too() -> None:
    """Players who never draw from the deck cannot keep it from running out.  [KINGS-A19]"""
    for seed in range(5):
        t = table(2, seed)
        made = 0
        while t.outcome is None:
            t.play(t.on_turn(), t.choices(t.on_turn())[-1])
            made += 1
        assert made < GAME.bound(2)


def test_a_quiet_table_plays_the_same_game() -> None:
    """Whether anybody listens changes nothing.  [KINGS-9]"""
    for seed in range(5):
        loud = table(3, seed)
        quiet: Any = GAME.new(3, seed, quiet=True)
        assert walk(loud, seed) == walk(quiet, seed)
        assert quiet.line() == loud.line()
        assert quiet.sink is None


def test_a_clone_goes_its_own_way() -> None:
    """A clone has every fact of the table, and the table hears nothing of it.  [KINGS-9]"""
    for seed in range(5):
        t = table(4, seed)
        rng = Rng(seed)
        for _ in range(60):
            ids = t.choices(t.on_turn())
            t.play(t.on_turn(), ids[rng.below(len(ids))])
        before = t.line()
        twin = t.clone()
        assert twin.line() == before
        walk(twin, seed)
        assert t.line() == before


def test_no_card_is_made_or_lost() -> None:
    """All 80 cards are somewhere, once each, at the end as at the start.  [KINGS-13] [KINGS-18]"""
    for seed in range(5):
        t = table(3, seed)
        assert sorted(EXAMINER.inventory(t)) == list(range(80))
        walk(t, seed)
        assert sorted(EXAMINER.inventory(t)) == list(range(80))


def test_hidden_things_are_listed_by_their_places() -> None:
    """Hands to their holders; mines' units and the covered deck to nobody.  [KINGS-A7]"""
    t = drawn(hands=[["orc7"], ["giant3", "giant4"]], deck=["?"] * 3)
    hidden = EXAMINER.hidden(t)
    assert ("hands.0.0", 0, 1) in hidden
    assert [place for place in hidden if place[0].startswith("hands.1")] == [
        ("hands.1.0", 0, 2),
        ("hands.1.1", 0, 2),
    ]
    assert ("deck.0", 0, 0) in hidden
    assert ("deck.0", 1, 0) not in hidden
    assert ("deck.1", 1, 0) in hidden


def test_whoever_is_asked_to_lay_a_unit_is_imagined_with_one_that_fits() -> None:
    """A stuck hand would have been shown.  [KINGS-22]"""
    rules = table().rules
    strong = [rules.back_text[card] for card in range(rules.cards) if rules.defence[card] > 1]
    nines = ["dwarf9", "goblin9", "orc9", "giant9"]
    centre = [{"mine": mine, "units": nine} for mine, nine in zip(strong, nines, strict=False)]
    t = drawn(turn=1, hands=["?", "dwarf0"], centre=centre)
    mind, rng = GAME.mind(GAME.look(t, 0)), Rng(1)
    worlds = [mind.world(rng) for _ in range(60)]
    assert all(world.choices(1) for world in worlds)
    assert {world.strength(world.hands[1][0]) for world in worlds} == {0}
