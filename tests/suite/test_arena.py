"""The arena: who plays better, how sure that is, and which bots may be named."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import parlour
from parlour.bots import Budget, PolicyBot, SearchBot
from parlour.core.errors import BadTable
from parlour.core.rng import Rng
from parlour.lab import arena, samples
from parlour.lab.arena import DuelResult, Question, duel, is_decided, some_deals
from parlour.lab.arena_report import figures, gaps, picture, told
from parlour.lab.cheat import CheatBot
from parlour.lab.kept import Head, Kept
from parlour.lab.refusals import LabRefusal
from parlour.lab.run import Pace, Run
from parlour.lab.samples import Sample, Times, bootstrap, one, student, times_of, verdict
from parlour.lab.simulate import Timed, play_bots, seated_bots
from parlour.lab.specs import identity, made, usual_references, with_budget
from tests.suite.test_commands import run

KINGS = parlour.game("kings")
BANG = parlour.game("bang")
MINE = """
class First:
    def __init__(self, rng):
        self.rng = rng

    def choose(self, view, decision):
        return decision.choices[0] if decision.waits else None


class NoBot:
    pass
"""


def last(results: Any) -> Any:
    *_, found = results
    return found


def sample(*values: float) -> Sample:
    found = Sample()
    for value in values:
        found += one(Fraction(value).limit_denominator(1000))
    return found


# --- intervals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "exact"),
    [(1, 12.706), (9, 2.262), (10, 2.228), (15, 2.131), (30, 2.042), (120, 1.980), (10**6, 1.960)],
)
def test_students_t_is_that_of_the_tables(freedom: int, exact: float) -> None:
    assert student(freedom) == pytest.approx(exact, abs=0.001)


def test_an_interval_is_by_students_t_over_deals() -> None:
    """Three deals: mean 1/2, standard error 0.289, t 4.303."""
    found = sample(0, 0.5, 1)
    assert found.margin == pytest.approx(4.303 * 0.5 / 3**0.5, abs=1e-3)


def test_no_interval_is_told_as_nothing() -> None:
    assert str(sample(0, 0, 0)) == "+0.000 (the same on all 3 deals)"
    assert sample(1).margin is None
    many = Sample(1_000_000, Fraction(1), Fraction(1))
    assert many.told() == "0.0000010 ± 0.0000020"


def test_the_bootstrap_agrees_with_students_t() -> None:
    rng = Random(3)
    values = [Fraction(rng.randrange(-2, 3), 4) for _ in range(300)]
    counts = {str(value): values.count(value) for value in set(values)}
    found = bootstrap(counts)
    exact = sample(*map(float, values))
    assert found is not None
    assert exact.margin is not None
    assert found[0] == pytest.approx(exact.mean - exact.margin, abs=0.01)
    assert found[1] == pytest.approx(exact.mean + exact.margin, abs=0.01)
    assert bootstrap({"0": 1_000_000}) is None


# --- the sequential test ----------------------------------------------------------------------


def stopped_at(rng: Random, bias: float, deals: int) -> tuple[str, int]:
    """A duel of coins: two seats a deal, each gains, loses or stays."""
    total, squares = 0, 0
    for deal in range(1, deals + 1):
        gain = sum((rng.random() < 0.2 + bias) - (rng.random() < 0.2) for _ in range(2))
        total, squares = total + gain, squares + gain * gain
        if deal % samples.LOOK == 0:
            found = verdict(Sample(deal, Fraction(total, 2), Fraction(squares, 4)))
            if found:
                return found, deal
    return "", deals


def test_a_fair_duel_is_hardly_ever_decided() -> None:
    """500 of them, looked at after every 20 of 600 deals: 5 % may be wrong, and luck adds some."""
    rng = Random(18)
    wrong = sum(bool(stopped_at(rng, 0.0, 600)[0]) for _ in range(500))
    assert wrong <= 0.05 * 500


def test_intervals_that_hold_once_do_not_hold_at_every_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the test above is for: Student's t at every look is wrong far too often."""
    monkeypatch.setattr(samples, "bound_always", lambda sample: sample.margin)
    rng = Random(18)
    wrong = sum(bool(stopped_at(rng, 0.0, 600)[0]) for _ in range(200))
    assert wrong > 0.15 * 200


def test_a_clear_duel_is_decided_soon() -> None:
    rng = Random(5)
    found = [stopped_at(rng, 0.1, 2000) for _ in range(50)]
    assert {answer for answer, _ in found} == {"better"}
    assert sorted(deals for _, deals in found)[25] < 400


def test_chunks_end_where_the_test_looks() -> None:
    """However large they are, and wherever the run was stopped before."""
    pace = Pace()
    pace.games = 33
    for first in (100, 107, 120):
        ends = [chunk.stop for chunk in pace.chunks(range(100, 190), first, 20)]
        assert [end for end in ends if (end - 100) % 20 == 0] == [
            end for end in range(120, 190, 20) if end > first
        ]
        assert ends[-1] == 190


