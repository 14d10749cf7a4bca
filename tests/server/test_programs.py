"""Programs as people run them: serve, join, verify, the remote bot, and kills in the middle."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import msgspec
import pytest

from parlour.cli.remote import Seat, ask
from parlour.core.undo import CONSENT
from parlour.games import all_games
from tests.server.tavern import QUICK, Tavern, play, tavern, until_undo
from tests.suite.window import PROMPT, SOLE, THING, Window, answer, plain
from tools.nodes import Node
from tools.patience import PATIENCE_S, until

ROOT = Path(__file__).parents[2]
OWN_DICE = "Your own dice were in this shuffle: checked."


def env(home: Path) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return {**os.environ, "XDG_STATE_HOME": str(home), "PARLOUR_LANG": "en", "PYTHONPATH": path}


async def program(*words: str, home: Path, said: str = "") -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        env=env(home),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(said.encode()), PATIENCE_S)
    assert process.returncode is not None
    return process.returncode, out.decode()


async def test_serve_prints_its_address_keeps_tables_and_stops_politely(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "parlour.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    ids: list[str] = []
    for _ in range(2):
        process = await asyncio.create_subprocess_exec(
            *words, env=env(tmp_path), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        try:
            lines = [(await process.stdout.readline()).decode() for _ in range(3)]
            url = lines[1].split()[-1].rstrip("/").replace("localhost", "127.0.0.1")
            await until("the server starts", answers, url)
            if not ids:
                opened = await ask(f"{url}/api/tables", {"game": "kings", "name": "Anna"})
                ids.append(opened["id"])
                await Seat(url, opened["id"], opened["key"]).connect()
            assert (await ask(f"{url}/api/tables/{ids[0]}"))["game"] == "kings"
        finally:
            process.send_signal(signal.SIGTERM)
            code = await asyncio.wait_for(process.wait(), PATIENCE_S)
        assert code == 0
    assert (tmp_path / "parlour" / "tables.db").exists()


async def answers(url: str) -> bool:
    with contextlib.suppress(OSError):
        return bool(await ask(f"{url}/healthz"))
    return False


async def sits(house: Tavern, table: str, seat: int) -> bool:
    """Whether somebody has taken this seat."""
    return bool((await house.get(f"/tables/{table}"))["seats"][seat]["who"] != "open")


async def partakes(house: Tavern, table: str, seat: int) -> bool:
    """Whether this seat is connected by a client that takes part in shuffles."""
    return seat in (await house.hub.keeper(table)).able()


async def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        port = house.url.rpartition(":")[2]
        code, said = await program("-m", "parlour.cli", "serve", "--port", port, home=tmp_path)
    assert code == 1
    assert "cannot be used" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("words", [["remote_bot.py"], ["searching_bot.py", "0.02"]])
async def test_the_remote_bots_play_a_game_through_the_public_protocol(
    tmp_path: Path, words: list[str]
) -> None:
    short = {"copies": 1, "copy_modifiers": [0, 0]}
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 1, 1, players=3, options=short)
        link = f"{house.url}/t/{seats[0].table_id}"
        name, *more = words
        bot = asyncio.create_task(program(f"examples/{name}", link, *more, home=tmp_path))
        await until("the bot sits", sits, house, seats[0].table_id, 2)
        await house.begin(seats)
        await play(seats[0], Random(1))
        code, said = await bot
        assert code == 0, said
        assert json.loads(said)["winners"]


async def test_join_sits_down_from_a_terminal_and_verify_checks_the_game(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 1, 0, players=2)
        address = f"{house.url}/{(await house.get(f'/tables/{seats[0].table_id}'))['code']}"
        said = "help\nwhy orc9@c9\nsay hello there\n" + "1\n" * 400
        words = ("-m", "parlour.cli", "join", address, "--name", "Terminal")
        guest = asyncio.create_task(program(*words, home=tmp_path, said=said))
        await until("the guest takes part", partakes, house, seats[0].table_id, 1)
        await house.begin(seats)
        await play(seats[0], Random(1))
        code, told = await guest
        assert code == 0, told
        assert "#" in told.splitlines()[0], "the personal link"
        assert "The deck has run out." in told
        assert OWN_DICE in told
        assert any(line["text"] == "hello there" for line in seats[0].said)
        record = await house.get(f"/tables/{seats[0].table_id}/games/1/record")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    code, told = await program("-m", "parlour.cli", "verify", str(file), home=tmp_path)
    assert (code, told[:4]) == (0, "Yes.")
    record["record"]["seed"] = "00" * 32
    file.write_text(json.dumps(record))
    code, told = await program("-m", "parlour.cli", "verify", str(file), home=tmp_path)
    assert (code, told[:3]) == (1, "No.")
    file.write_text("{")
    code, told = await program("-m", "parlour.cli", "verify", str(file), home=tmp_path)
    assert code == 2
    assert "Traceback" not in told


LEAVES = "Enter leaves."


def played_on(window: Window, most: int = sys.maxsize, leaving: str = "") -> str:
    """Answers whatever the pages of a guest ask, up to the end of the game or so many of them."""
    rng = Random(2)

    def waits() -> bool:
        """Whether there is something to choose; what is forced the server answers by itself."""
        page = plain(window.page)
        below = page.rpartition("╯")[2]
        forced = len(THING.findall(below)) < 2 and SOLE.search(below) is None
        asked = not forced and PROMPT.search(page) is not None
        return LEAVES in page or asked

    while window.until(waits) and LEAVES not in plain(window.page) and most:
        window.type(answer(plain(window.page), rng))
        most -= 1
    window.type("" if LEAVES in plain(window.page) else leaving)
    assert window.process.wait() == 0
    return plain(window.raw)


async def test_join_draws_the_table_on_a_terminal(tmp_path: Path) -> None:
    """What happens while nobody is asked stands above the line where one may type."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 1, 0, players=2)
        address = f"{house.url}/{(await house.get(f'/tables/{seats[0].table_id}'))['code']}"
        words = ("join", address, "--name", "Terminal", "--lang", "en")
        with Window(*words, home=tmp_path, columns=80) as window:
            guest = asyncio.create_task(asyncio.to_thread(played_on, window))
            await until("the guest takes part", partakes, house, seats[0].table_id, 1)
            await house.begin(seats)
            await play(seats[0], Random(1))
            told = await guest
        assert "╭─ Centre" in told
        assert "Since your last choice" in told
        assert "The deck has run out." in told
        assert OWN_DICE in " ".join(told.split())


