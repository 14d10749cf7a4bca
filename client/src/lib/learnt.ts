import { stored } from "./stored";

/** The scenes this browser has walked through to the end, by game. */
export function learnt(game: string): Set<string> {
  try {
    const kept = JSON.parse(stored.get(`learnt.${game}`) ?? "[]") as string[];
    return new Set(kept);
  } catch {
    return new Set();
  }
}

export function learn(game: string, scene: string): void {
  stored.set(`learnt.${game}`, JSON.stringify([...learnt(game).add(scene)]));
}

/** Whether this browser has been shown how the game works. */
export function known(game: string): boolean {
  return games().includes(game);
}

export function nowKnown(game: string): void {
  if (!known(game)) stored.set("known", JSON.stringify([...games(), game]));
}

function games(): string[] {
  try {
    return JSON.parse(stored.get("known") ?? "[]") as string[];
  } catch {
    return [];
  }
}