def test_a_duel_stops_when_it_is_decided_and_stays_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random play loses; the file that is kept says the same, and nothing is played beyond."""
    monkeypatch.setattr(samples, "FIRST_LOOK", 20)
    path = tmp_path / "kept"
    question = Question(until_decided=True)

    def played(deals: int) -> DuelResult:
        with Run(kept=Kept(path, Head("arena", "kings", [2], ["random"], {}, 0))) as run:
            found = last(duel(KINGS, 2, deals, "random", "normal", run=run, question=question))
        assert isinstance(found, DuelResult)
        return found

    assert played(7).deals == 7, "not yet"
    whole = played(4000)
    assert whole.deals == 20
    assert is_decided(whole)
    assert verdict(whole.gain) == "worse"
    assert "no, worse" in told(whole)
    kept = path.read_bytes()
    assert played(4000).gain == whole.gain
    assert path.read_bytes() == kept


# --- what is measured -------------------------------------------------------------------------


def test_a_duel_tells_seats_scores_and_times() -> None:
    result = last(duel(KINGS, 3, 6, "normal", "random"))
    assert list(result.seats) == ["0", "1", "2"]
    assert sum(s.total for s in result.seats.values()) == 3 * result.gain.total
    assert sum(result.gains.values()) == 6
    assert result.score.mean > 5
    assert set(result.thinking) == {"normal", "random"}
    assert 0.01 < result.thinking["normal"].quantile(0.5) < 1000
    numbers: Any = figures(result)
    assert msgspec.json.decode(msgspec.json.encode(numbers))["seats"]["2"]["deals"] == 6
    low, high = numbers["gain"]["bootstrap"]
    assert low <= result.gain.mean <= high


def test_times_add_up_and_have_a_mean_and_quantiles() -> None:
    fast, slow = times_of([1_000_000] * 98), times_of([50_000_000] * 2)
    both = fast + slow
    assert both.count == 100
    assert both.quantile(0.5) == pytest.approx(1, rel=0.06)
    assert both.quantile(0.99) == pytest.approx(50, rel=0.06)
    assert both.mean == pytest.approx(1.98, rel=0.06)
    assert Times().mean == 0
    assert msgspec.json.decode(msgspec.json.encode(both), type=Times) == both


def test_a_policy_is_timed_as_it_plays_at_a_table() -> None:
    """From a view; and it makes the choices that it makes without one."""
    plain = [KINGS.new(4, 5, quiet=True) for _ in range(2)]
    bots = seated_bots(KINGS, ["normal"] * 4, 5)
    play_bots(plain[0], bots, KINGS.bound(4))
    again = seated_bots(KINGS, ["normal"] * 4, 5)
    clock = Timed(again[2])
    play_bots(plain[1], [*again[:2], clock, again[3]], KINGS.bound(4))
    assert len(clock.each) > 5
    assert plain[0].outcome == plain[1].outcome


def test_policies_play_the_same_game_inside_and_outside_the_rules() -> None:
    for seed in range(3):
        tables = [KINGS.new(4, seed, quiet=True) for _ in range(2)]
        levels = ["normal", "easy", "easy", "normal"]
        inside = play_bots(tables[0], seated_bots(KINGS, levels, seed), KINGS.bound(4))
        seated = seated_bots(KINGS, levels, seed)
        outside = play_bots(tables[1], seated, KINGS.bound(4), lambda: None)
        assert (inside, tables[0].line()) == (outside, tables[1].line())


def test_a_room_says_what_an_arena_watches() -> None:
    result = last(duel(BANG, 5, 2, "heuristic", "random", question=Question(watch=True)))
    names = set(result.watched)
    assert {"deputy: friendly fire", "sheriff: killed a Deputy"} <= names
    assert {"renegade: reached the last duel", "outlaw: hidden for (of the game)"} <= names
    prior = result.watched["round 1: Brier, Sheriff's prior"].mean
    assert prior <= 0.625 + 1e-6, "with five players, less once somebody is dead"
    assert "round 1: log loss, belief" in names
    assert "watched:" in told(result)
    assert last(duel(BANG, 5, 1, "heuristic", "random")).watched == {}
    assert last(duel(KINGS, 2, 1, "normal", "random", question=Question(watch=True))).watched == {}


def test_what_is_watched_does_not_depend_on_the_chunks() -> None:
    nothing = DuelResult("bang", 4, "heuristic", "random")
    whole = some_deals(nothing, True, False, range(2)).tally
    pieces = [some_deals(nothing, True, False, range(k, k + 1)).tally for k in range(2)]
    assert whole.watched == (pieces[0] + pieces[1]).watched


def test_the_gap_is_between_normal_and_who_sees_everything() -> None:
    def result(challenger: str, gain: float) -> DuelResult:
        found = DuelResult("kings", 4, challenger, "reference")
        return msgspec.structs.replace(found, gain=sample(gain, gain))

    results = [result("hard@9", 0.2), result("normal", 0.1), result("cheat@9", 0.5)]
    (line,) = gaps(results)
    assert "hard@9 closes 0.25 of the gap" in line
    assert list(gaps(results[:2])) == []


def test_a_picture_is_drawn_of_every_duel() -> None:
    result = last(duel(BANG, 4, 2, "heuristic", "random"))
    drawn = ElementTree.fromstring(picture([result, result]))
    texts = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("bang 4: heuristic against random") == 2
    assert texts.count("sheriff") == 2
    assert texts.count(str(result.gain)) == 2


# --- which bots -------------------------------------------------------------------------------


def test_bots_are_named_by_level_temper_and_budget() -> None:
    bold = made(KINGS, "normal-bold", Rng(0))
    assert isinstance(bold, PolicyBot)
    assert bold.policy.late == 3.0  # type: ignore[attr-defined]
    hard = made(KINGS, "hard-sly@64", Rng(0))
    assert isinstance(hard, SearchBot)
    assert hard.budget.playouts == 64
    assert hard.budget.seconds > 1e9, "no clock: the same choices every time"
    both = made(KINGS, "hard@64,0.5s", Rng(0))
    assert isinstance(both, SearchBot)
    assert (both.budget.playouts, both.budget.seconds) == (64, 0.5)
    assert isinstance(made(KINGS, "cheat@8", Rng(0)), CheatBot)
    assert type(made(KINGS, "reference", Rng(0))).__module__ == "parlour.lab.references.kings"
    named = made(KINGS, "parlour.lab.references.kings:KingsBot", Rng(0))
    assert type(named).__name__ == "KingsBot"
    policy = made(KINGS, "parlour.games.kings.bots:KingsPolicy", Rng(0))
    assert isinstance(policy, PolicyBot)


def test_flags_give_a_budget_to_bots_that_search() -> None:
    given = [with_budget(one, 64, None) for one in ("hard", "hard-bold", "cheat", "normal", "x:Y")]
    assert given == ["hard@64", "hard-bold@64", "cheat@64", "normal", "x:Y"]
    assert with_budget("hard@8", 64, None) == "hard@8"
    assert with_budget("hard", None, 0.5) == "hard@0.5s"
    assert with_budget("hard", None, None) == "hard"


def test_references_are_the_frozen_bot_and_normal() -> None:
    assert usual_references(KINGS) == ["reference", "normal"]


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("hard@soon", "bad_budget"),
        ("{}:Missing", "bot_class"),
        ("{}:NoBot", "bot_choose"),
        ("nowhere.py:First", "bot_file"),
        ("no_such_module:First", "bot_broken"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(spec: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    with pytest.raises(LabRefusal, match=code):
        made(KINGS, spec.format(path), Rng(0))


def test_a_level_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(BadTable, match="unknown_bot"):
        made(KINGS, "harder", Rng(0))


def test_a_file_of_ones_own_plays_in_every_worker(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    words = ("arena", "kings", "--players", "2", "--deals", "3", "--json", "--against", "random")
    drawn = tmp_path / "mine.svg"
    bots = ("--bots", f"{path}:First", "normal", "--picture", str(drawn))
    found = run(*words, *bots, "--jobs", "2", home=tmp_path)
    assert found.returncode == 0, found.stderr
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert [line["challenger"] for line in lines] == [f"{path}:First", "normal"]
    assert drawn.read_text().startswith("<svg")
    broken = run(*words, "--bots", f"{path}:Second", home=tmp_path)
    assert broken.returncode == 2
    assert "has no class Second. Classes with a method choose: First." in broken.stderr


def test_a_kept_run_knows_what_was_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    before = identity(f"{path}:First")
    path.write_text(MINE + "\n# better\n")
    assert identity(f"{path}:First") != before
    assert identity("normal") == "normal"


def test_a_cheat_sees_the_true_table() -> None:
    """It searches in copies of the table that it is shown, and nothing happens to that one."""
    t = KINGS.new(2, 3, quiet=True)
    bot = CheatBot(KINGS, Rng(0), Budget(playouts=8))
    seat = t.wanted()[0]
    decision = t.decision(seat)
    assert decision is not None
    before = t.line()
    bot.peek(t)
    assert bot.choose(t.look(seat), decision) in decision.choices
    assert t.line() == before
    mind = bot._door.mind(t.look(seat))
    world = mind.world(Rng(1))
    assert world.hands == t.hands  # type: ignore[attr-defined]
    assert world.deck == t.deck  # type: ignore[attr-defined]


def test_nothing_outside_the_laboratory_knows_the_cheat() -> None:
    root = Path(arena.__file__).parents[1]
    for path in root.rglob("*.py"):
        if "lab" not in path.relative_to(root).parts and path.name != "arena.py":
            assert "CheatBot" not in path.read_text(encoding="utf-8"), path
