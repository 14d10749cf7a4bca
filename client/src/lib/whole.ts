import { api } from "./api";
import { standing } from "./summary";
import type { Event, View } from "./wire.gen";

const PAGE = 200;
const MOST_PAGES = 60;

/** The events of a whole game, moment by moment, and its last view. */
export async function wholeGame(
  id: string,
  number: number,
): Promise<{ moments: Event[][]; view: View }> {
  const steps: { events: Event[] }[] = [];
  let total = 1;
  for (let page = 0; page < MOST_PAGES && steps.length < total; page++) {
    const part = await api.replay(id, number, "all", steps.length + 1, PAGE, false);
    if (!part.steps.length) break;
    total = part.total;
    steps.push(...part.steps.map((step) => ({ events: step.events as Event[] })));
  }
  const last = await api.replay(id, number, "all", total, 1);
  return {
    moments: standing(steps).map((step) => step.events),
    view: last.steps[0]!.view as View,
  };
}
