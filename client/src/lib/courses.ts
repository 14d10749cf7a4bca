import type { SeriesInfo } from "./wire.gen";

/** Everybody's points before the first game and after each. */
export function courses(series: SeriesInfo): number[][] {
  return series.points.map((points, seat) => {
    const pays = series.results.map((result) => result.pays[seat] ?? 0);
    let now = points - pays.reduce((sum, paid) => sum + paid, 0);
    return [now, ...pays.map((paid) => (now += paid))];
  });
}

/** Names at the ends of lines, pushed apart so that each can be read. */
export function apart(wanted: number[], least: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, k) => ({ y, k })).sort((a, b) => a.y - b.y || a.k - b.k);
  const placed = new Array<number>(wanted.length);
  let free = top;
  order.forEach(({ y, k }, n) => {
    const room = bottom - (order.length - 1 - n) * least; // leave room for those below
    placed[k] = Math.max(free, Math.min(y, room));
    free = placed[k] + least;
  });
  return placed;
}
