/**
 * Where people sit in the hall, in px.  A place is a fraction of the room that is left beside one
 * person: 0 is quite at the left or at the top, 1 at the right or at the bottom.  So nobody sticks
 * out of the hall, however large a mask is.
 */
export interface Spot {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
/** One person: the width of the mask, and what it takes with the name and the figures below. */
export interface Person extends Size {
  mask: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
type Pairs = [number, number][];

/** A phone held upright: a row above the crowd, the rest at its sides. */
const TALL: Record<number, Pairs> = {
  3: pairs(0, 0.47, 0.5, 0, 1, 0.47),
  4: pairs(0, 0.52, 0.23, 0, 0.77, 0, 1, 0.52),
  5: pairs(0, 0.6, 0.06, 0.03, 0.5, 0, 0.94, 0.03, 1, 0.6),
  6: pairs(0, 0.76, 0, 0.38, 0.26, 0, 0.74, 0, 1, 0.38, 1, 0.76),
  7: pairs(0, 0.78, 0, 0.4, 0.06, 0.02, 0.5, 0, 0.94, 0.02, 1, 0.4, 1, 0.78),
};
/** A wide screen: a round table. */
const WIDE: Record<number, Pairs> = {
  3: pairs(0.04, 0.46, 0.5, 0.02, 0.96, 0.46),
  4: pairs(0.03, 0.58, 0.25, 0.03, 0.75, 0.03, 0.97, 0.58),
  5: pairs(0.03, 0.65, 0.12, 0.13, 0.5, 0.02, 0.88, 0.13, 0.97, 0.65),
  6: pairs(0.08, 0.86, 0.02, 0.34, 0.32, 0.02, 0.68, 0.02, 0.98, 0.34, 0.92, 0.86),
  7: pairs(0.09, 0.9, 0.01, 0.45, 0.19, 0.03, 0.5, 0.02, 0.81, 0.03, 0.99, 0.45, 0.91, 0.9),
};
const BROAD = 1.25;
const GROWTH = 0.38; // of a mask that is looked at, as Person.svelte draws it
const FACE = 1.2; // a mask is so much higher than wide
const SHARE = { tall: 0.25, wide: 0.29 }; // of the hall's height: three rows of people fit
const UNDER = 3.1; // in rem: the name and the figures below a mask
const LINE = 0.9; // one line of numbers, where a replay shows a hand
const FIGURES = 4.9; // a name of seven letters and the figures
const LEAST = 2.25;
const MOST = 7.75;
const TOP = 0.1; // whoever sits higher sits above the crowd

function pairs(...flat: number[]): Pairs {
  return flat.flatMap((x, k) => (k % 2 ? [] : [[x, flat[k + 1]!] as [number, number]]));
}

export function isWide({ width, height }: Size): boolean {
  return width > height * BROAD;
}

/** As large as three rows of people can be in this hall; `lines`: of the hand below each. */
export function person(hall: Size, rem: number, lines: number): Person {
  const under = (UNDER + LINE * lines) * rem;
  const share = SHARE[isWide(hall) ? "wide" : "tall"] * hall.height;
  const most = Math.min(MOST * rem, 0.165 * hall.width);
  const mask = Math.max(LEAST * rem, Math.min(most, (share - under) / FACE));
  return { mask, width: Math.max(1.3 * mask, FIGURES * rem), height: FACE * mask + under };
}

/** The spot of every seat: I sit at the bottom, my left neighbour on the left, and so round. */
function fractions(players: number, me: number | null, wide: boolean): Spot[] {
  const others = (wide ? WIDE : TALL)[players - 1] ?? [];
  return Array.from({ length: players }, (_, seat) => {
    const turn = (seat - (me ?? 0) + players) % players;
    const [x, y] = others[turn - 1] ?? [0.5, 1];
    return { x, y };
  });
}

/** Everybody's box, and the one that is left in the middle for the crowd. */
export function seated(players: number, me: number | null, hall: Size, one: Person) {
  const spots = fractions(players, me, isWide(hall));
  const boxes = spots.map(({ x, y }): Box => {
    const left = x * (hall.width - one.width);
    const top = y * (hall.height - one.height);
    return { left, top, right: left + one.width, bottom: top + one.height };
  });
  const edge = (among: (spot: Spot) => boolean, of: (box: Box) => number) =>
    boxes.filter((_, seat) => among(spots[seat]!)).map(of);
  const beside = ({ y }: Spot) => y >= TOP && y < 1;
  const crowd: Box = {
    left: Math.max(
      ...edge(
        (spot) => beside(spot) && spot.x < 0.5,
        (box) => box.right,
      ),
    ),
    right: Math.min(
      ...edge(
        (spot) => beside(spot) && spot.x > 0.5,
        (box) => box.left,
      ),
    ),
    top: Math.max(
      ...edge(
        ({ y }) => y < TOP,
        (box) => box.bottom,
      ),
    ),
    bottom: Math.min(
      ...edge(
        ({ y }) => y === 1,
        (box) => box.top,
      ),
    ),
  };
  return { boxes, crowd };
}

/** The middle of a face. */
export function face({ left, right, top }: Box, { mask }: Person): Spot {
  return { x: (left + right) / 2, y: top + (FACE * mask) / 2 };
}

/** From where a face grows that one looks at, in parts of its width: not out of the hall. */
export function inward(left: number, width: number, one: Person): number {
  const spare = (one.width - one.mask) / 2;
  const room = (free: number) => Math.min(0.5, (Math.max(0, free) + spare) / (GROWTH * one.mask));
  const [before, after] = [room(left), room(width - left - one.width)];
  return before < 0.5 ? before : 1 - after;
}

/** The angle nearest to the one before, so that nothing spins the long way round. */
export function nearest(angle: number, before: number): number {
  return angle + 360 * Math.round((before - angle) / 360);
}
