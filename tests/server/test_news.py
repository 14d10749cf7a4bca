"""What everybody is sent of a game."""

import msgspec
import pytest

from parlour.games import all_games
from tests.server.desk import Opener

MOMENTS = 30


@pytest.mark.parametrize("game", sorted(all_games()))
async def test_everybody_is_sent_what_they_may_see_and_nothing_else(
    desk: Opener, game: str
) -> None:
    players = all_games()[game].least
    table = await (await desk()).open(game, players)
    eyes = (*range(players), None)
    guests = {eye: await table.guest(eye) for eye in eyes}
    await table.begin()
    for _ in range(MOMENTS):
        for eye, guest in guests.items():
            seen = msgspec.json.decode(msgspec.json.encode(table.table.look(eye)))
            assert guest.news["view"] == seen, eye
        asked = [guest for guest in guests.values() if guest.news["decision"]]
        if not asked:
            break
        await asked[0].answer()
