import "@fontsource/forum/400.css";
import type { RoomClient, Size } from "$lib/room";
import Board from "./Board.svelte";
import { flights } from "./flights";
import Hand from "./Hand.svelte";
import Reckoning from "./Reckoning.svelte";
import "./theme.css";
import type { Event } from "./wire.gen";
import { capital, label, name, next, tell, type Table } from "./words";

const GUESTS: Partial<Record<Event["type"], string>> = {
  traded: "merchant",
  murdered: "assassin",
  called: "courtesan",
  ferried: "gondolier",
  marched: "guard",
  stole: "thief",
};

/** A power at work deserves a look, unless one has just used it oneself. */
function moment(event: Event, play: Table) {
  const guest = GUESTS[event.type];
  if (!guest || !("seat" in event) || event.seat === play.me) return null;
  const { type, ...facts } = event;
  const title = `${play.names[event.seat]}: ${play.speaker.name(guest)}`;
  return { title: capital(title), text: capital(tell(play, `moments.${type}`, facts)) };
}

/** In the courtyard every seat takes a line; broad, two or three lie side by side. */
function least(play: Table, broad: boolean): Size {
  const { players } = play.view;
  return broad
    ? { width: 44, height: 24.5 + 1.5 * players }
    : { width: 22.5, height: 28.6 + 1.1 * players };
}

export const room: RoomClient = {
  Board,
  Hand,
  Reckoning,
  summary: () => import("./summary"),
  name,
  label,
  flights,
  moment,
  least,
  next,
  onBoard: (choice) => choice.text !== "pass" && choice.text !== "decline",
  silent: ["chose"],
  sounds: {
    dealt: "deal",
    received: "deal",
    kept: "card",
    placed: "lay",
    obeyed: "lay",
    bought: "coin",
    traded: "coin",
    murdered: "hit",
    called: "bell",
    ferried: "dodge",
    marched: "stone",
    stole: "dodge",
  },
};
