import type { Coaching } from "$lib/practice.svelte";
import { mode, offers, type WinkPlay } from "./mode.svelte";
import type { Event, Sighting } from "./wire.gen";

/** At a practice table: what to do now and what has been done, by what these eyes see. */
export function coach(play: WinkPlay): Coaching {
  const told = play.events as unknown as Event[];
  const { view, me } = play;
  return {
    now: mode.accusing ? null : (asked(play) ?? watching(play)),
    steps: {
      call: view.links[me!]! > 0,
      eyes: others(play).some((seat) => meets(play, seat)),
      wink: view.seen.length > 0 || view.winks.some((wink) => wink.seat === me),
      name: told.some(
        (one) =>
          (one.type === "found" && one.seat === me) || (one.type === "exposed" && one.by === me),
      ),
    },
  };
}

function say(play: WinkPlay, key: string, seat?: number, facts = {}): string {
  const name = seat === undefined ? "" : play.names[seat];
  return play.speaker.say(`coach.${key}`, { name, ...facts });
}
/** A button by its own words. */
function button(play: WinkPlay, key: string, seat: number, number = 0): string {
  return play.speaker.say(key, { name: play.names[seat], number });
}
function asked(play: WinkPlay): string | null {
  const ask = play.decision?.ask;
  if (ask === "call" && play.picker.choices.some(({ text }) => text.startsWith("call@")))
    return say(play, "call");
  if (ask !== "name") return null;
  const contact = myContact(play);
  if (contact === null) return say(play, "guess", undefined, { button: button(play, "labels.nobody", 0) });
  return say(play, "name", contact, { button: button(play, "labels.name", contact) });
}

/** Nobody asks anything: a wink to give, one to expose, somebody's look, and else somewhere to look. */
function watching(play: WinkPlay): string {
  const { view, me } = play;
  const caller = view.contacts.find((seat) => !hasSeen(play, seat));
  if (caller !== undefined && meets(play, caller) && offers(play, `wink@${caller}`))
    return say(play, "wink", caller, { button: button(play, "board.wink_at", caller) });
  const caught = exposable(play);
  if (caught) {
    const words = button(play, "board.expose", caught.seat, caught.number);
    return say(play, "expose", caught.seat, { button: words });
  }
  if (caller !== undefined)
    return say(play, view.heads[me!] === caller ? "hold" : "seek", caller);
  const contact = myContact(play);
  if (contact !== null) return say(play, "known", contact);
  const met = others(play).find((seat) => meets(play, seat));
  if (met !== undefined) return say(play, "met", met);
  const looking = others(play).find((seat) => view.heads[seat] === me && view.heads[me!] !== seat);
  if (looking !== undefined) return say(play, "look_back", looking);
  const number = view.links[me!];
  return number ? say(play, "wait", undefined, { number }) : say(play, "roam");
}

/** The other seats, from my left. */
function others({ view, me }: WinkPlay): number[] {
  return Array.from({ length: view.players - 1 }, (_, k) => (me! + 1 + k) % view.players);
}
function meets({ view, me }: WinkPlay, seat: number): boolean {
  return view.gazes[me!] === seat && view.gazes[seat] === me;
}
/** Whoever I saw winking at me for the number that I have called. */
function myContact({ view, me }: WinkPlay): number | null {
  const number = view.links[me!];
  return view.seen.find((wink) => wink.to === me && wink.number === number)?.seat ?? null;
}
/** Whether this caller has seen my wink for the number. */
function hasSeen({ view, me }: WinkPlay, caller: number): boolean {
  return view.winks.some(
    (wink) =>
      wink.seat === me && wink.number === view.links[caller] && wink.seen.includes(caller),
  );
}
function exposable(play: WinkPlay): Sighting | undefined {
  return play.view.seen.find(
    ({ to, number, seat }) => to !== play.me && offers(play, `accuse:${number}@${seat}`),
  );
}
