import type { Flight } from "$lib/play";
import type { Event } from "./wire.gen";
import type { Table } from "./words";

const from = (seat: number, play: Table) => (seat === play.me ? "hand" : `seat${seat}`);

/** Which cards fly where.  What the ring pays out flies in the walk instead. */
export function flights(event: Event, play: Table): Flight[] {
  switch (event.type) {
    case "placed":
    case "obeyed":
      return [{ from: from(event.seat, play), to: event.gap, card: event.card }];
    case "bought":
      return [{ from: `pile-${event.kind}`, to: event.gap, card: event.kind }];
    case "ferried":
      return [
        { from: event.other, to: event.where, card: play.view.gaps[spot(event.where)] },
        { from: event.where, to: event.other, card: play.view.gaps[spot(event.other)] },
      ];
    case "marched":
      return [{ from: event.other, to: event.where, card: play.view.gaps[spot(event.where)] }];
    case "traded":
      return [
        { from: event.building, to: event.other, card: bare(event.token) },
        { from: event.other, to: event.building, card: bare(event.other_token) },
      ];
    case "kept":
      return event.seat === play.me ? [{ from: "pack", to: "hand", card: event.card }] : [];
    case "received":
      return event.seat === play.me ? passed(`seat${event.by}`, event.cards) : [];
    case "dealt":
      return event.seat === play.me ? passed("court", event.cards) : [];
    default:
      return [];
  }
}

const spot = (place: string) => Number(place.slice(1)) - 1;
const bare = (token: string) => token.split("/")[0]!;

function passed(from: string, cards: string[] | null): Flight[] {
  return (cards ?? []).map((card, k) => ({ from, to: "pack", card, delay: k * 0.05 }));
}
