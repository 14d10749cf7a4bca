"""An evening as people are shown it: its standing, its tables, its draws."""

from collections.abc import Sequence
from typing import Any

from parlour.server.evening import lots, shown
from parlour.server.evening.evening import Evening, paid_by_name
from parlour.server.evening.log import Gathering
from parlour.server.evening.rounds import Results
from parlour.server.table.shuffles import Shuffle


def info(e: Gathering, results: Results, hash: str) -> shown.EveningInfo:
    plan = e.plan
    evening = e.as_core(results)
    guests = standing(e, evening)
    order = sorted(ranked(e), key=lambda k: (guests[k].place, k))
    return shown.EveningInfo(
        id=e.id,
        title=plan.title,
        game=plan.game,
        options=plan.options,
        series=plan.series,
        size=plan.size,
        rounds=plan.rounds,
        state=state_of(e, results),
        round=len(e.rounds),
        locked=e.locked,
        guests=guests,
        tables=tables(e, results),
        order=order,
        history=history(e, evening, bool(in_play(e, results) & last_round(e))),
        you=e.guest_of(hash),
        host=e.is_host(hash),
        shuffling=shuffling(e),
        lots=[
            lots.seed_of(e.id, e.secrets, number, round.shares)[1]
            for number, round in enumerate(e.rounds, 1)
            if round.shuffle
        ],
    )


def shuffling(e: Gathering) -> Shuffle | None:
    """The draw that is on; before it, what pages may commit to."""
    round = len(e.rounds) + 1
    if e.lots.now is not None or e.finished or round > e.plan.rounds:
        return e.lots.now
    shares = e.lots.coming(round, list(range(len(e.guests))))
    return Shuffle(round, round, "", 0, 0, [], "commit", shares)


def state_of(e: Gathering, results: Results) -> shown.EveningState:
    if e.finished:
        return "ending" if in_play(e, results) else "over"
    return "playing" if e.rounds else "open"


def in_play(e: Gathering, results: Results) -> set[str]:
    return {place.id for place in e.open_tables()} - set(results)


def last_round(e: Gathering) -> set[str]:
    return {place.id for place in e.rounds[-1].tables} if e.rounds else set()


def ranked(e: Gathering) -> set[int]:
    """Whoever is here or has been drawn: not those who came and went before a round."""
    drawn = [guest for round in e.rounds for place in round.tables for guest in place.guests]
    out = [guest for round in e.rounds for guest in round.out]
    return {*e.present, *drawn, *out}


def standing(e: Gathering, evening: Evening) -> list[shown.EveningGuest]:
    """Everybody's line; whoever has not been drawn yet has nothing so far."""
    lines = {line.name: line for line in evening.standing()}
    sums = [(0, 0, 0, 0)] * len(e.guests)
    for k, guest in enumerate(e.guests):
        if (line := lines.get(guest.name)) is not None:
            sums[k] = (line.points, line.wins, line.played, line.out)
    worth = [one[:2] for one in sums]
    return [
        shown.EveningGuest(
            name=guest.name,
            bot=guest.bot,
            level=guest.level,
            left=guest.left,
            points=points,
            wins=wins,
            games=games,
            place=1 + sum(other > (points, wins) for other in worth),
            sat_out=out,
            temper=guest.temper,
        )
        for guest, (points, wins, games, out) in zip(e.guests, sums, strict=True)
    ]


def tables(e: Gathering, results: Results) -> list[shown.EveningTable]:
    known: dict[str, Any] = e.counted | results
    found = []
    for number, round in enumerate(e.rounds, 1):
        for place in round.tables:
            ended = known.get(place.id)
            state: Any = "playing" if ended is None else "over" if ended.pays else "unfinished"
            winners, pays = (ended.winners, ended.pays) if ended is not None else ([], [])
            found.append(shown.EveningTable(place.id, number, place.guests, state, winners, pays))
    return found


def history(e: Gathering, evening: Evening, playing: bool) -> list[list[int]]:
    """Everybody's points after each round that is over."""
    rounds: Sequence[Any] = evening.rounds[:-1] if playing else evening.rounds
    points = [0] * len(e.guests)
    found: list[list[int]] = []
    for drawn in rounds:
        paid = paid_by_name(drawn)
        points = [
            have + paid.get(guest.name, 0) for have, guest in zip(points, e.guests, strict=True)
        ]
        found.append(points)
    return found
