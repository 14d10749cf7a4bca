import { stored } from "./stored";

/** The tables and evenings this browser sat down at lately, the newest first. */
export type Sat = { id: string; game: string; at: number; evening?: boolean };
const MOST = 6;

export function myTables(): Sat[] {
  try {
    return JSON.parse(stored.get("tables") ?? "[]") as Sat[];
  } catch {
    return [];
  }
}

export function satDown(id: string, game: string, evening = false): void {
  const others = myTables().filter((table) => table.id !== id);
  stored.set(
    "tables",
    JSON.stringify([{ id, game, at: Date.now(), evening }, ...others].slice(0, MOST)),
  );
}

export function forget(id: string): void {
  stored.set("tables", JSON.stringify(myTables().filter((table) => table.id !== id)));
}

export function myName(): string {
  return stored.get("name") ?? "";
}

export function keepName(name: string): void {
  stored.set("name", name.trim());
}
