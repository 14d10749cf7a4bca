import type { Event } from "./wire.gen";

/**
 * What happened in a game that is over, in figures: a room counts them (`RoomClient.summary`) from
 * the events of all its moments and from its last view.  The end reveals everything.
 */
export interface Summary {
  /** `summary.KEY` of the room's text is the heading; a number for each seat. */
  figures: { key: string; values: number[] }[];
  /** How something went for each seat: `summary.KEY` says what. */
  course: { key: string; values: number[][] };
  /** What the room counts as turns: `summary.turns` says how many there were. */
  turns: number;
  /** Who was who: a name of the room for each seat. */
  parts?: string[];
}

type Step = { events: Event[] };

/** What stood in the end: an undo takes away the moment before it. */
export function standing<S extends Step>(steps: S[]): S[] {
  const kept: S[] = [];
  for (const step of steps) {
    if (step.events.some((event) => event.type === "undone")) kept.pop();
    else kept.push(step);
  }
  return kept;
}

/** How often each seat appears in these events under a name. */
export function tally<E extends object>(
  players: number,
  events: E[],
  seat: (event: E) => number | null | undefined,
  count: (event: E) => number = () => 1,
): number[] {
  const found = new Array<number>(players).fill(0);
  for (const event of events) {
    const whose = seat(event);
    if (typeof whose === "number" && whose in found) found[whose]! += count(event);
  }
  return found;
}
