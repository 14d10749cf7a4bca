import { say, type Key } from "./words.svelte";
import { en } from "../text/en";

/** A bot's level in people's words; a level nobody has named yet is called by its key. */
export function levelName(level: string): string {
  const key = `level_${level}`;
  return key in en ? say(key as Key) : level;
}
