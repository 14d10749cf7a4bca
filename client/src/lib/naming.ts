import type { Speaker } from "./words.svelte";

/**
 * A token by the names of its parts, for a room that has no names of its own on the page: `red7` is
 * "red 7", `salt/wool` both, `show:red7` "show: red 7".  The kernel's `Words.name` does the same.
 */
export function byParts(token: string, speaker: Pick<Speaker, "has" | "say">): string | null {
  if (speaker.has(`names.${token}`)) return speaker.say(`names.${token}`);
  for (const [joint, shown] of [
    [":", ": "],
    ["/", "/"],
  ] as const) {
    if (token.includes(joint))
      return token
        .split(joint)
        .map((part) => byParts(part, speaker) ?? part)
        .join(shown);
  }
  const [, stem, number] = /^(.*?)(\d+)$/.exec(token) ?? [];
  return stem && speaker.has(`names.${stem}`) ? `${speaker.say(`names.${stem}`)} ${number}` : null;
}
