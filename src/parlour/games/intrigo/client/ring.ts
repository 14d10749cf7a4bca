/** Where the places of the ring lie, on a tall, a square and a wide screen. */
type Shape = [columns: number, rows: number];
const SHAPES: Record<number, { tall: Shape; square: Shape; wide: Shape }> = {
  12: { tall: [7, 7], square: [7, 7], wide: [9, 5] },
  16: { tall: [7, 11], square: [9, 9], wide: [11, 7] },
};

export function shapes(buildings: number) {
  return SHAPES[buildings] ?? SHAPES[16]!;
}

/** Row and column of a place, clockwise from the Door in the upper left corner. */
export function spot(place: number, [columns, rows]: Shape): [row: number, column: number] {
  const right = columns - 1;
  const down = rows - 1;
  if (place <= right) return [1, place + 1];
  if (place <= right + down) return [place - right + 1, columns];
  if (place <= 2 * right + down) return [rows, 2 * right + down - place + 1];
  return [2 * (right + down) - place + 1, 1];
}

/** A place's own style: its cell in each of the three shapes. */
export function cell(place: number, buildings: number): string {
  const { tall, square, wide } = shapes(buildings);
  const area = (shape: Shape) => spot(place, shape).join(" / ");
  return `--tall: ${area(tall)}; --square: ${area(square)}; --wide: ${area(wide)}`;
}

export function grid(buildings: number): string {
  const { tall, square, wide } = shapes(buildings);
  return [
    `--tall-columns: ${tall[0]}; --tall-rows: ${tall[1]}`,
    `--square-columns: ${square[0]}; --square-rows: ${square[1]}`,
    `--wide-columns: ${wide[0]}; --wide-rows: ${wide[1]}`,
  ].join("; ");
}
