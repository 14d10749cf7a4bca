import { language } from "./words.svelte";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "5 minutes ago", "in 2 days": the largest unit of which there is one. */
export function fromNow(ms: number): string {
  const format = new Intl.RelativeTimeFormat(language.now, { numeric: "always" });
  const [unit, size] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? UNITS[2]!;
  const count = Math.trunc(ms / size);
  return format.format(count === 0 && ms < 0 ? -0 : count, unit);
}
