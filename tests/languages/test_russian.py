"""Russian: people's names stand as they were typed, and nothing is said of their gender.

A name cannot be declined, so no sentence puts one where another case than the nominative is
needed: after «игрока», after a preposition, or after a verb that has its subject already.
"""

import re

import pytest

from tests.suite.test_languages import PROGRAMS, ROOMS, texts_of

PERSON = r"\{(?:seat|by|owner|target|seats|names|other)\}"
"""What a sentence says of people; `name` is one in a room and on the page, a setting elsewhere."""
ALSO_NAME = r"\{(?:seat|by|owner|target|seats|names|other|name)\}"
PREPOSITIONS = "без|для|до|за|из|к|ко|на|над|о|об|от|перед|под|при|про|против|с|со|у|через"
PAST = r"(?:ранил|убил|выложил|взял|раскрыл|подмигнул|сбросил|назвал|выбыл|ушёл)а?\b"
PLACES = {"intrigo": {"other"}}
"""Facts of these names are not people in this room, but places."""


def declined(message: str, person: str = ALSO_NAME) -> list[str]:
    """Where a message asks for a name in another case than it has, or guesses at a gender."""
    case = rf"\bигрок\w*\s+{person}|(?<!\w)(?:{PREPOSITIONS})\s+{person}"
    gender = rf"{person}\s+{PAST}|\b{PAST}\s+{person}|\w\((?:а|ла|на)\)"
    found = re.finditer(f"{case}|{gender}", message, re.IGNORECASE)
    return [match[0] for match in found]


@pytest.mark.parametrize("place", [*PROGRAMS, "client", *ROOMS])
def test_no_sentence_declines_a_name(place: str) -> None:
    program = place in PROGRAMS
    person = PERSON if program else ALSO_NAME
    for fact in PLACES.get(place.rpartition(".")[2], ()):
        person = person.replace(f"|{fact}", "")
    wrong = {
        key: found
        for key, said in texts_of(place)["ru"].items()
        if (found := declined(said, person))
    }
    assert wrong == {}


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
