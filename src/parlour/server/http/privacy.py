"""What is kept of guests and for how long, said with the numbers of this very server."""

from math import ceil
from typing import Final

from litestar import get
from litestar.datastructures import State

from parlour.core.language import LANGUAGES
from parlour.server.http.requests import hub_of
from parlour.server.http.types import PROBLEMS, Privacy, PrivacyPart
from parlour.server.node.house import HOUR_MS
from parlour.server.node.pruning import DAY_MS
from parlour.server.settings import Settings
from parlour.server.words import WORDS

PARTS: Final = ("page", "tables", "seen", "calls", "addresses", "audit", "bans", "logs")


def privacy(settings: Settings) -> Privacy:
    facts = {
        "retain": settings.retain_days,
        "frozen": settings.retain_frozen_days,
        "abandon": ceil(settings.abandon_ms / DAY_MS),
        "audit": settings.audit_days,
        "push": settings.push_days,
        "parcel": ceil(settings.parcel_ms / HOUR_MS),
        "label": max(1, settings.label_days),
    }

    def said(key: str) -> dict[str, str]:
        return {lang: WORDS.say(lang, f"privacy.{key}", **facts) for lang in LANGUAGES}

    parts = [PrivacyPart(said(f"{part}_title"), said(part)) for part in PARTS]
    return Privacy(said("title"), said("intro"), parts)


@get("/privacy", summary="What is kept of guests, and for how long", responses=PROBLEMS)
async def get_privacy(state: State) -> Privacy:
    return privacy(hub_of(state).settings)
