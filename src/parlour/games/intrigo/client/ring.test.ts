import { describe, expect, it } from "vitest";
import { shapes, spot } from "./ring";

describe("the ring", () => {
  for (const buildings of [12, 16])
    for (const [name, shape] of Object.entries(shapes(buildings)))
      it(`closes without a hole: ${buildings} buildings, ${name}`, () => {
        const spots = Array.from({ length: 2 * buildings }, (_, place) => spot(place, shape));
        expect(spots[0]).toEqual([1, 1]);
        expect(new Set(spots.map(String)).size).toBe(2 * buildings);
        spots.forEach(([row, column], place) => {
          const [next, beside] = spots[(place + 1) % spots.length]!;
          expect(Math.abs(next - row) + Math.abs(beside - column)).toBe(1);
        });
      });
});
