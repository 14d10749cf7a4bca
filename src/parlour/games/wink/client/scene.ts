import type { Event, Faced, WinkView, Turned, Winked } from "./wire.gen";

/** Heads and eyes in one tick, as far as they are known. */
export type Place = number | string | null;
export interface Scene {
  heads: Place[];
  gazes: Place[];
  winking: number[];
  turning: number[];
}
export type Sign = Turned | Faced | Winked;
export interface Moment {
  scene: Scene;
  signs: Sign[];
}

const SIGNS = ["turned", "faced", "winked"];

export function sceneOf(view: WinkView): Scene {
  return {
    heads: view.heads,
    gazes: view.gazes,
    winking: view.winking,
    turning: view.turning,
  };
}

export function signsOf(events: Event[]): Sign[] {
  return events.filter((event): event is Sign => SIGNS.includes(event.type));
}

/**
 * By turns several ticks pass in one piece of news.  This is each of them in order, put together
 * from what these eyes were told: the heads everybody saw turn, the face one looked at oneself.
 */
export function moments(before: WinkView, view: WinkView, events: Event[]): Moment[] {
  const signs = signsOf(events);
  const count = view.tick - before.tick;
  const found: Moment[] = [];
  let scene = sceneOf(before);
  for (let k = 1; k < count; k++) {
    const now = signs.filter((sign) => sign.tick === before.tick + k);
    scene = after(scene, now, view.eyes, myGaze(before, k - 1));
    found.push({ scene, signs: now });
  }
  const last = signs.filter((sign) => sign.tick === view.tick);
  return [...found, { scene: sceneOf(view), signs: last }];
}

/** Where my eyes rest by the glance I gave for that tick; undefined where none is known. */
function myGaze(before: WinkView, k: number): Place | undefined {
  const glance = before.eyes === null ? undefined : before.plans[before.eyes]?.[k];
  if (!glance) return undefined;
  const [manner, place] = glance.split("@") as [string, string];
  return manner === "lower" || place === "crowd" ? "crowd" : Number(place);
}

function after(before: Scene, signs: Sign[], me: number | null, mine: Place | undefined): Scene {
  const heads = [...before.heads];
  for (const sign of signs)
    if (sign.type === "turned") for (const seat of sign.seats) heads[seat] = sign.target;
  const gaze = me === null ? null : mine === undefined ? heads[me]! : mine;
  const faced = new Map(
    signs.filter((sign) => sign.type === "faced").map((sign) => [sign.seat, sign.target]),
  );
  const gazes = heads.map((head, seat) => {
    if (seat === me) return gaze;
    if (seat === gaze) return faced.get(seat) ?? before.gazes[seat] ?? null;
    return head === "crowd" ? head : (me === null && faced.get(seat)) || null;
  });
  const winking = signs.filter((sign) => sign.type === "winked").map((sign) => sign.seat);
  return { heads, gazes, winking, turning: [] };
}
