import { expect, test } from "vitest";
import { summary } from "./summary";
import type { Event, IntrigoView } from "./wire.gen";

test("seals are counted round by round, ducats and helpers in the end", () => {
  const seals = [{ military: 2, clergy: 1 }, { military: 0 }];
  const view = { players: 2, round: 2, seals, purses: [3, 1], families: ["a", "b"] };
  const award = (seat: number, token: string) => ({ type: "awarded", seat, token }) as Event;
  const began = { type: "began", round: 1, seat: 0 } as Event;
  const bought = { type: "bought", seat: 1 } as Event;
  const moments = [[began], [award(0, "military"), award(1, "ducat")], [began, bought]];
  const found = summary([...moments, [award(0, "clergy")]], view as unknown as IntrigoView);
  expect(found.course.values).toEqual([
    [0, 1, 2],
    [0, 0, 0],
  ]);
  expect(found.figures.map(({ values }) => values)).toEqual([
    [3, 0],
    [2, 0],
    [3, 1],
    [0, 1],
  ]);
});
