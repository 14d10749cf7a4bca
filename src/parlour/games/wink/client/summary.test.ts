import { expect, test } from "vitest";
import { summary } from "./summary";
import type { Event, WinkView } from "./wire.gen";

test("winks made and seen, links exposed, and points up to the score", () => {
  const view = {
    players: 3,
    seen: [{ by: 2 }, { by: 2 }],
    over: { scores: [1, 1, 3], winners: [2] },
  };
  const moments = [
    [{ type: "called", seat: 0, number: 4 } as Event],
    [{ type: "winked", seat: 1, target: 0, number: 4, tick: 1 } as Event],
    [{ type: "found", seat: 0, target: 1, number: 4 } as Event],
    [{ type: "exposed", by: 2, target: 1, owner: 0, number: 5 } as Event],
  ];
  const found = summary(moments, view as unknown as WinkView);
  expect(found.figures.map(({ values }) => values)).toEqual([
    [0, 1, 0],
    [0, 0, 2],
    [0, 0, 1],
    [1, 0, 0],
  ]);
  expect(found.course.values).toEqual([
    [0, 1, 1, 1],
    [0, 1, 1, 1],
    [0, 0, 2, 3],
  ]);
});
