"""Takes the pictures of the README: games in mid-play, a lesson, an end, a history; both languages.

The tables are dealt from a fixed seed and played by a fixed hand, so that the pictures change only
when the page does.
"""

import asyncio
import hashlib
import itertools
import json
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import uvicorn
from playwright.sync_api import Browser, sync_playwright

from parlour.bots import make_bot
from parlour.cli.remote import Seat, http
from parlour.core.rng import Rng
from parlour.games import game as find_game
from parlour.server.app import make_app
from parlour.server.settings import Settings
from parlour.server.world import RealWorld
from tools.browser import executable
from tools.ports import free_port

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
PEOPLE: Final = {
    "en": ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta", "Hugo"],
    "ru": ["Аня", "Борис", "Варя", "Глеб", "Даша", "Егор", "Женя", "Захар"],
}
SIZES: Final = {"phone": (390, 844, 2), "landscape": (844, 390, 2), "desktop": (1280, 800, 1)}
GAMES: Final[dict[str, tuple[int, int]]] = {
    "bang": (5, 4),
    "intrigo": (4, 6),
    "kings": (4, 14),
    "wink": (6, 8),
}
"""Players, and how many choices have been made before the picture is taken."""
TO_THE_END: Final = 10_000
HISTORY: Final = 12
"""So many finished games stand in the history."""


class FixedWorld(RealWorld):
    """The same seeds and names every time; nobody pauses."""

    def __init__(self) -> None:
        super().__init__(1e9)
        self._count = itertools.count()

    def secret(self) -> bytes:
        return hashlib.sha256(f"picture {next(self._count)}".encode()).digest()


class Server(threading.Thread):
    """The tavern in a thread of this process."""

    def __init__(self, folder: str) -> None:
        super().__init__(daemon=True)
        self.port: Final = free_port()
        store = f"sqlite:///{folder}/tables.db"
        settings = msgspec.structs.replace(Settings(think_ms=0), store=store)
        app: Any = make_app(settings, FixedWorld())
        self.server: Final = uvicorn.Server(uvicorn.Config(app, port=self.port, log_level="error"))

    def run(self) -> None:
        self.server.run()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


async def played(url: str, game: str, lang: str, choices: int) -> str:
    """A table after so many choices, when something is asked of the first seat: its link."""
    players, _ = GAMES[game]
    names = PEOPLE[lang]
    seats = [{"who": "bot", "name": names[k]} for k in range(players)]
    wanted = {"game": game, "name": names[0], "players": players, "seats": seats}
    keys = http(f"{url}/api/tables", wanted)
    http(f"{url}/api/tables/{keys['id']}/start", {}, keys["key"])
    seat = Seat(url, keys["id"], keys["key"])
    await seat.connect()
    await hand(seat, game, choices)
    await seat.close()
    return f"/t/{keys['id']}#{keys['key']}"


async def hand(seat: Seat, game: str, choices: int) -> None:
    """So many choices of a decent player, then wait until the next is asked."""
    room = find_game(game)
    bot = make_bot(room, "heuristic", Rng(7))
    luck = Random(7)
    while not seat.over:
        decision = seat.decision
        if not decision or decision["default"] is None:
            await seat.hear()
            continue
        if len(decision["choices"]) == 1:  # the server answers what is forced by itself
            await seat.hear()
            continue
        if choices == 0:
            return
        choices -= 1
        await seat.answer(chosen(room, bot, seat, luck))


def chosen(room: Any, bot: Any, seat: Seat, luck: Random) -> str:
    """What a bot would do with this view; by lot where it is not sure what it was asked."""
    view = msgspec.convert(seat.view, room.view_type)
    table = room.imagine(view, Rng(1))
    decision = table.decision(seat.number)
    texts = [choice["text"] for choice in seat.decision["choices"]]
    wish = bot.choose(view, decision).text if decision is not None else ""
    return wish if wish in texts else str(luck.choice(texts))


def finished(number: int, lang: str) -> dict[str, Any]:
    """A game in the history, as the page keeps it."""
    game = [*GAMES][number % len(GAMES)]
    return {
        "table": f"table{number}",
        "number": 1,
        "game": game,
        "at": 1_790_000_000_000 + number * 86_400_000,
        "seat": 0,
        "names": PEOPLE[lang][:4],
        "bots": [3],
        "winners": [number % 3],
        "scores": [1, 0, 0, 0],
        "reason": "",
        "role": ("sheriff", "outlaw", "renegade")[number % 3] if game == "bang" else "",
    }


def known(lang: str) -> str:
    """What this device keeps: it knows the games, and has played some."""
    kept = {"known": [*GAMES], "history": [finished(number, lang) for number in range(HISTORY)]}
    return "".join(
        f"localStorage.setItem('parlour.{name}', {json.dumps(json.dumps(value))});"
        for name, value in kept.items()
    )


def take(browser: Browser, url: str, path: str, lang: str, size: str, name: str) -> None:
    width, height, scale = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        locale=lang,
        color_scheme="dark",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(f"if (location.protocol !== 'about:') {{ {known(lang)} }}")
    page.goto(url + path)
    page.locator(".felt, .posters article, main h1").first.wait_for()
    page.wait_for_load_state("networkidle")  # fonts, pictures and the log
    if name == "end":
        page.locator("dialog[open] img, .end img").first.wait_for()  # drawn from the replay
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}-{size}-{lang}.jpg", type="jpeg", quality=80)
    context.close()
    print(f"  {name}-{size}-{lang}.jpg")


def run(task: Callable[[], Coroutine[Any, Any, str]]) -> str:
    """Playwright's own loop runs in this thread; ours must not meet it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(task())).result()


def around(shoot: Callable[[str, str, str, str], None], url: str, lang: str) -> None:
    """What is not a table in mid-play."""
    lesson = next(one for one in http(f"{url}/api/games/bang/scenes") if one["course"] == 1)
    end = run(partial(played, url, "bang", lang, TO_THE_END))
    for size in ("phone", "desktop"):
        shoot("/", lang, size, "home")
        shoot(f"/learn/bang/{lesson['name']}", lang, size, "lesson")
        shoot(end, lang, size, "end")
        shoot("/history", lang, size, "history")


def main() -> int:
    only = sys.argv[1:] or [*GAMES]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(folder)
        server.start()
        while not server.server.started:
            threading.Event().wait(0.05)
        browser = playwright.chromium.launch(executable_path=executable())
        for lang in PEOPLE:
            shoot = partial(take, browser, server.url)
            for game in only:
                path = run(partial(played, server.url, game, lang, GAMES[game][1]))
                for size in SIZES:
                    shoot(path, lang, size, game)
            if not sys.argv[1:]:
                around(shoot, server.url, lang)
        browser.close()
        server.server.should_exit = True
        server.join(5)
    return 0


if __name__ == "__main__":
    sys.exit(main())
