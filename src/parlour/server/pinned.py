"""Versions of libraries that the server depends on to the letter."""

from importlib.metadata import version
from typing import Final

from parlour.core.errors import Refusal

UVICORN: Final = "0.54.0"
"""`protocols/` subclasses its protocol classes.  The same version stands in pyproject.toml."""


def check_uvicorn() -> None:
    """Refuses to go on with another version than the one that was tested."""
    found = version("uvicorn")
    if found != UVICORN:
        raise Refusal("wrong_uvicorn", facts={"found": found, "needed": UVICORN})
