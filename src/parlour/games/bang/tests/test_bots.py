"""The bots: what they believe of roles, whom they shoot at, what they spend, and what they know."""

from math import exp
from typing import Any, cast

import pytest

import parlour
from parlour.bots import LEVELS, TEMPERS, Budget, SearchBot, make_bot, weights_of
from parlour.core.rng import Rng
from parlour.core.seats import BYSTANDER
from parlour.games.bang.belief import KINDS, Acts, Belief, Beliefs, known_roles, layouts
from parlour.games.bang.belief_table import AIMS, BOLD
from parlour.games.bang.bots import BangPolicy
from parlour.games.bang.bots_value import chance, chances
from parlour.games.bang.kinds import DEPUTY, OUTLAW, RENEGADE, SHERIFF
from parlour.games.bang.state import BangTable
from parlour.lab.encoding_checks import settings
from parlour.lab.policy_checks import among_bots, check_game
from parlour.lab.simulate import play_bots, poll

pytestmark = pytest.mark.rules
GAME = parlour.game("bang")
FOUR = ["sheriff", "outlaw", "outlaw", "renegade"]
FIVE = ["sheriff", "deputy", "outlaw", "outlaw", "renegade"]


def drawn(players: int, **position: object) -> BangTable:
    facts: dict[str, Any] = {"players": players, **position}
    return cast("BangTable", GAME.drawn(facts, Rng(0)))


def policy_of(level: str = "normal", temper: str = "") -> BangPolicy:
    return BangPolicy(weights_of(GAME, level, temper))


def chosen(t: BangTable, seat: int, level: str = "normal", temper: str = "", seed: int = 1) -> str:
    decision = t.decision(seat)
    assert decision is not None
    choice = make_bot(GAME, level, Rng(seed), temper).choose(t.look(seat), decision)
    assert choice is not None
    return choice.text


# --- belief ---------------------------------------------------------------------------------------


def test_there_are_as_many_layouts_as_the_mathematics_say() -> None:
    counts = {4: 3, 5: 12, 6: 20, 7: 60, 8: 210}
    for players, count in counts.items():
        assert len(layouts(players, (SHERIFF, *[-1] * (players - 1)))) == count


def shots(players: int, *pairs: tuple[int, int, int]) -> list[list[int]]:
    found = [[0] * players for _ in range(players)]
    for by, at, count in pairs:
        found[by][at] = count
    return found


def test_a_shot_at_the_sheriff_makes_an_outlaw_likelier() -> None:
    chance = Belief(drawn(5, roles=FIVE, shots=shots(5, (3, 0, 2))), 0).chance
    assert chance[3][OUTLAW] > 0.7 > chance[2][OUTLAW]
    assert chance[3][DEPUTY] < 0.1 < chance[2][DEPUTY]
    assert abs(sum(chance[1]) - 1) < 1e-9


def test_who_shoots_at_a_foe_of_the_sheriff_looks_like_the_law() -> None:
    chance = Belief(drawn(5, roles=FIVE, shots=shots(5, (2, 0, 2), (1, 2, 2))), 0).chance
    assert chance[1][DEPUTY] > chance[3][DEPUTY]
    assert chance[1][OUTLAW] < chance[3][OUTLAW]


def test_one_odd_act_makes_nothing_impossible() -> None:
    chance = Belief(drawn(5, roles=FIVE, shots=shots(5, (1, 0, 1))), 0).chance
    assert chance[1][DEPUTY] > 0.01


def test_one_s_own_shots_say_nothing_to_oneself() -> None:
    quiet = Belief(drawn(5, roles=FIVE), 0).chance
    assert Belief(drawn(5, roles=FIVE, shots=shots(5, (0, 3, 3))), 0).chance == quiet


def posterior(t: BangTable, eye: int) -> list[list[float]]:
    """The belief by its definition: every layout weighed by every act, one by one."""
    acts, weights = Acts(t, eye, 1.0, 8.0), []
    found = layouts(t.players, known_roles(t, eye))
    for roles in found:
        total = sum(acts.bold[seat] * BOLD[roles[seat]] for seat in range(t.players))
        for kind, by, at, says in zip(acts.kind, acts.by, acts.at, acts.says, strict=True):
            total += says * AIMS[kind][roles[by] * KINDS + roles[at]]
        weights.append(exp(total))
    chance = [[0.0] * KINDS for _ in range(t.players)]
    for roles, weight in zip(found, weights, strict=True):
        for seat in range(t.players):
            chance[seat][roles[seat]] += weight / sum(weights)
    return chance


