/** Reading the texts of cards: `orc7/2-3o-7` is a unit and, behind it, a mine. */
export const RACES = ["dwarf", "goblin", "orc", "giant"] as const;
export type Race = (typeof RACES)[number];

/** Size counts the miners alone; an overseer comes on top. */
export interface Back {
  defence: number;
  size: number;
  overseer: boolean;
  value: number;
}
/** A side that is not known is null. */
export interface Card {
  text: string;
  race: Race | null;
  strength: number;
  back: Back | null;
}

export function read(marked: string): Card {
  const text = marked.split("+")[0]!; // what follows says who knows it: for replays that show all
  const unit = /^(dwarf|goblin|orc|giant)(\d+)/.exec(text);
  const race = (unit?.[1] ?? null) as Race | null;
  return { text, race, strength: Number(unit?.[2] ?? 0), back: readBack(text) };
}

export function readBack(text: string): Back | null {
  const back = /(\d+)-(\d+)(o?)-(\d+)$/.exec(text.split("+")[0]!);
  if (!back) return null;
  const [defence, size, value] = [Number(back[1]), Number(back[2]), Number(back[4])];
  return { defence, size, overseer: back[3] === "o", value };
}

export function valueOf(text: string): number {
  return readBack(text)?.value ?? 0;
}
