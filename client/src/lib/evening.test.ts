import { describe, expect, it, vi } from "vitest";
import { api } from "./api";
import { LiveEvening } from "./evening.svelte";
import type { EveningInfo } from "./wire.gen";

// As much of a browser as an evening needs, before it is loaded.
vi.hoisted(() => {
  const some = {
    navigator: { language: "en" },
    document: { documentElement: {}, visibilityState: "hidden", addEventListener: () => {} },
    location: { protocol: "http:", host: "house", pathname: "/", hash: "" },
    addEventListener: () => {},
    localStorage: { getItem: () => null, setItem: () => {} },
  };
  for (const [name, value] of Object.entries(some))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

describe("an evening", () => {
  it("keeps what it asked for last, though an older answer comes later", async () => {
    const answers: ((info: EveningInfo) => void)[] = [];
    vi.spyOn(api, "evening").mockImplementation(() => new Promise((done) => answers.push(done)));
    const evening = new LiveEvening("e1");
    const looks = [evening.look(), evening.look()];
    const [older, newer] = [1, 2].map((round) => ({ round, you: null }) as EveningInfo);
    answers[1]!(newer!);
    answers[0]!(older!);
    await Promise.all(looks);
    expect(evening.info).toBe(newer);
  });

  it("knows my table that is still in play, though another round was drawn", async () => {
    const table = (id: string, round: number, state: string) => ({
      id,
      round,
      state,
      guests: [0, 1],
    });
    const tables = [table("late", 1, "playing"), table("new", 2, "over")];
    const info = { you: 0, round: 2, tables } as unknown as EveningInfo;
    vi.spyOn(api, "evening").mockResolvedValue(info);
    const evening = new LiveEvening("e2");
    await evening.look();
    expect(evening.mine?.id).toBe("late");
    tables[0]!.state = "over";
    expect(evening.mine?.id).toBe("new");
  });
});
