import { expect, test } from "vitest";
import { bubbles, freshRemarks } from "./bubbles.svelte";
import { stored } from "./stored";

const line = (at: number) => ({ at, seat: 0, phrase: "hello", text: "" });

test("only what was said just now is news", () => {
  const said = [line(1_000), line(50_000), line(58_000)];
  expect(freshRemarks(said, 0, 60_000).map(({ at }) => at)).toEqual([58_000]);
  expect(freshRemarks(said, 58_000, 60_000)).toEqual([]);
});

test("bubbles stay off on this device", () => {
  expect(bubbles.on).toBe(true);
  bubbles.on = false;
  expect(stored.get("bubbles")).toBe("off");
});
