import { expect, it, vi } from "vitest";
import { api } from "./api";
import { howTheyStand, inOrder, isMine, type Mine } from "./mytables";
import type { MyTable } from "./wire.gen";

vi.hoisted(() => {
  const some = { navigator: { language: "en" }, document: { documentElement: {} } };
  for (const [name, value] of Object.entries(some))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

function table(id: string, now: Partial<MyTable> | null | undefined, at = 0): Mine {
  const plain = { id, game: "kings", phase: "playing", seat: 0, waits: [], seats: [], at: 0 };
  return { id, game: "kings", at, now: now && ({ ...plain, ...now } as unknown as MyTable) };
}

it("puts first what waits for me, and of that what has least time", () => {
  const mine = (since: number, left: number | null) => ({ waits: [{ seat: 0, since, left }] });
  const tables = [
    table("gone", null),
    table("over", { phase: "over" }),
    table("lobby", { phase: "lobby" }),
    table("theirs", { waits: [{ seat: 1, since: 1, left: null }] }),
    table("no clock, later", mine(20, null)),
    table("no clock", mine(10, null)),
    table("two days", mine(0, 200)),
    table("one day", mine(50, 100)),
  ];
  expect(inOrder(tables).map(({ id }) => id)).toEqual([
    "one day",
    "two days",
    "no clock",
    "no clock, later",
    "theirs",
    "lobby",
    "over",
    "gone",
  ]);
  expect(tables.filter(({ now }) => isMine(now))).toHaveLength(4);
});

it("does not take a table for gone whose database does not answer", async () => {
  const away = { ...table("away", {}).now, away: true } as MyTable;
  vi.spyOn(api, "mine").mockResolvedValue([away, null]);
  const asked = ["away", "gone"].map((id) => ({ id, game: "kings", at: 0 }));
  expect((await howTheyStand(asked)).map(({ now }) => now)).toEqual([undefined, null]);
});

it("takes nobody else's seat for mine", () => {
  expect(
    isMine(table("watched", { seat: null, waits: [{ seat: 0, since: 0, left: null }] }).now),
  ).toBe(false);
});
