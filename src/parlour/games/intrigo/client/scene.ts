import type { Event, IntrigoView } from "./wire.gen";

type Shown = "round" | "first" | "over" | "bank" | "bag";
type Paid = "gaps" | "by" | "tokens" | "purses" | "seals" | "awards";
/** What the ring showed while it paid out: the news already tells of the round after it. */
export type Scene = Pick<IntrigoView, Shown | Paid>;

/** A place of the ring counted from 0. */
export const index = (place: string) => Number(place.slice(1)) - 1;

function swap(list: string[], a: string, b: string): void {
  const held = list[index(a)]!;
  list[index(a)] = list[index(b)]!;
  list[index(b)] = held;
}

/** The last card of a round and what its power did, put on the picture of the ring before it. */
export function settle(before: IntrigoView, events: Event[]): Scene {
  const scene: Scene = {
    round: before.round,
    first: before.first,
    over: null,
    bank: before.bank,
    bag: before.bag,
    gaps: [...before.gaps],
    by: before.by,
    tokens: [...before.tokens],
    purses: [...before.purses],
    seals: before.seals.map((held) => ({ ...held })),
    awards: [...before.awards],
  };
  for (const event of events) redraw(scene, event);
  return scene;
}

function redraw({ gaps, tokens, purses, awards }: Scene, event: Event): void {
  switch (event.type) {
    case "placed":
    case "obeyed":
      gaps[index(event.gap)] = event.card;
      break;
    case "bought":
      gaps[index(event.gap)] = event.kind;
      purses[event.seat]! -= event.price;
      break;
    case "murdered":
      gaps[index(event.other)] = `${event.card}/dead`;
      break;
    case "ferried":
    case "marched":
      swap(gaps, event.other, event.where);
      break;
    case "stole":
      tokens[index(event.building)] = `${event.token.split("/")[0]}/stolen`;
      break;
    case "traded":
      swap(tokens, event.building, event.other);
      break;
    case "awarded":
      awards[index(event.building)] = { to: event.seat, why: "won", open: false };
      break;
    case "stayed":
      awards[index(event.building)] = { to: null, why: event.why, open: false };
      break;
  }
}

/** One award on the scene: the token leaves its building and counts where it went. */
export function pay(scene: Scene, event: Event & { type: "awarded" }): Scene {
  const token = event.token.split("/")[0]!;
  const tokens = scene.tokens.with(index(event.building), "empty");
  if (token === "ducat")
    return {
      ...scene,
      tokens,
      purses: scene.purses.with(event.seat, scene.purses[event.seat]! + 1),
    };
  const held = scene.seals[event.seat]!;
  const more = { ...held, [token]: (held[token] ?? 0) + 1 };
  return { ...scene, tokens, seals: scene.seals.with(event.seat, more) };
}
