import { stored } from "./stored";
import type { Remark } from "./wire.gen";

/** Whether what people say is shown beside their names; off with one tap, kept on the device. */
class Bubbles {
  #on = $state(stored.get("bubbles") !== "off");
  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    stored.set("bubbles", on ? "on" : "off");
  }
}
export const bubbles = new Bubbles();

const FRESH_MS = 10_000;

/** What was said after a moment, and so lately that it is news: not what was said before we came. */
export function freshRemarks(said: Remark[], after: number, now: number): Remark[] {
  return said.filter((line) => line.at > after && now - line.at < FRESH_MS);
}
