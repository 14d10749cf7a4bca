import { INFLUENCE } from "./art";
import type { Table } from "./words";

/** Taps on the board: pick what can be picked, ask why about the rest, look at anything. */
export class Taps {
  /** What the note in the courtyard tells of: `b3`, `g4`, `seat1` or a kind of influence. */
  #looked = $state("");

  constructor(readonly play: Table) {}

  get looked(): string {
    return this.#looked;
  }
  /** While a target is chosen only targets stand out, though a new start is possible too. */
  open(part: string): boolean {
    const { picker, decision } = this.play;
    if (decision === null || picker.has(part)) return false;
    return picker.picked.length ? picker.next.has(part) : picker.starts(part);
  }
  picked(part: string): boolean {
    return this.play.decision !== null && this.play.picker.has(part);
  }
  tap(part: string): void {
    const { picker, decision } = this.play;
    if (decision !== null && (picker.open(part) || picker.has(part)) && picker.pick(part)) {
      this.#looked = "";
      return;
    }
    this.look(part);
    const tried = this.#looked && decision !== null ? this.#tried(part) : "";
    if (tried) this.play.why(tried);
  }
  look(part: string): void {
    this.#looked = this.#looked === part ? "" : part;
  }
  /** The choice somebody who taps here most likely has in mind. */
  #tried(part: string): string {
    const { picker, decision, view } = this.play;
    const first = picker.picked[0];
    if (first) return part.startsWith(/^b\d/.test(first) ? "b" : "g") ? `${first}@${part}` : "";
    if (decision?.ask === "act")
      return part in INFLUENCE ? `${part}@g${view.gaps.indexOf("empty") + 1}` : "";
    if (decision?.ask !== "use") return "";
    const kind = String(decision.about.kind);
    if (kind === "thief") return part.startsWith("b") ? part : "";
    if (kind === "assassin") return part.startsWith("g") ? part : "";
    if (kind === "merchant") return part.startsWith("b") ? `${part}@b1` : "";
    return kind !== "courtesan" && part.startsWith("g") ? `${part}@g1` : "";
  }
}
