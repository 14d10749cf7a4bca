"""What the scenarios cannot show: counts, odds, uniform fills, starts from given things."""

from collections import Counter
from typing import Any

import pytest

from parlour.core.errors import BadText
from parlour.core.rng import Rng
from parlour.core.rollout import play_out
from parlour.games.bang import GAME
from parlour.games.bang.base import STRANGER, Card, Character
from parlour.games.bang.belief import Belief, layouts
from parlour.games.bang.bots import BangBot
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.deal import begin, deal_roles
from parlour.games.bang.examiner import EXAMINER
from parlour.games.bang.kinds import CASTS, DEPUTY, OUTLAW, RENEGADE, SHERIFF
from parlour.games.bang.state import BangTable
from parlour.lab.conformance import walk
from parlour.lab.simulate import play_bots

BOX = Box(BASIC)

pytestmark = pytest.mark.rules
COUNTS = {
    "bang": 25,
    "missed": 12,
    "beer": 6,
    "panic": 4,
    "cat_balou": 4,
    "duel": 3,
    "general_store": 2,
    "indians": 2,
    "stagecoach": 2,
    "gatling": 1,
    "saloon": 1,
    "wells_fargo": 1,
    "jail": 3,
    "schofield": 3,
    "barrel": 2,
    "mustang": 2,
    "volcanic": 2,
    "dynamite": 1,
    "scope": 1,
    "remington": 1,
    "rev_carabine": 1,
    "winchester": 1,
}


def dealt(players: int, seed: int, **options: object) -> BangTable:
    return GAME.new(players, seed, options)


def drawn(players: int, **position: object) -> BangTable:
    facts: dict[str, Any] = {"players": players, **position}
    return GAME.drawn(facts, Rng(0))


def test_the_box_holds_80_cards_16_characters_and_the_roles_of_seven() -> None:
    """[BANG-1]"""
    assert Counter(kind.name for kind, _ in BOX.deck) == COUNTS
    assert len(BOX.deck) == 80
    assert len(BOX.characters) == 16
    roles = Counter(CASTS[7])
    assert roles == {SHERIFF: 1, DEPUTY: 2, OUTLAW: 3, RENEGADE: 1}


def test_every_suit_has_twenty_cards_ten_of_which_set_off_dynamite() -> None:
    """[BANG-30] [BANG-39]"""
    assert Counter(face[-1] for _, face in BOX.deck) == dict.fromkeys("CDHS", 20)
    low = [face for _, face in BOX.deck if face[-1] == "S" and face[:-1] in "23456789"]
    assert len(low) == 10


def test_six_kinds_have_a_page_of_their_own_in_the_rulebook() -> None:
    """Dynamite, Duel, General Store, Jail, Indians! and Volcanic are among the 22.  [BANG-37a]"""
    special = {"dynamite", "duel", "general_store", "jail", "indians", "volcanic"}
    assert special <= {kind.name for kind in BOX.kinds}
    assert sum(COUNTS[name] for name in COUNTS if not kind_named(name).blue) == 63


def kind_named(name: str) -> Card:
    return next(kind for kind in BOX.kinds if kind.name == name)


def test_everybody_is_dealt_as_many_cards_as_life_points() -> None:
    """[BANG-6] [BANG-7] [BANG-8]"""
    for players in range(3, 9):
        t = dealt(players, players)
        first = t.first()
        for seat in range(players):
            assert t.full[seat] == t.who[seat].life + (t.roles[seat] == SHERIFF)
            extra = 0 if seat != first else len(t.hands[seat]) - t.full[seat]
            assert len(t.hands[seat]) == t.full[seat] + extra
        assert sorted(t.roles) == sorted(CASTS[players])
        assert STRANGER not in t.who
        assert len({who.name for who in t.who}) == players


