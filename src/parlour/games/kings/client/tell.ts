import type { Play } from "$lib/play";
import type { Speaker } from "$lib/words.svelte";
import { read, readBack, valueOf } from "./cards";
import type { KingsView } from "./wire.gen";

/** What the board says in words, and what the server has said a unit would do. */
export type KingsPlay = Play<KingsView>;

export function mineWords(text: string, speaker: Speaker): string {
  const back = readBack(text);
  if (!back) return "?";
  return speaker.say("labels.mine", { ...back, overseer: back.overseer ? "yes" : "no" });
}

export function unitWords(text: string, speaker: Speaker): string {
  const { race, strength } = read(text);
  if (!race) return speaker.say("board.unknown");
  return speaker.say("labels.unit", { race: speaker.say(`names.${race}`), strength });
}

/** What is to be said of one thing: each a sentence with a capital letter and one stop. */
export function sentences(parts: string[]): string {
  return parts
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace(/\.$/, "") + ".")
    .join(" ");
}

export function cardWords(text: string, speaker: Speaker): string {
  const facts = { unit: unitWords(text, speaker), mine: mineWords(text, speaker) };
  return speaker.say("board.card", facts);
}

/** The facts that come with the question to lay. */
interface Stakes {
  needs: Record<string, number>;
  heirs: Record<string, number>;
  ends: boolean;
}
export type Preview =
  | { kind: "falls"; seat: number; ends: boolean }
  | { kind: "done"; value: number }
  | { kind: "then"; count: number };

/** What the picked unit would do there, if it may go there at all. */
export function preview(play: KingsPlay, place: string, mine: string): Preview | null {
  const card = play.picker.picked[0];
  if (play.decision?.ask !== "lay" || !card || !play.picker.next.has(place)) return null;
  return outcome(play, card, place, mine);
}

export function outcome(
  play: KingsPlay,
  card: string,
  place: string,
  mine: string,
): Preview | null {
  const stakes = play.decision?.about as Stakes | undefined;
  const needs = stakes?.needs?.[place];
  if (!stakes || !needs) return null;
  if (needs > 1) return { kind: "then", count: needs - 1 };
  if (place.startsWith("m")) return { kind: "done", value: valueOf(mine) };
  return { kind: "falls", seat: stakes.heirs[read(card).race ?? ""] ?? 0, ends: stakes.ends };
}

export function previewWords(told: Preview | null, play: KingsPlay): string {
  const { speaker, names, me } = play;
  if (!told) return "";
  if (told.kind === "then") return speaker.say("preview.then", { count: told.count });
  if (told.kind === "done") return speaker.say("preview.finished", { value: told.value });
  const falls =
    told.seat === me
      ? speaker.say("preview.falls_you")
      : speaker.say("preview.falls_other", { name: names[told.seat] });
  return told.ends ? `${falls} ${speaker.say("preview.ends")}` : falls;
}