@pytest.mark.parametrize("players", range(4, 9))
def test_a_belief_is_the_posterior_and_stays_so_while_it_is_kept(players: int) -> None:
    """In a game among bots of all tempers: after every act, for everybody and a bystander."""
    t, kept, asked = cast("BangTable", GAME.new(players, seed=players)), Beliefs(), 0
    bots = [make_bot(GAME, "normal", Rng(seat), TEMPERS[seat % 3]) for seat in range(players)]
    before: list[object] = []
    while t.outcome is None:
        acts: list[object] = [*t.shots, *t.tricks, *t.ring]
        for eye in (BYSTANDER, *t.ring) if acts != before else ():
            right = [pytest.approx(each, abs=1e-12) for each in posterior(t, eye)]
            assert Belief(t, eye).chance == right
            assert kept.of(t, eye).chance == right
            asked += 1
        before = acts
        if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
            t.pass_time()
    assert asked > 50


def test_a_belief_can_be_asked_of_any_view() -> None:
    """For the bars of a replay: by seat and role; a bystander has one too."""
    t = drawn(5, roles=FIVE, shots=shots(5, (3, 0, 2)))
    for viewer in (0, 1, None):
        mind = GAME.mind(t.look(viewer))
        told = policy_of().beliefs(cast("BangTable", mind.template), mind.eye)
        assert told is not None
        assert told[0]["sheriff"] > 0.999
        assert told[3]["outlaw"] > told[2]["outlaw"]
        assert all(abs(sum(row.values()) - 1) < 1e-9 for row in told)
    own = policy_of().beliefs(t, 1)
    assert own is not None
    assert own[1]["deputy"] > 0.999


# --- positions ------------------------------------------------------------------------------------


def test_a_deputy_does_not_shoot_the_sheriff() -> None:
    """Nor does he set Indians on a Sheriff who could die of them, not even a beginner."""
    near = drawn(5, turn=1, roles=FIVE, hands=["?", "bang:7C", "", "?", "?"], fallen=[2])
    hands = ["?", "bang:7C indians:KD", "", "", "?"]
    last = drawn(5, turn=1, roles=FIVE, hands=hands, fallen=[2, 3], life=[1, 4, 0, 0, 4])
    alone = drawn(5, turn=1, roles=FIVE, hands=["?", "bang:7C duel:8C", "?", "?", "?"])
    assert chosen(near, 1) == "bang:7C@3"
    assert chosen(last, 1) == "bang:7C@4"
    for seed in range(12):
        easy = [chosen(t, 1, "easy", seed=seed) for t in (near, last, alone)]
        assert not any(text.endswith("@0") or text.startswith("indians") for text in easy)


def test_outlaws_shoot_the_sheriff_and_the_renegade_waits() -> None:
    t = drawn(4, turn=1, roles=FOUR, hands=["?", "bang:7C", "?", "?"])
    assert chosen(t, 1) == "bang:7C@0"
    waits = drawn(4, turn=3, roles=FOUR, hands=["?", "?", "?", "bang:7C"])
    assert chosen(waits, 3) in ("bang:7C@2", "end")
    strikes = drawn(4, turn=3, roles=FOUR, hands=["?", "", "", "bang:7C"], fallen=[1, 2])
    assert chosen(strikes, 3) == "bang:7C@0"


def test_a_shot_is_dodged_for_the_last_life_point_and_two_missed_only_together() -> None:
    hands = ["bang:7C", "missed:2S beer:6H", "?", "?"]
    life = [4, 1, 4, 4]
    t = drawn(4, turn=0, roles=FOUR, hands=hands, life=life)
    t.answer(0, "bang:7C@1")
    assert chosen(t, 1) == "missed:2S"
    slab = ["slab_the_killer", None, None, None]
    two = drawn(4, turn=0, roles=FOUR, hands=hands, life=[4, 3, 4, 4], characters=slab)
    two.answer(0, "bang:7C@1")
    assert chosen(two, 1) == "pass"


def test_the_dying_drink_and_nobody_drinks_for_nothing() -> None:
    hands = ["bang:7C", "beer:6H", "?", "?"]
    t = drawn(4, turn=0, roles=FOUR, hands=hands, life=[4, 1, 4, 4])
    t.answer(0, "bang:7C@1")
    t.answer(1, "pass")
    assert chosen(t, 1) == "beer:6H"
    well = drawn(4, turn=1, roles=FOUR, hands=["?", "beer:6H", "?", "?"])
    assert chosen(well, 1, "easy") == "end"