def test_a_game_starts_from_given_roles_characters_and_kept_cards() -> None:
    """The deal fills hands up to life; kept cards are not in the deck.  [BANG-7]"""
    t = GAME.new(4, 1, quiet=True)
    t.stack, t.asked = [], 0
    t.hands, t.deck, t.dealt, t.discards = [()] * 4, (), 0, ()
    deal_roles(t, (OUTLAW, SHERIFF, OUTLAW, RENEGADE))
    people: list[Character] = [
        BOX.characters[0],
        BOX.characters[1],
        BOX.characters[2],
        BOX.characters[3],
    ]
    kept = (t.rules.cards[3], t.rules.cards[9])
    t.hands[0] = kept
    begin(t, people)
    assert t.hands[0][:2] == kept
    assert [len(hand) for hand in t.hands] == [4, 5, 4, 3]
    assert sorted(EXAMINER.inventory(t)) == list(range(80))


def test_a_drawn_position_that_cannot_be_is_refused() -> None:
    for wrong in (
        {"hands": [["bang:7C"], ["bang:7C"], [], []]},
        {"front": [["bang:7C"], [], [], []]},
        {"front": [["volcanic:10C", "schofield:JC"], [], [], []]},
        {"life": [9, 4, 4, 4]},
        {"life": [0, 4, 4, 4]},
        {"roles": ["sheriff", "deputy", "outlaw", "outlaw"]},
        {"characters": ["nobody", None, None, None]},
        {"fallen": [0], "turn": 0},
        {"fallen": [2], "hands": ["", "", "?", ""]},
        {"phase": "siesta"},
        {"rest": "pocket"},
        {"shots": [[1], [], [], []]},
    ):
        with pytest.raises(BadText):
            drawn(4, **wrong)


def test_roles_are_kept_by_three_open_and_by_more_hidden() -> None:
    """[BANG-4] [BANG-73]"""
    assert "?" not in GAME.look(dealt(3, 1), 0).roles
    t = dealt(6, 1)
    assert [role != "?" for role in GAME.look(t, None).roles].count(True) == 1


def test_a_quiet_game_is_drawn() -> None:
    """[BANG-A66]"""
    for rounds in (1, 2):
        t = drawn(4, options={"quiet_rounds": rounds}, phase="start")
        began = 0
        while t.outcome is None:
            seat = t.asked.bit_length() - 1
            t.answer(seat, "end" if t.stack[-1].ask == "play" else t.choices(seat)[0])
            began = len([event for event in t.sink or [] if type(event).__name__ == "TurnBegan"])
        assert began == 4 * rounds
        assert t.outcome.reason == "quiet"
        assert t.outcome.winners == ()


def test_choosing_characters_is_sealed() -> None:
    """[BANG-A58]"""
    t = dealt(4, 5, two_characters=True)
    assert t.asked == 0b1111
    assert GAME.look(t, 1).offered[0] == ["?", "?"]
    names = list(GAME.look(t, 1).offered[1])
    t.answer(1, names[1])
    assert GAME.look(t, 0).answered == [1]
    assert not any(GAME.look(t, 0).sealed)
    for seat in (0, 2, 3):
        t.answer(seat, t.choices(seat)[0])
    assert GAME.look(t, 0).characters[1] == names[1]


def test_there_are_as_many_layouts_as_the_mathematics_say() -> None:
    counts = {4: 3, 5: 12, 6: 20, 7: 60, 8: 210}
    for players, count in counts.items():
        assert len(layouts(players, (SHERIFF, *[-1] * (players - 1)))) == count


def test_a_shot_at_the_sheriff_makes_an_outlaw_likelier() -> None:
    view = GAME.look(drawn(5, shots=[[0] * 5, [2, 0, 0, 0, 0], [0] * 5, [0] * 5, [0] * 5]), 0)
    chance = Belief(view).chance
    assert chance[1][OUTLAW] > chance[2][OUTLAW]
    assert chance[1][DEPUTY] < chance[2][DEPUTY]
    assert abs(sum(chance[1]) - 1) < 1e-9


def choice_of_bot(t: BangTable, seat: int) -> str:
    decision = t.decision(seat)
    assert decision is not None
    choice = BangBot(Rng(1)).choose(GAME.look(t, seat), decision)
    assert choice is not None
    return choice.text


