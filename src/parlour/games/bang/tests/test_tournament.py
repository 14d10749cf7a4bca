"""The tournament: whole ones by bots, what is carried on, what a plan may say, how bots bid."""

import itertools
from typing import Any, cast

import pytest

import parlour
from parlour.bots import make_bot, weights_of
from parlour.core.errors import BadTable
from parlour.core.ids import ChoiceId
from parlour.core.language import LANGUAGES
from parlour.core.rng import Rng
from parlour.core.series import TOURNAMENT, Plan, Series, load_series, read_series
from parlour.core.words import Speaker
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.kinds import SHERIFF
from parlour.games.bang.state import BangTable
from parlour.lab.series import play_series

BOX = Box(BASIC)

pytestmark = pytest.mark.rules
GAME = parlour.game("bang")
VARIANTS = {"experience": True, "hiring": True, "bounties": True, "no_mercy": True}


def plan(players: int, **options: object) -> Plan:
    return Plan("bang", players, options, TOURNAMENT)


def drawn(players: int, points: list[int], **position: Any) -> BangTable:
    carry = {"points": points} | position.pop("carry", {})
    facts = {"players": players, "carry": carry, **position}
    return cast("BangTable", GAME.drawn(facts, Rng(0)))


def test_a_tournament_of_seven_with_all_variants_is_replayed_with_the_same_totals() -> None:
    """[BANG-63] [BANG-66] [BANG-67] [BANG-68] [BANG-69] [BANG-70]"""
    *_, series = play_series(GAME, plan(7, **VARIANTS), ["heuristic"], "seven")
    assert len(series.results) == 7
    assert series.over
    record = read_series(series.record().to_json())
    again, tables = load_series(GAME, record)
    assert again.standing() == series.standing()
    assert again.results == series.results
    asked = {ask for t in tables for ask in asks_of(t.record())}
    assert {"retain", "hire", "open_bid", "bid", "keep"} <= asked


def asks_of(record: Any) -> set[str]:
    """The questions at the beginning of a game, from its record alone."""
    found: set[str] = set()
    t = GAME.new(record.players, record.seed, record.options, carry=record.carry)
    for seat, text in record.choices:
        decision = t.decision(seat)
        assert decision is not None
        found.add(decision.ask)
        t.answer(seat, text)
        if cast("BangTable", t).front != [()] * record.players:
            break
    return found


@pytest.mark.parametrize("players", range(4, 9))
def test_everybody_is_the_sheriff_once_and_the_money_adds_up(players: int) -> None:
    """[BANG-66] [BANG-63]"""
    series = Series(GAME, plan(players, hiring=True, bounties=True))
    assert series.points == [1000] * players
    sheriffs = []
    for number, so_far in enumerate(play_series(GAME, series.plan, ["random"], players)):
        assert so_far.length == players
        t = cast("BangTable", GAME.load(so_far.records[-1]))
        sheriffs.append(t.roles.index(SHERIFF))
        assert so_far.points == t.money
        assert so_far.results[number].pays == GAME.series.pays(t)
    assert sorted(sheriffs) == list(range(players))
    assert so_far.over


SWITCHES = ("experience", "hiring", "bounties", "no_mercy", "two_characters")


@pytest.mark.parametrize("chosen", list(itertools.product([False, True], repeat=len(SWITCHES))))
def test_every_combination_is_played_or_refused_with_a_reason(chosen: tuple[bool, ...]) -> None:
    """[BANG-68] [BANG-69] [BANG-70] [BANG-A58]"""
    options = dict(zip(SWITCHES, chosen, strict=True))
    if options["hiring"] and options["two_characters"]:
        with pytest.raises(BadTable) as refused:
            Series(GAME, plan(4, **options))
        assert (refused.value.code, refused.value.rule) == ("hiring_or_two", "BANG-69")
        return
    games = play_series(GAME, plan(4, **options), ["random"], 3)
    series = next(itertools.islice(games, 1, None))
    again, _ = load_series(GAME, series.record())
    assert again.points == series.points


