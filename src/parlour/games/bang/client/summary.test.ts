import { expect, test } from "vitest";
import { summary } from "./summary";
import type { BangView, Event } from "./wire.gen";

const shown = (seat: number, life: number) =>
  ({ type: "character_shown", seat, character: "x", life }) as Event;
const began = (seat: number) => ({ type: "turn_began", seat }) as Event;
const view = { players: 2, roles: ["sheriff", "outlaw"] } as unknown as BangView;

test("shots, hits and kills belong to whoever did them, and life is noted turn by turn", () => {
  const moments = [
    [shown(0, 5), shown(1, 4), began(0)],
    [{ type: "played", seat: 0, card: "bang:2S", target: 1, used: null } as Event],
    [{ type: "wounded", seat: 1, by: 0, count: 1, life: 3 } as Event, began(1)],
    [{ type: "played", seat: 1, card: "missed:3C", target: 0, used: "bang" } as Event],
    [{ type: "dodged", seat: 0 } as Event],
    [{ type: "wounded", seat: 1, by: null, count: 3, life: -1 } as Event],
    [{ type: "eliminated", seat: 1, by: 0, role: "outlaw" } as Event],
  ];
  const { figures, course, turns, parts } = summary(moments, view);
  expect(Object.fromEntries(figures.map(({ key, values }) => [key, values]))).toEqual({
    shots: [1, 1],
    hits: [1, 0],
    dodges: [1, 0],
    kills: [1, 0],
  });
  expect(course.values).toEqual([
    [5, 5, 5],
    [4, 3, 0],
  ]);
  expect(turns).toBe(2);
  expect(parts).toEqual(["sheriff", "outlaw"]);
});
