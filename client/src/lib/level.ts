import { isKey, say } from "./words.svelte";

/** A bot's level in people's words; a level nobody has named yet is called by its key. */
export function levelName(level: string): string {
  const key = `level_${level}`;
  return isKey(key) ? say(key) : level;
}
