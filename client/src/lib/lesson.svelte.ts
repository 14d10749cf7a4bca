import { Picker } from "./picker.svelte";
import type { Play } from "./play";
import type {
  ChoiceInfo,
  DecisionInfo,
  Event,
  Moment,
  Performance,
  SeatInfo,
  Tried,
  View,
} from "./wire.gen";
import { translated, type Speaker } from "./words.svelte";

/** The seat of time. */
const HOUSE = -1;

/** What the teacher says to the learner's last deed: right, possible but not this, or refused. */
export type Remark = { kind: "well" | "other" } | { kind: "tried"; tried: Tried };

/**
 * A scenario as a lesson: its moments were played by the server, and the learner walks through
 * them.  Where the learner's seat answers next, the board takes the answer; nothing else happens.
 */
export class Lesson implements Play {
  readonly helps = true;
  readonly clocks = [];
  readonly picker = new Picker((choice) => this.answer(choice));
  #at = $state(0);
  #events = $state.raw<Event[]>([]);
  #remark = $state.raw<Remark | null>(null);

  /** `live`: whether it can be answered; a picture of a table cannot. */
  constructor(
    readonly shown: Performance,
    readonly speaker: Speaker,
    readonly live = true,
  ) {
    this.#offer();
  }

  // --- what the teacher says ------------------------------------------------------------------

  /** A lesson says at each of the learner's steps what to do, and offers nothing else. */
  get guided(): boolean {
    return this.shown.moments.some((moment) => translated(moment.guide));
  }
  get guide(): string {
    return translated(this.moment.guide);
  }
  /** Time passes in it, so whatever others do happens by itself. */
  get passes(): boolean {
    const { moments } = this.shown;
    const timed = moments.some((moment) => moment.seat === HOUSE);
    return this.guided && timed && !this.over && this.wanted === null;
  }

  get at(): number {
    return this.#at;
  }
  /** How many steps there are. */
  get length(): number {
    return this.shown.moments.length - 1;
  }
  get moment(): Moment {
    return this.shown.moments[this.#at]!;
  }
  get coming(): Moment | null {
    return this.shown.moments[this.#at + 1] ?? null;
  }
  get over(): boolean {
    return this.coming === null;
  }
  get remark(): Remark | null {
    return this.#remark;
  }
  /** What happened with the last step, to be read. */
  get told(): Event[] {
    return this.moment.events as Event[];
  }
  /** The learner's own answer that the scenario goes on with; null where others act. */
  get wanted(): ChoiceInfo | null {
    const { coming } = this;
    if (!coming || coming.seat !== this.me || coming.choice === null) return null;
    const asked = this.moment.decision as DecisionInfo | null;
    return asked?.choices.find((choice) => choice.text === coming.choice) ?? null;
  }

  // --- what a board asks for ----------------------------------------------------------------

  get view(): View {
    return this.moment.view as View;
  }
  get me(): number {
    return this.shown.eyes;
  }
  get names(): string[] {
    return this.shown.seats.map(translated);
  }
  get seats(): SeatInfo[] {
    return this.names.map((name) => {
      const [level, temper] = ["", ""];
      return { who: "person", name, level, temper, away: false, here: true, same_device: [] };
    });
  }
  /** A lesson offers what it wants alone, so that the board lights just that. */
  get decision(): DecisionInfo | null {
    const { wanted } = this;
    if (!wanted || !this.live) return null;
    const asked = this.moment.decision as DecisionInfo;
    if (!this.guided) return asked;
    return { ...asked, choices: asked.choices.filter((one) => one.brief === wanted.brief) };
  }
  get events(): Event[] {
    return this.#events;
  }
  get waits(): number[] {
    return this.moment.waits;
  }
  now(): number {
    return Date.now();
  }
  answer(choice: ChoiceInfo | string): void {
    const text = typeof choice === "string" ? choice : choice.text;
    const { wanted } = this;
    if (!wanted) return;
    const chosen = this.decision!.choices.find((one) => one.text === text);
    this.picker.clear();
    // Two choices with the same brief text are the same to everybody: either will do.
    if (chosen?.brief === wanted.brief) {
      this.#go(this.#at + 1);
      this.#remark = { kind: "well" };
    } else this.#remark = { kind: "other" };
  }
  /** No server to ask here: the scenario knows the refusals it shows, and no others. */
  why(text: string): void {
    for (let at = this.#at + 1; this.shown.moments[at]?.tried; at++) {
      const { tried } = this.shown.moments[at]!;
      if (tried!.seat === this.me && tried!.choice === text) return this.#go(at);
    }
  }

  // --- stepping -----------------------------------------------------------------------------

  next(): void {
    if (!this.over) this.#go(this.#at + 1);
  }
  back(): void {
    if (this.#at > 0) this.#go(this.#at - 1);
  }
  restart(): void {
    this.#go(0);
  }
  #go(at: number): void {
    // Going back is no news: nothing flies and nothing sounds.
    const forward = at > this.#at;
    this.#at = at;
    this.#events = forward ? (this.moment.events as Event[]) : [];
    const { tried } = this.moment;
    this.#remark = tried ? { kind: "tried", tried } : null;
    this.picker.clear();
    this.#offer();
  }
  #offer(): void {
    this.picker.offer(this.decision?.choices ?? []);
  }
}
