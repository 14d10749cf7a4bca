import { tally, type Summary } from "$lib/summary";
import type { Event, KingsView } from "./wire.gen";

/** Units laid, mines taken and mines worked; the mines of everybody as they were taken. */
export function summary(moments: Event[][], view: KingsView): Summary {
  const events = moments.flat();
  const count = (seat: (event: Event) => number | null) => tally(view.players, events, seat);
  return {
    figures: [
      { key: "units", values: count((e) => (e.type === "laid" ? e.seat : null)) },
      { key: "mines", values: count((e) => (e.type === "conquered" ? e.owner : null)) },
      { key: "worked", values: count((e) => (e.type === "worked" ? e.seat : null)) },
      { key: "points", values: view.over?.scores ?? [] },
    ],
    course: { key: "mines_taken", values: minesTaken(events, view.players) },
    turns: events.filter((event) => event.type === "laid").length,
    parts: view.kings as string[],
  };
}

function minesTaken(events: Event[], players: number): number[][] {
  const now = new Array<number>(players).fill(0);
  const courses = now.map(() => [0]);
  for (const event of events) {
    if (event.type !== "conquered") continue;
    if (event.owner in now) now[event.owner]! += 1;
    courses.forEach((course, seat) => course.push(now[seat]!));
  }
  return courses;
}
