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
