import { showing } from "$lib/brief.svelte";
import { fly, remember, still } from "$lib/motion";
import { speakers } from "$lib/sound";
import { speed } from "$lib/speed.svelte";
import { tick, untrack } from "svelte";
import { index, pay, settle, type Scene } from "./scene";
import type { Event, IntrigoView } from "./wire.gen";

const AWARD_MS = 330;
const STAY_MS = 130;
const REST_MS = 700;
/** News of these kinds leaves the ring as it is, and may come while it still pays out. */
const QUIET = new Set(["chose", "kept", "received", "dealt"]);

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
      showing.begin();
      this.#go(steps, root);
    } else if (events.some((event) => !QUIET.has(event.type)) || jumped(before, now)) this.stop();
  }
  stop(): void {
    clearTimeout(this.#timer);
    if (untrack(() => this.#scene)) showing.end();
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
      speed.ms(step ? (step.type === "awarded" ? AWARD_MS : STAY_MS) : REST_MS),
    );
  }
  async #pay(step: Step & { type: "awarded" }, root: HTMLElement | null): Promise<void> {
    const before = root ? remember(root) : new Map();
    this.#scene = pay(this.#scene!, step);
    await tick();
    const card = step.token.split("/")[0]!;
    speakers.play(card === "ducat" ? "coin" : "seal");
    if (root) fly(root, before, [{ from: step.building, to: `seat${step.seat}`, card }]);
  }
}
