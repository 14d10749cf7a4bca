import type { Flight } from "$lib/play";
import { read } from "./cards";
import type { KingsPlay } from "./tell";
import type { Event } from "./wire.gen";

/** Which cards fly where, by what the events say. */
export function flights(event: Event, play: KingsPlay): Flight[] {
  const hand = (seat: number) => (seat === play.me ? "hand" : `hand:${seat}`);
  switch (event.type) {
    case "laid":
      return [{ from: hand(event.seat), to: where(play, event), card: event.card }];
    case "camped":
      return event.cards.slice(1).map((card) => ({
        from: laidOn(play),
        to: `camp:${read(card).race}`,
        card,
      }));
    case "conquered":
      return [{ from: laidOn(play), to: `mines:${event.owner}`, card: mineAt(play, event.mine) }];
    case "opened":
      return [{ from: "deck", to: event.place, card: mineAt(play, event.mine), delay: 0.15 }];
    case "worked":
      return [{ from: `mines:${event.seat}`, to: `tucked:${event.seat}` }];
    case "drew":
      return [{ from: "deck", to: hand(event.seat), card: event.card ?? `?/${event.mine}` }];
    case "recruited":
      return [{ from: `camp:${read(event.card).race}`, to: hand(event.seat), card: event.card }];
    default:
      return [];
  }
}

/** A unit that took a mine lies in the camp already, one that finished a work among the discards. */
function where(play: KingsPlay, laid: { seat: number; card: string; place: string }): string {
  const told = (type: string) => play.events.some((event) => event.type === type);
  if (told("camped")) return `camp:${read(laid.card).race}`;
  if (told("worked")) return `tucked:${laid.seat}`;
  if (laid.place.startsWith("c") || laid.seat === play.me) return laid.place;
  return `mines:${laid.seat}`;
}

function laidOn(play: KingsPlay): string {
  const laid = play.events.find((event) => event.type === "laid");
  return String(laid?.["place"] ?? "deck");
}

/** Events name the mine side alone; on the table the card is written with its hidden unit. */
function mineAt(play: KingsPlay, mine: string): string {
  return play.view.eyes === null && play.me === null ? mine : `?/${mine}`;
}
