import type { Coaching } from "$lib/practice.svelte";
import { mode, offers, type WinkPlay } from "./mode.svelte";
import type { Event, Sighting } from "./wire.gen";

type Advice = Pick<Coaching, "now" | "lit">;

/** At a practice table: what to do now and what has been done, by what these eyes see. */
export function coach(play: WinkPlay): Coaching {
  const told = play.events as unknown as Event[];
  const { view, me } = play;
  return {
    ...(mode.accusing ? { now: null } : (asked(play) ?? watching(play))),
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

function advice(play: WinkPlay, key: string, facts: object = {}, lit?: string): Advice {
  return { now: play.speaker.say(`coach.${key}`, { ...facts }), lit };
}
function asked(play: WinkPlay): Advice | null {
  const ask = play.decision?.ask;
  if (ask === "call" && play.picker.choices.some(({ text }) => text.startsWith("call@")))
    return advice(play, "call", {}, "crowd");
  if (ask !== "name") return null;
  const contact = myContact(play);
  if (contact === null) return advice(play, "guess", { button: play.speaker.say("labels.nobody") });
  const name = play.names[contact];
  return advice(play, "name", { name, button: play.speaker.say("labels.name", { name }) });
}

/** Nobody asks me: a wink to give or to expose, then somebody's look, else somewhere to look. */
function watching(play: WinkPlay): Advice {
  const { view, me, names } = play;
  const caller = view.contacts.find((seat) => !hasSeen(play, seat));
  const sought = { name: names[caller ?? -1] };
  if (caller !== undefined && meets(play, caller) && offers(play, `wink@${caller}`)) {
    const button = play.speaker.say("board.wink_at", sought);
    return advice(play, "wink", { ...sought, button }, "duty");
  }
  const caught = exposable(play);
  if (caught) {
    const facts = { name: names[caught.seat], number: caught.number };
    return advice(play, "expose", { button: play.speaker.say("board.expose", facts) }, "duty");
  }
  if (caller !== undefined && view.heads[me!] === caller) return advice(play, "hold", sought);
  if (caller !== undefined) return advice(play, "seek", sought, `person:${caller}`);
  return looking(play);
}
function looking(play: WinkPlay): Advice {
  const { view, me, names } = play;
  const contact = myContact(play);
  if (contact !== null) return advice(play, "known", { name: names[contact] });
  const met = others(play).find((seat) => meets(play, seat));
  const number = view.links[me!];
  if (met !== undefined) return advice(play, number ? "met" : "early", { name: names[met] });
  const turned = others(play).find((seat) => view.heads[seat] === me && view.heads[me!] !== seat);
  if (turned !== undefined)
    return advice(play, "look_back", { name: names[turned] }, `person:${turned}`);
  return number ? advice(play, "wait", { number }) : advice(play, "roam");
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
    (wink) => wink.seat === me && wink.number === view.links[caller] && wink.seen.includes(caller),
  );
}
function exposable(play: WinkPlay): Sighting | undefined {
  return play.view.seen.find(
    ({ to, number, seat }) => to !== play.me && offers(play, `accuse:${number}@${seat}`),
  );
}
