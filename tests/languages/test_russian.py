"""Russian: people's names stand as they were typed, and nothing is said of their gender.

A name cannot be declined, so no sentence puts one where another case than the nominative is
needed: after «игрока», after a preposition, or after a verb that has its subject already.
"""

import re
from collections.abc import Iterator

import pytest

import parlour
from parlour.core.scenario.scene import read_scene
from parlour.lab.playthroughs import folder_of
from parlour.server.http import guide
from tests.suite.test_languages import PROGRAMS, ROOMS, texts_of

PERSON = r"\{(?:seat|by|owner|target|seats|names|other)\}"
"""What a sentence says of people; `name` is one in a room and on the page, a setting elsewhere."""
ALSO_NAME = r"\{(?:seat|by|owner|target|seats|names|other|name)\}"
PREPOSITIONS = "без|для|до|за|из|к|ко|на|над|о|об|от|перед|под|при|про|против|с|со|у|через"
PAST = r"(?:ранил|убил|выложил|взял|раскрыл|подмигнул|сбросил|назвал|выбыл|ушёл)а?\b"
PLACES = {"intrigo": {"other"}}
"""Facts of these names are not people in this room, but places."""
NAMED = re.compile(r"join\.|series\.|play\.")
"""Sentences of programs whose `name` is somebody's."""


def declined(message: str, person: str = ALSO_NAME) -> list[str]:
    """Where a message asks for a name in another case than it has, or guesses at a gender."""
    case = rf"\bигрок\w*\s+{ALSO_NAME}|(?<!\w)(?:{PREPOSITIONS})\s+{person}"
    gender = rf"{person}\s+{PAST}|\b{PAST}\s+{person}|\w\((?:а|ла|на)\)"
    found = re.finditer(f"{case}|{gender}", message, re.IGNORECASE)
    return [match[0] for match in found]


@pytest.mark.parametrize("place", [*PROGRAMS, "client", *ROOMS])
def test_no_sentence_declines_a_name(place: str) -> None:
    people = ALSO_NAME
    for fact in PLACES.get(place.rpartition(".")[2], ()):
        people = people.replace(f"|{fact}", "")
    wrong = {
        key: found
        for key, said in texts_of(place)["ru"].items()
        if (found := declined(said, people if names(place, key) else PERSON))
    }
    assert wrong == {}


def names(place: str, key: str) -> bool:
    """Whether `name` is somebody in this sentence, and not a setting or a file."""
    return place not in PROGRAMS or NAMED.match(key) is not None


@pytest.mark.parametrize(
    "said",
    [
        "{seat} берёт карту у игрока {target}.",
        "{seat} получает карту от {by}.",
        "Смотрите на {name}.",
        "{seat} теряет жизнь, ранил {by}.",
        "{name} выбыл.",
        "Игроку {name} — очко.",
        "ушёл(а)",
        "Паузу взял игрок {name}; закончит её он сам.",
    ],
)
def test_a_declined_name_is_found(said: str) -> None:
    assert declined(said)


@pytest.mark.parametrize(
    "said",
    [
        "{by} попадает: {seat} теряет жизнь, осталось 3.",
        "{seat} кладёт на {place}: {card}.",
        "Рудник {mine} берёт {owner} (последний отряд: {by}).",
        "{seat} ставит от ${price}.",
    ],
)
def test_a_name_as_it_is_passes(said: str) -> None:
    assert declined(said) == []


def test_a_player_is_found_where_a_name_may_be_a_setting() -> None:
    """Who takes a pause in the terminal: `name` is a setting in most sentences of a program."""
    assert declined("Паузу взял игрок {name}.", PERSON)
    assert declined("Паузу объявил {name}.", PERSON) == []
    assert names("parlour.cli", "join.paused_by")
    assert not names("parlour.cli", "lab.bad_weight")


# --- what was said before ----------------------------------------------------------------------

FORMER = re.compile(
    r"""\bранил[аи]?\s+\{ | на\sсчету\sигрока | забирает\sкарту\sу\sигрока
    | достаётся\sигроку | выложил[а]?\sигрок | разоблачает\sигрока | для\sигрока\s\{
    | очк\w*\sигроку | так\sи\sсмотреть | вы\sсвязной: | ничей\sне\sсвязной
    | куда\sвы\sсмотрите\? | сейчас\sпродолжим | карт\w*\sфазы\s1 | взят\w*\sв\sфазе\s1
    | а\sтам\s—\sкак\sзахочется | до\sпобеды\sв\sбольшинстве | вечер\sза\sнесколькими\sстолами
    | за\sигру! | сохранить\sположение""",
    re.IGNORECASE | re.VERBOSE,
)
"""Wordings that were replaced by better ones, wherever they stand in a sentence."""
FORMER_LABELS = {"глаза вниз", "положение", "запись партии", "научиться", "счёт"}
"""The same, where they are all that is said; as parts of other sentences they are right."""


def former(said: str) -> bool:
    return said.strip(" .:").lower() in FORMER_LABELS or FORMER.search(said) is not None


def all_said() -> Iterator[tuple[str, str]]:
    """Everything in Russian: of programs, page and rooms, and the rooms' rules and scenes."""
    for place in (*PROGRAMS, "parlour.bots", "client", "client/admin", *ROOMS):
        for key, said in texts_of(place)["ru"].items():
            yield f"{place} {key}", said
    for game in parlour.all_games().values():
        for line in guide.rulebook(game, "ru").splitlines():
            yield f"rules of {game.id}", line
        for path in (folder_of(game) / "scenarios").rglob("*.toml"):
            scene = read_scene(str(path), path.read_text(encoding="utf-8"))
            told = [of.get("ru", "") for of in (scene.title, scene.lesson, scene.puzzle)]
            for said in (*told, *scene.guide.get("ru", [])):
                yield path.name, said


def test_no_former_wording_has_come_back() -> None:
    assert [(where, said) for where, said in all_said() if former(said)] == []


@pytest.mark.parametrize(
    "said",
    [
        "Бот 4 теряет жизнь, ранил {by}.",
        "{seat} выбывает, на счету игрока {by}.",
        "{seat} забирает карту у игрока {target}, с руки.",
        "Рудник достаётся игроку {owner}; последний отряд выложил игрок {by}.",
        "{by} разоблачает игрока {target}: связной 9 для игрока {owner}.",
        "Два очка игроку {by}.",
        "Так и смотреть",
        "Глаза вниз",
        "Вы связной: {name}",
        "Сейчас вы ничей не связной",
        "Взгляд 1 из 3: куда вы смотрите?",
        "Сейчас продолжим.",
        "первую карту фазы 1 может взять",
        "Одну партию, а там — как захочется",
        "До победы в большинстве партий",
        "Вечер за несколькими столами",
        "Ваш стол: за игру!",
        "Сохранить положение: CSV",
        "Положение",
        "Запись партии",
        "Научиться",
        "Счёт",
    ],
)
def test_a_former_wording_is_found(said: str) -> None:
    assert former(said)


@pytest.mark.parametrize(
    "said",
    ["Запись партии: {path}", "Вы смотрите: {name}.", "Вас ранили дважды.", "Глаза опущены."],
)
def test_what_only_looks_like_one_passes(said: str) -> None:
    assert not former(said)


def test_no_quotes_stand_within_quotes_of_the_same_kind() -> None:
    """Guillemets, and others inside: «Нажмите „За бочку!“»."""
    nested = re.compile(r"«[^«»]*«")
    assert [(where, said) for where, said in all_said() if nested.search(said)] == []
