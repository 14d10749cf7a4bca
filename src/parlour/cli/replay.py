"""`parlour replay FILE`: a record told as a story, through one seat's eyes or a bystander's."""

from pathlib import Path

import parlour
from parlour.core.words import Speaker


def replay(path: str, seat: int | None, lang: str) -> int:
    t = parlour.load(Path(path).read_bytes())
    speaker = Speaker(t.game, lang, [str(k) for k in range(t.players)])
    for event in t.heard(seat):
        print(speaker.event(event))
    if t.outcome is not None:
        print(speaker.sentence(f"reasons.{t.outcome.reason}", {}))
        print(t.outcome)
    return 0
