import { tally, type Summary } from "$lib/summary";
import { kindOf } from "./cards";
import type { BangView, Event } from "./wire.gen";

const SHOTS = ["bang", "gatling"];

/** Shots, hits and lives: everybody's life at the beginning of each turn and at the end. */
export function summary(moments: Event[][], view: BangView): Summary {
  const events = moments.flat();
  const count = (seat: (event: Event) => number | null, size?: (event: Event) => number) =>
    tally(view.players, events, seat, size);
  const shots = (event: Event) =>
    event.type === "played" && SHOTS.includes(event.used ?? kindOf(event.card));
  return {
    figures: [
      { key: "shots", values: count((e) => (shots(e) && "seat" in e ? e.seat : null)) },
      {
        key: "hits",
        values: count(
          (e) => (e.type === "wounded" && e.by !== e.seat ? e.by : null),
          (e) => (e.type === "wounded" ? e.count : 0),
        ),
      },
      { key: "dodges", values: count((e) => (e.type === "dodged" ? e.seat : null)) },
      { key: "kills", values: count((e) => (e.type === "eliminated" ? e.by : null)) },
    ],
    course: { key: "life", values: lives(events, view.players) },
    turns: events.filter((event) => event.type === "turn_began").length,
    parts: view.roles as string[],
  };
}

function lives(events: Event[], players: number): number[][] {
  const now = new Array<number>(players).fill(0);
  const courses = now.map((): number[] => []);
  const note = () => courses.forEach((course, seat) => course.push(now[seat]!));
  for (const event of events) {
    if (event.type === "turn_began") note();
    else if (event.type === "eliminated") now[event.seat] = 0;
    else if ("life" in event) now[event.seat] = Math.max(0, event.life);
  }
  note();
  return courses;
}
