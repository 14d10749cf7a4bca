"""Names that cannot be taken for another, and lines of talk that stay in their place."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.cli.remote import Rejected
from parlour.core.errors import Refusal
from parlour.server.table.names import NAME_LENGTH, looks, tidy_name, tidy_talk, unique_name
from tests.server.tavern import Tavern, tavern

GOOD = [
    "Anna",
    "Аня",
    "Ёж Алёша",
    "Jürgen",
    "Nguyễn Thị",
    "Νίκος",
    "Գոհար",
    "שָׁלוֹם",
    "محمد",
    "ज़ोया",
    "สมชาย",
    "さくらサクラ桜",
    "김철수",
    "DJ Вася",
    "xX_Вася_Xx",
    "Zoë 🐱",
    "Bot 2",
    "R2-D2",
    "O'Hara",
    "Владимир II",
    "5",
    "!?",
]
"""One script for each word."""

UNCLEAR = {
    "combining grapheme joiner": "Ann\u034fa",
    "hangul filler": "\u3164",
    "half-width filler": "\uffa0Anna",
    "jamo filler": "Anna\u115f",
    "blank braille": "\u2800",
    "khmer inherent vowel": "Anna\u17b4",
    "mongolian selector": "Anna\u180b",
    "supplementary selector": "Anna\U000e0100",
    "musical null notehead": "\U0001d159",
    "latin with cyrillic": "Аnna",
    "cyrillic with latin": "Bася",
    "latin with greek": "Αnna",
    "cyrillic with greek": "Οля",
    "latin with cherokee": "Ꭺnna",
    "latin with lisu": "ꓮnna",
    "fullwidth does not hide it": "Ａnnа",
    "a pile of accents": "A" + "\u0301" * 5 + "nna",
    "three accents": "q\u0301\u0302\u0303",
    "an accent on nothing": "\u0301Anna",
    "an accent on a blank": "Anna \u0301",
}
CONTROLS = ["An\u202ena", "An\u2066na", "An\u200bna", "An\u200dna", "An\xadna", "\u200f", "a\x00b"]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_of_one_script_is_allowed_as_it_is(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.parametrize("name", UNCLEAR.values(), ids=UNCLEAR)
def test_a_name_that_hides_something_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="unclear_name"):
        tidy_name(name)


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, *CONTROLS])
def test_a_name_has_visible_characters(name: str) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        tidy_name(name)


def test_what_chooses_the_picture_of_a_character_is_left_out() -> None:
    assert tidy_name("Anna \u2764\ufe0f") == "Anna \u2764"
    assert tidy_name("Anna\ufe0f") == "Anna"
    with pytest.raises(Refusal, match="bad_name"):
        tidy_name("\ufe0f")


ALIKE = [
    ("Anna", "anna"),
    ("Anna", "ANNA"),
    ("Anna", "𝓐𝓷𝓷𝓪"),
    ("Anna", "Ａｎｎａ"),
    ("Alex", "AIex"),
    ("Alex", "A1ex"),
    ("Bob", "B0b"),
    ("Anna", "Anna."),
    ("Anna", "An na"),
    ("Bernard", "Bemard"),
    ("Cop", "Сор"),
    ("xxx", "ххх"),
    ("HAT", "НАТ"),
    ("Вера", "вера"),
    ("Алёша", "Алеша"),
    ("José", "Jose"),
    ("NIKO", "ΝΙΚΟ"),
    ("ΝΙΚΟΣ", "Νίκος"),
    ("ANNA", "ꓮꓠꓠꓮ"),
    ("AWE", "ᎪᎳᎬ"),
    ("Strasse", "Straße"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_get_a_number(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        given_name = unique_name({first}, second)
        assert given_name == f"{second} 2"
        assert unique_name({first, given_name}, second) == f"{second} 3"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anya"),
        ("Аня", "Оля"),
        ("राम", "रमा"),
        ("Zoë 🐱", "Zoë 🐶"),
        ("!", "?"),
        ("Bot 1", "Bot 11"),
        ("דוד", "דויד"),
    ],
)
def test_names_that_look_different_stay_as_they_are(one: str, other: str) -> None:
    assert unique_name({one}, other) == other


@given(st.lists(st.text(max_size=NAME_LENGTH), max_size=12))
def test_whatever_people_call_themselves_no_two_look_the_same(wanted: list[str]) -> None:
    taken: list[str] = []
    for name in wanted:
        try:
            taken.append(unique_name(set(taken), tidy_name(name)))
        except Refusal:
            continue
    for k, name in enumerate(taken):
        assert 1 <= len(name) <= NAME_LENGTH
        assert name.isprintable()
        assert not any(looks(name) & looks(other) for other in taken[:k])


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("hello", "hello"),
        (" a\nb ", "a b"),
        ("pay \u202eevil", "pay  evil"),
        ("\u2067x\u2069", "x"),
        ("я \u2764\ufe0f тебя", "я \u2764\ufe0f тебя"),
        ("a" + "\u0301" * 100 + "b", "a" + "\u0301" * 3 + "b"),
        ("\u0301" * 100, ""),
        ("\u3164", ""),
        ("\u2800 \ufe0f", ""),
        ("ज़ोया", "ज़ोया"),
    ],
)
def test_a_line_of_talk_stays_in_its_line(said: str, shown: str) -> None:
    assert tidy_talk(said) == shown


# --- at tables and evenings ----------------------------------------------------------------------

TABLE: dict[str, Any] = {"game": "kings", "players": 4, "name": "Anna"}
NIGHT: dict[str, Any] = {"title": "Friday", "game": "magpies", "size": 3, "name": "Anna"}


async def refused(house: Tavern, path: str, body: dict[str, Any], key: str = "") -> str:
    with pytest.raises(Rejected) as wrong:
        await house.post(path, body, key)
    assert wrong.value.said["text"] != wrong.value.code
    return wrong.value.code


async def test_nobody_gets_an_unclear_name_at_a_table(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        bad = {"name": "Аnna"}
        assert await refused(house, "/tables", TABLE | bad) == "unclear_name"
        plans = [{}, {"who": "reserved", "name": "Аnna"}]
        assert await refused(house, "/tables", TABLE | {"seats": plans}) == "unclear_name"
        opened = await house.post("/tables", TABLE)
        path = f"/tables/{opened['id']}"
        assert await refused(house, f"{path}/join", bad) == "unclear_name"
        for who in ("bot", "reserved"):
            plan = {"who": who, **bad}
            assert await refused(house, f"{path}/seats/1", plan, opened["key"]) == "unclear_name"


async def test_names_at_a_table_are_told_apart_however_people_sat_down(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = [{}, {"who": "reserved", "name": "ANNA"}, {"who": "bot", "name": "anna"}]
        opened = await house.post("/tables", TABLE | {"seats": seats})
        path = f"/tables/{opened['id']}"
        await house.post(f"{path}/join", {"name": "Anna."})
        reserved = opened["reserved"]["1"]
        await house.post(f"{path}/join", {"name": "AnnA"}, reserved)
        names = [seat["name"] for seat in (await house.get(path))["seats"]]
        assert names[0] == "Anna", "whoever opens a table has the first choice"
        assert all(not looks(a) & looks(b) for k, a in enumerate(names) for b in names[:k])


async def test_a_host_names_a_seat_like_nobody_else_at_the_table(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        opened = await house.post("/tables", TABLE)
        path = f"/tables/{opened['id']}"
        await house.post(f"{path}/seats/1", {"who": "bot", "name": "ANNA"}, opened["key"])
        await house.post(f"{path}/seats/1", {"who": "bot", "name": "ANNA"}, opened["key"])
        assert (await house.get(path))["seats"][1]["name"] == "ANNA 2"


async def test_names_of_an_evening_are_clear_and_told_apart(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        for bad in ({"name": "Аnna"}, {"title": "Frіday"}):
            assert await refused(house, "/evenings", NIGHT | bad) == "unclear_name"
        night = await house.post("/evenings", NIGHT)
        path = f"/evenings/{night['id']}"
        assert await refused(house, f"{path}/join", {"name": "Ann\u034fa"}) == "unclear_name"
        bot = {"name": "Bоt"}
        assert await refused(house, f"{path}/guests", bot, night["key"]) == "unclear_name"
        await house.post(f"{path}/join", {"name": "ANNA"})
        await house.post(f"{path}/guests", {"name": "anna"}, night["key"])
        names = [guest["name"] for guest in (await house.get(path))["guests"]]
        assert names == ["Anna", "ANNA 2", "anna 3"]
