import type { ChoiceInfo } from "./wire.gen";

/**
 * Pick a thing, then a target: narrows the choices that were sent, part by part.
 *
 * A choice's text is its parts joined by `@` (`bang:7C@2`: a card, then a seat).  Nothing here knows
 * a rule: a thing can be picked if a choice begins with what is picked already, followed by it.
 */
export class Picker {
  #choices = $state.raw<ChoiceInfo[]>([]);
  #picked = $state.raw<string[]>([]);
  readonly #answer: (choice: ChoiceInfo) => void;

  constructor(answer: (choice: ChoiceInfo) => void) {
    this.#answer = answer;
  }

  /** New choices: what was picked stays picked if it still leads somewhere. */
  offer(choices: ChoiceInfo[]): void {
    this.#choices = choices;
    if (this.fitting.length === 0) this.#picked = [];
  }
  get choices(): ChoiceInfo[] {
    return this.#choices;
  }
  get picked(): string[] {
    return this.#picked;
  }
  /** The choices that begin with what is picked. */
  get fitting(): ChoiceInfo[] {
    return this.#choices.filter((choice) => begins(parts(choice.text), this.#picked));
  }
  /** What may be picked next. */
  get next(): Set<string> {
    const at = this.#picked.length;
    return new Set(this.fitting.map((choice) => parts(choice.text)[at] ?? "").filter(Boolean));
  }
  /** Whether anything at all can be begun with this. */
  starts(part: string): boolean {
    return this.#choices.some((choice) => parts(choice.text)[0] === part);
  }
  /** Whether it may be picked now, as the next part or to begin anew. */
  open(part: string): boolean {
    return this.next.has(part) || this.starts(part);
  }
  has(part: string): boolean {
    return this.#picked.includes(part);
  }
  /** Pick a part; true if it led anywhere.  The last part of a choice answers. */
  pick(part: string): boolean {
    if (this.#picked.at(-1) === part && !this.next.has(part)) {
      this.#picked = this.#picked.slice(0, -1); // a second tap puts it back
      return true;
    }
    if (this.next.has(part)) this.#picked = [...this.#picked, part];
    else if (this.starts(part)) this.#picked = [part];
    else return false;
    const done = this.fitting.filter((c) => parts(c.text).length === this.#picked.length);
    if (done.length === 1 && this.fitting.length === 1) this.choose(done[0]!);
    return true;
  }
  /** The choice that is exactly what is picked, where a longer one is possible too. */
  get complete(): ChoiceInfo | undefined {
    return this.fitting.find((c) => parts(c.text).length === this.#picked.length);
  }
  choose(choice: ChoiceInfo): void {
    this.#picked = [];
    this.#answer(choice);
  }
  clear(): void {
    this.#picked = [];
  }
}

export function parts(text: string): string[] {
  return text.split("@");
}

function begins(whole: string[], start: string[]): boolean {
  return start.every((part, k) => whole[k] === part);
}
