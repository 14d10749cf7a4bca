import { expect, it, vi } from "vitest";
import { playedAt, told } from "./played";
import type { GameInfo, TableInfo } from "./wire.gen";

// As much of a browser as the language needs, before it is loaded.
vi.hoisted(() => {
  const value = { language: "en" };
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });
});

const text = (said: string) => ({ en: said });
const option = (kind: string, standard: unknown) => ({
  option: { kind, default: standard, rule: "", mark: "" },
  name: text(kind),
  help: text(""),
});
const game = {
  options: {
    tie: option("switch", false),
    speed: option("word", "slow"),
    hand: option("number", 6),
    copies: option("numbers", [1, 2]),
  },
} as unknown as GameInfo;
const pages = { en: { "options.speed.words.fast": "at full gallop", "setup.helps": "A button" } };
const usual = { options: {}, series: null, pace: {}, haste: "normal", helps: false } as const;

it("tells what is not as usual, in words", () => {
  const options = { tie: true, speed: "fast", hand: 6 };
  const lines = told(game, pages, { ...usual, options, series: { form: "games", number: 3 } });
  expect(lines.slice(2)).toEqual(["switch: on", "word: at full gallop"]);
  expect(lines[0]).toMatch(/: 3$/);
});
it("lists several numbers as people write them", () => {
  const lines = told(game, pages, { ...usual, options: { copies: [0, 0] } });
  expect(lines[2]).toBe("numbers: 0, 0");
});
it("says so where all is as usual", () => {
  const lines = told(game, pages, { ...usual, pace: { kind: "days" } });
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe("Rules as usual");
});
it("tells how quick the bots are and what the page helps with", () => {
  const lines = told(game, pages, { ...usual, haste: "quick", helps: true });
  expect(lines.slice(3)).toEqual(["Speed of the bots: quick", "A button"]);
  expect(told(game, { en: {} }, { ...usual, helps: true })).toHaveLength(3);
});
it("reads a table's series as what was asked for", () => {
  const pace = { kind: "relaxed" as const };
  const table = { options: {}, pace, series: { form: "tournament", number: 0 } };
  expect(playedAt(table as unknown as TableInfo).series).toEqual({ form: "tournament" });
  expect(playedAt({ ...table, series: null } as unknown as TableInfo).series).toBeNull();
});
