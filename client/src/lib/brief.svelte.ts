import { untrack } from "svelte";
import { speed } from "./speed.svelte";

/** How many things are being shown for a while: the result of a game waits for them. */
class Showing {
  #count = $state(0);
  get any(): boolean {
    return this.#count > 0;
  }
  begin(): void {
    this.#count = untrack(() => this.#count) + 1;
  }
  end(): void {
    this.#count = untrack(() => this.#count) - 1;
  }
}
export const showing = new Showing();

/**
 * Something that is shown for a while, whatever else happens meanwhile.  Its time is no business of
 * an effect: the cleanup of an effect runs with every news, and would end the timer, not the show.
 */
export class Brief<T> {
  #now = $state.raw<T | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `steady`: it takes its time at any speed of the page, for it must be noticed. */
  constructor(
    readonly ms: number,
    readonly steady = false,
  ) {}

  get now(): T | null {
    return this.#now;
  }
  show(what: T): void {
    this.hide();
    this.#now = what;
    showing.begin();
    this.#timer = setTimeout(() => this.hide(), this.steady ? this.ms : speed.ms(this.ms));
  }
  hide(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#now = null;
    showing.end();
  }
}
