"""Web Push from the page's side: it subscribes, the house sends, the service worker shows.

`subscribe` itself needs the service of a browser's vendor, so it is stubbed to a push service of
our own; what that service was sent is handed to the real service worker by the browser.
"""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.browser.people import People, Person
from tests.server.push_service import Browser, PushService, Sent, certificate
from tools.house import House
from tools.patience import PATIENCE_S

STUB = """
(() => {
  const subscription = SUBSCRIPTION;
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    window.subscribedWith = { ...options, applicationServerKey: [...options.applicationServerKey] };
    const { endpoint, p256dh, auth } = subscription;
    return { endpoint, options, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
  };
})();
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, tag, data }) => ({ title, body, tag, data }))"""


class Service:
    """The push service in a thread of its own."""

    def __init__(self, pem: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.service = PushService(pem)
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.call(self.service.start())

    def call(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)

    def heard(self, count: int) -> list[Sent]:
        found: list[Sent] = self.call(self.service.heard(count))
        return found

    def stop(self) -> None:
        self.call(self.service.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE_S)
        self.loop.close()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    pem = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))  # the house is started after this
    running = Service(pem)
    yield running
    running.stop()


@pytest.fixture
def pushing(service: Service, tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, push_loopback="true", push_after_ms=0) as house:
        yield house


@pytest.fixture
def guests(chromium: Chromium, pushing: House) -> Iterator[People]:
    people = People(chromium, pushing)
    yield people
    people.leave()


def deliver(person: Person, data: Any) -> None:
    """To the service worker of this house, as a push service would through the browser."""
    line = person.context.new_cdp_session(person.page)
    known: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    while not known:
        person.pause()
    message = {"origin": person.house.url, "registrationId": known[0], "data": json.dumps(data)}
    line.send("ServiceWorker.deliverPushMessage", message)


@pytest.mark.parametrize(
    ("lang", "button", "told", "title"),
    [
        ("en", "Notify me", "You will be notified, even", "Your turn: Kings Under Mountains"),
        ("ru", "Уведомлять меня", "Уведомление придёт, даже", "Ваш ход: Подземные короли"),
    ],
)
def test_a_closed_page_is_called_back(
    service: Service, guests: People, lang: str, button: str, told: str, title: str
) -> None:
    """Opted in by a tap; sent when the page is closed; shown by the service worker."""
    house = guests.house
    table, key = house.table("kings", 2, pace={"kind": "days", "days": 3})
    browser = Browser(f"{service.service.origin}/push/anna")
    anna = guests.comes(lang, permissions=["notifications"])
    anna.page.add_init_script(STUB.replace("SUBSCRIPTION", json.dumps(browser.subscription())))
    anna.go(f"/t/{table}#{key}")
    expect(anna.page.locator(".felt")).to_be_visible()
    anna.page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    anna.page.locator("header .btn.icon").last.click()
    anna.page.get_by_role("button", name=button).click()
    expect(anna.page.get_by_text(told)).to_be_visible()
    asked = anna.page.evaluate("window.subscribedWith")
    assert asked["userVisibleOnly"] is True
    assert len(asked["applicationServerKey"]) == 65
    assert service.service.sent == [], "nothing is sent while the page is open"
    anna.page.goto("about:blank")
    (sent,) = service.heard(1)
    sent.claims(service.service.origin, house.ask("/house")["push_key"])
    message = browser.read(sent.body)
    assert message == {"table": table, "title": title, "text": ""}
    anna.go("/")
    deliver(anna, message)
    anna.page.wait_for_function(f"async () => (await ({SHOWN})()).length")
    (shown,) = anna.page.evaluate(SHOWN)
    assert shown == {"title": title, "body": "", "tag": table, "data": {"table": table}}


def test_without_https_the_page_says_why_it_cannot(guests: People) -> None:
    """`localhost` is as good as HTTPS to a browser; the page is told that it is not."""
    table, key = guests.house.table("kings", 2)
    anna = guests.comes()
    anna.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    anna.go(f"/t/{table}#{key}")
    expect(anna.page.locator(".felt")).to_be_visible()
    anna.press("Menu")
    anna.sees("only on pages opened over HTTPS")
    expect(anna.page.get_by_role("button", name="Notify me")).to_have_count(0)
    anna.is_clean()
