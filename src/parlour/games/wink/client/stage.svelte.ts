import { speakers } from "$lib/sound";
import { moments, sceneOf, signsOf, type Scene, type Sign } from "./scene";
import type { Event, WinkView, Winked } from "./wire.gen";

const STEP_MS = 850;
const CAUGHT_MS = 2600;
const MOST_HEARD = 40;

/** What the hall shows now: the view itself or, by turns, the ticks of the last news one by one. */
export class Stage {
  #scene = $state.raw<Scene | null>(null);
  #heard = $state.raw<{ id: number; sign: Sign }[]>([]);
  #caught = $state.raw<Winked | null>(null);
  #before: WinkView | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #fading: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** null: as the view says. */
  get scene(): Scene | null {
    return this.#scene;
  }
  /** Everything these eyes saw, for those who read or hear it; the newest last. */
  get heard(): { id: number; sign: Sign }[] {
    return this.#heard;
  }
  /** A wink of somebody else, seen just now. */
  get caught(): Winked | null {
    return this.#caught;
  }

  follow(view: WinkView, events: Event[]): void {
    const before = this.#before;
    this.#before = view;
    if (before === view) return;
    const several = before && view.pace === "by_turns" && view.tick > before.tick + 1;
    if (several && events.length) return this.#play(before, view, events);
    const signs = signsOf(events);
    if (signs.length) this.#perceive(signs, view.eyes);
  }
  stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#scene = null;
  }
  #play(before: WinkView, view: WinkView, events: Event[]): void {
    this.stop();
    const steps = moments(before, view, events);
    this.#scene = sceneOf(before);
    steps.forEach(({ scene, signs }, k) => {
      const show = () => {
        this.#scene = scene;
        this.#perceive(signs, view.eyes);
      };
      this.#timers.push(setTimeout(show, 120 + k * STEP_MS));
    });
    this.#timers.push(setTimeout(() => this.stop(), 120 + steps.length * STEP_MS));
  }
  #perceive(signs: Sign[], me: number | null): void {
    const fresh = signs.map((sign) => ({ id: ++this.#count, sign }));
    this.#heard = [...this.#heard, ...fresh].slice(-MOST_HEARD);
    const wink = signs.find((sign) => sign.type === "winked" && sign.seat !== me);
    if (wink) this.#catch(wink as Winked);
    for (const sound of new Set(signs.map((sign) => soundOf(sign, me))))
      if (sound) speakers.play(sound);
  }
  #catch(wink: Winked): void {
    clearTimeout(this.#fading);
    this.#caught = wink;
    this.#fading = setTimeout(() => (this.#caught = null), CAUGHT_MS);
  }
}

/** The same for the ear: a wink, eyes that meet mine, a head that turns to me. */
function soundOf(sign: Sign, me: number | null) {
  if (sign.type === "winked") return "wink";
  if (me === null || sign.target !== me) return null;
  return sign.type === "faced" ? "heal" : "flip";
}
