"""Writes docs/privacy.md from the sentences of the server, with the numbers of its defaults.

python -m tools.privacy           write it
python -m tools.privacy --check   exit 1 if it is stale
"""

import sys
import textwrap
from pathlib import Path
from typing import Final

from parlour.core.language import DEFAULT, LANGUAGES
from parlour.server.http.privacy import privacy
from parlour.server.settings import Settings

PAGE: Final = Path(__file__).parents[1] / "docs" / "privacy.md"
HEAD: Final = """
The text of the page `/privacy`, which a running server says with the numbers of its own settings;
here they are the defaults. The settings are `retain_days`, `retain_frozen_days`, `abandon_ms`,
`audit_days`, `label_days`, `push_days` and `parcel_ms` ([operating.md](operating.md#settings)).
Written by `python -m tools.privacy`; a test fails when it is stale.
"""


def page() -> str:
    told = privacy(Settings())
    lines = [f"# {told.title[DEFAULT]}", HEAD]
    for lang in LANGUAGES:
        lines += [f"## {told.title[lang]} ({lang})", "", wrapped(told.intro[lang]), ""]
        for part in told.parts:
            lines += [f"### {part.title[lang]}", "", wrapped(part.text[lang]), ""]
    return "\n".join(lines).rstrip() + "\n"


def wrapped(text: str) -> str:
    return textwrap.fill(text, 115, break_long_words=False, break_on_hyphens=False)


def main() -> None:
    stale = not PAGE.is_file() or PAGE.read_text("utf-8") != page()
    if stale and "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    sys.exit(stale and "--check" in sys.argv)


if __name__ == "__main__":
    main()