def test_a_deputy_does_not_shoot_the_sheriff() -> None:
    """Nor does he set Indians on a Sheriff who could die of them."""
    roles = ["sheriff", "deputy", "outlaw", "outlaw", "renegade"]
    near = drawn(5, turn=1, roles=roles, hands=["?", "bang:7C", "", "?", "?"], fallen=[2])
    assert choice_of_bot(near, 1) == "bang:7C@3"
    hands = ["?", "bang:7C indians:KD", "", "", "?"]
    last = drawn(5, turn=1, roles=roles, hands=hands, fallen=[2, 3], life=[1, 4, 0, 0, 4])
    assert choice_of_bot(last, 1) == "bang:7C@4"


def test_outlaws_shoot_the_sheriff_and_the_renegade_waits() -> None:
    roles = ["sheriff", "outlaw", "outlaw", "renegade"]
    assert choice_of_bot(drawn(4, turn=1, roles=roles, hands=["?", "bang:7C", "?", "?"]), 1) == (
        "bang:7C@0"
    )
    waits = drawn(4, turn=3, roles=roles, hands=["?", "?", "?", "bang:7C"])
    assert choice_of_bot(waits, 3) == "bang:7C@2"
    strikes = drawn(4, turn=3, roles=roles, hands=["?", "", "", "bang:7C"], fallen=[1, 2])
    assert choice_of_bot(strikes, 3) == "bang:7C@0"


@pytest.mark.parametrize("players", range(3, 9))
def test_bots_play_every_variant_to_the_end(players: int) -> None:
    options: dict[str, object] = {"two_characters": True, "no_mercy": True}
    for seed in range(2):
        t = GAME.new(players, seed, options, quiet=True)
        play_bots(t, [BangBot(Rng(seat)) for seat in range(players)], GAME.bound(players))
        assert t.outcome is not None


@pytest.mark.parametrize("players", range(3, 9))
def test_random_games_end_with_a_reason_of_their_number_of_players(players: int) -> None:
    """[BANG-20] [BANG-76] [BANG-77]"""
    reasons = {"quarry", "last_survivor"} if players == 3 else set(GAME.reasons[:3])
    for seed in range(40):
        t = dealt(players, 100 + seed)
        play_out(t, Rng(seed), GAME.bound(players))
        assert t.outcome is not None
        assert t.outcome.reason in reasons
        assert set(t.ring) | {seat for seat, _, _ in t.fallen} == set(range(players))
        assert "?" not in GAME.look(t, None).roles


def test_the_dead_are_asked_for_nothing_but_their_discards() -> None:
    """[BANG-A32]"""
    for seed in range(30):
        for t in walk(GAME, 6, seed):
            for seat in range(6):
                if t.asked >> seat & 1 and not t.alive(seat):
                    assert t.stack[-1].ask == "last_will"


def test_a_view_says_how_far_everybody_is() -> None:
    """[BANG-21] [BANG-22] [BANG-24]: a Mustang, a Schofield, somebody out of the game."""
    position: dict[str, object] = {
        "roles": ["sheriff", "outlaw", "renegade", "outlaw", "deputy"],
        "front": [["schofield:JC"], [], ["mustang:8H"], [], []],
        "fallen": [4],
    }
    t = drawn(5, **position)
    view = GAME.look(t, 0)
    assert view.full == [5, 4, 4, 4, 4]
    assert view.sight is not None
    assert (view.sight.reach, view.sight.distances) == (2, [0, 1, 3, 1, 0])
    assert (view.sight.within, view.sight.threats) == ([1, 3], [1, 3])
    assert GAME.look(t, None).sight is None, "a bystander is nowhere"
    assert GAME.look(t, 4).sight is None, "nor are the dead"
    lying = drawn(5, **position, full=[9] * 5, sight={"reach": 9})
    assert GAME.look(lying, 0) == view, "what follows from the rest is not believed"


def test_a_card_is_named_with_its_rank_and_suit_and_all_else_by_its_own_name() -> None:
    assert GAME.name("bang:7C", "en") == "BANG! 7♣"
    assert GAME.name("barrel:QS", "ru").endswith("Q♠")
    assert GAME.name("barrel", "en") == GAME.name("barrel:QS", "en").removesuffix(" Q♠")
    for token in ("bang:7X", "bang:1C", "nothing:7C"):
        assert "♣" not in GAME.name(token, "en")
        assert GAME.name(token, "en") != GAME.name("bang:7C", "en")
