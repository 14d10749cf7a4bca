import { api } from "./api";
import { remember } from "./history";
import type { Sat } from "./mine";
import { keyOf } from "./stored";
import type { MyTable } from "./wire.gen";

/** One's own tables as the server says they stand.  null: gone; undefined: not heard yet. */
export type Mine = Sat & { now?: MyTable | null };
const AT_ONCE = 50;

export function isMine(table: MyTable | null | undefined): boolean {
  return !!table && table.seat !== null && table.waits.some(({ seat }) => seat === table.seat);
}

/** Asks for all of them; what has ended goes into the history. */
export async function howTheyStand(tables: Sat[]): Promise<Mine[]> {
  const found: Mine[] = [];
  for (let first = 0; first < tables.length; first += AT_ONCE) {
    const part = tables.slice(first, first + AT_ONCE);
    const told = await api.mine({ tables: part.map(({ id }) => ({ id, key: keyOf(id) })) });
    part.forEach((sat, k) => found.push({ ...sat, now: heard(told[k]) }));
  }
  for (const { now } of found) if (now) noteEnd(now);
  return found;
}

/** Of a table whose database does not answer nothing is known, not even that it is gone. */
function heard(table: MyTable | null | undefined): MyTable | null | undefined {
  return table?.away ? undefined : (table ?? null);
}

function noteEnd(table: MyTable): void {
  if (table.phase !== "over" || !table.over || table.seat === null) return;
  const { winners, scores, reason } = table.over;
  remember({
    table: table.id,
    number: table.number,
    game: table.game,
    at: table.at,
    seat: table.seat,
    names: table.seats.map(({ name }) => name),
    bots: table.seats.flatMap(({ who }, seat) => (who === "bot" ? [seat] : [])),
    ...{ winners, scores, reason },
  });
}

/** First those that wait for me, who has least time first; then games, lobbies, and what is over. */
export function inOrder(tables: Mine[]): Mine[] {
  return [...tables].sort((a, b) => rank(a) - rank(b) || urgency(a) - urgency(b) || b.at - a.at);
}

function rank({ now, evening }: Mine): number {
  if (isMine(now)) return 0;
  if (now === undefined) return 2;
  if (now === null) return 5;
  if (evening) return now.phase === "over" || now.phase === "closed" ? 4 : 1;
  return { playing: 1, lobby: 2, over: 3, frozen: 4, closed: 4 }[now.phase];
}

/** When my time is up; without a clock, since when I am waited for, after all that have one. */
function urgency({ now }: Mine): number {
  const mine = now?.waits.find(({ seat }) => seat === now.seat);
  if (!mine) return 0;
  return mine.left === null ? Number.MAX_SAFE_INTEGER / 2 + mine.since : mine.since + mine.left;
}
