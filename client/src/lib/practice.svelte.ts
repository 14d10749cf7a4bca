import { learn } from "./learnt";
import { stored } from "./stored";

/** Under this name the practice of a game stands among what was learnt of it. */
export const PRACTICE = "practice";
const MOST_KEPT = 20;

/**
 * What a room's coach sees: what to do now, the place on the board that is lit for it
 * (`data-place`), and for each step whether it is done at this moment.
 */
export interface Coaching {
  now: string | null;
  lit?: string;
  steps: Record<string, boolean>;
}

/** A table where a game is learnt by playing it: the steps done there, kept on the device. */
export class PracticeTable {
  #done = $state.raw<string[]>([]);

  constructor(
    readonly table: string,
    readonly game: string,
    done: string[],
  ) {
    this.#done = done;
  }
  get done(): string[] {
    return this.#done;
  }
  /** Once done a step stays done; after the last one the lesson is learnt. */
  note(steps: Record<string, boolean>): void {
    const all = Object.keys(steps);
    const done = all.filter((step) => steps[step] || this.#done.includes(step));
    if (done.length === this.#done.length) return;
    this.#done = done;
    keep(this.table, done);
    if (done.length === all.length) learn(this.game, PRACTICE);
  }
}

export function beginPractice(table: string): void {
  keep(table, []);
}

/** null: it is no practice, or another device's. */
export function practiceAt(table: string, game: string): PracticeTable | null {
  const done = kept()[table];
  return done ? new PracticeTable(table, game, done) : null;
}

export function isPractice(table: string): boolean {
  return table in kept();
}

function keep(table: string, done: string[]): void {
  const { [table]: _, ...others } = kept();
  const newest = Object.entries(others).slice(1 - MOST_KEPT);
  stored.set("practice", JSON.stringify(Object.fromEntries([...newest, [table, done]])));
}

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(stored.get("practice") ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}
