"""The scenario runner is not fooled: what means nothing is an error, with its line and column."""

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.scenario import scenario
from parlour.core.dice import Dice
from parlour.core.scenario.lexicon import Lexicon
from parlour.core.scenario.matching import exactly, leaves, same, things, total
from parlour.core.scenario.scene import BadScene, Step, read_scene, strays
from parlour.core.scenario.sentence import read_list, read_sentence
from parlour.core.scenario.source import Source
from parlour.core.scenario.stage import Stage, play_scene

WRONG = sorted((Path(__file__).parent / "wrong_scenes").glob("*.toml"))
KINGS = """
game = "kings"
rules = ["KINGS-20"]
seats = ["Anna", "Bruno"]
title = { en = "A card", ru = "Карта" }

[position]
phase = "draw"
kings = { Anna = "orc" }
hands = { Anna = "orc7 giant1+Bruno", Bruno = "?" }

[play]
steps = '''
%s
'''
"""


def report(steps: str, text: str = KINGS, fills: int = 3) -> str:
    scene = read_scene("it.toml", text % steps)
    return play_scene(scene, parlour.game(scene.game), fills)


# --- wrong files ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_file_is_reported_where_it_is_wrong(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first line of each file says where its error is and how its report begins."""
    expected = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    assert scenario([str(path)], 2) == 1
    said = capsys.readouterr().out
    assert f"{path}:{expected}" in said, said
    assert "Traceback" not in said
    assert "Error" not in said


def test_a_folder_of_wrong_files_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(WRONG) >= 30
    assert scenario([str(WRONG[0].parent)], 1) == 1
    said = capsys.readouterr().out
    assert said.count("FAIL") == len(WRONG)
    assert f"0 passed, {len(WRONG)} failed" in said


def test_all_slips_of_a_file_are_told_at_once() -> None:
    told = report("hands lacks orc77\nturn is not P7\nno event wouned")
    assert [line.split(": ")[0] for line in told.splitlines()] == [
        "it.toml:14:13",
        "it.toml:15:13",
        "it.toml:16:10",
    ]


def test_what_is_no_file_or_no_text_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert scenario([str(tmp_path), str(tmp_path / "missing.toml")], 1) == 1
    said = capsys.readouterr().out
    assert "bytes.toml:1:1: this is no text in UTF-8" in said
    assert "missing.toml:1:1: it cannot be read: No such file" in said


def test_a_fault_of_the_program_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any, *_: Any) -> None:
        raise KeyError("a secret of ours")

    monkeypatch.setattr(type(parlour.game("kings").new(2, 1)), "enact", broken)
    told = report("Anna: draw:deck")
    assert "it.toml:14:1: Anna: draw:deck" in told
    assert "a fault of the program, not of this file (test_scenes.py:" in told
    assert "KeyError" not in told
    monkeypatch.undo()
    monkeypatch.setattr(Lexicon, "knows", broken)
    assert "it.toml:1:1: a fault of the program" in report("turn = Anna")
    monkeypatch.undo()
    monkeypatch.setattr(Stage, "open", broken)
    assert "it.toml:7:1: a fault of the program" in report("turn = Anna")


# --- sentences ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("hands counts 3 in all", ""),
        ("hands counts 4 in all", "found     3: [[orc7"),
        ("hands.* counts 2", "found     1: ["),
        ("kings.* is not dwarf", "It holds only in"),
        ("hands.Anna exactly orc7 giant1", "expected  hands.Anna exactly orc7 giant1"),
        ("turn adds up to 0", ""),
        ("Anna: draw:deck\nevents: drew seat=Anna", ""),
        ("Anna: draw:deck\nevents: drew ×2", "found     drew seat=0"),
        ("Anna: draw:deck\nevents: nothing", "found     drew seat=0"),
        ("Anna: draw:deck\nBruno hears only: drew seat=Anna card=-", ""),
        ("Anna: draw:deck\nBruno hears only: nothing", "expected  Bruno to hear only: nothing"),
        ("events: drew,, laid", "it.toml:14:14: an event is its kind, its facts"),
        ("events: drew +2", "it.toml:14:15: this cannot be read"),
        ("Anna submits draw:orc and is refused: empty_stack KINGS-20", ""),
        ("Anna submits draw:orc and is refused: empty_stack KINGS-1", "found     empty_stack"),
        ("Anna submits draw:deck and is refused: must_draw", "found     it is accepted"),
        ("Anna submits undo and is refused: cannot_undo", ""),
        ("house submits tick and is refused: no_clock", ""),
        ("hands.Anna.9 = orc7", "something at hands.Anna.9"),
        ("points 1 2", "the file has no [series]"),
        ("dice = []", ""),
        ("options.hand = []", ""),
        ("options.hnd = []", "no part is called hnd"),
        ("camp.*.0 = orc7", "something at camp.*.0"),
        ("discards.* counts 3 in all", "found     0: "),
        ("mines.*.*.units counts 0 in all", ""),
        ("kings lacks goblin", "It holds only in"),
        ("Anna does not see 2-3-5/orc7", "can never stand there"),
        ("Anna may draw:orc", "offered: draw:deck"),
        ("Anna may only draw:orc", "found     draw:deck"),
        ("by default Bruno answers draw:deck", "found     Anna is asked draw"),
        ("the game is over", "found     the game goes on"),
        ("Anna wins", "found     the game goes on"),
    ],
)
def test_sentences_hold_or_say_what_was_found(steps: str, told: str) -> None:
    found = report(steps)
    assert told in found if told else not found


