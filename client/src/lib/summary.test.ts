import { expect, test } from "vitest";
import { standing, tally } from "./summary";

test("what was taken back did not happen", () => {
  const steps = ["a", "b", "undone", "c"].map((type) => ({ events: [{ type }] }));
  expect(standing(steps).map((step) => step.events[0]!.type)).toEqual(["a", "c"]);
});

test("a tally counts for seats and leaves out what belongs to nobody", () => {
  const events = [{ by: 1 }, { by: null }, { by: 1 }, { by: 7 }];
  expect(tally(3, events, (event) => event.by)).toEqual([0, 2, 0]);
  expect(
    tally(
      2,
      events,
      (event) => event.by,
      () => 5,
    ),
  ).toEqual([0, 10]);
});
