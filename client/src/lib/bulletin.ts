import type { Maintenance } from "./wire.gen";
import { language, say } from "./words.svelte";

/** A moment as people say it, in the language chosen and by the clock of this browser. */
export function moment(ms: number): string {
  const how = { dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(language.now, how).format(ms);
}

/** What guests are told while no new tables are opened; else nothing. */
export function maintenanceText(rest: Maintenance | null | undefined): string {
  if (!rest) return "";
  return rest.until ? say("maintenanceUntil", { time: moment(rest.until) }) : say("maintenance");
}