WINK = KINGS.replace("kings", "wink", 1).replace("KINGS-20", "WINK-4")
WINK = WINK.replace('"Bruno"]', '"Bruno", "Carla", "Dora"]\noptions = { pace = "same_room" }')
WINK = (
    WINK.partition("[position]")[0]
    + """[position]
hands = { Anna = "c12 13+Bruno" }

[play]
steps = '''
%s
'''
"""
)


@pytest.mark.parametrize(
    "steps",
    [
        "hands.Anna = 12 13",
        "hands.Anna is exactly c12 c13+Bruno",
        "hands.Anna is exactly 12 13+Bruno",
        "hands.Bruno lacks 12 c13",
        "crowd has c12 13",
        "tokens.Anna is not c12",
        "Anna sees 12",
        "Anna sees c12",
        "Carla does not see c12",
    ],
)
def test_a_room_may_know_two_spellings(steps: str) -> None:
    assert not report(steps, WINK)


def test_an_end_is_told_as_a_position_writes_it() -> None:
    over = 'over = { winners = [0], scores = [3, 1], reason = "deck_empty", rule = "KINGS-23" }'
    text = KINGS.replace('phase = "draw"', over)
    told = report("Bruno wins", text)
    assert "over={winners=[0] scores=[3 1] reason=deck_empty rule=KINGS-23}" in told
    assert not report("Anna wins\nscores 3 1", text)


def test_a_refusal_that_leaves_a_trace_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = type(parlour.game("kings").new(2, 1))
    plain = table.answer

    def leaky(self: Any, seat: int, choice: Any, decision: int | None = None) -> None:
        self.serial[0] += 1
        plain(self, seat, choice, decision)

    monkeypatch.setattr(table, "answer", leaky)
    told = report("Anna submits draw:orc and is refused: empty_stack")
    assert "expected  no trace of what was refused" in told
    assert "what is asked was" in told


def test_exactly_shortens_nothing() -> None:
    assert same("orc7", "orc7/2-3o-7+1")
    assert not exactly("orc7", "orc7/2-3o-7")
    assert not exactly("clergy", "clergy/stolen")
    assert exactly("orc7+1+all", "orc7+all+1")
    assert not exactly("orc7", "orc7+1")
    assert exactly(["a", {"b": 1}], ["a", {"b": 1}])
    assert exactly("a", ["a"])
    assert not exactly(1, True)


def test_numbers_are_found_at_any_depth() -> None:
    facts = {"crowd": [25, [{"number": 3}]], "turn": None}
    assert 25 in list(things(facts))
    assert leaves(facts) == [25, 3]
    assert total(facts) == 28


def test_a_list_of_events_with_facts_and_quotations() -> None:
    step = Step(7, 3, 'events: drew seat=Anna ×2, said text="a, b", wounded')
    entries = read_list(read_sentence(step))
    assert [(e.kind, e.facts, e.times) for e in entries] == [
        ("drew", "seat=Anna", 2),
        ("said", 'text="a, b"', 1),
        ("wounded", "", 1),
    ]
    assert step.text[8 + entries[1].at :].startswith("said")


def test_seats_within_words() -> None:
    seats = ["Anna", "Bruno"]
    assert strays("bang:7C", seats) == []
    assert strays("orc7+Anna+all+watchers+1", seats) == []
    assert strays("orc7+Anna+Brno", seats) == [(10, "Brno")]
    assert strays("orc7+2", seats) == [(5, "2")]
    assert strays("look@Carla", seats) == [(5, "Carla")]
    assert strays("Lay(0)", seats) == []
    assert strays("KINGS-23", seats) == []


# --- places in the file ---------------------------------------------------------------------

