"""All attacks, by importing the files that they are in."""

from tools.siege import evenings, files, floods, mishaps, misuse, strangers
from tools.siege.attack import ATTACKS

__all__ = ["ATTACKS", "evenings", "files", "floods", "mishaps", "misuse", "strangers"]
