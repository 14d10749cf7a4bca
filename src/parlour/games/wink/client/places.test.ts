import { expect, test } from "vitest";
import { inward, person, seated, type Box } from "./places";

const REM = 16;
const HALLS = {
  "a small phone": [22.5, 28],
  "a tablet": [32, 30],
  "almost square": [35, 29],
  "a phone held sideways": [41.3, 26],
  "a desk": [43.5, 26],
  "a large screen": [66, 36],
};
const over = (one: Box, other: Box) =>
  one.left < other.right - 0.5 &&
  other.left < one.right - 0.5 &&
  one.top < other.bottom - 0.5 &&
  other.top < one.bottom - 0.5;

for (const [name, [width, height]] of Object.entries(HALLS)) {
  for (const [players, lines] of [4, 5, 6, 7, 8].flatMap((n) => [0, 1, 2].map((k) => [n, k]))) {
    test(`${players} people with ${lines} lines of numbers in the hall of ${name}`, () => {
      const hall = { width: width! * REM, height: height! * REM };
      const one = person(hall, REM, lines!);
      const { boxes, crowd } = seated(players!, 2, hall, one);
      for (const box of boxes) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(hall.width);
        expect(box.bottom).toBeLessThanOrEqual(hall.height);
        const [grows, from] = [0.38 * one.mask, inward(box.left, hall.width, one)];
        const spare = (one.width - one.mask) / 2;
        expect(box.left + spare - from * grows).toBeGreaterThan(-0.01);
        expect(box.right - spare + (1 - from) * grows).toBeLessThan(hall.width + 0.01);
      }
      const all = [...boxes, crowd];
      const pairs = all.flatMap((a, k) => all.slice(k + 1).map((b) => [a, b] as const));
      expect(pairs.filter(([a, b]) => over(a, b))).toEqual([]);
      expect(crowd.right - crowd.left).toBeGreaterThan(11 * REM);
      expect(crowd.bottom - crowd.top).toBeGreaterThan(9 * REM);
    });
  }
}