TEXT = '''
"quoted" = 1
a.b = { c = "x y", d = [1, "two", { e = 'f' }] } # "no"
many = [
  "one",  # first
  "two",
]
long = """
word "in" quotes""""
escaped = "a\\"b c"

[[next]]
[next.position]
hands = { Anna = "orc7" }
[[next]]
deal = { turn = "Anna" }
'''


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (("quoted",), "1"),
        (("a", "b", "c"), "x y"),
        (("a", "b", "d", 1), "two"),
        (("a", "b", "d", 2, "e"), "f"),
        (("many", 1), "two"),
        (("long",), "word"),
        (("next", 0, "position", "hands", "Anna"), "orc7"),
        (("next", 1, "deal", "turn"), "Anna"),
    ],
)
def test_values_are_found_in_their_source(path: tuple[str | int, ...], found: str) -> None:
    source = Source(TEXT)
    assert source.text[source.value(path) :].startswith(found)
    assert source.text[source.value(("a", "b", "c"), 2) :].startswith("y")
    assert source.text[source.value(("escaped",), 4) :].startswith("a\\")


def test_lines_and_columns_count_from_one() -> None:
    source = Source("a = 1\r\nbb = [2]\r\n")
    assert source.spot(source.key(("bb",))) == (2, 1)
    assert source.spot(source.value(("bb", 0))) == (2, 7)
    assert source.spot(source.key(("bb", "nothing"))) == (2, 1)


@pytest.mark.parametrize("play", ['[play]\nsteps = "%s"', 'play.steps = """%s"""'])
def test_steps_may_be_written_in_any_way(play: str) -> None:
    head = KINGS.partition("[position]")[0]
    line = (head + play).count("\n") + 1
    column = play.splitlines()[-1].index("%") + len("turn is not ") + 1
    assert f"it.toml:{line}:{column}: no seat is called P7" in report("turn is not P7", head + play)


# --- deals and series -----------------------------------------------------------------------


def test_a_shuffle_puts_what_is_wanted_where_it_is_wanted() -> None:
    for seed in range(20):
        dice = Dice(bytes([seed]) * 32)
        dice.orders = ({0: 2, 3: 2, 1: 1}, {4: 0})
        assert dice.copy().orders == dice.orders
        first = dice.shuffled((1, 1, 2, 2, 3))
        assert (first[0], first[3], first[1]) == (2, 2, 1)
        assert sorted(first) == [1, 1, 2, 2, 3]
        assert dice.shuffled((0, 1, 2, 3, 4))[4] == 0
        assert dice.copy().orders == ()
        assert sorted(dice.shuffled((0, 1, 2))) == [0, 1, 2]


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ('turn = "Bruno"\nkings = { Anna = "orc" }', ""),
        ('hands = { Anna = "orc7 orc7 orc7" }', "all 'orc7' are laid out"),
        ('camp = "orc1 orc2 orc3 orc4 orc5"', "camp gets no more than"),
        ('phase = "draw"', "nothing is called 'phase' here"),
        ("turn = 7", "there is no such table: bad_carry"),
        ("kings = 3", "kings must have a value for each"),
    ],
)
def test_things_laid_down_for_a_deal(deal: str, told: str) -> None:
    head, _, play = KINGS.partition("[position]")
    text = f"{head}[deal]\n{deal}\n\n[play]{play.partition('[play]')[2]}"
    found = report("hands.* counts 6", text)
    assert told in found if told else not found, found


SERIES = KINGS.replace("[position]", '[series]\nform = "games:2"\n\n[position]\ndeck = "?"')


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("next game", "expected  this game to be over"),
        ("Anna: draw:deck\nnext game\nturn = Bruno\nthe series goes on", ""),
        ("Anna: draw:deck\nnext game\nthe series is over", "1 games are played"),
        ("Anna: draw:deck\npoints 0 0\nnext game\npoints 0 1", "found     0 0"),
        ("the series goes on\nAnna: draw:deck\nAnna wins the series", "found     it goes on"),
    ],
)
def test_a_series_in_one_file(steps: str, told: str) -> None:
    found = report(steps, SERIES)
    assert told in found if told else not found, found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('form = "games:2"', 'form = "cup"', "it.toml:8:1: there is no such table: unknown_form"),
        ('form = "games:2"', 'form = "tournament"', "no_tournament"),
        ('form = "games:2"', 'first = "Anna"', "`series` must hold `form`"),
        ("[series]", 'carry = { first = "Anna" }\n[series]', "in a series the games before say"),
        ("[play]", "[[next]]\ncolour = 3\n[play]", "each `next` must hold"),
        ('[series]\nform = "games:2"', "[[next]]\ndeal = {}", "`next` is for a series"),
    ],
)
def test_a_series_that_cannot_be(old: str, new: str, told: str) -> None:
    text = SERIES.replace(old, new)
    try:
        found = report("turn = Anna", text)
    except BadScene as wrong:
        found = str(wrong)
    assert told in found
