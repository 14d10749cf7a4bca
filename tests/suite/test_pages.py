"""The drawn table: whole games through a pseudo-terminal, and what a page shows and understands."""

import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from tests.suite.window import COLOUR, Window, plain

THING = re.compile(r"^ *(\d+)  \S.*?(?: → (\S+).*)?$", re.MULTILINE)
SOLE = re.compile(r"^ +[^\s\d│].* → ([^\s–]+)", re.MULTILINE)
OFFERS = 101
NAMES = ["Anna", "Bruno", "Carla", "Dora"]


# --- whole games ----------------------------------------------------------------------------


def answer(page: str, rng: Random) -> str:
    """Something of what the page offers; nothing where only standing offers are shown."""
    below = page.rpartition("╯")[2]
    things = [(int(number), where) for number, where in THING.findall(below)]
    asked = [(number, where) for number, where in things if number < OFFERS]
    if not asked and (sole := SOLE.search(below)):
        return sole[1]
    if not asked:
        return ""
    number, where = rng.choice(asked)
    return f"{number} {where.partition('–')[0]}".strip()


@pytest.mark.parametrize(
    ("columns", "lang", "env"), [(80, "en", {}), (40, "ru", {"NO_COLOR": "1"})]
)
@pytest.mark.parametrize("game", ["bang", "intrigo", "kings", "wink"])
def test_a_game_is_played_to_its_end_on_a_terminal(
    game: str, columns: int, lang: str, env: dict[str, str], tmp_path: Path
) -> None:
    """Whatever a page offers can be done, and no line is wider than the window."""
    rng, typed = Random(1), 0
    words = ("play", game, "--seed", "7", "--fast", "--bots", "random", "--lang", lang)
    with Window(*words, home=tmp_path, columns=columns, **env) as window:
        while window.asks():
            page = plain(window.page)
            assert not [line for line in page.splitlines() if cell_len(line) > columns]
            said = answer(page, rng)
            assert typed == 0 or "╭" in page, f"refused:\n{page}"
            window.type(said)
            typed += 1
        assert window.process.wait() == 0, window.raw[-2000:]
        assert bool(COLOUR.search(window.raw)) == ("NO_COLOR" not in env)
    assert list((tmp_path / "parlour").glob("*.record.json"))