def test_the_sheriff_spares_the_last_life_point_of_a_likely_deputy() -> None:
    """Seat 1 has shot at the foe whom everybody knows."""
    seen = shots(5, (2, 0, 3), (1, 2, 3))
    hands = ["bang:7C", "?", "", "?", "?"]
    t = drawn(5, turn=0, roles=FIVE, hands=hands, shots=seen, life=[5, 1, 0, 4, 4], fallen=[2])
    assert chosen(t, 0) != "bang:7C@1"


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_whoever_searches_does_not_even_try_what_is_absurd(level: str) -> None:
    """A shot at one's own Sheriff came to nearly the same as others where bots play on."""
    hands, front = ["?", "bang:7C volcanic:10C", "?", "?", "?"], [[], ["winchester:8S"], [], [], []]
    t = drawn(5, turn=1, roles=FIVE, hands=hands, front=front)
    decision, bot = t.decision(1), make_bot(GAME, level, Rng(1), budget=Budget(playouts=40))
    assert isinstance(bot, SearchBot)
    assert decision is not None
    tried = {one.text for one in bot.consider(t.look(1), decision)}
    assert tried == {"end", "bang:7C@2", "bang:7C@3", "bang:7C@4"}
    policy, absurd = policy_of(), [decision.find("bang:7C@0")[0].id]
    assert policy.sensible(t, 1, absurd) == absurd, "there is nothing else"


def hint_of(t: BangTable, seat: int, text: str) -> str:
    decision = t.decision(seat)
    assert decision is not None
    return policy_of().reason(t, seat, decision.find(text)[0].id)[0]


def test_a_hint_does_not_save_for_later_what_cannot_help_or_where_there_is_none() -> None:
    hands = ["bang:7C", "missed:2S", "?", "?"]
    slab = ["slab_the_killer", None, None, None]
    for life, who, why in ((2, None, "take"), (1, None, ""), (2, slab, "helpless")):
        t = drawn(4, turn=0, roles=FOUR, hands=hands, life=[4, life, 4, 4], characters=who)
        t.answer(0, "bang:7C@1")
        assert hint_of(t, 1, "pass") == why


# --- levels and tempers ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 9))
def test_bots_play_every_variant_to_the_end(players: int) -> None:
    options: dict[str, object] = {"two_characters": True, "no_mercy": True}
    names = [("normal", temper) for temper in ("", *TEMPERS)] + [("easy", "")]
    t = GAME.new(players, players, options, quiet=True)
    bots = [make_bot(GAME, *names[s % 5][:1], Rng(s), names[s % 5][1]) for s in range(players)]
    play_bots(t, bots, GAME.bound(players))
    assert t.outcome is not None


def test_tempers_differ() -> None:
    """A sly Outlaw spares an unhurt Sheriff; a cautious bot keeps Missed!, a bold one BANG!."""
    roles = ["sheriff", "outlaw", "outlaw", "renegade"]
    first = drawn(4, turn=1, roles=roles, hands=["?", "bang:7C", "?", "?"])
    assert chosen(first, 1) == "bang:7C@0"
    assert chosen(first, 1, temper="sly") != "bang:7C@0"
    hurt = drawn(4, turn=1, roles=roles, hands=["?", "bang:7C", "?", "?"], life=[3, 4, 4, 4])
    assert chosen(hurt, 1, temper="sly") == "bang:7C@0"
    friends = drawn(4, turn=1, roles=roles, hands=["?", "bang:7C", "?", ""], fallen=[3])
    assert chosen(friends, 1, temper="sly") == "bang:7C@0", "nobody is left to hide from"
    many = drawn(
        4, turn=1, roles=roles, hands=["?", "bang:7C missed:2S", "?", "?"], life=[5, 1, 4, 4]
    )
    many.bangs = 1
    many.answer(1, "end")
    assert chosen(many, 1, temper="cautious") == "bang:7C"
    assert chosen(many, 1, temper="bold") == "missed:2S"


def test_every_level_changes_only_numbers_that_exist() -> None:
    whole = set(weights_of(GAME, "normal"))
    for level in LEVELS:
        for temper in ("", *TEMPERS):
            assert set(weights_of(GAME, level, temper)) - whole <= {"slip", "care"}


# --- what they know -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 9))
def test_they_know_what_their_seat_knows_in_every_variant(players: int) -> None:
    """`lab.policy_checks` looks at all of it; here a few positions of each variant."""
    for number, setting in enumerate(settings(GAME, players)):
        if number % 6 == players % 6:
            assert check_game(among_bots(GAME, players, 7, setting), 7, 23)


# --- what a table is worth ------------------------------------------------------------------------


def test_the_value_of_a_table_follows_the_strength_of_the_sides() -> None:
    even = drawn(5, roles=FIVE, life=[4, 4, 4, 4, 4])
    weak = drawn(5, roles=FIVE, life=[1, 1, 4, 4, 4])
    assert abs(sum(chances(even)) - 1) < 1e-9
    assert chance(weak, 0) < chance(even, 0)
    assert chance(weak, 2) > chance(even, 2)
    assert chance(even, 0) == chance(even, 1), "the law wins as one"
    dead = drawn(5, roles=FIVE, fallen=[4], hands=["?", "?", "?", "?", ""])
    assert chance(dead, 4) == 0.0
    assert dead.roles[4] == RENEGADE
