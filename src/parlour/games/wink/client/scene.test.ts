import { expect, test } from "vitest";
import { moments } from "./scene";
import type { Event, WinkView } from "./wire.gen";

/** Four at the table; I am 0 and gave three glances: at 1, at 2, and 2 again with lowered eyes. */
function view(facts: Partial<WinkView>): WinkView {
  const plans = [["look@1", "look@2", "lower@2"], [], [], []];
  const still = { heads: Array(4).fill("crowd"), gazes: Array(4).fill("crowd") };
  return { eyes: 0, tick: 3, winking: [], turning: [], plans, ...still, ...facts } as WinkView;
}
const told = [
  { type: "turned", tick: 4, seats: [0], target: 1 },
  { type: "turned", tick: 4, seats: [1, 3], target: 0 },
  { type: "faced", tick: 4, seat: 1, target: 0 },
  { type: "winked", tick: 4, seat: 1, target: 0, number: 7 },
  { type: "turned", tick: 5, seats: [0], target: 2 },
  { type: "faced", tick: 5, seat: 2, target: "crowd" },
] as Event[];
const last = view({ tick: 6, heads: [2, 0, "crowd", 0], gazes: ["crowd", null, "crowd", null] });

test("every tick is shown as these eyes saw it, and no eyes that they did not see", () => {
  const [first, second, third] = moments(view({}), last, told).map(({ scene }) => scene);
  expect(first).toMatchObject({ heads: [1, 0, "crowd", 0], gazes: [1, 0, "crowd", null] });
  expect(first!.winking).toEqual([1]);
  expect(second).toMatchObject({ heads: [2, 0, "crowd", 0], gazes: [2, null, "crowd", null] });
  expect(second!.winking).toEqual([]);
  expect(third).toMatchObject({ heads: last.heads, gazes: last.gazes });
});

test("signs come with the tick in which they were seen", () => {
  expect(moments(view({}), last, told).map(({ signs }) => signs.length)).toEqual([4, 2, 0]);
});
