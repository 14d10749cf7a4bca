import { tally, type Summary } from "$lib/summary";
import type { Event, WinkView } from "./wire.gen";

/** Winks made and seen, links exposed and contacts found; everybody's points as they came. */
export function summary(moments: Event[][], view: WinkView): Summary {
  const events = moments.flat();
  const count = (seat: (event: Event) => number | null) => tally(view.players, events, seat);
  return {
    figures: [
      { key: "made", values: count((e) => (e.type === "winked" ? e.seat : null)) },
      { key: "seen", values: tally(view.players, view.seen, (sighting) => sighting.by) },
      { key: "exposed", values: count((e) => (e.type === "exposed" ? e.by : null)) },
      { key: "found", values: count((e) => (e.type === "found" ? e.seat : null)) },
    ],
    course: { key: "points", values: points(events, view) },
    turns: events.filter((event) => event.type === "called").length,
  };
}

/** The last step is what the unused counter-intelligence cards are worth. */
function points(events: Event[], view: WinkView): number[][] {
  const now = new Array<number>(view.players).fill(0);
  const courses = now.map(() => [0]);
  for (const event of events) {
    if (event.type === "exposed") now[event.by]! += 2;
    else if (event.type === "found") {
      now[event.seat]! += 1;
      now[event.target]! += 1;
    } else continue;
    courses.forEach((course, seat) => course.push(now[seat]!));
  }
  const scores = view.over?.scores ?? now;
  if (scores.join() !== now.join()) courses.forEach((course, seat) => course.push(scores[seat]!));
  return courses;
}
