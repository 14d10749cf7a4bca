import { isKey, say } from "./words.svelte";

/** A bot's level in people's words; a level nobody has named yet is called by its key. */
export function levelName(level: string): string {
  return said("level_", level);
}
/** A bot's temper in people's words; a bot need not have one. */
export function temperName(temper: string): string {
  return said("temper_", temper || "even");
}
/** How strong such a bot is, or how it plays, in a sentence; empty if nobody has said it yet. */
export function kindHelp(level: string, temper: string): string {
  const keys = [`levelHelp_${level}`, `temperHelp_${temper || "even"}`];
  return keys
    .filter(isKey)
    .map((key) => say(key))
    .join(" ");
}
/** A bot in a few words: "bot: normal, bold". */
export function botWords(bot: { level: string; temper: string }): string {
  const words = [levelName(bot.level), bot.temper && temperName(bot.temper)];
  return say("seatBot", { level: words.filter(Boolean).join(", ") });
}

function said(prefix: string, word: string): string {
  const key = `${prefix}${word}`;
  return isKey(key) ? say(key) : word;
}
