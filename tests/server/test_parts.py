"""Small parts of the server, each by itself."""

from parlour.server.world import RealWorld


def test_a_name_never_begins_like_an_option_of_a_command() -> None:
    """One table in 64 could not be named to `parlour export`."""
    world = RealWorld()
    names = {world.token(96) for _ in range(2000)}
    assert len(names) == 2000
    assert not [name for name in names if name.startswith("-")]
