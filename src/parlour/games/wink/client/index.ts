import "@fontsource/poiret-one/400.css";
import type { Flight } from "$lib/play";
import type { RoomClient, Size } from "$lib/room";
import type { ChoiceInfo } from "$lib/wire.gen";
import type { Speaker } from "$lib/words.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Reckoning from "./Reckoning.svelte";
import { coach } from "./coach";
import { linesOfHand, type WinkPlay } from "./mode.svelte";
import { next } from "./say";
import "./theme.css";
import type { Event } from "./wire.gen";

function label(choice: ChoiceInfo, play: WinkPlay): string {
  const [what, place] = choice.text.split("@") as [string, string | undefined];
  const [key, number] = what.split(":") as [string, string | undefined];
  const crowd = place === "crowd";
  const facts = { name: play.names[Number(place)] ?? "", number: number ?? place ?? "" };
  return play.speaker.say(`labels.${crowd ? "crowd" : key}`, facts);
}

/** Live, a tap on a face looks at it, so a name is said with a button: no slip of the finger. */
function onBoard(choice: ChoiceInfo, play: WinkPlay): boolean {
  if (choice.text.startsWith("name@")) return play.view.pace !== "live";
  return choice.text !== "nobody" && choice.text !== "pass";
}

function name(token: string): string | null {
  return /^c\d+(\+.*)?$/.test(token) ? token.slice(1).split("+")[0]! : null;
}

/** Cards fly from the crowd and the hand to the piles before people. */
function flights(event: Event, play: WinkPlay): Flight[] {
  const place = (seat: number) => (seat === play.me ? "hand" : `seat:${seat}`);
  switch (event.type) {
    case "found":
      return [
        { from: "crowd", card: `c${event.number}`, to: `seat:${event.seat}` },
        { from: place(event.target), card: `c${event.number}`, to: `seat:${event.target}` },
      ];
    case "exposed":
      return [
        { from: "crowd", card: `c${event.number}`, to: `seat:${event.by}` },
        { from: place(event.target), card: `c${event.number}`, to: `seat:${event.by}`, delay: 0.1 },
      ];
    case "mistaken":
      return [{ from: place(event.owner), card: `c${event.number}`, to: `seat:${event.owner}` }];
    default:
      return [];
  }
}

function moment(event: Event, play: WinkPlay) {
  const text = () => play.speaker.event(event as never, play.names);
  const title = (key: string) => play.speaker.say(`moments.${key}`);
  switch (event.type) {
    case "exposed":
      return { title: title("exposed"), text: text(), tone: "bad" as const };
    case "failed":
      return { title: title("failed"), text: text(), tone: "plain" as const };
    case "found":
      return { title: title("found"), text: text(), tone: "good" as const };
    case "mistaken":
      return { title: title("mistaken"), text: text(), tone: "bad" as const };
    default:
      return null;
  }
}

/** A replay shows hands below the masks. */
function least(play: WinkPlay, broad: boolean): Size {
  const more = 1.8 * linesOfHand(play);
  return broad ? { width: 40, height: 26 + more } : { width: 22.5, height: 28 + more };
}

export const room: RoomClient = {
  Board,
  Hand,
  Reckoning,
  summary: () => import("./summary"),
  onBoard,
  next,
  coach,
  label,
  name: (token: string, _speaker: Speaker) => name(token),
  least,
  flights,
  moment,
  sounds: {
    called: "bell",
    found: "coin",
    mistaken: "hit",
    exposed: "seal",
    failed: "no",
    dealt: "deal",
    declined: "card",
  },
  // Every tick turns heads: that is seen, heard and, in words, read in the hall itself.
  silent: ["turned", "faced"],
};
