"""Games as sequences of answers for learners: whose turn it is, bots, many tables, processes.

The libraries of researchers are not needed here; `make adapters` runs their own checks.
"""

import copy
import os
import pickle
import re
import signal
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.rng import Rng
from parlour.core.seats import NO_ONE
from parlour.core.table import Table
from parlour.lab import twins
from parlour.lab.adapters.play import Play, Setup
from parlour.lab.adapters.processes import Processes, WorkerFailed, divided
from parlour.lab.adapters.tables import ILLEGAL, Block, Tables
from parlour.lab.adapters.turns import NotAllowed, Turns
from parlour.lab.encoding import encoding_of
from parlour.lab.twins import Leak, check_twins, enough_twins

GAMES = list(parlour.all_games().values())
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
LIVE: dict[str, object] = {"pace": "live"}


def begun(game: Game, players: int = 0, options: dict[str, object] | None = None) -> Turns:
    table = game.new(players or game.least, 1, options, quiet=True)
    return Turns(table, encoding_of(game))


def some(turns: Turns, rng: Rng) -> int:
    """An action at random; passing as often as all others together."""
    actions = sorted(turns.actions)
    if turns.pass_action in actions and rng.below(2):
        return turns.pass_action
    return actions[rng.below(len(actions))]


def walked(turns: Turns, rng: Rng) -> Iterator[Turns]:
    while not turns.over:
        yield turns
        turns.answer(some(turns, rng))


# --- whose turn it is -------------------------------------------------------------------------


@games
@pytest.mark.parametrize("options", [{}, LIVE], ids=["plain", "live"])
def test_every_game_is_played_to_its_end_one_answer_at_a_time(
    game: Game, options: dict[str, object]
) -> None:
    if not options.keys() <= game.option_list.keys():
        return
    turns = begun(game, options=options)
    for number, _ in enumerate(walked(turns, Rng(2))):
        t, seat = turns.table, turns.seat
        assert sorted(i for i in turns.actions.values() if i is not None) == sorted(t.choices(seat))
        asked = bool(t.asked >> seat & 1)
        assert (turns.pass_action in turns.actions) == (not asked or t.ticking())
        assert len(turns.actions) > 0
        assert number < game.bound(t.players) * (t.players + 1)
    assert turns.seat == NO_ONE
    assert turns.actions == {}


def test_offers_are_polled_clockwise_before_whoever_is_asked() -> None:
    turns = begun(parlour.game("wink"), 4)
    t = turns.table
    answer_until(turns, lambda: any(t.offers(s) for s in range(4) if not t.asked >> s & 1))
    line, order = t.line(), []
    while turns.pass_action in turns.actions:
        order.append(turns.seat)
        turns.answer(turns.pass_action)
    offered = [s % 4 for s in range(t.on_turn(), t.on_turn() + 4)]
    assert order == [s for s in offered if t.offers(s) and not t.asked >> s & 1]
    assert t.line() == line, "to pass changes nothing"
    assert t.asked >> turns.seat & 1
    turns.answer(sorted(turns.actions)[0])
    assert turns.over or turns.seat in [*order, *t.wanted()], "after an answer it begins anew"


def answer_until(turns: Turns, found: Any) -> None:
    rng = Rng(5)
    while not found():
        answers = [a for a in turns.actions if a != turns.pass_action]
        asked = turns.table.asked >> turns.seat & 1
        turns.answer(answers[rng.below(len(answers))] if asked else turns.pass_action)
        assert not turns.over


def test_when_everybody_has_passed_one_tick_goes_by() -> None:
    turns = begun(parlour.game("wink"), 4, LIVE)
    t: Any = turns.table
    clock, seats = t.clock, []
    while t.clock == clock:
        seats.append(turns.seat)
        turns.answer(turns.pass_action)
    assert t.clock == clock + 1
    assert len(seats) == len(set(seats)), "nobody was polled twice in one tick"
    assert t.turn in seats, "whoever is asked may wait too"


