"""Bots are characters: named in every language, each once at a table, with a level and a temper."""

from collections import Counter
from typing import Any

import pytest

from parlour.bots.characters import BY_TEMPER, CHARACTERS, all_names, in_turn, name_in, names
from parlour.bots.levels import TEMPERS
from parlour.core.errors import BadTable
from parlour.core.language import LANGUAGES
from parlour.server.evening.rounds import bot_guest
from parlour.server.table import names as names_module
from parlour.server.table import rows, seats, shown
from parlour.server.table.names import character_for, looks, lot_of, tidy_name
from tests.server.desk import Opener


def test_every_temper_has_characters_whose_names_look_different_in_all_languages() -> None:
    assert list(BY_TEMPER) == ["", *TEMPERS]
    assert len(CHARACTERS) == len(set(CHARACTERS)) == len(names())
    seen: list[str] = []
    for name, named in names().items():
        assert sorted(named) == sorted(LANGUAGES)
        assert all(tidy_name(one) == one for one in named.values())
        assert not {x for one in all_names(name) for x in looks(one)} & set(seen)
        seen += [x for one in all_names(name) for x in looks(one)]


def test_a_name_that_is_no_characters_stays_as_it_is() -> None:
    assert name_in("Mara", "ru") == "Мара"
    assert name_in("Bot 2", "ru") == "Bot 2"


def test_whoever_has_a_characters_name_in_any_language_keeps_it() -> None:
    first, second, *_ = in_turn("sly", 3)
    assert character_for("sly", [], 3) == first
    assert character_for("sly", [first], 3) == second
    assert character_for("sly", [name_in(first, "ru")], 3) == second
    everybody = [name for one in names() for name in all_names(one)]
    assert character_for("sly", everybody, 3) == first, "the caller adds a number"


async def test_bots_are_given_characters_of_their_temper_each_once(desk: Opener) -> None:
    plans = [{"who": "open"}, *[{"who": "bot", "level": "easy", "temper": "bold"}] * 2]
    plans.append({"who": "bot", "temper": "sly"})
    table = await (await desk()).open("kings", 1, seats=plans, players=4)
    s = table.keeper.sitting
    one, two, three = s.seats[1:]
    bold = set(in_turn("bold", 0)[:4])
    assert {one.name, two.name} <= bold
    assert one.name != two.name
    assert three.name in in_turn("sly", 0)[:4]
    info = shown.table_info(s, set())
    assert [(seat.level, seat.temper) for seat in info.seats[1:]] == [
        ("easy", "bold"),
        ("easy", "bold"),
        ("normal", "sly"),
    ]
    assert shown.names_in(s, "ru")[1] == name_in(one.name, "ru")
    assert s.names()[1] == one.name, "the log and the record have one name"


async def test_a_person_cannot_take_a_bots_name_in_another_language(desk: Opener) -> None:
    plans = [{"who": "open"}, {"who": "open"}, {"who": "bot"}]
    table = await (await desk()).open("kings", 1, seats=plans, players=3)
    bot = table.keeper.sitting.seats[2].name
    await table.keeper.do(seats.join(1, seats.Sitter(name_in(bot, "ru"), "hash"), []))
    assert table.keeper.sitting.seats[1].name == f"{name_in(bot, 'ru')} 2"


async def test_a_host_may_call_a_bot_otherwise_and_must_name_a_temper_there_is(
    desk: Opener,
) -> None:
    table = await (await desk()).open("kings", 1, bots=2)
    plan = seats.SeatPlan("bot", "hard", "Crusher", "cautious")
    await table.keeper.do(seats.plan_seat(1, plan, ""))
    assert table.keeper.sitting.seats[1].name == "Crusher"
    for wrong in (seats.SeatPlan("bot", temper="drunk"), seats.SeatPlan("bot", "godlike")):
        with pytest.raises(BadTable):
            await table.keeper.do(seats.plan_seat(2, wrong, ""))


def test_other_tables_have_other_characters() -> None:
    drawn = {character_for("", [], lot_of(code, 1)) for code in ("ABCD", "EFGH", "JKLM", "NPQR")}
    assert len(drawn) > 1


def test_an_evening_of_bots_looks_at_each_name_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was compared with all before it, letter by letter: it held the house up for 40 ms."""
    looked: Counter[str] = Counter()
    plain = names_module.skeleton

    def counted(name: str) -> str:
        looked[name] += 1
        return plain(name)

    monkeypatch.setattr(names_module, "skeleton", counted)
    looks.cache_clear()
    taken: list[str] = []
    for number in range(48):
        taken += all_names(bot_guest("evening", number, "normal", "sly", taken).name)
    assert len(set(taken)) == len(taken)
    assert max(looked.values()) == 1


def test_rows_of_older_times_have_no_temper() -> None:
    body: Any = rows.read(rows.write(1, 1, rows.Seated(1, "bot", "Bot 2", "", "heuristic")))
    assert (body.temper, body.level) == ("", "heuristic")
