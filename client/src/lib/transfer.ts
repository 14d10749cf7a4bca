import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { api } from "./api";
import { keepGames, merged, playedGames, type PlayedGame } from "./history";
import { keepName, keepTables, myName, myTables, type Sat } from "./mine";
import { keepKeys, keys } from "./stored";

/**
 * What this device keeps, moved to another one by a code.  The first eight letters of the code name
 * the parcel that lies at the server, encrypted; the other twelve are its key, and leave this
 * device only with the person.  Not by `crypto.subtle`, which a page without HTTPS does not have.
 */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const NAME_LETTERS = 8;
const KEY_LETTERS = 12;
const NONCE = 24;
const [PLAIN, DEFLATED] = [0, 1];
type Moved = {
  format: "parlour-history/1";
  name: string;
  tables: Sat[];
  keys: Record<string, string>;
  games: PlayedGame[];
};

/** Leaves a parcel for another device; the code, and until when it is good. */
export async function leave(): Promise<{ code: string; until: number }> {
  const code = letters(NAME_LETTERS + KEY_LETTERS);
  const moved: Moved = {
    format: "parlour-history/1",
    name: myName(),
    tables: myTables(),
    keys: keys(),
    games: playedGames(),
  };
  const body = await sealed(JSON.stringify(moved), code);
  const { until } = await api.leaveParcel(code.slice(0, NAME_LETTERS), body);
  return { code, until };
}

/** Takes in what another device has left; how many games are new here.  null: no such code. */
export async function fetchParcel(typed: string): Promise<number | null> {
  const code = tidied(typed);
  if (!code) return null;
  const { body } = await api.fetchParcel(code.slice(0, NAME_LETTERS));
  const moved = JSON.parse(await opened(body, code)) as Moved;
  if (moved.format !== "parlour-history/1") return null;
  const before = playedGames();
  const games = merged(before, moved.games);
  keepGames(games);
  const mine = myTables();
  const known = new Set(mine.map(({ id }) => id));
  keepTables([...mine, ...moved.tables.filter(({ id }) => !known.has(id))]);
  keepKeys({ ...moved.keys, ...keys() });
  if (!myName() && moved.name) keepName(moved.name);
  return games.length - before.length;
}

/** As somebody typed it: small letters, blanks and dashes will do. */
export function tidied(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  const whole = new RegExp(`^[${LETTERS}]{${NAME_LETTERS + KEY_LETTERS}}$`);
  return whole.test(code) ? code : "";
}

/** In groups of four, to be read aloud. */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? "";
}

function letters(count: number): string {
  const drawn: string[] = [];
  while (drawn.length < count) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte! < LETTERS.length * 10) drawn.push(LETTERS[byte! % LETTERS.length]!); // no letter more often
  }
  return drawn.join("");
}

async function keyFrom(code: string): Promise<Uint8Array> {
  const [name, secret] = [code.slice(0, NAME_LETTERS), code.slice(NAME_LETTERS)];
  return scryptAsync(secret, `parlour ${name}`, { N: 2 ** 14, r: 8, p: 1, dkLen: 32 });
}

export async function sealed(text: string, code: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const cipher = xchacha20poly1305(await keyFrom(code), nonce);
  const secret = cipher.encrypt(await packed(text));
  return base64(new Uint8Array([...nonce, ...secret]));
}

/** Throws if the code is wrong, or the parcel was changed on its way. */
export async function opened(body: string, code: string): Promise<string> {
  const bytes = Uint8Array.from(atob(body), (c) => c.charCodeAt(0));
  const cipher = xchacha20poly1305(await keyFrom(code), bytes.slice(0, NONCE));
  return unpacked(cipher.decrypt(bytes.slice(NONCE)));
}

async function packed(text: string): Promise<Uint8Array> {
  const plain = new TextEncoder().encode(text);
  if (!("CompressionStream" in globalThis)) return new Uint8Array([PLAIN, ...plain]);
  const small = await through(plain, new CompressionStream("deflate-raw"));
  return new Uint8Array([DEFLATED, ...small]);
}

async function unpacked(bytes: Uint8Array): Promise<string> {
  const body = bytes.slice(1);
  const plain =
    bytes[0] === DEFLATED ? await through(body, new DecompressionStream("deflate-raw")) : body;
  return new TextDecoder().decode(plain);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
