"""`parlour replay FILE`: a record in sentences, as one seat or a bystander perceived it."""

from pathlib import Path

import parlour
from parlour.cli.series import ending_of, names, told
from parlour.core.series import Series, is_series, load_series, read_series
from parlour.core.table import Table
from parlour.core.words import Speaker


def replay(path: str, seat: int | None, lang: str) -> int:
    content = Path(path).read_bytes()
    if is_series(content):
        replay_series(content, seat, lang)
    else:
        t = parlour.load(content)
        story(t, seat, lang, [str(k) for k in range(t.players)])
        if t.outcome is not None:
            print(t.outcome)
    return 0


def story(t: Table, seat: int | None, lang: str, people: list[str]) -> None:
    speaker = Speaker(t.game, lang, people)
    for event in t.heard(seat):
        print(speaker.event(event))
    if t.outcome is not None:
        print(speaker.sentence(f"reasons.{t.outcome.reason}", {}))


def replay_series(content: bytes, seat: int | None, lang: str) -> None:
    """Game by game, with the standing after each."""
    record = read_series(content)
    game = parlour.game(record.plan.game)
    _, tables = load_series(game, record)
    series = Series(game, record.plan)
    for t in tables:
        story(t, seat, lang, names(series, lang))
        series.add(t)
        print(f"\n{told(series, lang)}")
    if series.over:
        print(ending_of(series, lang))
