"""`parlour verify FILE`: was this game dealt and played as it says?  Yes or no."""

from pathlib import Path

from parlour.cli.say import language, text
from parlour.core.errors import BadText
from parlour.server.records import read_file
from parlour.server.records import verify as check


def verify(path: str) -> int:
    try:
        content = Path(path).read_bytes()
    except OSError as wrong:
        raise BadText("bad_record", facts={"reason": str(wrong.strerror)}) from wrong
    verdict = check(read_file(content))
    word = text("verify.yes" if verdict.honest else "verify.no", language())
    print(f"{word} {text(f'verify.{verdict.reason}', language(), **verdict.facts)}")
    return 0 if verdict.honest else 1
