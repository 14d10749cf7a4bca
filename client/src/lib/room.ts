import type { Component } from "svelte";
import { api } from "./api";
import type { Flight, Play } from "./play";
import type { Coaching } from "./practice.svelte";
import type { Sound } from "./sound";
import type { ChoiceInfo, Event } from "./wire.gen";
import type { Summary } from "./summary";
import { Speaker } from "./words.svelte";

/** In rem. */
export interface Size {
  width: number;
  height: number;
}

/** What a room's client says of itself: `games/<room>/client/index.ts` exports it as `room`. */
export interface RoomClient {
  /** The table: everything but one's own hand. */
  Board: Component<{ play: Play<any> }>;
  /** One's own hand, at the thumb; nothing for games that have none. */
  Hand?: Component<{ play: Play<any> }>;
  /** The least board that can be read, upright or broad (5 : 4 or more); it shrinks below that. */
  least?(play: Play<any>, broad: boolean): Size;
  /** What can be tapped on board and hand; other choices get a button with a label. */
  onBoard?(choice: ChoiceInfo, play: Play<any>): boolean;
  /** What to tap next, in place of the question; null where the question itself says it. */
  next?(play: Play<any>): string | null;
  /** At a practice table; the steps' own words are `guide.practice.steps.…` of the text files. */
  coach?(play: Play<any>): Coaching | null;
  /** A choice in people's words, for its button and for those who hear the page. */
  label?(choice: ChoiceInfo, play: Play<any>): string | null;
  /** A token in people's words, where `names.…` of the text files does not say it. */
  name?(token: string, speaker: Speaker): string | null;
  /** What a seat was in this game, once it is over: a token, for the history of one's games. */
  role?(view: any, seat: number): string;
  /** Which cards fly where. */
  flights?(event: any, play: Play<any>): Flight[];
  sounds?: Partial<Record<string, Sound>>;
  /** Events that nobody needs to read in the log. */
  silent?: string[];
  /** Moments that deserve the middle of the screen: a death, a wink seen, a mine taken. */
  moment?(event: any, play: Play<any>): { title: string; text?: string; tone?: Tone } | null;
  /** Questions (`ask`) that the page answers with their default, unless the person chooses. */
  routine?: string[];
  /** Whether these eyes are out of the game, and only look on. */
  out?(play: Play<any>): boolean;
  /** The lines of the reckoning at the end, where the scores alone do not say enough. */
  Reckoning?: Component<{ play: Play<any> }>;
  /** What happened in figures, once it is over: all events by moments, and the last view. */
  summary?(): Promise<{ summary(moments: any[][], view: any): Summary }>;
}
export type Tone = "good" | "bad" | "plain";

const CLIENTS = import.meta.glob<{ room: RoomClient }>(
  "../../../src/parlour/games/*/client/index.ts",
);
const POSTERS = import.meta.glob<{ default: Component }>(
  "../../../src/parlour/games/*/client/Poster.svelte",
);

function at<T>(found: Record<string, () => Promise<T>>, game: string): (() => Promise<T>) | null {
  const path = Object.keys(found).find((name) => name.includes(`/games/${game}/client/`));
  return path ? found[path]! : null;
}

/** A room's client; a room that has none plays on the plain board. */
export async function loadRoom(game: string): Promise<RoomClient> {
  const load = at(CLIENTS, game);
  return load ? (await load()).room : (await import("./plain")).room;
}

export async function loadPoster(game: string): Promise<Component | null> {
  const load = at(POSTERS, game);
  return load ? (await load()).default : null;
}

export async function loadSpeaker(game: string, room: RoomClient): Promise<Speaker> {
  return new Speaker(
    await api.words(game),
    (token, speaker) => room.name?.(token, speaker) ?? null,
  );
}

/** A choice in people's words: the room's, or the names of its parts. */
export function labelOf(choice: ChoiceInfo, room: RoomClient, play: Play<any>): string {
  const own = room.label?.(choice, play);
  if (own) return own;
  const named = (part: string, k: number) =>
    k > 0 && /^\d+$/.test(part) ? (play.names[Number(part)] ?? part) : play.speaker.name(part);
  return choice.brief.split("@").map(named).join(" → ");
}

export function logged(events: Event[], room: RoomClient): Event[] {
  return events.filter((event) => !room.silent?.includes(event.type));
}
