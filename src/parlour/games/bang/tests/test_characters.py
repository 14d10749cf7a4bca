"""What a drawn position cannot show of characters and player counts: deals, chance, questions."""

from typing import Any

import pytest

import parlour
from parlour.core.rng import Rng
from parlour.core.undo import NO
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.kinds import CASTS, DEPUTY, OUTLAW, RENEGADE, SHERIFF

BOX = Box(BASIC)

pytestmark = pytest.mark.rules

GAME = parlour.game("bang")
SEEDS = range(40)
FRAIL = {"paul_regret", "el_gringo"}
EIGHT = [SHERIFF, DEPUTY, DEPUTY, OUTLAW, OUTLAW, OUTLAW, RENEGADE, RENEGADE]
ROLES = {
    3: ["deputy", "outlaw", "renegade"],
    4: ["sheriff", "outlaw", "renegade", "outlaw"],
}


def table(players: int = 4, seed: int = 1, **options: object) -> Any:
    return GAME.new(players, seed, options)


def drawn(seed: int = 5, players: int = 4, **facts: Any) -> Any:
    """A position with the Sheriff, or with three players the Deputy, on seat 0."""
    return GAME.drawn({"players": players, "roles": ROLES[players]} | facts, Rng(seed))


def about(t: Any, seat: int) -> dict[str, object]:
    decision = t.decision(seat)
    assert decision is not None
    return dict(decision.about)


# --- the sixteen ----------------------------------------------------------------------------


def test_sixteen_characters_with_three_or_four_life_points() -> None:
    """Paul Regret and El Gringo have three life points, all others four.  [BANG-52] [BANG-62]"""
    lives = {one.name: one.life for one in BOX.characters}
    assert len(BOX.characters) == len(lives) == 16
    assert {name for name, life in lives.items() if life == 3} == FRAIL
    assert set(lives.values()) == {3, 4}


def test_each_ability_belongs_to_one_character() -> None:
    """Lasting abilities are nobody else's.  [BANG-48] [BANG-51] [BANG-53] [BANG-55] [BANG-57]"""
    facts = {
        "swaps": {"calamity_janet"},
        "barrels": {"jourdonnais"},
        "farther": {"paul_regret"},
        "closer": {"rose_doolan"},
        "unlimited": {"willy_the_kid"},
        "loots": {"vulture_sam"},
        "minds_discards": {"pedro_ramirez"},
    }
    for fact, names in facts.items():
        assert {one.name for one in BOX.characters if getattr(one, fact)} == names
    assert {one.name: one.flips for one in BOX.characters if one.flips != 1} == {"lucky_duke": 2}
    assert {one.name: one.needs for one in BOX.characters if one.needs != 1} == {
        "slab_the_killer": 2
    }
    assert {one.name for one in BOX.characters if one.hope(2)} == {"sid_ketchum"}


def test_each_life_point_of_sids_costs_two_cards() -> None:
    """An odd card is worth nothing to him.  [BANG-58]"""
    sid = next(one for one in BOX.characters if one.name == "sid_ketchum")
    assert [sid.hope(cards) for cards in range(7)] == [0, 0, 1, 1, 2, 2, 3]


# --- three and eight ------------------------------------------------------------------------


def test_three_players_are_dealt_in_the_open() -> None:
    """The Deputy begins, nobody has an extra life point.  [BANG-73] [BANG-75]"""
    first: set[int] = set()
    for seed in SEEDS:
        t = table(3, seed)
        assert sorted(t.roles) == [DEPUTY, OUTLAW, RENEGADE]
        assert t.roles[t.turn] == DEPUTY
        assert list(t.full) == t.life == [who.life for who in t.who]
        for seat in t.others(t.turn):  # who is on turn may have been Black Jack
            assert {t.knows.masks[card] for card in t.hands[seat]} == {1 << seat}
        told = [e["role"] for e in t.heard(None) if e["type"] == "role_dealt"]
        assert told == list(t.look(None).roles)
        assert "?" not in told
        first.add(t.turn)
    assert first == {0, 1, 2}


def test_eight_players_have_two_renegades() -> None:
    """One Sheriff in the open, seven roles that only their holders know.  [BANG-71]"""
    assert sorted(CASTS[8]) == EIGHT
    for seed in range(8):
        t = table(8, seed)
        assert sorted(t.roles) == EIGHT
        sheriff = t.roles.index(SHERIFF)
        assert t.turn == sheriff
        told = [e["role"] for e in t.heard(None) if e["type"] == "role_dealt"]
        assert [seat for seat in range(8) if told[seat] is not None] == [sheriff]
        mine = [e["role"] for e in t.heard((sheriff + 1) % 8) if e["type"] == "role_dealt"]
        assert sum(role is not None for role in mine) == 2
        assert t.full[sheriff] == t.who[sheriff].life + 1


def test_all_sixteen_are_offered_to_eight_players() -> None:
    """Two each, and nobody is dealt the same one.  [BANG-A58]"""
    t = table(8, 3, two_characters=True)
    assert sorted(one for pair in t.offered for one in pair) == list(range(16))
    assert [len(pair) for pair in t.offered] == [2] * 8
    chosen = []
    for seat in range(8):
        assert t.outcome is None
        texts = [choice.text for choice in t.decision(seat).choices]
        chosen.append(texts[seat % 2])
        t.answer(seat, texts[seat % 2])
    assert [who.name for who in t.who] == chosen
    hands = [len(hand) for hand in t.hands]
    hands[t.turn] = t.life[t.turn]  # who has drawn by now
    assert hands == t.life == list(t.full)


