import { expect, test } from "vitest";
import { summary } from "./summary";
import type { Event, KingsView } from "./wire.gen";

test("units belong to whoever laid them, mines to whoever got them", () => {
  const view = { players: 2, kings: ["orc", "giant"], over: { scores: [5, 7] } };
  const moments = [
    [{ type: "laid", seat: 0 } as Event],
    [{ type: "conquered", owner: 1, by: 0 } as Event],
    [{ type: "worked", seat: 1 } as Event],
  ];
  const found = summary(moments, view as unknown as KingsView);
  expect(found.figures.map(({ values }) => values)).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
    [5, 7],
  ]);
  expect(found.course.values).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(found.turns).toBe(1);
});