@games
def test_what_the_mask_does_not_allow_changes_nothing(game: Game) -> None:
    turns = begun(game)
    line = turns.table.line()
    forbidden = set(range(turns.pass_action + 1)) - turns.actions.keys()
    for action in (min(forbidden), max(forbidden), -1, turns.pass_action + 1):
        with pytest.raises(NotAllowed):
            turns.answer(action)
    assert turns.table.line() == line


# --- all at once ------------------------------------------------------------------------------


def allowed(turns: Turns, seat: int) -> list[int]:
    return sorted(turns.mask(seat, bytearray(turns.pass_action + 1)))


@pytest.mark.parametrize("id", ["intrigo", "magpies"])
def test_what_is_chosen_in_secret_is_chosen_in_one_step(id: str) -> None:
    game = parlour.game(id)
    turns = begun(game, 3)
    t, frame = turns.table, turns.table.stack[-1]
    assert t.wanted() == [0, 1, 2]
    assert turns.answer_all({seat: allowed(turns, seat)[0] for seat in range(3)}) == []
    assert t.stack[-1] is not frame
    assert t.sealed == [-1, -1, -1], "all is opened"


def test_an_answer_counts_only_for_the_decision_it_was_given_to() -> None:
    """Whoever is not asked passes; a decision that another answer has closed takes no answer."""
    turns = begun(parlour.game("kings"), 3)
    t = turns.table
    first = t.wanted()[0]
    actions = {seat: allowed(turns, seat)[0] for seat in range(3)}
    assert [actions[s] for s in range(3) if s != first] == [turns.pass_action] * 2
    assert turns.answer_all(actions) == []
    other = next(seat for seat in range(3) if not t.asked >> seat & 1)
    before = t.line()
    wrong = {seat: allowed(turns, seat)[0] for seat in range(3)} | {other: 0}
    assert turns.answer_all(wrong) == [other]
    assert t.line() == before, "then nothing happens"


