import { CHARACTERS } from "./characters";
import { say, translated } from "./words.svelte";

/** What a bot is called depends on who reads it; at older tables bots only have a number. */
export function shownName(seat: { who: string; name: string }, number: number): string {
  const bot = seat.who === "bot" ? /^Bot (\d+)$/.exec(seat.name) : null;
  const named = seat.who === "bot" && CHARACTERS[seat.name];
  if (named) return translated(named);
  if (bot) return say("botN", { number: Number(bot[1]) });
  return seat.name || `${number + 1}`;
}
