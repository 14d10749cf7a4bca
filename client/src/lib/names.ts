import { say } from "./words.svelte";

/** Bots have no name of their own; what they are called depends on who reads it. */
export function shownName(seat: { who: string; name: string }, number: number): string {
  const bot = seat.who === "bot" ? /^Bot (\d+)$/.exec(seat.name) : null;
  if (bot) return say("botN", { number: Number(bot[1]) });
  return seat.name || `${number + 1}`;
}
