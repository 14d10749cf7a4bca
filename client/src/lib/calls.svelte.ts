import { api } from "./api";
import { speakers } from "./sound";
import { stored } from "./stored";
import { language } from "./words.svelte";

/**
 * Calling somebody back to a table: by sound and buzz while the page is open, by the system's
 * notifications while it is hidden, and by Web Push while it is closed.
 */
const QUIET_MS = 4_000;
/** Of so many tables at most the house is told at once that there is another subscription. */
const MOST_MOVED = 50;
const BUZZ = [90, 70, 90];

/** Why nobody can be called here, or how.  `install`: this browser does it for installed apps. */
export type Means = "insecure" | "install" | "denied" | "possible";
/** How one is called at a table: not at all, while the page is open, or always. */
export type Called = "" | "page" | "push";
export type Turn = { table: string; title: string; text: string };

export function means(): Means {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window)) return "install";
  return Notification.permission === "denied" ? "denied" : "possible";
}

/** The tables at which this browser was asked to call, and how. */
class Calls {
  #tables = $state.raw<Record<string, Called>>(read());

  of(table: string): Called {
    return this.#tables[table] ?? "";
  }
  /** After a tap: ask for leave, and tell the server where to send what.  False: no leave. */
  async turnOn(table: string, key: string): Promise<boolean> {
    if ((await Notification.requestPermission()) !== "granted") return false;
    this.#keep(table, "page");
    const subscription = await subscribed().catch(() => null);
    if (subscription && (await told(table, key, subscription))) {
      this.#keep(table, "push");
      await this.#leaveWord(subscription.endpoint);
    }
    return true;
  }
  async turnOff(table: string, key: string): Promise<void> {
    const push = this.of(table) === "push";
    this.#keep(table, "");
    const endpoint = push ? (await current())?.endpoint : undefined;
    if (!endpoint) return;
    await this.#leaveWord(endpoint);
    await api.stopPush(table, { endpoint }, key).catch(() => {});
  }
  /** What the server was told may be old: another language, another subscription. */
  async renew(table: string, key: string): Promise<void> {
    if (this.of(table) !== "push" || means() !== "possible") return;
    const subscription = await subscribed().catch(() => null);
    if (!subscription || !(await told(table, key, subscription))) this.#keep(table, "page");
    else await this.#leaveWord(subscription.endpoint);
  }
  /** For the service worker, should the browser replace the subscription while no page is open. */
  async #leaveWord(endpoint: string): Promise<void> {
    const tables = Object.keys(this.#tables).filter((table) => this.of(table) === "push");
    const word = new Response(JSON.stringify({ endpoint, tables: tables.slice(-MOST_MOVED) }));
    const cache = await globalThis.caches?.open("parlour-calls").catch(() => null);
    await cache?.put("/calls", word).catch(() => {});
  }
  #keep(table: string, called: Called): void {
    const { [table]: _, ...others } = this.#tables;
    this.#tables = called ? { ...others, [table]: called } : others;
    stored.set(
      "calls",
      JSON.stringify(Object.fromEntries(Object.entries(this.#tables).slice(-200))),
    );
  }
}
export const calls = new Calls();

function read(): Record<string, Called> {
  try {
    return JSON.parse(stored.get("calls") ?? "{}") as Record<string, Called>;
  } catch {
    return {};
  }
}

// --- the page ------------------------------------------------------------------------------------

/** A phone that is silent may still buzz: it has a switch of its own. */
class Buzzer {
  #on = $state(stored.get("buzz") !== "off");
  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    stored.set("buzz", on ? "on" : "off");
  }
  get possible(): boolean {
    return "vibrate" in navigator;
  }
  buzz(): void {
    if (this.#on && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  }
}
export const buzzer = new Buzzer();

let rested = -QUIET_MS;

/** It has become somebody's turn: a short sound in the midst of play, more after a while. */
export function callBack(turn: Turn): void {
  const away = document.visibilityState === "hidden";
  const waited = performance.now() - rested >= QUIET_MS;
  speakers.play(away || waited ? "call" : "turn");
  if (away || waited) buzzer.buzz();
  if (away && calls.of(turn.table)) void notify(turn);
}

/** The turn is over, or the person is looking: nothing needs to be said any more. */
export function callNoMore(table: string): void {
  rested = performance.now();
  void hush(table);
}

export async function hush(table: string): Promise<void> {
  const shown = (await worker())?.getNotifications?.({ tag: table });
  for (const notice of (await shown) ?? []) notice.close();
}

async function notify({ table, title, text }: Turn): Promise<void> {
  if (means() !== "possible" || Notification.permission !== "granted") return;
  const about = { body: text, tag: table, icon: "/icons/parlour-192.png", data: { table } };
  const registration = await worker();
  if (registration) await registration.showNotification(title, about);
  else new Notification(title, about).onclick = () => window.focus();
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}

// --- Web Push ------------------------------------------------------------------------------------

async function current(): Promise<PushSubscription | null> {
  return (await worker())?.pushManager?.getSubscription().catch(() => null) ?? null;
}

/** A subscription under the key of this house; null: the browser or the house has no push. */
async function subscribed(): Promise<PushSubscription | null> {
  const [registration, house] = await Promise.all([worker(), api.house()]);
  if (!registration?.pushManager || !house.push_key) return null;
  const key = bytes(house.push_key);
  const known = await registration.pushManager.getSubscription();
  if (known && same(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe(); // of another house at this address, or from before its key was lost
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function told(table: string, key: string, subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return false;
  const wanted = { endpoint, p256dh: keys.p256dh, auth: keys.auth, lang: language.now };
  return api.push(table, wanted, key).then(
    () => true,
    () => false,
  );
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

function same(known: ArrayBuffer | null, key: Uint8Array): boolean {
  const other = known ? new Uint8Array(known) : new Uint8Array();
  return other.length === key.length && other.every((byte, k) => byte === key[k]);
}
