import { expect, test, vi } from "vitest";
import { Speaker } from "$lib/words.svelte";
import type { WinkPlay } from "./mode.svelte";
import { next } from "./say";

// As much of a browser as the language needs, before it is loaded.
vi.hoisted(() =>
  Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true }),
);

const pages = {
  en: {
    "prompts.glance": "Glance {number} of {count}: tap",
    "prompts.name": "{number}: tap a mask",
    "prompts.watch": "Watch",
  },
};
function seen(facts: Partial<WinkPlay>, pace = "live"): string | null {
  const speaker = new Speaker(pages, () => null);
  const play = { me: 0, waits: [], decision: null, view: { pace }, speaker, ...facts };
  return next(play as unknown as WinkPlay);
}
const asks = (ask: string, about = {}) => ({ decision: { ask, about } }) as Partial<WinkPlay>;

test("a glance and a name say what to tap, where masks can be tapped", () => {
  expect(seen(asks("glance", { number: 1, count: 3 }), "by_turns")).toBe("Glance 1 of 3: tap");
  expect(seen(asks("name", { number: 7 }), "by_turns")).toBe("7: tap a mask");
  expect(seen(asks("name", { number: 7 }), "same_room")).toBeNull();
});

test("live, a person who is asked nothing is told to watch, also with offers at hand", () => {
  expect(seen({})).toBe("Watch");
  expect(seen(asks(""))).toBe("Watch");
});

test("the shell's own sentence stands for every other moment", () => {
  expect(seen(asks("call"))).toBeNull();
  expect(seen({ waits: [2] })).toBeNull();
  expect(seen({ me: null })).toBeNull();
  expect(seen({}, "by_turns")).toBeNull();
});
