import type { LiveTable } from "./live.svelte";
import { language, say } from "./words.svelte";

/** A pause is ended by whoever called it, or by anybody at the table once they have left. */
export function mayEnd(live: LiveTable): boolean {
  const { pause, seats } = live.table!;
  if (live.me === null && !live.host) return false;
  if (!pause || pause.seat === live.me) return true;
  return pause.seat !== null && seats[pause.seat]!.away;
}

/** Whose pause it is, and when play goes on at the latest; empty while there is none. */
export function pauseWords(live: LiveTable): string {
  if (!live.table?.paused) return "";
  const pause = live.table.pause;
  if (!pause) return say("paused");
  const name = pause.seat === null ? "" : (live.names[pause.seat] ?? "");
  const mine = pause.seat === live.me && (live.me !== null || live.host);
  const who = say(mine ? "pausedMine" : pause.seat === null ? "pausedHost" : "pausedBy", { name });
  if (!pause.until) return who;
  const time = new Date(pause.until - live.now() + Date.now());
  const end = time.toLocaleTimeString(language.now, { hour: "2-digit", minute: "2-digit" });
  return `${who} ${say("pausedUntil", { time: end })}`;
}
