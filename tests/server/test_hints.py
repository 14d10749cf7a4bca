"""Hints: from what the seat sees, for whoever plays against bots alone, and for nobody else."""

from typing import Any

import pytest

from parlour.bots.advice import advise, policy_of, sentence
from parlour.bots.search import Budget
from parlour.bots.thinking import packed_view
from parlour.core.errors import Facts
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.words import Speaker
from parlour.games import all_games, game
from parlour.server.table import deeds, rows, shown
from parlour.server.thinkers import NoTime
from tests.server.desk import Desk, Opener

FEW = Budget(playouts=30, seconds=600)
"""However busy the machine is: what time leaves room for is another matter."""
GAMES = 36
RARE = {"hints.passes"}
"""Who has no plot left in Intrigo may pass: by chance in one game of eighty."""
ROOMS = [room for room in all_games().values() if room.policy is not None]


async def alone(desk: Opener, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Desk:
    """Anna among bots; nobody searches, so that no process is needed."""
    table: Desk = await (await desk()).open("kings", more.pop("people", 1), bots=2, **more)
    await table.begin()
    await table.guest(0)

    async def busy(*asked: Any) -> Any:
        raise NoTime

    monkeypatch.setattr(table.hub.thinkers, "ask", busy)
    return table


async def my_turn(table: Desk) -> Any:
    anna = table.guests[0]
    for _ in range(60):
        if 0 in table.table.wanted():
            return anna
        await table.pass_time(1_000)
    raise AssertionError("never asked")


async def test_whoever_plays_against_bots_is_given_a_hint(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await alone(desk, monkeypatch)
    anna = await my_turn(table)
    seq = table.keeper.sitting.seq
    anna.line.sent.clear()
    await anna.send({"type": "hint", "mid": "h1"})
    await anna.until(lambda: bool(anna.heard("hinted")))
    [said] = anna.heard("hinted")
    decision = table.table.decision(0)
    assert said["mid"] == "h1"
    assert said["decision"] == decision.id
    texts = [choice.text for choice in decision.choices]
    assert said["choice"] in texts
    assert said["instead"] in texts
    assert said["margin"] in ("clear", "slight", "even")
    assert game("kings").words.has(f"hints.{said['reason']}")
    assert decision.find(said["choice"])[0].brief in said["text"]
    assert table.keeper.sitting.seq == seq, "nothing has happened"
    assert shown.table_info(table.keeper.sitting, set()).hints


@pytest.mark.parametrize("gone", [False, True])
async def test_at_a_table_with_people_there_are_none(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    """Nor where a bot stands in for somebody."""
    table = await alone(desk, monkeypatch, people=2)
    table.keeper.sitting.seats[1].away = gone
    reply = await table.guests[0].do("hint")
    assert (reply["type"], reply["code"]) == ("refused", "hints_alone")
    assert "bots alone" in reply["text"]
    assert not shown.table_info(table.keeper.sitting, set()).hints


async def test_there_are_none_in_an_evening_nor_where_bots_cannot_say(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await alone(desk, monkeypatch)
    s = table.keeper.sitting
    assert deeds.may_hint(s)
    s.config = rows.Opened(**{**vars_of(s.config), "evening": "e1"})
    assert not deeds.may_hint(s)
    s.config = rows.Opened(**{**vars_of(s.config), "evening": ""})
    monkeypatch.setattr(type(s.game), "policy", None)
    reply = await table.guests[0].do("hint")
    assert reply["code"] == "no_hints"


def vars_of(config: rows.Opened) -> dict[str, Any]:
    return {name: getattr(config, name) for name in config.__struct_fields__}


async def test_who_is_not_asked_or_only_watches_is_given_none(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await alone(desk, monkeypatch)
    anna = await my_turn(table)
    while 0 in table.table.wanted():
        await anna.answer()
    assert (await anna.do("hint"))["code"] == "nothing_to_hint"
    watcher = await table.guest(None)
    assert (await watcher.do("hint"))["code"] == "watcher"


# --- every room that has hints ----------------------------------------------------------------


def moments(room: Game, seed: int) -> Any:
    """Questions of a game, and whose they are."""
    t = room.new(max(room.least, 3), seed)
    policy = policy_of(room)
    assert policy is not None
    for number in range(40):
        if t.outcome is not None:
            return
        wanted = t.wanted()
        if not wanted:
            t.pass_time()
            continue
        yield t, wanted[0]
        chosen = policy.pick(t, wanted[0], Rng(number))
        assert chosen is not None
        t.play(wanted[0], chosen)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.id)
def test_a_hint_is_a_choice_with_sentences_in_every_language(room: Game) -> None:
    for number, (t, seat) in enumerate(moments(room, 3)):
        if number % 4:
            continue
        found = advise(room.id, 1, packed_view(t.look(seat)), seat, FEW)
        assert found is not None
        texts = [choice.text for choice in t.decision(seat).choices]
        assert not found.choice or found.choice in texts
        for lang in room.words.in_languages("title"):
            said = sentence(found, Speaker(room, lang, ["A", "B", "C", "D"]))
            assert "{" not in said
            assert "None" not in said


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.id)
def test_a_hint_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(room: Game) -> None:
    for number, (t, seat) in enumerate(moments(room, 5)):
        if number % 8:
            continue
        view = packed_view(t.look(seat))
        world = room.mind(t.look(seat)).world(Rng(number))
        assert packed_view(world.look(seat)) == view
        hints = [advise(room.id, 1, packed_view(one.look(seat)), seat, FEW) for one in (t, world)]
        assert hints[0] == hints[1]


def reasons(room: Game) -> dict[str, Facts]:
    """What may be said for any choice, over games that are played by chance."""
    policy, found, luck = policy_of(room), dict[str, Facts](), Rng(1)
    assert policy is not None
    counts = range(room.least, room.most + 1)
    for players in counts:
        for seed in range(GAMES // len(counts)):
            t = room.new(players, seed)
            for _ in range(400):
                if t.outcome is not None:
                    break
                wanted = t.wanted()
                for seat in {luck.below(players), *wanted[:1]}:
                    found.update(policy.reason(t, seat, choice) for choice in t.choices(seat))
                if wanted:
                    ids = t.choices(wanted[0])
                    t.enact(wanted[0], ids[luck.below(len(ids))])
                else:
                    t.pass_time()
    found.pop("", None)
    return found


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.id)
def test_every_reason_has_a_sentence_and_every_sentence_is_a_reason(room: Game) -> None:
    found = reasons(room)
    told = {key for key in room.words.texts("en") if key.startswith("hints.")}
    assert told - RARE == {f"hints.{key}" for key in found} - RARE
    for lang in room.words.in_languages("title"):
        speaker = Speaker(room, lang, list("ABCDEFGH"))
        for key, facts in found.items():
            said = speaker.sentence(f"hints.{key}", facts)
            assert "{" not in said
            assert all(f"{fact}" not in said.split() for fact in facts), said
