"""Heads and eyes, tick by tick.  [WINK-11]"""

import pytest

from parlour.core.decision import pack
from parlour.core.ids import ChoiceId
from parlour.games.wink.body import (
    Body,
    Timing,
    glance_text,
    glances,
    moved,
    place,
    read_glance,
)
from parlour.games.wink.kinds import CROWD, KEEP, LOOK, LOWER, NOWHERE, WINK

pytestmark = pytest.mark.rules

REST = Body()
TURNS = Timing(0, 0, 1, 1, 0, 3, 18, 120)
LIVE = Timing(1, 2, 3, 1, 8, 3, 18, 120)
SLOW = Timing(2, 3, 2, 2, 2, 3, 18, 120)


def look(seat: int) -> ChoiceId:
    return pack(seat, LOOK)


def lower(seat: int) -> ChoiceId:
    return pack(seat, LOWER)


def wink(seat: int) -> ChoiceId:
    return pack(seat, WINK)


def facts(body: Body) -> tuple[int, bool, int, int, bool, int, int]:
    return (
        body.head,
        body.lowered,
        body.turning,
        body.held,
        body.winking,
        body.busy,
        body.rest,
    )


def after(timing: Timing, *given: ChoiceId, start: Body = REST) -> Body:
    body = start
    for glance in given:
        body = moved(body, glance, timing)
    return body


def test_by_turns_a_head_is_there_at_once() -> None:
    assert facts(after(TURNS, look(2))) == (2, False, 0, 0, False, 0, 0)
    assert after(TURNS, look(2)).gaze() == 2
    assert after(TURNS, lower(2)).gaze() == CROWD
    assert facts(after(TURNS, wink(2))) == (2, False, 0, 0, True, 0, 0)
    assert facts(after(TURNS, wink(2), KEEP)) == (2, False, 0, 0, False, 0, 0)
    assert facts(after(TURNS, lower(2), KEEP)) == (2, True, 0, 0, False, 0, 0)
    assert facts(after(TURNS, lower(2), wink(2))) == (2, False, 0, 0, True, 0, 0)
    assert facts(after(TURNS, look(2), look(CROWD))) == facts(REST)


def test_live_a_head_turns_arrives_and_stays() -> None:
    turning = after(LIVE, look(2))
    assert facts(turning) == (2, False, 1, 0, False, 0, 0)
    assert turning.gaze() == NOWHERE
    assert turning.bound()
    arrived = after(LIVE, look(2), KEEP)
    assert facts(arrived) == (2, False, 0, 1, False, 0, 0)
    assert arrived.gaze() == 2
    assert not arrived.bound()
    assert facts(after(LIVE, look(2), KEEP, KEEP)) == (2, False, 0, 0, False, 0, 0)
    assert facts(after(LIVE, look(2), KEEP, lower(2))) == (2, True, 0, 0, False, 0, 0)
    assert facts(after(LIVE, look(2), KEEP, KEEP, look(3))) == (3, False, 1, 0, False, 0, 0)


def test_a_slow_head_takes_longer() -> None:
    assert facts(after(SLOW, lower(1))) == (1, True, 2, 0, False, 0, 0)
    assert facts(after(SLOW, lower(1), KEEP)) == (1, True, 1, 0, False, 0, 0)
    assert facts(after(SLOW, lower(1), KEEP, KEEP)) == (1, True, 0, 2, False, 0, 0)
    assert facts(after(SLOW, lower(1), KEEP, KEEP, KEEP)) == (1, True, 0, 1, False, 0, 0)
    still = Timing(0, 3, 1, 1, 0, 3, 18, 120)
    assert facts(after(still, look(1))) == (1, False, 0, 2, False, 0, 0)


def test_a_wink_lasts_and_needs_a_rest() -> None:
    there = Body(2, False, 0, 0, False, 0, 0)
    lasting = [facts(after(LIVE, wink(2), *[KEEP] * k, start=there)) for k in range(5)]
    assert lasting == [
        (2, False, 0, 0, True, 2, 0),
        (2, False, 0, 0, True, 1, 0),
        (2, False, 0, 0, True, 0, 8),
        (2, False, 0, 0, False, 0, 7),
        (2, False, 0, 0, False, 0, 6),
    ]
    rested = after(LIVE, wink(2), *[KEEP] * 10, start=there)
    assert rested.rest == 0
    assert rested.can_wink(2, LIVE)
    assert not after(LIVE, wink(2), *[KEEP] * 9, start=there).can_wink(2, LIVE)
    assert facts(after(LIVE, wink(2), look(3), start=there))[:2] == (2, False), "eyes are bound"


def test_rest_goes_on_while_the_head_turns_and_a_hold_while_it_winks() -> None:
    tired = Body(2, False, 0, 0, False, 0, 5)
    assert after(LIVE, look(3), start=tired).rest == 4
    assert after(LIVE, look(3), KEEP, start=tired).rest == 3
    held = Body(2, False, 0, 2, False, 0, 0)
    assert after(LIVE, wink(2), start=held).held == 1
    assert after(LIVE, wink(2), KEEP, start=held).held == 0
    assert after(LIVE, wink(2), KEEP, KEEP, start=held).held == 0


def test_a_hushed_wink_is_over_and_rests() -> None:
    winking = Body(2, False, 0, 1, True, 2, 0)
    assert facts(winking.hushed(LIVE)) == (2, False, 0, 1, False, 0, 8)


def test_a_free_head_may_do_everything() -> None:
    assert glances(REST, 1, 4, 0, TURNS) == [
        look(0),
        look(2),
        look(3),
        look(CROWD),
        lower(0),
        lower(2),
        lower(3),
    ]
    assert glances(REST, 1, 4, 0b1101, TURNS)[-3:] == [wink(0), wink(2), wink(3)]
    lowered = Body(2, True, 0, 0, False, 0, 0)
    assert glances(lowered, 1, 4, 0, TURNS) == glances(REST, 1, 4, 0, TURNS)


def test_a_bound_head_may_only_go_on() -> None:
    turning = Body(2, False, 1, 0, False, 0, 0)
    assert glances(turning, 1, 4, 0b1101, LIVE) == [look(2)]
    winking = Body(2, False, 0, 0, True, 1, 0)
    assert glances(winking, 1, 4, 0b1101, LIVE) == [look(2)]
    held = Body(2, False, 0, 1, False, 0, 0)
    assert glances(held, 1, 4, 0b1101, LIVE) == [look(2), lower(2), wink(2)]
    at_crowd = Body(CROWD, False, 0, 1, False, 0, 0)
    assert glances(at_crowd, 1, 4, 0b1101, LIVE) == [look(CROWD)]


def test_a_wink_needs_eyes_that_can_be_there() -> None:
    there = Body(2, False, 0, 0, False, 0, 0)
    assert there.can_wink(2, LIVE)
    assert not there.can_wink(3, LIVE)
    assert there.can_wink(3, TURNS)
    held = Body(2, False, 0, 1, False, 0, 0)
    assert held.can_wink(2, TURNS)
    assert not held.can_wink(3, TURNS)
    assert not Body(2, False, 0, 0, False, 0, 1).can_wink(2, TURNS)


def test_glances_have_words() -> None:
    for text in ("look@0", "lower@3", "wink@7", "look@crowd"):
        assert glance_text(read_glance(text)) == text
    for text in ("", "look", "look@", "stare@1", "lower@crowd", "wink@crowd", "look@-1", "look@15"):
        assert read_glance(text) == KEEP
    assert read_glance("look@14") == look(14)
    assert place(CROWD) == "crowd"
    assert place(3) == 3
