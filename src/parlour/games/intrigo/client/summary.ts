import { tally, type Summary } from "$lib/summary";
import type { Event, IntrigoView } from "./wire.gen";

/** Seals and ducats in the end, helpers bought, and the seals of everybody round by round. */
export function summary(moments: Event[][], view: IntrigoView): Summary {
  const events = moments.flat();
  const held = view.seals.map((seals) => Object.values(seals));
  return {
    figures: [
      { key: "seals", values: held.map((seals) => seals.reduce((sum, one) => sum + one, 0)) },
      { key: "kinds", values: held.map((seals) => seals.filter(Boolean).length) },
      { key: "ducats", values: view.purses },
      {
        key: "bought",
        values: tally(view.players, events, (e) => (e.type === "bought" ? e.seat : null)),
      },
    ],
    course: { key: "seals_by_round", values: sealsByRound(events, view.players) },
    turns: view.round,
    parts: view.families,
  };
}

function sealsByRound(events: Event[], players: number): number[][] {
  const now = new Array<number>(players).fill(0);
  const courses = now.map((): number[] => []);
  const note = () => courses.forEach((course, seat) => course.push(now[seat]!));
  for (const event of events) {
    if (event.type === "began") note();
    else if (event.type === "awarded" && !event.token.startsWith("ducat")) now[event.seat]! += 1;
  }
  note();
  return courses;
}
