import { Picker } from "./picker.svelte";
import type { Play } from "./play";
import type { Event, Replay, SeatInfo, ReplayStep, Thoughts, View } from "./wire.gen";
import type { Speaker } from "./words.svelte";

/** Whose eyes a finished game is seen through: a seat's number, a bystander's, or all there is. */
export type Eyes = "all" | "bystander" | `${number}`;
export type Fetch = (eyes: Eyes, first: number, count: number) => Promise<Replay>;

const PAGE = 100;

/** A finished game, moment by moment, from 1; pages of it are fetched as they are needed. */
export class Rerun implements Play {
  readonly live = false;
  readonly helps = false;
  readonly clocks = [];
  readonly decision = null;
  readonly picker = new Picker(() => {});
  readonly #fetch: Fetch;
  readonly #steps = new Map<string, ReplayStep>();
  readonly #asked = new Map<string, Promise<void>>();
  #eyes = $state<Eyes>("all");
  #total = $state(0);
  #step = $state.raw<ReplayStep | null>(null);
  #events = $state.raw<Event[]>([]);
  #wish = 0;

  constructor(
    fetch: Fetch,
    readonly seats: SeatInfo[],
    readonly naming: () => string[],
    readonly speaker: Speaker,
  ) {
    this.#fetch = fetch;
  }

  get ready(): boolean {
    return this.#step !== null;
  }
  get at(): number {
    return this.#step?.number ?? 0;
  }
  get total(): number {
    return this.#total;
  }
  get eyes(): Eyes {
    return this.#eyes;
  }
  get step(): ReplayStep {
    return this.#step!;
  }

  // --- what a board asks for ----------------------------------------------------------------

  get view(): View {
    return this.step.view as View;
  }
  get me(): number | null {
    return /^\d+$/.test(this.#eyes) ? Number(this.#eyes) : null;
  }
  get names(): string[] {
    return this.naming();
  }
  get events(): Event[] {
    return this.#events;
  }
  get waits(): number[] {
    return this.step.waits;
  }
  now(): number {
    return Date.now();
  }
  answer(): void {}
  why(): void {}

  // --- moving about -------------------------------------------------------------------------

  /** To a moment, as near as there is one.  A later wish overtakes one that is still on its way. */
  async go(to: number, eyes: Eyes = this.#eyes): Promise<void> {
    const wish = ++this.#wish;
    let number = Math.max(1, Math.trunc(to) || 1);
    if (this.#total) number = Math.min(number, this.#total);
    await this.#load(eyes, number);
    number = Math.min(number, this.#total);
    await this.#load(eyes, number); // another page, if there are fewer moments than was wished for
    await this.#load(eyes, number - 1); // how it was when this was chosen
    if (wish !== this.#wish) return;
    // Only one step on with the same eyes is news; a jump makes nothing fly.
    const on = this.ready && eyes === this.#eyes && number === this.at + 1;
    this.#eyes = eyes;
    this.#step = this.#steps.get(`${eyes}/${number}`)!;
    this.#events = on ? (this.#step.events as Event[]) : [];
    if (number < this.#total) void this.#load(eyes, number + 1).catch(() => {});
  }
  /** The table as it was asked, when somebody chose what this moment shows: choices have words. */
  asked({ seat, ask, about }: Thoughts): Play {
    const { live, helps, clocks, picker, seats, names, speaker, now, answer, why } = this;
    const view = (this.#steps.get(`${this.#eyes}/${this.at - 1}`) ?? this.step).view as View;
    const decision = { id: 0, ask, about, choices: [], default: null };
    const kept = { live, helps, clocks, picker, seats, names, speaker, now, answer, why };
    return { ...kept, view, decision, me: seat, events: [], waits: [] };
  }
  /** The last moments up to now, as far as they are here. */
  recent(count: number): ReplayStep[] {
    const first = Math.max(1, this.at - count + 1);
    const numbers = Array.from({ length: this.at - first + 1 }, (_, k) => first + k);
    return numbers.flatMap((number) => this.#steps.get(`${this.#eyes}/${number}`) ?? []);
  }
  #load(eyes: Eyes, number: number): Promise<void> {
    if (number < 1 || this.#steps.has(`${eyes}/${number}`)) return Promise.resolve();
    const first = Math.floor((number - 1) / PAGE) * PAGE + 1;
    const page = `${eyes}/${first}`;
    let asked = this.#asked.get(page);
    if (!asked) {
      asked = this.#fetch(eyes, first, PAGE)
        .then((part) => {
          this.#total = part.total;
          for (const step of part.steps) this.#steps.set(`${eyes}/${step.number}`, step);
        })
        .finally(() => this.#asked.delete(page));
      this.#asked.set(page, asked);
    }
    return asked;
  }
}
