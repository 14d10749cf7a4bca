"""Every question of every game fits every screen, with as many answers as it may have.

Games are played by chance until each question was put to the first seat; of each the position with
the most answers is shown on the page, as if the server had sent it.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.games import all_games
from parlour.server.table import shown
from tests.browser.length import part
from tests.browser.people import People
from tests.browser.test_fit import LANGUAGES, amiss
from tests.browser.test_follow import told_otherwise
from tools.house import House

GAMES = sorted(all_games())
DEALS = 60
LONGEST = 2_000
"""So many choices are looked at in a game: by chance, some games never end."""
OTHER_TABLES: dict[str, list[dict[str, Any]]] = {
    "bang": [{"dead_discard": "asked", "two_characters": True}]
}
"""Options with questions of their own, besides the usual ones."""


def questions(game: Game) -> dict[str, dict[str, Any]]:
    """What is sent to the first seat for each question, where it has the most answers."""
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for number, options in enumerate([{}, *OTHER_TABLES.get(game.id, [])]):
        for seed in range(DEALS):
            t = game.new(game.most, seed, options)
            luck = Rng(seed * len(GAMES) + number)
            for _ in range(LONGEST):
                if t.outcome is not None:
                    break
                keep_if_fuller(found, t)
                play_by_chance(t, luck)
    return {ask: message for ask, (_, message) in sorted(found.items())}


def keep_if_fuller(found: dict[str, tuple[int, dict[str, Any]]], t: Table) -> None:
    decision = t.decision(0)
    if decision is None or not decision.waits:
        return
    kind = decision.about.get("kind", "")
    ask = f"{decision.ask} {kind}".strip() if isinstance(kind, str) else decision.ask
    if len(decision.choices) > found.get(ask, (1, {}))[0]:
        sent = {
            "view": json.loads(shown.encode(t.look(0))),
            "decision": json.loads(shown.encode(shown.decision_info(decision))),
            "waits": t.wanted(),
        }
        found[ask] = (len(decision.choices), sent)


def play_by_chance(t: Table, luck: Rng) -> None:
    asked = [seat for seat in range(t.players) if t.asked >> seat & 1]
    if not asked:
        t.pass_time()
        return
    ids = t.choices(asked[0])
    t.enact(asked[0], ids[luck.below(len(ids))])


@pytest.mark.parametrize("game", GAMES)
def test_every_question_fits_every_screen(game: str, house: House, people: People) -> None:
    asked = questions(all_games()[game])
    now: dict[str, Any] = {}

    def otherwise(message: dict[str, Any]) -> None:
        if message["type"] == "news" and message["view"]:
            message |= {**now, "events": [], "undo": "no"}

    table, key = house.table(game, all_games()[game].most)
    wrong: list[str] = []
    for lang in part(LANGUAGES, game, len(LANGUAGES)):
        anna = people.comes(lang)
        told_otherwise(anna, otherwise)
        for ask in part(list(asked), game, 4):
            now.update(asked[ask])
            anna.go(f"/t/{table}#{key}")
            anna.page.reload()
            expect(anna.page.locator(".ask.mine")).to_be_visible()
            wrong += amiss(anna, f"{game}, {lang}, {ask}")
    assert not wrong, "\n".join(wrong)
