/**
 * Where the others sit, clockwise from my left: on a phone up the left side, over the top and down the
 * right (columns and rows), on a wide table at a point in hundredths.
 */
export interface Place {
  column: string;
  row: number;
  x: number;
  y: number;
}

const POINTS: Record<number, [number, number][]> = {
  1: [[50, 14]],
  2: [
    [13, 40],
    [87, 40],
  ],
  3: [
    [12, 48],
    [50, 14],
    [88, 48],
  ],
  4: [
    [12, 60],
    [27, 14],
    [73, 14],
    [88, 60],
  ],
  5: [
    [12, 66],
    [15, 24],
    [50, 14],
    [85, 24],
    [88, 66],
  ],
  6: [
    [12, 70],
    [12, 36],
    [36.5, 14],
    [63.5, 14],
    [88, 36],
    [88, 70],
  ],
  7: [
    [12, 70],
    [12, 42],
    [24, 14],
    [50, 14],
    [76, 14],
    [88, 42],
    [88, 70],
  ],
};

export function places(count: number): Place[] {
  const half = Math.floor(count / 2);
  const top = count % 2;
  return Array.from({ length: count }, (_, k) => {
    const [x, y] = POINTS[count]?.[k] ?? [50, 50];
    if (k < half) return { column: "1", row: top + half - k, x, y };
    if (top && k === half) return { column: "1 / -1", row: 1, x, y };
    return { column: "3", row: k - half + 1, x, y };
  });
}
