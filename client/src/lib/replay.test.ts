import { describe, expect, it } from "vitest";
import { Rerun, type Eyes } from "./replay.svelte";
import type { Replay, ReplayStep } from "./wire.gen";
import type { Speaker } from "./words.svelte";

const TOTAL = 250;

function page(eyes: Eyes, first: number, count: number): Replay {
  const last = Math.min(TOTAL, first + count - 1);
  const steps = Array.from({ length: Math.max(0, last - first + 1) }, (_, k): ReplayStep => {
    const number = first + k;
    const choice: [number, string] | null = number > 1 ? [0, `c${number}`] : null;
    return { number, choice, events: [{ type: "e", number }], waits: [1], view: { eyes, number } };
  });
  return { eyes: "all", total: TOTAL, steps };
}
function rerun() {
  const asked: string[] = [];
  const play = new Rerun(
    async (eyes, first, count) => {
      asked.push(`${eyes} ${first} ${count}`);
      return page(eyes, first, count);
    },
    [],
    () => ["Anna", "Bruno"],
    null as unknown as Speaker,
  );
  return { play, asked };
}

describe("a replay", () => {
  it("fetches a page once and the next one only when it is near", async () => {
    const { play, asked } = rerun();
    await play.go(1);
    for (let k = 2; k < 100; k++) await play.go(k);
    expect(asked).toEqual(["all 1 100"]);
    await play.go(100);
    expect(asked).toEqual(["all 1 100", "all 101 100"]);
    await play.go(101);
    expect(asked).toHaveLength(2);
    expect(play.view).toEqual({ eyes: "all", number: 101 });
  });
  it("shows what was asked then to whoever chose, on the table as it was", async () => {
    const { play } = rerun();
    await play.go(101);
    const told = { number: 101, chosen: "c", worths: [], beliefs: null };
    const asked = play.asked({ ...told, seat: 1, ask: "lay", about: { needs: 2 } });
    expect(asked.view).toEqual({ eyes: "all", number: 100 });
    expect(asked.me).toBe(1);
    expect(asked.decision).toMatchObject({ ask: "lay", about: { needs: 2 } });
    expect(asked.names).toEqual(["Anna", "Bruno"]);
  });
  it("tells as news only one step on", async () => {
    const { play } = rerun();
    await play.go(1);
    expect(play.events).toEqual([]);
    await play.go(2);
    expect(play.events).toEqual([{ type: "e", number: 2 }]);
    await play.go(9);
    expect(play.events).toEqual([]);
    await play.go(8);
    expect(play.events).toEqual([]);
    await play.go(9, "1");
    expect(play.events).toEqual([]);
  });
  it("stays within the game, whatever is asked for", async () => {
    const { play } = rerun();
    await play.go(9999);
    expect(play.at).toBe(TOTAL);
    await play.go(-3);
    expect(play.at).toBe(1);
    await play.go(Number.NaN);
    expect(play.at).toBe(1);
  });
  it("changes eyes and keeps the moment", async () => {
    const { play } = rerun();
    await play.go(42);
    expect(play.me).toBeNull();
    await play.go(play.at, "1");
    expect([play.at, play.me]).toEqual([42, 1]);
    await play.go(play.at, "bystander");
    expect([play.at, play.me, play.view]).toEqual([42, null, { eyes: "bystander", number: 42 }]);
  });
  it("follows the last of several wishes, not the last that arrives", async () => {
    let free = () => {};
    const held = new Promise<void>((done) => (free = done));
    const slow = async (eyes: Eyes, first: number, count: number) => {
      if (first > 100) await held;
      return page(eyes, first, count);
    };
    const play = new Rerun(slow, [], () => [], null as unknown as Speaker);
    await play.go(1);
    const late = play.go(150);
    await play.go(7);
    free();
    await late;
    expect(play.at).toBe(7);
  });
  it("asks again for a page that failed", async () => {
    let broken = true;
    const shaky = async (eyes: Eyes, first: number, count: number) => {
      if (broken) throw new Error("offline");
      return page(eyes, first, count);
    };
    const play = new Rerun(shaky, [], () => [], null as unknown as Speaker);
    await expect(play.go(1)).rejects.toThrow("offline");
    broken = false;
    await play.go(1);
    expect(play.ready).toBe(true);
  });
  it("remembers the last moments", async () => {
    const { play } = rerun();
    await play.go(5);
    expect(play.recent(3).map((step) => step.number)).toEqual([3, 4, 5]);
    await play.go(2);
    expect(play.recent(3).map((step) => step.number)).toEqual([1, 2]);
  });
});
