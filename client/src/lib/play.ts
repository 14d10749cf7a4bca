import type { Picker } from "./picker.svelte";
import type { ChoiceInfo, ClockInfo, DecisionInfo, Event, SeatInfo, View } from "./wire.gen";
import type { Speaker } from "./words.svelte";

/**
 * A game as a board gets it: live at a table, in a replay or in a lesson.  All of it was sent by the
 * server; a board adds nothing to it but its looks.
 */
export interface Play<V = View> {
  readonly view: V;
  /** The seat whose eyes these are; null for a bystander and for a replay that shows all. */
  readonly me: number | null;
  readonly seats: SeatInfo[];
  readonly names: string[];
  readonly decision: DecisionInfo | null;
  readonly picker: Picker;
  /** What happened since the last view. */
  readonly events: Event[];
  /** Milliseconds on each seat's clock and since when it runs, by `now()`; empty without clocks. */
  readonly clocks: ClockInfo[];
  /** The seats the game waits for. */
  readonly waits: number[];
  readonly speaker: Speaker;
  /** Whether this is the real thing: a replay does not answer. */
  readonly live: boolean;
  /** Whether the page may offer what there is to notice: a lesson does, a table as it was opened. */
  readonly helps: boolean;
  now(): number;
  answer(choice: ChoiceInfo | string): void;
  /** Ask why this cannot be chosen; the reason is shown, with its rule. */
  why(choice: string): void;
}

/** A board's own word for "this card flew from here to there": see motion.ts. */
export interface Flight {
  /** Places are `data-place` attributes; a card within is its `data-card`. */
  from: string;
  to: string;
  card?: string | null;
  /** Seconds after the first flight of the same news. */
  delay?: number;
}
