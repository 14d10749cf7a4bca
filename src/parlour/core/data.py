"""Packaged data, read once at import and validated: card lists, options, sentences."""

import tomllib
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any


def read_toml(package: str, *path: str) -> dict[str, Any]:
    """A TOML file that lies in a package's folder."""
    text = files(package).joinpath(*path).read_text(encoding="utf-8")
    return tomllib.loads(text)


def files_in(package: str, *path: str) -> list[str]:
    """The names of the files in a folder of a package."""
    return [file.name for file in files(package).joinpath(*path).iterdir() if file.is_file()]


def folders_with(package: str, name: str) -> list[str]:
    """The package and the packages inside it, those of them that have a folder of this name."""
    inside = [part.name for part in iter_modules(import_module(package).__path__) if part.ispkg]
    found = [package, *[f"{package}.{one}" for one in inside]]
    return [one for one in found if files(one).joinpath(name).is_dir()]
