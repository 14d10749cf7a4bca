import type { Flight } from "$lib/play";
import type { Sound } from "$lib/sound";
import { bare } from "./cards";
import { dollars } from "./money";
import type { BangPlay } from "./table";
import type { Event } from "./wire.gen";
import { goal } from "./words";

/** Which cards fly where, what is heard, and what deserves the middle of the screen. */
const hand = (seat: number) => `hand:${seat}`;
const front = (seat: number) => `front:${seat}`;

function each(from: string, to: string, cards: (string | null)[]): Flight[] {
  return cards.slice(0, 8).map((card, k) => ({ from, to, card, delay: k * 0.08 }));
}
function unknown(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
/** Where a card lies now: before somebody, or on the discards. */
function lies(card: string, play: BangPlay): string {
  const owner = play.view.front.findIndex((cards) => cards.map(bare).includes(card));
  return owner < 0 ? "discards" : front(owner);
}

export function flights(event: Event, play: BangPlay): Flight[] {
  switch (event.type) {
    case "drew":
      return each("deck", hand(event.seat), event.cards ?? unknown(event.count));
    case "drew_discard":
    case "took_back":
      return each("discards", hand(event.seat), [event.card]);
    case "played":
      return each(hand(event.seat), lies(event.card, play), [event.card]);
    case "answered":
    case "drank":
      return each(hand(event.seat), "discards", [event.card]);
    case "discarded":
      return each(
        event.reason === "replaced" ? front(event.seat) : hand(event.seat),
        "discards",
        event.cards.slice(-1),
      );
    case "flipped":
      return each("deck", "discards", event.cards.slice(-1));
    case "picked":
      return each("tray", hand(event.seat), [event.card]);
    case "took":
      return each(
        event.place === "hand" ? hand(event.target) : front(event.target),
        hand(event.seat),
        [event.card],
      );
    case "looted":
      return each(hand(event.target), hand(event.seat), event.cards ?? unknown(event.count));
    case "handed":
      return each(front(event.seat), front(event.target), [null]);
    default:
      return [];
  }
}

export const sounds: Partial<Record<Event["type"], Sound>> = {
  drew: "deal",
  drew_discard: "card",
  took_back: "card",
  reshuffled: "deal",
  flipped: "flip",
  played: "lay",
  answered: "card",
  dodged: "dodge",
  wounded: "hit",
  regained: "heal",
  discarded: "card",
  took: "card",
  store_opened: "bell",
  picked: "card",
  exploded: "stone",
  handed: "seal",
  escaped: "coin",
  sat: "no",
  eliminated: "dead",
  rewarded: "coin",
  auctioned: "bell",
  raised: "coin",
  hired: "seal",
  retained: "seal",
  kept: "coin",
  bounty: "coin",
  fined: "no",
};

export function moment(event: Event, play: BangPlay) {
  const { speaker, names } = play;
  switch (event.type) {
    case "eliminated":
      return {
        title: speaker.sentence("moments.out", { seat: event.seat }, names),
        text: speaker.name(event.role),
        tone: "bad" as const,
      };
    case "exploded":
      return {
        title: speaker.say("moments.boom"),
        text: speaker.sentence("moments.boom_text", { seat: event.seat }, names),
        tone: "bad" as const,
      };
    case "penalised":
      return {
        title: speaker.sentence("moments.penalised", { seat: event.seat }, names),
        text: speaker.event(event as never, names),
        tone: "bad" as const,
      };
    case "hired":
      return {
        title: speaker.sentence("moments.hired", { seat: event.seat }, names),
        text: `${speaker.name(event.character)}, ${dollars(event.price, speaker)}`,
      };
    case "bounty":
      return {
        title: speaker.sentence("moments.bounty", { seat: event.seat }, names),
        text: `+${dollars(event.amount, speaker)}`,
        tone: "good" as const,
      };
    case "fined":
      return {
        title: speaker.sentence("moments.fined", { seat: event.seat }, names),
        text: dollars(-event.amount, speaker),
        tone: "bad" as const,
      };
    case "role_dealt":
      if (event.seat !== play.me || !event.role) return null;
      return {
        title: speaker.say("moments.your_role", { role: speaker.name(event.role) }),
        text: goal(event.role, play.view.players, speaker),
      };
    default:
      return null;
  }
}
