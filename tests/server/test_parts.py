"""Small parts of the server, each by itself."""

from importlib.metadata import version

import pytest

from parlour.cli.serve import checked
from parlour.core.errors import Refusal
from parlour.server import pinned
from parlour.server.evening import log
from parlour.server.protocols import serving
from parlour.server.settings import Settings
from parlour.server.table import rows, snapshots
from parlour.server.table.sitting import FOLDS, Sitting
from parlour.server.world import RealWorld


def test_a_name_never_begins_like_an_option_of_a_command() -> None:
    """One table in 64 could not be named to `parlour export`."""
    world = RealWorld()
    names = {world.token(96) for _ in range(2000)}
    assert len(names) == 2000
    assert not [name for name in names if name.startswith("-")]


def test_every_kind_of_row_has_its_place_in_the_fold() -> None:
    assert FOLDS.keys() == set(rows.KINDS.values())
    assert log.FOLDS.keys() == set(log.KINDS.values())


def test_a_copy_of_a_sitting_goes_its_own_way() -> None:
    """The list of tables is worked out on a copy, which must not touch the table itself."""
    s = Sitting(id="x")
    s.apply(rows.write(1, 5, rows.Opened("kings", 1, 2, "CODE", "hash")))
    copy = Sitting(id="x", seq=s.seq).take_over(s.copy())
    copy.apply(rows.write(2, 6, rows.Seated(0, "person", "Anna", "key")))
    assert (s.seats[0].who, copy.seats[0].who) == ("open", "person")
    assert s.saved() == s.copy()


def test_a_snapshot_keeps_every_field_of_a_sitting() -> None:
    """Whatever a row may change comes back, whichever fields there are."""
    s = Sitting(id="x")
    s.apply(rows.write(1, 5, rows.Opened("kings", 1, 2, "CODE", "hash")))
    s.apply(rows.write(2, 6, rows.Seated(0, "person", "Anna", "key")))
    s.apply(rows.write(3, 7, rows.Said(0, "hello", "", "mid")))
    again = Sitting(id="x")
    snapshots.restore(again, 3, snapshots.keep(s))
    assert again.saved() == s.saved()
    assert again.heard_of(0, "mid")


def test_the_server_starts_with_no_other_uvicorn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert version("uvicorn") == pinned.UVICORN
    monkeypatch.setattr(pinned, "version", lambda name: "0.99.0")
    with pytest.raises(Refusal, match="wrong_uvicorn"):
        serving(None, Settings())
    for lang, word in (("en", "needs uvicorn"), ("ru", "нужен uvicorn")):
        monkeypatch.setattr("parlour.cli.serve.language", lambda lang=lang: lang)
        with pytest.raises(SystemExit, match=f"{word} {pinned.UVICORN}"):
            checked()
