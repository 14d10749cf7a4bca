import { stored } from "./stored";
import type { ReadyTable, TableInfo } from "./wire.gen";
import type { Key } from "./words.svelte";

/** How quickly bots answer at a table; what its host chose last is kept on the device. */
export type Haste = TableInfo["haste"];
export const HASTES: Record<Haste, Key> = {
  slow: "speedSlow",
  normal: "speedNormal",
  quick: "speedQuick",
  once: "speedOnce",
};

export function keptHaste(): Haste {
  const kept = stored.get("haste") ?? "";
  return Object.hasOwn(HASTES, kept) ? (kept as Haste) : "normal";
}

export function keepHaste(haste: Haste): void {
  stored.set("haste", haste);
}

/** A ready-made table that asks for nothing unusual leaves it to whoever opens it. */
export function hasteFor(ready: ReadyTable, otherwise = keptHaste()): Haste {
  return ready.haste === "normal" ? otherwise : ready.haste;
}
