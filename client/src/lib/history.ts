import { stored } from "./stored";

/** One's own finished games, kept on this device, the newest first. */
export type PlayedGame = {
  table: string;
  number: number;
  game: string;
  at: number;
  seat: number;
  names: string[];
  /** Seats of bots, which are called otherwise in every language. */
  bots: number[];
  winners: number[];
  scores: number[];
  reason: string;
  /** As the room calls it; empty where there are none, missing while it is not known. */
  role?: string;
};
export type Figure = { played: number; won: number };
const MOST = 500;

export function playedGames(): PlayedGame[] {
  try {
    const kept = JSON.parse(stored.get("history") ?? "[]") as PlayedGame[];
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** A game is kept once; what is known of its role stays known. */
export function remember(one: PlayedGame): void {
  keepGames(merged(playedGames(), [one]));
}

export function keepGames(games: PlayedGame[]): void {
  const text = JSON.stringify(games.slice(0, MOST));
  if (text !== stored.get("history")) stored.set("history", text);
}

/** Both lists in one, by time; where both have a game, what either knows of it. */
export function merged(known: PlayedGame[], more: PlayedGame[]): PlayedGame[] {
  const games = new Map(known.map((one) => [nameOf(one), one]));
  for (const one of more) {
    const before = games.get(nameOf(one));
    const role = one.role ?? before?.role;
    games.set(nameOf(one), {
      ...one,
      at: before?.at ?? one.at,
      ...(role !== undefined && { role }),
    });
  }
  return [...games.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
}

export function nameOf(one: Pick<PlayedGame, "table" | "number">): string {
  return `${one.table}/${one.number}`;
}

export function hasWon(one: PlayedGame): boolean {
  return one.winners.includes(one.seat);
}

/** Played and won, in all and by role. */
export function figures(games: PlayedGame[]): Figure & { roles: [string, Figure][] } {
  const roles = new Map<string, Figure>();
  const all = { played: 0, won: 0 };
  for (const one of games) {
    const counted = [all];
    if (one.role) {
      if (!roles.has(one.role)) roles.set(one.role, { played: 0, won: 0 });
      counted.push(roles.get(one.role)!);
    }
    for (const figure of counted) {
      figure.played += 1;
      figure.won += hasWon(one) ? 1 : 0;
    }
  }
  return { ...all, roles: [...roles].sort(([, a], [, b]) => b.played - a.played) };
}
