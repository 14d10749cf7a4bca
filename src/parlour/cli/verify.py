"""`parlour verify FILE`: checks that a game was dealt and played as its record says."""

from pathlib import Path

import parlour
from parlour.cli.say import language, text
from parlour.core.errors import BadText, Refusal
from parlour.core.series import is_series, load_series, read_series
from parlour.server.table.records import Verdict, read_file
from parlour.server.table.records import verify as check


def verify(path: str) -> int:
    try:
        content = Path(path).read_bytes()
    except OSError as wrong:
        raise BadText("bad_record", facts={"reason": str(wrong.strerror)}) from wrong
    verdict = check_series(content) if is_series(content) else check(read_file(content))
    word = text("verify.yes" if verdict.honest else "verify.no", language())
    print(f"{word} {text(f'verify.{verdict.reason}', language(), **verdict.facts)}")
    return 0 if verdict.honest else 1


def check_series(content: bytes) -> Verdict:
    """Play every game again: each begins with what the ones before left, and the points agree."""
    record = read_series(content)
    try:
        series, tables = load_series(parlour.game(record.plan.game), record)
    except Refusal as refusal:
        return Verdict(False, "not_playable", {"reason": str(refusal)})
    reason = "series" if series.over else "unfinished_series"
    return Verdict(True, reason, {"count": len(tables)})
