import { fly, remember, still } from "$lib/motion";
import { tick } from "svelte";
import type { Event, IntrigoView } from "./wire.gen";

/** What the ring showed while it paid out: the news already tells of the round after it. */
type Shown = "round" | "first" | "gaps" | "by" | "tokens" | "purses" | "seals" | "awards";
export type Scene = Pick<IntrigoView, Shown>;

const AWARD_MS = 330;
const STAY_MS = 130;
const REST_MS = 700;
/** News of these kinds leaves the ring as it is, and may come while it still pays out. */
const QUIET = new Set(["chose", "kept", "received", "dealt"]);

const index = (place: string) => Number(place.slice(1)) - 1;

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

type Root = () => HTMLElement | null;
type Step = Event & { type: "awarded" | "stayed" };
const settles = (event: Event): event is Step =>
  event.type === "awarded" || event.type === "stayed";

/** Somebody leafs through a record: the ring is another one, and nothing is told of it. */
function jumped(before: IntrigoView | null, now: IntrigoView): boolean {
  return before?.round !== now.round || before.gaps.join() !== now.gaps.join();
}

/** The walk from the Door round the ring; whatever happens next in the palace ends it. */
export class Walk {
  #scene = $state.raw<Scene | null>(null);
  #at = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get scene(): Scene | null {
    return this.#scene;
  }
  /** The building that is being settled. */
  get at(): number | null {
    return this.#at;
  }
  /** News has come: begin, go on or end. */
  hear(before: IntrigoView | null, now: IntrigoView, events: Event[], root: Root): void {
    const steps = events.filter(settles);
    if (steps.length && before && !still()) {
      this.stop();
      this.#scene = settle(before, events);
      this.#go(steps, root);
    } else if (events.some((event) => !QUIET.has(event.type)) || jumped(before, now)) this.stop();
  }
  stop(): void {
    clearTimeout(this.#timer);
    this.#scene = null;
    this.#at = null;
  }
  #go(steps: Step[], root: Root): void {
    const [step, ...rest] = steps;
    this.#timer = setTimeout(
      () => {
        if (!step) return this.stop();
        this.#at = index(step.building);
        if (step.type === "awarded") void this.#pay(step, root());
        this.#go(rest, root);
      },
      step ? (step.type === "awarded" ? AWARD_MS : STAY_MS) : REST_MS,
    );
  }
  async #pay(step: Step & { type: "awarded" }, root: HTMLElement | null): Promise<void> {
    const before = root ? remember(root) : new Map();
    this.#scene = pay(this.#scene!, step);
    await tick();
    const card = step.token.split("/")[0]!;
    if (root) fly(root, before, [{ from: step.building, to: `seat${step.seat}`, card }]);
  }
}