@pytest.mark.parametrize(
    ("wrong", "code", "rule"),
    [
        (Plan("bang", 3, form=TOURNAMENT), "scoring_of_three", "BANG-A49"),
        (Plan("bang", 4, {"experience": True}, "games", 3), "experience_needs_scoring", "BANG-68"),
        (Plan("bang", 4, {"hiring": True}, "best_of", 3), "hiring_needs_scoring", "BANG-69"),
        (Plan("bang", 4, {"bounties": True}, "first_to", 3), "bounties_need_scoring", "BANG-70"),
        (Plan("bang", 2, form=TOURNAMENT), "wrong_players", "BANG-3"),
    ],
)
def test_a_plan_is_refused_with_a_reason_in_both_languages(
    wrong: Plan, code: str, rule: str
) -> None:
    """[BANG-A49] [BANG-68] [BANG-69] [BANG-70]"""
    with pytest.raises(BadTable) as refused:
        Series(GAME, wrong)
    assert (refused.value.code, refused.value.rule) == (code, rule)
    said = {Speaker(GAME, lang, []).refusal(refused.value) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_outside_the_tournament_a_win_is_a_point_and_nothing_is_carried() -> None:
    *_, series = play_series(GAME, Plan("bang", 4, form="games", number=3), ["random"], 1)
    for result in series.results:
        assert result.pays == [int(seat in result.winners) for seat in range(4)]
    assert set(series.records[2].carry) == {"first"}


def test_survivors_take_their_characters_and_table_cards_along() -> None:
    """[BANG-A51] [BANG-A53]"""
    t = drawn(
        4,
        [0, 0, 0, 0],
        options={"experience": True, "hiring": True},
        roles=["sheriff", "renegade", "outlaw", "outlaw"],
        characters=["slab_the_killer", "rose_doolan", "jourdonnais", "kit_carlson"],
        fees=[250, 100, 0, 300],
        fallen=[2, 3],
        life=[3, 1, None, None],
        hands=[["bang:7C"], [], [], []],
        front=[["mustang:8H", "dynamite:2H"], ["scope:AS"], [], []],
    )
    t.answer(0, "bang:7C@1")
    assert GAME.series.carries(t) == {
        "characters": ["slab_the_killer", "", "", ""],
        "fees": [250, 0, 0, 0],
        "left": [["mustang:8H", "dynamite:2H"], [], [], []],
    }


@pytest.mark.parametrize(
    "carry",
    [
        {"characters": ["zorro", "", "", ""]},
        {"characters": ["rose_doolan"]},
        {"fees": [1, 2, 3]},
        {"fees": [-1, 0, 0, 0]},
        {"left": [["bang:7C"], [], [], []]},
        {"left": [["barrel:QS"], ["barrel:QS"], [], []]},
        {"left": [[5], [], [], []]},
        {"points": [1, 2, 3]},
        {"points": [1, 2, 3, "4"]},
        {"first": 4},
        {"colour": 1},
    ],
)
def test_a_carry_that_cannot_be_is_refused(carry: dict[str, Any]) -> None:
    with pytest.raises(BadTable, match="bad_carry"):
        GAME.new(4, 1, carry={"points": [0, 0, 0, 0]} | carry)
    if set(carry) - {"first", "points"}:
        with pytest.raises(BadTable, match="bad_carry"):
            GAME.new(4, 1, carry=carry)


def test_the_dealt_roles_of_a_series_are_random_but_for_the_sheriff() -> None:
    """[BANG-66]"""
    seen = {
        cast("BangTable", GAME.new(5, seed, quiet=True, carry={"first": 3})).roles
        for seed in range(300)
    }
    assert {roles.index(SHERIFF) for roles in seen} == {3}
    assert len(seen) == 12, "four other seats: a Renegade, a Deputy and two Outlaws"


def test_whether_somebody_could_answer_is_told_to_nobody() -> None:
    """What a player could play is not for others to ask.  [BANG-A59]"""
    tables = [
        GAME.drawn(
            {"players": 4, "hands": [["bang:7C"], [card], [], []], "seed": 1, "turn": 0}, Rng(0)
        )
        for card in ("missed:2S", "beer:6H")
    ]
    for t in tables:
        t.answer(0, "bang:7C@1")
    able, unable = tables
    assert repr(able.decision(1)) != repr(unable.decision(1))
    for eye in (0, 2, 3, None):
        assert able.look(eye) == unable.look(eye)
        assert able.heard(eye) == unable.heard(eye)
    assert str(able.why_not(0, "missed:2S")) == str(unable.why_not(0, "missed:2S"))


# --- the bot --------------------------------------------------------------------------------------


def answer(t: BangTable, seat: int) -> str:
    decision = t.decision(seat)
    assert decision is not None
    return str(make_bot(GAME, "normal", Rng(1)).choose(t.look(seat), decision))


def hiring(points: list[int], **more: Any) -> BangTable:
    pool = "slab_the_killer el_gringo jourdonnais rose_doolan"
    position = {"phase": "hire", "roles": ["sheriff"], "hiring": {"pool": pool}} | more
    position["roles"] = ["sheriff", "outlaw", "outlaw", "renegade"]
    return drawn(4, points, options={"hiring": True, "experience": True}, **position)


def test_the_bot_bids_for_good_characters_and_not_more_than_they_are_worth() -> None:
    t = hiring([1000, 1000, 1000, 1000])
    assert answer(t, 3) == "slab_the_killer"
    t.answer(3, "slab_the_killer")
    assert answer(t, 3) == "100"
    t.answer(3, ChoiceId(300))
    assert answer(t, 2) == "350"
    t.answer(2, ChoiceId(450))
    assert answer(t, 1) == "pass"
    poor = hiring([1000, 1000, 200, 1000])
    poor.answer(3, "slab_the_killer")
    poor.answer(3, ChoiceId(100))
    assert answer(poor, 2) == "pass", "not more than half of what it has"


def test_the_bot_keeps_what_is_cheap() -> None:
    carry = {"characters": ["", "", "rose_doolan", "el_gringo"], "fees": [0, 0, 100, 400]}
    t = hiring([1000] * 4, hiring={"pool": ""}, carry=carry)
    assert answer(t, 3) == "pass"
    t.answer(3, "pass")
    assert answer(t, 2) == "keep"
    left = {"left": [["barrel:QS", "jail:4H"], ["barrel:KS"], [], []]}
    rich = hiring([9000, 600, 0, 0], phase="keep", hiring=None, carry=left)
    assert answer(rich, 0) == "barrel:QS"
    rich.answer(0, "barrel:QS")
    assert answer(rich, 0) == "pass"
    rich.answer(0, "pass")
    assert answer(rich, 1) == "pass"


def test_every_character_has_its_price() -> None:
    weights = weights_of(GAME, "normal")
    priced = {name.removeprefix("price_") for name in weights if name.startswith("price_")}
    assert priced == {character.name for character in BOX.characters}
