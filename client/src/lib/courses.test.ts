import { describe, expect, it } from "vitest";
import { apart, courses } from "./courses";
import type { SeriesInfo } from "./wire.gen";

const result = (pays: number[]) => ({ first: 0, winners: [], scores: [], pays, reason: "" });
const SERIES: SeriesInfo = {
  form: "tournament",
  number: 0,
  length: 4,
  results: [result([500, -200]), result([0, 100])],
  points: [1500, 900],
  wins: [1, 0],
  places: [1, 2],
  over: false,
  winners: [],
};

describe("a standing", () => {
  it("begins with what everybody brought", () => {
    expect(courses(SERIES)).toEqual([
      [1000, 1500, 1500],
      [1000, 800, 900],
    ]);
  });
  it("keeps names apart and within the picture", () => {
    expect(apart([50, 50, 90], 14, 10, 100)).toEqual([50, 64, 90]);
    expect(apart([100, 100, 100], 14, 10, 100)).toEqual([72, 86, 100]);
  });
});
