/** Where people sit in the hall: fractions of its width and height, by the number of others. */
export interface Spot {
  x: number;
  y: number;
}
type Pairs = [number, number][];

/** A phone held upright: a row above the crowd, the rest at its sides. */
const TALL: Record<number, Pairs> = {
  3: pairs(0.105, 0.47, 0.5, 0.12, 0.895, 0.47),
  4: pairs(0.105, 0.52, 0.28, 0.12, 0.72, 0.12, 0.895, 0.52),
  5: pairs(0.105, 0.56, 0.16, 0.13, 0.5, 0.12, 0.84, 0.13, 0.895, 0.56),
  6: pairs(0.105, 0.69, 0.105, 0.39, 0.31, 0.12, 0.69, 0.12, 0.895, 0.39, 0.895, 0.69),
  7: pairs(0.105, 0.69, 0.105, 0.4, 0.16, 0.13, 0.5, 0.115, 0.84, 0.13, 0.895, 0.4, 0.895, 0.69),
};
/** A wide screen: a round table. */
const WIDE: Record<number, Pairs> = {
  3: pairs(0.11, 0.46, 0.5, 0.14, 0.89, 0.46),
  4: pairs(0.1, 0.55, 0.29, 0.15, 0.71, 0.15, 0.9, 0.55),
  5: pairs(0.1, 0.6, 0.17, 0.2, 0.5, 0.14, 0.83, 0.2, 0.9, 0.6),
  6: pairs(0.14, 0.74, 0.09, 0.36, 0.34, 0.14, 0.66, 0.14, 0.91, 0.36, 0.86, 0.74),
  7: pairs(0.15, 0.77, 0.075, 0.44, 0.23, 0.16, 0.5, 0.14, 0.77, 0.16, 0.925, 0.44, 0.85, 0.77),
};
const BOTTOM = { tall: [0.5, 0.855], wide: [0.5, 0.85] } as const;

function pairs(...flat: number[]): Pairs {
  return flat.flatMap((x, k) => (k % 2 ? [] : [[x, flat[k + 1]!] as [number, number]]));
}

/** The spot of every seat: I sit at the bottom, my left neighbour on the left, and so round. */
export function spots(players: number, me: number | null, wide: boolean): Spot[] {
  const first = me ?? 0;
  const others = (wide ? WIDE : TALL)[players - 1] ?? [];
  const bottom = BOTTOM[wide ? "wide" : "tall"];
  return Array.from({ length: players }, (_, seat) => {
    const turn = (seat - first + players) % players;
    const [x, y] = turn === 0 ? bottom : (others[turn - 1] ?? bottom);
    return { x, y };
  });
}

/** The middle, where the crowd stands. */
export const MIDDLE: Spot = { x: 0.5, y: 0.5 };

/** The angle nearest to the one before, so that nothing spins the long way round. */
export function nearest(angle: number, before: number): number {
  return angle + 360 * Math.round((before - angle) / 360);
}
