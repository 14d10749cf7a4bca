import { Brief, showing } from "$lib/brief.svelte";
import { speakers } from "$lib/sound";
import { speed } from "$lib/speed.svelte";
import { SHOWING } from "./printed.gen";
import { moments, sceneOf, signsOf, type Scene, type Sign } from "./scene";
import type { Event, WinkView, Winked } from "./wire.gen";

const STEP_MS = SHOWING.step_ms!; // bots wait for it
const MOST_HEARD = 40;

/** What the hall shows now: the view itself or, by turns, the ticks of the last news one by one. */
export class Stage {
  #scene = $state.raw<Scene | null>(null);
  #heard = $state.raw<{ id: number; sign: Sign }[]>([]);
  readonly #caught = new Brief<Winked>(2600, true);
  #before: WinkView | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
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
    return this.#caught.now;
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
    if (this.#scene) showing.end();
    this.#scene = null;
  }
  #play(before: WinkView, view: WinkView, events: Event[]): void {
    this.stop();
    const steps = moments(before, view, events);
    this.#scene = sceneOf(before);
    showing.begin();
    steps.forEach(({ scene, signs }, k) => {
      const show = () => {
        this.#scene = scene;
        this.#perceive(signs, view.eyes);
      };
      this.#timers.push(setTimeout(show, speed.ms(120 + k * STEP_MS)));
    });
    this.#timers.push(setTimeout(() => this.stop(), speed.ms(120 + steps.length * STEP_MS)));
  }
  #perceive(signs: Sign[], me: number | null): void {
    const fresh = signs.map((sign) => ({ id: ++this.#count, sign }));
    this.#heard = [...this.#heard, ...fresh].slice(-MOST_HEARD);
    const wink = signs.find((sign) => sign.type === "winked" && sign.seat !== me);
    if (wink) this.#caught.show(wink as Winked);
    for (const sound of new Set(signs.map((sign) => soundOf(sign, me))))
      if (sound) speakers.play(sound);
  }
}

/** The same for the ear: a wink, eyes that meet mine, a head that turns to me. */
function soundOf(sign: Sign, me: number | null) {
  if (sign.type === "winked") return "wink";
  if (me === null || sign.target !== me) return null;
  return sign.type === "faced" ? "heal" : "flip";
}