def test_one_character_each_unless_the_table_wants_two() -> None:
    """By default characters are dealt face up, all different.  [BANG-A58]"""
    t = table(7, 2)
    assert t.offered == []
    shown = [e["character"] for e in t.heard(None) if e["type"] == "character_shown"]
    assert shown == [who.name for who in t.who]
    assert len(set(shown)) == 7


# --- chance ---------------------------------------------------------------------------------


def test_jesse_takes_any_card_of_a_hand() -> None:
    """Chance picks, and no place in the hand is safe.  [BANG-50]"""
    seen: set[str] = set()
    for seed in SEEDS:
        t = drawn(
            seed,
            phase="draw",
            turn=0,
            characters=["jesse_jones", None, None, None],
            hands=[[], ["beer:6H", "bang:7C", "duel:8C"], [], []],
        )
        t.answer(0, "hand@1")
        seen.add(t.text(t.hands[0][0]))
        assert len(t.hands[1]) == 2
    assert seen == {"beer:6H", "bang:7C", "duel:8C"}


def test_el_gringo_takes_any_card_of_a_hand() -> None:
    """His attacker cannot choose what to lose.  [BANG-62]"""
    seen: set[str] = set()
    for seed in SEEDS:
        t = drawn(
            seed,
            turn=0,
            characters=[None, "el_gringo", None, None],
            hands=[["bang:2C", "beer:6H", "bang:7C", "duel:8C"], [], [], []],
        )
        t.answer(0, "bang:2C@1")
        assert len(t.hands[1]) == 1
        seen.add(t.text(t.hands[1][0]))
    assert seen == {"beer:6H", "bang:7C", "duel:8C"}


# --- questions ------------------------------------------------------------------------------


def test_a_question_says_how_many_missed_are_wanted() -> None:
    """Two against Slab's BANG!, then one; a person must know.  [BANG-53]"""
    t = drawn(
        turn=0,
        characters=["slab_the_killer", None, None, None],
        hands=[["bang:7C", "saloon:5H"], ["missed:10C", "beer:6H"], [], []],
    )
    t.answer(0, "bang:7C@1")
    assert about(t, 1) == {"by": 0, "needed": 2}
    t.answer(1, "missed:10C")
    assert about(t, 1) == {"by": 0, "needed": 1}


def test_a_question_says_what_the_two_cards_are_for() -> None:
    """Lucky Duke is told whether Jail, Dynamite or a Barrel is at stake.  [BANG-49]"""
    t = drawn(
        turn=1,
        phase="start",
        characters=[None, "lucky_duke", None, None],
        front=[[], ["dynamite:2H", "jail:4H"], [], []],
        deck=["bang:2C", "bang:3C", "beer:6H", "bang:4C"],
    )
    assert about(t, 1) == {"reason": "dynamite"}
    t.answer(1, "2C")
    assert about(t, 1) == {"reason": "jail"}
    t.answer(1, "6H")
    assert t.decision(1).ask == "play"


def test_a_question_names_the_top_discard() -> None:
    """Pedro Ramirez is asked about a card that he sees.  [BANG-56]"""
    t = drawn(
        turn=1,
        phase="draw",
        characters=[None, "pedro_ramirez", None, None],
        discards=["bang:2C", "beer:6H"],
    )
    assert about(t, 1) == {"card": "beer:6H"}


def test_sids_offer_is_no_question() -> None:
    """Nobody waits for him: his pairs stand beside what others are asked.  [BANG-A12]"""
    t = drawn(
        turn=0,
        characters=[None, "sid_ketchum", None, None],
        life=[5, 2, 4, 4],
        hands=[["saloon:5H"], ["bang:7C", "missed:10C"], [], []],
    )
    offer = t.decision(1)
    assert (offer.ask, offer.default, offer.waits) == ("", None, False)
    texts = [choice.text for choice in offer.choices]
    assert texts == ["bang:7C+missed:10C", "missed:10C+bang:7C"]
    assert all(choice.is_offer for choice in offer.choices)
    assert [one.seat for one in t.decisions() if one.waits] == [0]


def test_dying_sid_is_told_how_much_he_needs() -> None:
    """The number of rescues that bring him back to one life point.  [BANG-58] [BANG-A7]"""
    t = drawn(
        turn=1,
        phase="start",
        characters=[None, "sid_ketchum", None, None],
        life=[5, 1, 4, 4],
        hands=[[], ["bang:2C", "bang:3C", "beer:6H", "bang:4C", "bang:5C"], [], []],
        front=[[], ["dynamite:2H"], [], []],
        deck=["missed:2S"],
    )
    assert about(t, 1) == {"count": 3}
    t.answer(1, "beer:6H")
    assert about(t, 1) == {"count": 2}


def test_kit_cannot_look_and_take_it_back() -> None:
    """Whoever has seen a hidden card has no undo.  [BANG-54]"""
    t = drawn(turn=1, phase="draw", characters=[None, "kit_carlson", None, None])
    t.answer(1, "look")
    assert t.may_undo(1) == NO


def test_a_renegade_of_three_kills_the_deputy_without_penalty() -> None:
    """With three players no one is punished for any kill.  [BANG-78]"""
    t = drawn(
        players=3,
        turn=2,
        life=[1, 4, 4],
        hands=[[], [], ["bang:7C", "saloon:5H"]],
    )
    t.answer(2, "bang:7C@0")
    assert t.outcome is None
    assert len(t.hands[2]) == 4
