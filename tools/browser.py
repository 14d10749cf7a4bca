"""A Chromium for the tests and the pictures: this machine's, Debian's, or Playwright's own."""

import os
import shutil
import subprocess
import sys
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APT: Final = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]


def found() -> str:
    """The path of a Chromium, or nothing."""
    named = os.environ.get("PARLOUR_CHROMIUM", "")
    return named or next((path for name in NAMES if (path := shutil.which(name))), "")


def executable() -> str | None:
    """A Chromium, installed if need be; None stands for Playwright's own."""
    if not found() and shutil.which("apt-get") and os.geteuid() == 0:
        print("== install Chromium", file=sys.stderr)
        for words in (["apt-get", "update", "-qq"], APT):
            subprocess.run(words, check=False, capture_output=True)
    if not found():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return found() or None


if __name__ == "__main__":
    print(executable() or "Playwright's own")
