import { expect, test, vi } from "vitest";
import source from "../../public/sw.js?raw";

type Hear = (event: unknown) => void;
type Word = { endpoint: string; tables: string[] };

/** The service worker in a scope of our own: what it listens to. */
function heardBy(self: object, more: Record<string, unknown> = {}): Map<string, Hear> {
  const heard = new Map<string, Hear>();
  const scope = { ...self, addEventListener: (name: string, hear: Hear) => heard.set(name, hear) };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function("self", ...Object.keys(more), source)(scope, ...Object.values(more));
  return heard;
}

async function told(heard: Map<string, Hear>, name: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  heard.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  await Promise.all(waits);
}

/** A click on a notification, and what it leads to. */
async function clicked(table: string | undefined, open: string[]): Promise<string[]> {
  const done: string[] = [];
  const windows = open.map((path) => ({
    url: `https://parlour.example${path}`,
    focus: () => done.push(`focus ${path}`),
  }));
  const self = {
    clients: {
      matchAll: async () => windows,
      openWindow: async (path: string) => done.push(`open ${path}`),
    },
  };
  const close = vi.fn();
  const data = table === undefined ? undefined : { table };
  await told(heardBy(self), "notificationclick", { notification: { close, data } });
  expect(close).toHaveBeenCalledOnce();
  return done;
}

test("a notification leads to the window that shows the table, or opens one", async () => {
  expect(await clicked("abc", ["/", "/t/abc#key", "/t/abcd"])).toEqual(["focus /t/abc#key"]);
  expect(await clicked("abc", ["/t/abcd", "/t/abc/replay/1"])).toEqual(["open /t/abc"]);
});

test("a notification that names no table leads home", async () => {
  expect(await clicked("", ["/t/abc"])).toEqual(["open /"]);
  expect(await clicked(undefined, ["/"])).toEqual(["focus /"]);
});

/** A subscription as browsers show it. */
function subscription(endpoint: string) {
  return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) };
}

/** The browser replaces the subscription: what the house is told, and what is kept from then on. */
async function replaced(word: Word | null, gone: string | null, fresh: string | null) {
  const asked: [string, unknown][] = [];
  const kept = new Map<string, Response>();
  if (word) kept.set("/calls", new Response(JSON.stringify(word)));
  const cache = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, answer: Response) => kept.set(path, answer),
  };
  const fetch = async (path: string, { body }: { body?: string } = {}) => {
    asked.push([path, body ? JSON.parse(body) : undefined]);
    return new Response(JSON.stringify({ push_key: "KEY" }));
  };
  const subscribe = vi.fn(async () => subscription("https://push.example/made"));
  const pushManager = { getSubscription: async () => null, subscribe };
  const caches = { open: async () => cache };
  const heard = heardBy({ registration: { pushManager } }, { caches, fetch });
  await told(heard, "pushsubscriptionchange", {
    oldSubscription: gone && subscription(gone),
    newSubscription: fresh && subscription(fresh),
  });
  return { asked, subscribe, word: (await kept.get("/calls")?.json()) as Word | undefined };
}

test("a subscription that the browser replaced is moved at every table that calls", async () => {
  const word = { endpoint: "https://push.example/kept", tables: ["abc", "def"] };
  const { asked, ...then } = await replaced(
    word,
    "https://push.example/1",
    "https://push.example/2",
  );
  const keys = { endpoint: "https://push.example/2", p256dh: "p", auth: "a" };
  expect(asked).toEqual([
    ["/api/tables/abc/push/move", { old: "https://push.example/1", ...keys }],
    ["/api/tables/def/push/move", { old: "https://push.example/1", ...keys }],
  ]);
  expect(then.word).toEqual({ ...word, endpoint: "https://push.example/2" });
});

test("a browser that names neither the old nor a new one is helped out", async () => {
  const word = { endpoint: "https://push.example/kept", tables: ["abc"] };
  const { asked, subscribe } = await replaced(word, null, null);
  const wanted = { userVisibleOnly: true, applicationServerKey: "KEY" };
  expect(subscribe).toHaveBeenCalledExactlyOnceWith(wanted);
  const [house, move] = asked;
  expect(house![0]).toBe("/api/house");
  expect(move![1]).toMatchObject({ old: word.endpoint, endpoint: "https://push.example/made" });
});

test("whoever was never asked to call has nothing to move", async () => {
  const { asked, subscribe } = await replaced(null, "https://push.example/1", null);
  expect([asked, subscribe.mock.calls]).toEqual([[], []]);
});
