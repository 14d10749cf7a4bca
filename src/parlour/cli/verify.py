"""`parlour verify FILE`: checks that a game was dealt and played as its record says."""

from pathlib import Path
from typing import Final

import parlour
from parlour.cli.say import language, text
from parlour.core.errors import BadText, Refusal
from parlour.core.language import listed
from parlour.core.series import is_series, load_series, read_series
from parlour.server.table.records import GameFile, Verdict, has_rules, other_rules, read_file
from parlour.server.table.records import verify as check

ANSWERS: Final = {True: ("yes", 0), False: ("no", 1), None: ("unknown", 3)}
"""The word and the exit status of each answer.  A file that cannot be read at all gives 2."""


def verify(path: str) -> int:
    try:
        content = Path(path).read_bytes()
    except OSError as wrong:
        raise BadText("bad_record", facts={"reason": str(wrong.strerror)}) from wrong
    file = None if is_series(content) else read_file(content)
    verdict = check_series(content) if file is None else check(file)
    answer, status = ANSWERS[verdict.honest]
    word = text(f"verify.{answer}", language())
    print(f"{word} {text(f'verify.{verdict.reason}', language(), **verdict.facts)}")
    if verdict.honest is not False:
        said = about_shuffle(file, language()) if file is not None else about_series(language())
        print("\n".join(said))
    return status


def about_shuffle(file: GameFile, lang: str) -> list[str]:
    """Who took part in the shuffle, who was silent, and what the answer does not cover."""
    took = [share.seat for share in file.shares if share.value]
    silent = [file.names[share.seat] for share in file.shares if not share.value]
    facts = {"count": len(took), "players": file.record.players}
    found = [text("verify.took_part" if took else "verify.house_alone", lang, **facts)]
    if silent:
        found.append(text("verify.silent", lang, names=listed(lang, silent)))
    if file.broken:
        found.append(text("verify.broken", lang, count=len(file.broken)))
    return [*found, text("verify.not_covered", lang)]


def about_series(lang: str) -> list[str]:
    """Its file has the seeds of its games, and not how they were drawn."""
    return [text("verify.not_the_shuffles", lang), text("verify.not_covered", lang)]


def check_series(content: bytes) -> Verdict:
    """Play every game again: each begins with what the ones before left, and the points agree."""
    record = read_series(content)
    for game in record.games:
        if not has_rules(game):
            return other_rules(game)
    try:
        series, tables = load_series(parlour.game(record.plan.game), record)
    except Refusal as refusal:
        return Verdict(False, "not_playable", {"reason": str(refusal)})
    reason = "series" if series.over else "unfinished_series"
    return Verdict(True, reason, {"count": len(tables)})
