"""How long the first page takes: on this machine, and as a phone far from the server gets it."""

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from tools.browser import executable
from tools.house import House

SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
"""1.6 Mbit/s down and 150 ms there and back: a weak 4G."""
ROUNDS: Final = 5
BUDGET_MS: Final = 4_000


def first_page(browser: Browser, url: str, slow: bool) -> float:
    """Milliseconds until the posters can be seen and tapped, with nothing in the cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    if slow:
        line: Any = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(url, wait_until="commit")
    page.get_by_role("article").first.wait_for()
    took = float(page.evaluate("performance.now()"))
    context.close()
    return took


def main() -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=executable())
        quick, slow = (
            sorted(first_page(browser, house.url, how) for _ in range(ROUNDS))[ROUNDS // 2]
            for how in (False, True)
        )
        browser.close()
    print(f"first page {quick:7.0f} ms here, {slow:.0f} ms on a phone at 1.6 Mbit/s and 150 ms")
    if slow > BUDGET_MS:
        print(f"too slow: {BUDGET_MS} ms allowed", file=sys.stderr)
    return int(slow > BUDGET_MS)


if __name__ == "__main__":
    sys.exit(main())
