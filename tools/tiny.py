"""The tiny room of tests/rooms joins the others, in whatever program imports this.

Servers that tests start import no more than this of the tests: pytest and hypothesis take longer.
"""

from pathlib import Path
from typing import Final

import parlour.games

ROOMS: Final = Path(__file__).resolve().parents[1] / "tests" / "rooms"
if str(ROOMS) not in parlour.games.__path__:
    parlour.games.__path__.append(str(ROOMS))
