"""All attacks, by importing the files that they are in."""

from tools.siege import floods, mishaps, misuse
from tools.siege.attack import ATTACKS

__all__ = ["ATTACKS", "floods", "mishaps", "misuse"]
