"""Tuning: an evolution strategy whose record says all that happened, and which can be resumed."""

import json
from pathlib import Path
from random import Random

import pytest

import parlour
from parlour.bots import weights_of
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.lab import tune
from parlour.lab.refusals import LabRefusal
from parlour.lab.specs import made, with_weights
from parlour.lab.tune import Plan, Record, averaged, main, mutated, won, worths

PLAN = Plan("kings", [2], ["late", "open"], ["normal", "normal-bold"], ["normal-sly"], deals=4)


def words(path: Path, generations: int, check: int = 0) -> list[str]:
    return [
        *("kings", "--players", "2", "--only", "late", "open", "--children", "2", "--parents", "1"),
        *("--deals", "2", "--jobs", "1", "--held-out", "normal-sly", "--record", str(path)),
        *("--generations", str(generations), "--check", str(check)),
    ]


def test_a_search_that_was_stopped_goes_on_to_the_same_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, pieces = tmp_path / "whole.jsonl", tmp_path / "pieces.jsonl"
    main(words(whole, 3))
    assert "late = " in capsys.readouterr().out, "weights to paste"
    for generations in (1, 3, 3):
        main(words(pieces, generations))
    assert pieces.read_bytes() == whole.read_bytes()
    plan, *lines = [json.loads(line) for line in whole.read_text().splitlines()]
    assert plan["held_out"] == ["normal-sly"]
    assert [one["seeds"] for one in lines] == [[0, 2], [2, 4], [4, 6]]
    assert all(len(one["children"]) == 3 for one in lines)
    with pytest.raises(SystemExit, match="another plan"):
        main([*words(whole, 3), "--step", "0.5"])


def test_the_check_is_on_deals_that_were_never_used(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    main(words(path, 1, check=4))
    main(words(path, 1, check=4))
    found = [json.loads(line) for line in path.read_text().splitlines()[2:]]
    assert [one["check"] for one in found] == [
        "2 players, tuned against normal",
        "2 players, tuned against normal-sly",
        "2 players, normal against normal-sly",
    ]
    assert [one["deals"] for one in found] == [4, 1, 1]
    assert tune.CHECK_SEED > 1000 * 1000


def test_children_differ_by_factors_and_parents_are_their_middle() -> None:
    rng = Random(1)
    parent = {"a": 4.0, "b": -2.0, "c": 0.0}
    children = [mutated(parent, 0.3, rng) for _ in range(200)]
    assert all(child["a"] > 0 > child["b"] for child in children)
    middle = averaged(children)
    assert middle["a"] == pytest.approx(4, rel=0.1)
    assert middle["b"] == pytest.approx(-2, rel=0.1)
    assert middle["c"] == pytest.approx(0, abs=0.1)


def test_a_child_with_the_usual_weights_wins_what_normal_wins() -> None:
    game = parlour.game("kings")
    usual = weights_of(game, "normal")
    same = {name: usual[name] for name in PLAN.names}
    silly = {"late": 6.0, "open": -50.0}
    alike, other, worse = worths(PLAN, [same, {}, silly], range(12), range(3))
    assert alike == other
    assert worse != alike


def test_what_counts_is_victory_or_the_lead() -> None:
    over = Outcome((1, 2), (3, 9, 9), "deck")
    assert [won(over, seat, 0.0) for seat in range(3)] == [0.0, 0.5, 0.5]
    assert won(over, 0, 6.0) == 0.25
    assert won(over, 1, 6.0) == 0.5


def test_weights_may_be_named_with_a_bot() -> None:
    game = parlour.game("kings")
    bot = made(game, with_weights("normal-bold", {"open": 0.5}), Rng(0))
    assert (bot.policy.open, bot.policy.late) == (0.5, 3.0)  # type: ignore[attr-defined]
    for spec, code in (("normal+luck=3", "bad_weight"), ("normal+open=x", "bad_number")):
        with pytest.raises(LabRefusal, match=code):
            made(game, spec, Rng(0))


def test_a_record_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    Record(path, PLAN)
    with pytest.raises(SystemExit):
        Record(path, Plan("kings", [3], ["late"], ["normal"], []))
