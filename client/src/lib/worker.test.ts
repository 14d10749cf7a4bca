import { expect, test, vi } from "vitest";
import source from "../../public/sw.js?raw";

/** The service worker in a scope of our own: a click on a notification, and what it leads to. */
async function clicked(table: string | undefined, open: string[]): Promise<string[]> {
  const done: string[] = [];
  const heard = new Map<string, (event: unknown) => void>();
  const windows = open.map((path) => ({
    url: `https://parlour.example${path}`,
    focus: () => done.push(`focus ${path}`),
  }));
  const self = {
    addEventListener: (name: string, hear: (event: unknown) => void) => heard.set(name, hear),
    clients: {
      matchAll: async () => windows,
      openWindow: async (path: string) => done.push(`open ${path}`),
    },
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function("self", source)(self);
  const waits: Promise<unknown>[] = [];
  const close = vi.fn();
  heard.get("notificationclick")!({
    notification: { close, data: table === undefined ? undefined : { table } },
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  });
  await Promise.all(waits);
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