@pytest.mark.parametrize("game", ["bang", "intrigo", "wink"])
async def test_every_other_game_is_joined_on_a_terminal(game: str, tmp_path: Path) -> None:
    """At a table of one's own with bots: pages are drawn, and what they offer can be done."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        players = str(all_games()[game].least)
        words = ("join", house.url, "--open", game, "--players", players, "--lang", "en")
        with Window(*words, home=tmp_path, columns=80) as window:
            told = await asyncio.to_thread(played_on, window, 4, "quit")
    assert told.count("╭") > 4
    assert "Traceback" not in told


async def test_a_table_is_opened_from_a_terminal_with_bots_in_the_other_seats(
    tmp_path: Path,
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        words = ("-m", "parlour.cli", "join", house.url, "--open", "kings", "--players", "2")
        code, told = await program(*words, home=tmp_path, said="1\n1\nquit\n")
        assert code == 0, told
        assert "The table is open" in told
        assert "The game is on." in told
        chess = ("-m", "parlour.cli", "join", house.url, "--open", "chess")
        code, told = await program(*chess, home=tmp_path)
        assert code == 2
        assert "There is no game “chess”" in told


async def test_a_link_is_sat_down_with_from_a_terminal_and_another_game_is_played(
    tmp_path: Path,
) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        plans = [{"who": "open"}, {"who": "reserved", "name": "Bruno"}]
        wanted = {"game": "kings", "name": "Anna", "players": 2, "seats": plans}
        keys = await house.post("/tables", wanted)
        host = Seat(house.url, keys["id"], keys["key"], device="laptop")
        link = f"{house.url}/t/{keys['id']}#{keys['reserved']['1']}"
        lines = [*["1"] * 6, "pause", "resume"]
        words = ("-m", "parlour.cli", "join", link)
        guest = asyncio.create_task(program(*words, home=tmp_path, said="\n".join(lines)))
        await until("the guest sits", sits, house, keys["id"], 1)
        await house.begin([host])
        with_luck = asyncio.create_task(play(host, Random(1)))
        code, told = await guest
        assert code == 0, told
        assert "#" in told.splitlines()[0], "the link of the seat itself"
        assert keys["reserved"]["1"] not in told
        assert "You have paused the game" in told
        assert "The game goes on." in told
        with_luck.cancel()
        code, told = await program(*words, home=tmp_path / "other")
        assert (code, "Somebody has sat down with this link" in told) == (2, True)


async def test_another_game_is_agreed_to_from_a_terminal(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("kings", 2)
        await house.begin(seats)
        await asyncio.gather(play(seats[0], Random(1)), play(seats[1], Random(2)))
        await seats[1].close()
        words = ("-m", "parlour.cli", "join", f"{house.url}/t/{seats[1].table_id}#{seats[1].key}")
        guest = asyncio.create_task(program(*words, home=tmp_path, said="again\n1\nquit\n"))
        while not seats[0].table["next"]:
            await seats[0].hear()
        assert seats[0].table["next"]["waits"] == [0]
        await seats[0].deed("rematch")
        while seats[0].over:
            await seats[0].hear()
        with_luck = asyncio.create_task(play(seats[0], Random(3)))
        code, told = await guest
        assert code == 0, told
        assert "again plays another game" in told
        assert "Another game? Guest 1: yes. Waiting for Anna." in told
        assert told.count("The game is on.") == 1
        with_luck.cancel()


PATIENT = msgspec.structs.replace(QUICK, plea_ms=600_000)


async def by_consent(house: Tavern) -> tuple[Seat, Seat]:
    """Two people: whose last choice may be taken back by consent, and the other one."""
    seats = await house.open("kings", 2)
    await house.begin(seats)
    for seat in seats:
        await seat.close()
    turn = await until_undo(seats, CONSENT)
    return seats[turn], seats[1 - turn]


async def test_a_terminal_asks_to_take_back(tmp_path: Path) -> None:
    """`undo` is heard though nothing is asked."""
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", PATIENT) as house:
        mine, other = await by_consent(house)
        await other.connect()
        words = ("-m", "parlour.cli", "join", f"{house.url}/t/{mine.table_id}#{mine.key}")
        said = asyncio.create_task(program(*words, home=tmp_path, said="undo\nquit\n"))
        while not other.awaited:
            await other.hear(60)
        await other.reply(True)
        code, told = await said
        assert code == 0, told
        assert "undo asks the others" in told
        assert "You have asked to take your choice back." in told
        assert "takes the last choice back." in told
        await other.close()


@pytest.mark.parametrize("word", ["agree", "decline"])
async def test_a_terminal_gives_its_word(tmp_path: Path, word: str) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db", PATIENT) as house:
        mine, other = await by_consent(house)
        for seat in (mine, other):
            await seat.connect()  # whoever is not there is not asked
        await mine.take_back()
        words = ("-m", "parlour.cli", "join", f"{house.url}/t/{mine.table_id}#{other.key}")
        said = asyncio.create_task(program(*words, home=tmp_path, said=f"{word}\nquit\n"))
        while mine.plea and mine.plea["state"] == "open":
            await mine.hear(60)
        if word == "agree":  # the turn comes to the terminal again, which leaves
            await mine.answer(mine.decision["choices"][0]["text"])
        code, told = await said
        assert code == 0, told
        assert "asks to take the last choice back. agree or decline?" in told
        assert ("takes the last choice back." in told) == (word == "agree")
        assert ("the choice stands" in told) == (word == "decline")
        for seat in (mine, other):
            await seat.close()


async def test_live_a_glance_is_given_from_a_terminal_at_any_time(tmp_path: Path) -> None:
    async with tavern(f"sqlite:///{tmp_path / 'a'}.db") as house:
        seats = await house.open("wink", 1, 2, players=4, options={"pace": "live"})
        address = f"{house.url}/{(await house.get(f'/tables/{seats[0].table_id}'))['code']}"
        said = "help\nwhy wink@crowd\nlook@1\ntable\nquit\n"
        words = ("-m", "parlour.cli", "join", address, "--name", "Terminal")
        guest = asyncio.create_task(program(*words, home=tmp_path, said=said))
        while (await house.get(f"/tables/{seats[0].table_id}"))["seats"][3]["who"] == "open":
            await asyncio.sleep(0.05)
        await house.begin(seats)
        while not any(turns(event, 3, 1) for event in seats[0].events):
            await seats[0].hear()
        code, told = await guest
        assert code == 0, told
        assert "look at" in told, "what may be done is listed"
        assert "A wink is meant for a player, not for the crowd. [WINK-13]" in told


def turns(event: dict[str, Any], seat: int, target: int) -> bool:
    return event["type"] == "turned" and seat in event["seats"] and event["target"] == target


# --- kills ----------------------------------------------------------------------------------


async def test_bots_go_on_when_the_node_that_kept_them_is_killed(postgres_database: str) -> None:
    """Nobody is connected and nobody does anything: the other node takes the table over."""
    nodes = [Node(f"node{k}", postgres_database) for k in range(2)]
    try:
        await nodes[0].start(("haste=20",))
        await nodes[0].ready()
        plans = [{"who": "bot"}] * 3
        wanted = {"game": "kings", "players": 3, "seat": None, "seats": plans}
        keys = await ask(f"{nodes[0].url}/api/tables", wanted)
        await ask(f"{nodes[0].url}/api/tables/{keys['id']}/start", {}, keys["key"])
        await nodes[1].start(("haste=20",))
        await nodes[1].ready()
        await nodes[0].kill()

        async def over() -> bool:
            return bool((await ask(f"{nodes[1].url}/api/tables/{keys['id']}"))["phase"] == "over")

        await until("the game ends", over)
        record = await ask(f"{nodes[1].url}/api/tables/{keys['id']}/games/1/record")
        assert record["over"]["winners"]
    finally:
        for node in nodes:
            if node.process is not None and node.process.returncode is None:
                await node.kill()


async def test_bots_go_on_after_a_crash_without_anybody_looking(tmp_path: Path) -> None:
    """Killed and started again under its own name: the node takes its tables up by itself."""
    node = Node("alone", f"sqlite:///{tmp_path / 'a'}.db")
    try:
        await node.start(("haste=1",))
        await node.ready()
        plans = [{"who": "bot"}] * 3
        wanted = {"game": "kings", "players": 3, "seat": None, "seats": plans}
        keys = await ask(f"{node.url}/api/tables", wanted)
        await ask(f"{node.url}/api/tables/{keys['id']}/start", {}, keys["key"])
        await node.kill()
        await node.start(("haste=1",))
        await node.ready()

        async def taken_up() -> bool:
            return "parlour_tables 1.0" in await asyncio.to_thread(metrics, node.url)

        await until("the table is taken up", taken_up)
    finally:
        await node.kill()


async def test_a_table_moves_from_one_store_to_another(tmp_path: Path) -> None:
    first, second = (f"sqlite:///{tmp_path / name}.db" for name in "ab")
    async with tavern(first) as house:
        seats = await house.open("kings", 1, 1, players=2)
        table = seats[0].table_id
    out = str(tmp_path / "table.json")
    words = ("-m", "parlour.cli", "export", table, "--store", first, "--out", out)
    code, told = await program(*words, home=tmp_path)
    assert code == 0, told
    back = ("-m", "parlour.cli", "restore", out, "--store", second)
    code, told = await program(*back, home=tmp_path)
    assert (code, table in told) == (0, True), told
    code, told = await program(*back, home=tmp_path)
    assert code == 2, "it is there already"
    async with tavern(second) as house:
        assert (await house.get(f"/tables/{table}"))["game"] == "kings"
    missing = ("-m", "parlour.cli", "export", "nobody", "--store", second)
    code, told = await program(*missing, home=tmp_path)
    assert code == 2
    assert "Traceback" not in told


def metrics(url: str) -> str:
    with urlopen(f"{url}/metrics", timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


async def test_two_nodes_serve_one_table_at_once(postgres_database: str) -> None:
    """Half of the guests on each node; notices carry the news across."""
    async with (
        tavern(postgres_database, QUICK) as one,
        tavern(postgres_database, QUICK) as two,
    ):
        seats = await one.open("kings", 2, 1)
        seats[1].bases[:] = [two.url]
        await one.begin(seats)
        games = [play(seat, Random(seat.key)) for seat in seats]
        await asyncio.gather(*games)
        assert seats[0].table["over"] == seats[1].table["over"]


def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    """Keys, seeds and choices stay out of the log, whatever the level."""
    script = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from random import Random
from parlour.server.logs import configure
configure("debug", as_json=True)
from tests.server.tavern import tavern, play
async def main():
    async with tavern(sys.argv[2]) as house:
        seats = await house.open("kings", 1, 1)
        await house.begin(seats)
        await play(seats[0], Random(1))
        print(seats[0].key, seats[0].table["seed"])
asyncio.run(main())
"""
    words = [sys.executable, "-c", script, str(ROOT), f"sqlite:///{tmp_path / 'a'}.db"]
    done = subprocess.run(
        words, env=env(tmp_path), capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    for secret in done.stdout.split():
        assert len(secret) > 16
        assert secret not in done.stderr
