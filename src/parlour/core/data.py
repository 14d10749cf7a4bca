"""Packaged data, read once at import and validated: card lists, options, sentences."""

import tomllib
from importlib.resources import files
from typing import Any


def read_toml(package: str, *path: str) -> dict[str, Any]:
    """A TOML file that lies in a package's folder."""
    text = files(package).joinpath(*path).read_text(encoding="utf-8")
    return tomllib.loads(text)