def test_a_decision_that_was_closed_meanwhile_takes_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the first answer had led to another question of the others."""
    turns = begun(parlour.game("magpies"), 3)
    t, play = turns.table, Table.play

    def asks_again(table: Table, seat: int, choice: ChoiceId) -> None:
        play(table, seat, choice)
        table.push(copy.copy(table.stack.pop()))

    monkeypatch.setattr(Table, "play", asks_again)
    first = t.on_turn()
    assert turns.answer_all({seat: allowed(turns, seat)[0] for seat in range(3)}) == []
    assert t.wanted() == [seat for seat in range(3) if seat != first]


@games
def test_a_whole_game_where_all_answer_at_once(game: Game) -> None:
    turns = begun(game, game.most)
    rng = Rng(4)
    for _ in range(game.bound(game.most)):
        if turns.over:
            break
        choices = [allowed(turns, seat) for seat in range(game.most)]
        assert turns.answer_all({s: c[rng.below(len(c))] for s, c in enumerate(choices)}) == []
    assert turns.over


# --- copies -----------------------------------------------------------------------------------


def lines_to_come(turns: Turns, seed: int, most: int = 25) -> list[str]:
    return [f"{t.seat} {t.table.line()}" for t in islice(walked(turns, Rng(seed)), most)]


@games
def test_copies_and_what_was_pickled_go_the_same_way(game: Game) -> None:
    turns = begun(game, game.most)
    for number, _ in enumerate(walked(turns, Rng(8))):
        if number in (0, 3, 40) or (turns._passed and number % 16 == 0):
            copies = [turns.copy(), copy.deepcopy(turns), pickle.loads(pickle.dumps(turns))]
            before = turns.table.line()
            first, *others = [lines_to_come(each, number) for each in copies]
            assert all(other == first for other in others)
            assert turns.table.line() == before


# --- a learner among bots ---------------------------------------------------------------------


@games
def test_the_learner_answers_for_its_seat_and_bots_for_the_others(game: Game) -> None:
    play = Play(Setup(game.id, bots="random").checked(), seed=3)
    seats, rng = Counter[int](), Rng(1)
    for _ in range(12):
        assert play.me is not None
        seats[play.me] += 1
        over = False
        while not over:
            assert play.turns.seat == play.me
            assert play.reward(play.me) == 0
            over = play.answer(some(play.turns, rng))
        shares = [play.reward(seat) for seat in range(play.setup.players)]
        outcome = play.turns.table.outcome
        assert outcome is not None
        assert sum(shares) == pytest.approx(1 if outcome.winners else 0)
        play.deal()
    assert len(seats) > 1, "the learner's seat is drawn by lot"


def test_a_game_that_bots_end_before_the_learner_answers_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt: list[Turns] = []
    bots_play = Play._let_bots

    def ends_the_first(play: Play, turns: Turns) -> None:
        bots_play(play, turns)
        dealt.append(turns)
        if len(dealt) == 1:
            turns.table.finish(parlour.Outcome((1,), (0, 1), "over"))

    monkeypatch.setattr(Play, "_let_bots", ends_the_first)
    play = Play(Setup("kings", 2).checked(), 1)
    assert len(dealt) == 2
    assert play.turns is dealt[1]
    assert not play.turns.over


def test_rewards_are_named() -> None:
    outcome = parlour.Outcome((1,), (3, 9, 5), "over")
    told = {}
    for name in ("share", "score", "lead"):
        play = Play(Setup("kings", 3, reward=name).checked(), 1)
        play.turns.table.outcome = outcome
        told[name] = [play.reward(seat) for seat in range(3)]
    assert told == {"share": [0, 1, 0], "score": [3, 9, 5], "lead": [-6, 4, -4]}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Setup("kings", 9), "wrong_players"),
        (Setup("kings", 2, bots="genius"), "unknown_bot"),
        (Setup("kings", 2, options={"no": 1}), "option"),
        (Setup("kings", 2, reward="fame"), "a reward is one of share, score, lead"),
        (Setup("kings", 2, seat=2), "no seat 2"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(wrong: Setup, said: str) -> None:
    with pytest.raises((ValueError, BadTable), match=said):
        wrong.checked()


# --- many tables ------------------------------------------------------------------------------


def bytes_of(block: Block) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in block.arrays.items()}


def first_allowed(block: Block, rng: Rng) -> None:
    """Write an allowed action for each table."""
    for table in range(block.tables):
        mask = block.row("masks", table)
        numbers = [k for k in range(len(mask)) if mask[k]]
        block.arrays["actions"][table] = numbers[rng.below(len(numbers))]


@pytest.mark.parametrize("bots", ["", "random"])
def test_tables_are_dealt_anew_when_a_game_is_over(bots: str) -> None:
    setup = Setup("magpies", 3, bots=bots).checked()
    block = Block(setup, 4)
    tables = Tables(setup, block, range(4), seed=7)
    ended, rng = 0, Rng(1)
    for _ in range(120):
        seats = block.arrays["seats"].tolist()
        first_allowed(block, rng)
        tables.step()
        assert block.arrays["learners"].tolist() == seats
        for table in range(4):
            assert any(block.row("masks", table))
            if block.arrays["over"][table]:
                ended += 1
                assert sum(block.row("rewards", table)) == pytest.approx(1)
    assert ended > 8
    tables.reset(7)
    again = Block(setup, 4)
    Tables(setup, again, range(4), seed=7)
    names = ("observations", "masks", "seats", "over")
    assert [bytes_of(block)[n] for n in names] == [bytes_of(again)[n] for n in names]


@games
def test_each_choice_is_described_where_that_is_wanted(game: Game) -> None:
    setup = Setup(game.id, bots="", candidates=True).checked()
    block = Block(setup, 1)
    tables = Tables(setup, block, range(1), seed=7)
    encoding = encoding_of(game)
    for step in range(60):
        turns = tables.plays[0].turns
        count = block.arrays["counts"][0]
        numbers = block.row("numbers", 0)[:count].tolist()
        assert numbers == list(turns.actions), "in the order of the choices, passing last"
        ids = [id for id in turns.actions.values() if id is not None]
        rows = bytearray(count * encoding.choice_size)
        encoding.candidates(turns.table, turns.seat, ids, rows)
        assert block.row("candidates", 0)[: len(rows)].tobytes() == rows
        first_allowed(block, Rng(step))
        tables.step()


def test_an_action_that_is_not_allowed_ends_the_game() -> None:
    setup = Setup("kings", 2, seat=1).checked()
    block = Block(setup, 2)
    tables = Tables(setup, block, range(2), seed=7)
    first_allowed(block, Rng(1))
    block.arrays["actions"][1] = len(block.row("masks", 1)) - 1  # to pass, where one is asked
    tables.step()
    assert block.arrays["over"].tolist() == [0, 1]
    me = block.arrays["learners"][1]
    assert block.row("rewards", 1)[me] == ILLEGAL
    assert block.row("rewards", 1)[1 - me] == 0


def test_processes_give_the_same_bytes_as_one() -> None:
    setup = Setup("kings", 2).checked()
    block = Block(setup, 3)
    alone = Tables(setup, block, range(3), seed=2**70)
    shared = Processes(setup, 3, 2, seed=2**70)
    try:
        for step in range(40):
            assert bytes_of(shared.block) == bytes_of(block)
            for each in (block, shared.block):
                first_allowed(each, Rng(step))
            alone.step()
            shared.step()
        alone.reset(5)
        shared.reset(5)
        assert bytes_of(shared.block) == bytes_of(block)
        os.kill(shared._workers[1].pid, signal.SIGKILL)
        with pytest.raises(WorkerFailed, match="killed"):
            shared.step()
    finally:
        shared.close()


def test_tables_are_divided_evenly() -> None:
    assert divided(7, 3) == [range(2), range(2, 4), range(4, 7)]
    with pytest.raises(ValueError, match="cannot be divided among 3"):
        Processes(Setup("kings", 2).checked(), 2, 3, 1)


# --- secrets ----------------------------------------------------------------------------------


def shown(game: Game, t: Table, seat: int | None, tries: list[str]) -> bytes:
    """What an adapter shows a learner in this seat; a bystander is shown nothing."""
    turns = Turns(t.clone(), encoding_of(game))
    told = {"seen": bytearray(turns.encoding.size), "mask": bytearray(turns.pass_action + 1)}
    if seat is not None:
        turns.observe(seat, told["seen"])
        turns.mask(seat, told["mask"])
    return msgspec.json.encode({name: list(row) for name, row in told.items()})


@games
def test_a_learner_is_shown_the_same_of_worlds_that_its_seat_cannot_tell_apart(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twins, "MOST_PAIRS", 4)  # `make adapters` compares more
    assert check_twins(game, game.least, 0, sends=shown).compared


def test_a_planted_leak_in_what_a_learner_is_shown_is_found() -> None:
    def too_much(game: Game, t: Table, seat: int | None, tries: list[str]) -> bytes:
        cards = game.position(t)["hands"]
        return shown(game, t, seat, tries)[:-1] + b',"cards":' + msgspec.json.encode(cards) + b"}"

    with pytest.raises(Leak, match="cards"):
        enough_twins(parlour.game("magpies"), 3, sends=too_much)


# --- the page ---------------------------------------------------------------------------------


def test_the_page_for_researchers_has_an_example_of_each_adapter() -> None:
    """`make adapters` runs them and compares what they print."""
    page = Path(__file__).parents[2] / "docs" / "researchers.md"
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    code = "\n".join(blocks)
    compile(code, page.name, "exec")
    for name in ("gymnasium_env", "pettingzoo_env", "openspiel_game", "vector"):
        assert f"parlour.lab.adapters.{name}" in code or f"import {name}" in code
