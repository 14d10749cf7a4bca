"""The former bot of Wink, which others are measured against, plays as it always did."""

from hashlib import sha256
from typing import Any

import pytest

import parlour
from parlour.core.rng import Rng
from parlour.lab.references.wink import WinkBot
from parlour.lab.simulate import poll

pytestmark = pytest.mark.rules

GAME: Any = parlour.game("wink")


@pytest.mark.parametrize(("pace", "kept"), [("by_turns", "d29c65a3574b"), ("live", "dcaaa129e7e0")])
def test_its_choices_never_change(pace: str, kept: str) -> None:
    t = GAME.new(4, 5, {"pace": pace})
    bots: list[Any] = [WinkBot(Rng(seat)) for seat in range(4)]
    for _ in range(120):
        if not (poll(t, bots, offers=True) or poll(t, bots, offers=False)):
            t.pass_time()
    made = "\n".join(map(str, t.record().choices))
    assert sha256(made.encode()).hexdigest()[:12] == kept
