import { language } from "./words.svelte";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "5 minutes ago", "in 3 days", "now": in the largest unit of which there is one. */
export function fromNow(ms: number): string {
  const format = new Intl.RelativeTimeFormat(language.now, { numeric: "auto" });
  const found = UNITS.find(([, size]) => Math.abs(ms) >= size);
  if (!found) return format.format(0, "second");
  return format.format(Math.round(ms / found[1]), found[0]);
}
