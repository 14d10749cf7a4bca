import { stored } from "./stored";

/** How quickly this page shows what happens; kept on the device. */
export const SPEEDS = ["normal", "quick", "once"] as const;
export type Speed = (typeof SPEEDS)[number];
const SHARE: Record<Speed, number> = { normal: 1, quick: 0.4, once: 0 };

class Pace {
  #kept = $state<Speed>(first());
  #skipping = $state(false);

  /** What the person chose in the menu. */
  get kept(): Speed {
    return this.#kept;
  }
  set kept(speed: Speed) {
    this.#kept = speed;
    stored.set("speed", speed);
    this.apply();
  }
  /** Fast-forward, for whoever only looks on: until it is ended, and never kept. */
  get skipping(): boolean {
    return this.#skipping;
  }
  set skipping(skips: boolean) {
    this.#skipping = skips;
    this.apply();
  }
  get now(): Speed {
    return this.#skipping ? "once" : this.#kept;
  }
  /** A time of the page at this speed. */
  ms(usual: number): number {
    return usual * SHARE[this.now];
  }
  /** For what the style sheets move. */
  apply(): void {
    document.documentElement.dataset.speed = this.now;
  }
}

function first(): Speed {
  const kept = stored.get("speed");
  return SPEEDS.find((one) => one === kept) ?? "normal";
}

export const speed = new Pace();
