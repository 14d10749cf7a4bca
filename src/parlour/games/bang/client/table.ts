import type { Play } from "$lib/play";
import type { Size } from "$lib/room";
import type { ChoiceInfo } from "$lib/wire.gen";
import { bare } from "./cards";
import type { BangView } from "./wire.gen";

export type BangPlay = Play<BangView>;

/** One seat, as far as these eyes know it. */
export interface Person {
  seat: number;
  character: string;
  role: string;
  life: number;
  full: number;
  hand: string[];
  front: string[];
  dead: boolean;
  doomed: boolean;
  killer: number | null;
  turn: boolean;
  asked: boolean;
  /** From me; 0 where there is no such thing. */
  distance: number;
  within: boolean;
  threat: boolean;
  /** Dollars, in a game that is played for them. */
  money: number | null;
}

export function person(play: BangPlay, seat: number): Person {
  const view = play.view;
  const grave = view.fallen.find((one) => one.seat === seat);
  return {
    seat,
    character: view.characters[seat] ?? "",
    role: view.roles[seat] ?? "?",
    life: Math.max(0, view.life[seat] ?? 0),
    full: view.full[seat] ?? 0,
    hand: (view.hands[seat] ?? []).map(bare),
    front: (view.front[seat] ?? []).map(bare),
    dead: grave !== undefined,
    doomed: view.doomed.includes(seat),
    killer: grave?.by ?? null,
    turn: view.turn === seat && !view.over,
    asked: play.waits.includes(seat) && !view.over,
    distance: view.sight?.distances[seat] ?? 0,
    within: view.sight?.within.includes(seat) ?? false,
    threat: view.sight?.threats.includes(seat) ?? false,
    money: view.money[seat] ?? null,
  };
}

/** Everybody clockwise, beginning with me; a bystander sits behind seat 0. */
export function round(play: BangPlay): Person[] {
  const first = play.me ?? 0;
  const count = play.view.players;
  return Array.from({ length: count }, (_, k) => person(play, (first + k) % count));
}

export interface Attack {
  kind: "shot" | "indians" | "duel";
  at: number;
  by: number;
}

/** Who is being attacked right now, by whom: the public stack says it. */
export function attack(view: BangView): Attack | null {
  const top = view.stack.at(-1);
  const frame = top?.type === "pick_flip" ? top.then : top;
  switch (frame?.type) {
    case "shot":
    case "indians":
      return { kind: frame.type, at: frame.seat, by: frame.by };
    case "duel":
      return { kind: "duel", at: frame.seat, by: frame.rival };
    default:
      return null;
  }
}

/** Who has not passed for the lot that is bid for: the public stack says it. */
export function rivals(view: BangView): number[] {
  const top = view.stack.at(-1);
  return top?.type === "bid" ? top.rivals : [];
}

/** The question is mine and waits for me; a standing offer alone is none. */
export function asked(play: BangPlay): string {
  return play.decision && play.decision.default !== null ? play.decision.ask : "";
}

export function choices(play: BangPlay): ChoiceInfo[] {
  return play.decision ? play.picker.choices : [];
}

export function find(play: BangPlay, text: string): ChoiceInfo | undefined {
  return choices(play).find((choice) => choice.text === text);
}

const PICKS = new Set([
  "store",
  "pick_flip",
  "put_back",
  "lift",
  "share",
  "last_will",
  "no_mercy",
  "character",
  "keep",
]);
const WORDS = new Set(["pass", "end", "barrel", "deck", "look", "discards"]);
const AUCTION = new Set(["bid", "open_bid"]);

export interface Tray {
  key: string;
  target?: number;
  cards: string[];
  /** Whether I may take one of them. */
  mine: boolean;
}

/** What lies open for somebody to pick from. */
export function tray(play: BangPlay): Tray | null {
  const { view } = play;
  const ask = asked(play);
  const about = play.decision?.about ?? {};
  if (PICKS.has(ask)) {
    const cards = choices(play)
      .map((choice) => choice.text)
      .filter((text) => !WORDS.has(text) && !text.includes("+"));
    const key = ask === "pick_flip" ? "turned" : ask === "put_back" ? "looked" : ask;
    const target = typeof about.target === "number" ? about.target : undefined;
    return { key, target, cards, mine: true };
  }
  for (const key of ["store", "turned", "looked"] as const)
    if (view[key].length && !view[key].includes("?"))
      return { key, cards: view[key].map(bare), mine: false };
  return null;
}

export function isWord(text: string): boolean {
  return WORDS.has(text);
}

/** Whether it is tapped on board or hand: at an auction passing stands beside the bids. */
export function onBoard(choice: ChoiceInfo, play: BangPlay): boolean {
  const ask = asked(play);
  return AUCTION.has(ask) || (ask !== "retain" && !isWord(choice.text));
}

const MONEY = 1.05; // one line of a plaque, in a tournament
const PILES = 11; // deck and discards, one below the other

/** Plaques in rows of two round the piles, or round a table where there is more breadth. */
export function least(play: BangPlay, broad: boolean): Size {
  const others = play.view.players - 1;
  if (broad) return { width: 40, height: 24.5 };
  const money = play.view.money.length ? MONEY : 0;
  const row = (others < 5 ? 6.65 : 6) + money;
  const above = others % 2; // somebody sits opposite, over the piles
  const beside = Math.max(Math.floor(others / 2) * row, PILES);
  return { width: 24, height: 5.2 + money + above * row + beside };
}
