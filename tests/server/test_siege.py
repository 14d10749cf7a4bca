"""`make siege` finds what it is to find: planted findings, and two attacks for two seconds."""

import os
from pathlib import Path

import pytest

from tools.fuzz import small_page
from tools.siege.__main__ import arguments, besieged, other_work
from tools.siege.all_attacks import ATTACKS
from tools.siege.attack import POINTS, SECTIONS
from tools.siege.measure import FEWEST, KEPT_FILES, KEPT_MB, LOGGED, MEMORY_MB, Finding, Phase


def phase(memory: float = 100.0, files: int = 30, wait: float = 30.0) -> Phase:
    return Phase(memory, files, [wait] * FEWEST)


def finding() -> Finding:
    """All is well."""
    return Finding("an attack", phase(), phase(), phase(), phase())


def test_a_harmless_attack_is_no_finding() -> None:
    assert finding().wrong() == []
    assert str(finding()).endswith("yes")


@pytest.mark.parametrize("name", ["memory grew", "memory stayed", "descriptors stayed", "slow"])
def test_what_an_attack_takes_or_holds_up_is_found(name: str) -> None:
    found = finding()
    if name == "memory grew":
        found.during = phase(memory=101 + MEMORY_MB)
    elif name == "memory stayed":
        found.after = phase(memory=101 + KEPT_MB)
    elif name == "descriptors stayed":
        found.after = phase(files=31 + KEPT_FILES)
    else:
        found.during = phase(wait=46.0)
    assert found.wrong() == [name]
    assert name in str(found)


def test_waits_that_nobody_notices_are_not_slow() -> None:
    found = finding()
    found.during, found.control = phase(wait=19.0), phase(wait=1.0)
    assert found.wrong() == []


def test_what_an_attack_got_and_what_it_wrote_to_the_log_is_found() -> None:
    found = finding()
    found.got = "another's cards"
    assert found.wrong() == ["got through: another's cards"]
    found = finding()
    found.logged = 1
    assert found.wrong() == ["logged"]
    found.noisy = True
    assert found.wrong() == []
    found.logged = LOGGED + 1
    assert found.wrong() == ["logged"]


def test_where_nobody_plays_nothing_is_shown() -> None:
    found = finding()
    found.during = Phase(100.0, 30, [])
    assert found.wrong() == ["nobody played"]
    found = finding()
    found.after = Phase(100.0, 30, [30.0] * (FEWEST - 1))
    assert found.wrong() == ["nobody played"]


def test_a_machine_with_other_work_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    for load, told in ((0.9, False), (6.0, True)):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, load, load))
        assert ("other work" in other_work()) == told


def test_rounds_are_taken_together_by_their_worst() -> None:
    found, worse = finding(), finding()
    worse.during, worse.got, worse.logged = phase(memory=150.0), "a key", 7
    found.add(worse)
    assert (found.during.memory, found.got, found.logged) == (150.0, "a key", 7)
    assert len(found.during.waits) == 2 * FEWEST


def test_every_attack_names_its_point_and_every_point_has_an_attack() -> None:
    assert {attack.point for attack in ATTACKS.values()} == set(POINTS)
    assert {attack.section for attack in ATTACKS.values()} == set(SECTIONS)


@pytest.mark.timeout(600)
def test_two_attacks_for_two_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole command but for its length: so short a calm has too few choices to judge by."""
    args = arguments(["--seconds", "2", "--calm", "1", "--tables", "1"])
    besieged(args, ["pongs", "a key that was kept"], small_page(tmp_path))
    said = capsys.readouterr().out
    assert "got through" not in said, said
    assert "logged" not in said, said
    assert [line.split("  ")[0] for line in said.splitlines()[1:]] == [
        "pongs",
        "a key that was kept",
    ]
