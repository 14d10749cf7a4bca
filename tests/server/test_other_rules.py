"""Games whose rules are gone: they can still be seen, and `verify` says that it cannot tell."""

import copy
import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.cli import main
from parlour.core.errors import Refusal
from parlour.games import all_games
from parlour.server.store import Store, open_store
from parlour.server.table import moments, records, replays
from tests.server.desk import Desk, Opener
from tests.server.makers import rows, table

Said = pytest.CaptureFixture[str]
EYES: list[Any] = ["all", None, 0, 1, 2]


async def finished(desk: Opener, game: str = "kings") -> Desk:
    played = await (await desk()).open(game, 0, 3, seat=None)
    await played.begin()
    await played.pass_time(2_000_000)
    assert played.keeper.sitting.phase == "over"
    await played.keeper.settled()
    return played


def upgrade(monkeypatch: pytest.MonkeyPatch, id: str, gone: bool = False) -> None:
    """From now on this house has the next version of the rules, or none at all."""
    newer: Any = copy.copy(all_games()[id])
    newer.version += 1
    games = {name: game for name, game in all_games().items() if name != id}
    games |= {} if gone else {id: newer}
    monkeypatch.setattr(records, "all_games", lambda: games)


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("game", ["kings", "magpies"])
async def test_a_finished_game_is_seen_alike_when_its_rules_are_gone(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, game: str, gone: bool
) -> None:
    played = await finished(desk, game)

    async def seen() -> list[Any]:
        wanted = [(eyes, *page) for eyes in EYES for page in ((1, 50, True), (7, 9, False))]
        found = [await replays.show(played.keeper, 1, *one) for one in wanted]
        return [msgspec.json.decode(one) for one in found]

    before = await seen()
    assert before[0]["steps"][5]["view"]
    upgrade(monkeypatch, game, gone)
    monkeypatch.setattr(moments, "find_game", None)  # no rules are asked
    assert await seen() == before


async def test_a_game_that_was_not_kept_is_refused_with_a_sentence(
    desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await finished(desk)
    upgrade(monkeypatch, "kings")

    async def nothing(*_: Any) -> None:
        return None

    monkeypatch.setattr(played.hub.store, "replay", nothing)
    with pytest.raises(Refusal, match="other_rules"):
        await replays.show(played.keeper, 1, "all", 1, 50, True)


def test_a_damaged_or_enormous_replay_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "LARGEST", 1_000_000)
    for body in (b"", b"no", lzma.compress(b"no"), lzma.compress(b" " * 2_000_000)):
        with pytest.raises(Refusal):
            moments.page(body, "all", 1, 50, True)


async def test_replays_are_stored_once_and_move_with_their_table(
    store: Store, tmp_path: Path
) -> None:
    await store.create(table(), rows(1))
    await store.keep_replay("t1", 1, b"one")
    await store.keep_replay("t1", 1, b"another")
    await store.keep_replay("t1", 2, b"two")
    assert await store.replay("t1", 1) == b"one"
    assert await store.replay("t1", 3) is None
    exported = await store.export("t1")
    other = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    await other.open()
    await other.restore(exported)
    assert await other.replays("t1") == {1: b"one", 2: b"two"}
    assert await other.export("t1") == exported
    await other.close()
    assert await store.delete("t1")
    assert await store.replays("t1") == {}


# --- verify -----------------------------------------------------------------------------------


async def test_verify_has_three_answers(
    desk: Opener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Said
) -> None:
    played = await finished(desk)
    file = await records.game_file(played.keeper, 1)
    forged = msgspec.structs.replace(file, salt="00" * 32)
    for name, told in (("game", file), ("forged", forged)):
        (tmp_path / name).write_bytes(msgspec.json.encode(told))
    assert main(["verify", str(tmp_path / "game")]) == 0
    assert main(["verify", str(tmp_path / "forged")]) == 1
    capsys.readouterr()
    for gone in (False, True):
        upgrade(monkeypatch, "kings", gone)
        assert main(["verify", str(tmp_path / "game")]) == 3
        assert capsys.readouterr().out.startswith("Cannot tell. It was played under the rules")
        assert main(["verify", str(tmp_path / "forged")]) == 1, "for that no rules are needed"
        capsys.readouterr()
        monkeypatch.undo()
    assert main(["verify", str(tmp_path / "nothing")]) == 2


def test_a_series_of_other_rules_cannot_be_told_either(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "series"
    words = ["series", "kings", "--players", "2", "--form", "games:2", "--record", str(path)]
    assert main(words) == 0
    assert main(["verify", str(path)]) == 0
    told = msgspec.json.decode(path.read_bytes())
    for game in told["games"]:
        game["version"] += 1
    path.write_bytes(msgspec.json.encode(told))
    capsys.readouterr()
    assert main(["verify", str(path)]) == 3
    assert "Cannot tell." in capsys.readouterr().out
