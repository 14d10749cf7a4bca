import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { stored } from "./stored";
import type { Broken, FromServer, Share, TableInfo } from "./wire.gen";

/**
 * This browser's part in shuffles: docs/protocol.md says what is said, what is kept, and why.
 * `crypto.subtle` exists over HTTPS alone, and a home network has none: so SHA-256 comes with us.
 */
export type Verdict = "checked" | "left_out" | "wrong" | "house";
type Say = { type: "commit"; shuffle: number; commitment: string } | Reveal;
type Reveal = { type: "reveal"; shuffle: number; value: string };

/** All that the end of a game shows of its shuffle; a table has it, and so has a record. */
export type Shown = Pick<
  TableInfo,
  "number" | "commitment" | "secret" | "salt" | "seed" | "shuffle" | "shares" | "broken"
>;
/** What is kept of one shuffle.  `list`: the commitments, as text, before anything is revealed. */
interface Kept {
  table: string;
  id: number;
  number: number;
  seat: number;
  value: string;
  list: string;
}
const MOST_KEPT = 60;

export function shareCommitment(
  table: string,
  number: number,
  shuffle: number,
  seat: number,
  value: string,
): string {
  return hashed("parlour share", table, number, shuffle, seat, value);
}

export function combined(
  secret: string,
  table: string,
  number: number,
  shuffle: number,
  shares: Share[],
): string {
  const thrown = shares.filter((share) => share.value);
  const lines = thrown.map((share) => `${share.seat} ${share.value}`);
  return hashed("parlour seed", table, number, shuffle, secret, ...lines);
}

/** Whether secret, salt, shares, commitments and seed belong together. */
export function addsUp(table: string, end: Shown): boolean {
  const { number, shuffle, shares, secret } = end;
  const seats = shares.map((share) => share.seat);
  const kept = shares.every(
    ({ seat, commitment, value }) =>
      !value || commitment === shareCommitment(table, number, shuffle, seat, value),
  );
  const sealed = bytesToHex(sha256(hexToBytes(secret + end.salt)));
  const seed = shuffle ? combined(secret, table, number, shuffle, shares) : secret;
  const inOrder = seats.every((seat, k) => k === 0 || seat > seats[k - 1]!);
  return kept && inOrder && sealed === end.commitment && seed === end.seed;
}

/** The shuffles of one table, as this browser took part in them. */
export class Shares {
  #said = "";

  constructor(private readonly table: string) {}

  /** The line is a new one: what was said on the old one may not have been heard. */
  again(): void {
    this.#said = "";
  }
  /** What the shuffle that is on wants to hear of this browser now. */
  follow(table: Pick<TableInfo, "shuffling">, seat: number | null): Say | null {
    const on = table.shuffling;
    if (!on || seat === null) return null;
    const { id, number, step } = on;
    const kept = this.#of(id) ?? this.#keep(begun(this.table, id, number, seat));
    const list = listOf(on.house, on.shares);
    if (step === "reveal" && !kept.list) this.#keep(Object.assign(kept, { list }));
    if (this.#said === `${id} ${step}`) return null;
    this.#said = `${id} ${step}`;
    const mine = shareCommitment(this.table, number, id, seat, kept.value);
    if (step === "commit") return { type: "commit", shuffle: id, commitment: mine };
    // Another list than the one that was kept, or one without this browser: nothing is revealed.
    const listed = on.shares.some((share) => share.seat === seat && share.commitment === mine);
    return kept.list === list && listed ? { type: "reveal", shuffle: id, value: kept.value } : null;
  }
  /** Whether this browser has taken part in a shuffle of this game. */
  knows(number: number): boolean {
    return this.#mine(number).length > 0;
  }
  /** Of a game whose secret is revealed. */
  verdict(end: Shown): Verdict {
    const mine = this.#mine(end.number);
    const lists = new Map(end.broken.map((one: Broken) => [one.id, listOf(one.house, one.shares)]));
    lists.set(end.shuffle, listOf(end.commitment, end.shares));
    if (!addsUp(this.table, end)) return "wrong";
    if (mine.some((kept) => kept.list && kept.list !== lists.get(kept.id))) return "wrong";
    const now = mine.find((kept) => kept.id === end.shuffle);
    if (!now?.list) return mine.length || end.shuffle ? "left_out" : "house";
    const isIn = ({ seat, value }: Share) => seat === now.seat && value === now.value;
    return end.shares.some(isIn) ? "checked" : "left_out";
  }
  #of(id: number): Kept | undefined {
    return all().find((kept) => kept.table === this.table && kept.id === id);
  }
  #mine(number: number): Kept[] {
    return all().filter((kept) => kept.table === this.table && kept.number === number);
  }
  #keep(kept: Kept): Kept {
    const others = all().filter((one) => one.table !== kept.table || one.id !== kept.id);
    stored.set("shares", JSON.stringify([...others, kept].slice(-MOST_KEPT)));
    return kept;
  }
}

const thrownAt = new Set<string>();

/** Take part in the shuffle of a table without going there: of an evening, once it is drawn. */
export function throwAt(id: string, key: string): void {
  if (thrownAt.has(id)) return;
  thrownAt.add(id);
  const shares = new Shares(id);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/socket`);
  let seat: number | null = null;
  let count = 0;
  const send = (said: object) => socket.send(JSON.stringify({ ...said, mid: `share-${++count}` }));
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", key }));
  socket.onmessage = (frame) => {
    const message = JSON.parse(String(frame.data)) as FromServer;
    if (message.type === "welcome") seat = message.seat;
    const table = message.type === "welcome" || message.type === "news" ? message.table : null;
    if (!table) return;
    if (!table.shuffling) return socket.close();
    if (message.type === "welcome") send({ type: "partake" });
    const said = shares.follow(table, seat);
    if (said) send(said);
  };
}

function begun(table: string, id: number, number: number, seat: number): Kept {
  const value = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  return { table, id, number, seat, value, list: "" };
}

function listOf(house: string, shares: Share[]): string {
  return [house, ...shares.map((share) => `${share.seat} ${share.commitment ?? ""}`)].join("\n");
}

function all(): Kept[] {
  try {
    return JSON.parse(stored.get("shares") ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function hashed(...lines: (string | number)[]): string {
  return bytesToHex(sha256(utf8ToBytes(lines.join("\n"))));
}
