import { expect, test } from "vitest";
import { learnt } from "./learnt";
import { beginPractice, isPractice, PRACTICE, practiceAt } from "./practice.svelte";

const steps = (...done: string[]) => ({ call: done.includes("call"), wink: done.includes("wink") });

test("a table is a practice if it was begun as one on this device", () => {
  expect(practiceAt("other", "wink")).toBeNull();
  beginPractice("one");
  expect(isPractice("one")).toBe(true);
  expect(practiceAt("one", "wink")!.done).toEqual([]);
});

test("what is done stays done, also when the page comes back; the last step is the lesson", () => {
  beginPractice("two");
  practiceAt("two", "wink")!.note(steps("wink"));
  const again = practiceAt("two", "wink")!;
  expect(again.done).toEqual(["wink"]);
  again.note(steps());
  expect(again.done).toEqual(["wink"]);
  expect(learnt("wink").has(PRACTICE)).toBe(false);
  again.note(steps("call"));
  expect(again.done).toEqual(["call", "wink"]);
  expect(learnt("wink").has(PRACTICE)).toBe(true);
});

test("the newest tables are kept, the oldest forgotten", () => {
  for (let k = 0; k < 30; k++) beginPractice(`t${k}`);
  expect(isPractice("t29")).toBe(true);
  expect(isPractice("t3")).toBe(false);
});
