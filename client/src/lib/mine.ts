import { stored } from "./stored";

/** The tables and evenings this browser sat down at, the newest first. */
export type Sat = { id: string; game: string; at: number; evening?: boolean };
const MOST = 200;

export function myTables(): Sat[] {
  try {
    return JSON.parse(stored.get("tables") ?? "[]") as Sat[];
  } catch {
    return [];
  }
}

export function keepTables(tables: Sat[]): void {
  stored.set("tables", JSON.stringify(tables.slice(0, MOST)));
}

export function satDown(id: string, game: string, evening = false): void {
  const others = myTables().filter((table) => table.id !== id);
  keepTables([{ id, game, at: Date.now(), evening }, ...others]);
}

export function forget(id: string): void {
  keepTables(myTables().filter((table) => table.id !== id));
}

export function myName(): string {
  return stored.get("name") ?? "";
}

export function keepName(name: string): void {
  stored.set("name", name.trim());
}
