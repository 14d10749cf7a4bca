"""People with browsers: they click, press keys, and never see more than they should."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ElementHandle,
    Error,
    Page,
    expect,
)

from parlour.games import all_games
from tools.house import House
from tools.patience import PATIENCE_S, PAUSE_S, REST_S, Patience

PATIENCE_MS: Final = PATIENCE_S * 1000
COVERED_MS: Final = 10_000
"""So long a click waits for whatever lies over a thing; then it is looked what there is instead."""
WHAT_NOW: Final = """turn => {
  if (document.querySelector("#end-title")) return "over";
  if (document.querySelector("dialog[open]")) return "read";
  for (const place of [".ask .btn.main", ".ask button[data-choice]", ".felt .open"]) {
    const found = [...document.querySelectorAll(place)].filter(one => one.checkVisibility());
    if (found.length) return found[turn % found.length];
  }
  return "nothing";
}"""
"""The thing to click next, in one question to the page; or why there is none."""

SHORT_KINGS: Final = {"copies": 1, "copy_modifiers": [0, 0]}
"""Kings with half the cards: the same rules, sooner over."""

AXE: Final = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1280, "height": 800}
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TRIALS: Final = {"label-content-name-mismatch": {"enabled": False}}
"""An experimental rule of axe that takes the figures drawn on a card for its label."""


REMEMBER_NOTES: Final = """
window.notes = [];
const noted = () => {
  for (const note of document.querySelectorAll(".note")) window.notes.push(note.innerText);
};
new MutationObserver(noted).observe(document, { childList: true, subtree: true });
"""
"""A word at the edge of the screen is gone after some seconds: the page itself keeps it."""


KNOWS_THE_GAMES: Final = (
    "if (location.protocol !== 'about:') "
    f"localStorage.setItem('parlour.known', {json.dumps(json.dumps(sorted(all_games())))});"
)
"""Whoever has been shown how a game works is not shown it again."""


class Person:
    """One browser of its own: what it was sent is kept, what it complained of too."""

    def __init__(self, context: BrowserContext, house: House) -> None:
        self.context: Final = context
        self.house: Final = house
        self.page: Final[Page] = context.new_page()
        self.frames: Final[list[str]] = []
        self.news_heard = 0
        self.complaints: Final[list[str]] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("websocket", self._socket)
        self.page.add_init_script(REMEMBER_NOTES)

    def _said(self, message: Any) -> None:
        # A broken line is told to the console by the browser itself; the page copes with it.
        if (
            message.type == "error"
            and "ERR_" not in message.text
            and "WebSocket" not in message.text
        ):
            self.complaints.append(message.text)

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", self._received)

    def _received(self, frame: Any) -> None:
        self.frames.append(str(frame))
        self.news_heard += '"type":"news"' in self.frames[-1]

    def go(self, path: str) -> "Person":
        self.page.goto(self.house.url + path)
        return self

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(name)).first.click()

    def over(self) -> bool:
        return self.page.locator("#end-title").count() > 0

    def step(self) -> bool | None:
        """One click on something that can be picked or answered now.

        False if there is nothing, None if the game is over.
        """
        found = self.page.evaluate_handle(WHAT_NOW, self._clicks * 7)
        if thing := found.as_element():
            self._clicks += 1
            return self.hit(thing)
        if (now := found.json_value()) == "read":  # a click came late and opened something to read
            self.page.keyboard.press("Escape")
        return None if now == "over" else now == "read"

    def hit(self, thing: ElementHandle) -> bool:
        """Whether the click found it still there: the table may have gone on before.

        A click on this very thing ends when the thing has gone.  A click on whatever fits a
        description would wait for the next one that does; it used to be given up after a second
        or two, and on a busy machine no click was ever that quick.
        """
        try:
            thing.click(timeout=COVERED_MS, no_wait_after=True)
            return True
        except Error:
            return False

    def pause(self) -> None:
        """Let the browser go on for a moment."""
        self.page.wait_for_timeout(PAUSE_S * 1000)

    _clicks = 0
    """Not always the first thing: a different place every time, the same in every run."""

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it is now."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        wanted = {"runOnly": {"type": "tag", "values": RULES}, "rules": TRIALS}
        found = self.page.evaluate("wanted => axe.run(document, wanted)", wanted)
        return [
            f"{one['id']}: {one['help']} at {node['target']}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def is_clean(self) -> None:
        """Axe finds nothing once the page is at rest; a flip may cover something for a moment."""
        patience = Patience(f"axe finds nothing on {self.page.url}", REST_S)
        while found := self.violations():
            patience.check(found.copy)
            self.pause()

    def news(self) -> list[Any]:
        """The messages of the socket, read."""
        return [json.loads(frame) for frame in self.frames]

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def is_told(self, text: str) -> None:
        """By a word at the edge of the screen, which may be gone again by now."""
        patience = Patience(f"a note: {text}")
        while not any(text in note for note in self.page.evaluate("window.notes")):
            patience.check()
            self.pause()


class People:
    """Everybody in this test."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser: Final = browser
        self.house: Final = house
        self.here: Final[list[Person]] = []

    def comes(
        self, lang: str = "en", phone: bool = True, newcomer: bool = False, **more: Any
    ) -> Person:
        """Somebody who knows the games, unless they are new here."""
        context = self.browser.new_context(
            locale=lang,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(PATIENCE_MS)
        if not newcomer:
            context.add_init_script(KNOWS_THE_GAMES)
        self.here.append(Person(context, self.house))
        return self.here[-1]

    def leave(self) -> None:
        complaints = [said for person in self.here for said in person.complaints]
        for person in self.here:
            person.context.close()
        assert not complaints, complaints


def for_bots(house: House, game: str, players: int) -> tuple[str, str]:
    """A table where bots will play alone: its id and the host's key."""
    seats = [{"who": "bot"}] * players
    wanted = {"game": game, "seat": None, "players": players, "seats": seats}
    options = SHORT_KINGS if game == "kings" else {}
    keys = house.ask("/tables", {**wanted, "options": options})
    return str(keys["id"]), str(keys["key"])


def among_bots(house: House, game: str, players: int) -> str:
    """A table where bots play alone, begun."""
    table, key = for_bots(house, game, players)
    house.ask(f"/tables/{table}/start", {}, key)
    return table


def play_on(people: list[Person], done: Callable[[], bool] = lambda: False) -> None:
    """Everybody clicks whatever can be clicked, until it is done or over for all of them.

    However long that takes: it has failed when nobody is told anything new any more.
    """
    patience = Patience("the game goes on")
    while not done():
        patience.check(lambda: [p.page.locator(".question").all_inner_texts() for p in people])
        patience.watch(sum(person.news_heard for person in people))
        moved = [person.step() for person in people]
        if all(one is None for one in moved):
            return
        if not any(moved):
            people[0].pause()
