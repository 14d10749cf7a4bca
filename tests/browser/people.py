"""People with browsers: they click, press keys, and never see more than they should."""

import json
import re
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, expect

from tools.house import House

AXE: Final = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1280, "height": 800}
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TRIALS: Final = {"label-content-name-mismatch": {"enabled": False}}
"""An experimental rule of axe that takes the figures drawn on a card for its label."""


class Person:
    """One browser of its own: what it was sent is kept, what it complained of too."""

    def __init__(self, context: BrowserContext, house: House) -> None:
        self.context: Final = context
        self.house: Final = house
        self.page: Final[Page] = context.new_page()
        self.frames: Final[list[str]] = []
        self.complaints: Final[list[str]] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("websocket", self._socket)

    def _said(self, message: Any) -> None:
        # A broken line is told to the console by the browser itself; the page copes with it.
        if (
            message.type == "error"
            and "ERR_" not in message.text
            and "WebSocket" not in message.text
        ):
            self.complaints.append(message.text)

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def go(self, path: str) -> "Person":
        self.page.goto(self.house.url + path)
        return self

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(name)).first.click()

    def over(self) -> bool:
        return self.page.locator("#end-title").count() > 0

    def step(self) -> bool:
        """One click on something that can be picked or answered now; False if there is nothing."""
        page = self.page
        if page.locator("dialog[open]").count():  # a click came late and opened something to read
            page.keyboard.press("Escape")
            return True
        for place in (".ask .btn.main", ".ask button[data-choice]", ".felt .open"):
            found = page.locator(f"{place}:visible")
            count = found.count()
            if count:
                return self._hit(found.nth(self._turn(count)))
        return False

    def _hit(self, thing: Locator) -> bool:
        """Whether the click found it still there: the table may have gone on before."""
        try:
            thing.click(timeout=2_000, no_wait_after=True)
            return True
        except TimeoutError:
            return False

    _clicks = 0

    def _turn(self, count: int) -> int:
        """Not always the first: a different place every time, the same in every run."""
        self._clicks += 1
        return self._clicks * 7 % count

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

    def news(self) -> list[Any]:
        """The messages of the socket, read."""
        return [json.loads(frame) for frame in self.frames]

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


class People:
    """Everybody in this test."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser: Final = browser
        self.house: Final = house
        self.here: Final[list[Person]] = []

    def comes(self, lang: str = "en", phone: bool = True, **more: Any) -> Person:
        context = self.browser.new_context(
            locale=lang,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(15_000)
        self.here.append(Person(context, self.house))
        return self.here[-1]

    def leave(self) -> None:
        complaints = [said for person in self.here for said in person.complaints]
        for person in self.here:
            person.context.close()
        assert not complaints, complaints
