import { listed } from "$lib/words.svelte";
import { accusable, mode, type WinkPlay } from "./mode.svelte";
import type { Place, Scene, Sign } from "./scene";

/** What is drawn, in words: no more and no less than these eyes see. */
function place(play: WinkPlay, where: Place): string {
  if (where === play.me && where !== null) return "you";
  return typeof where === "number" ? "seat" : String(where);
}
function name(play: WinkPlay, where: Place): string {
  return typeof where === "number" ? (play.names[where] ?? "") : "";
}

/** A head, its eyes if they are known, and the call: the name of a face's button. */
export function describe(play: WinkPlay, scene: Scene, seat: number): string {
  const say = (key: string, facts = {}) => play.speaker.say(`board.${key}`, facts);
  const facts = (where: Place) => ({ where: place(play, where), other: name(play, where) });
  const parts = [seat === play.me ? say("you_are", { name: name(play, seat) }) : name(play, seat)];
  if (play.view.links[seat]) parts.push(say("waits_for", { number: play.view.links[seat] }));
  const gaze = scene.gazes[seat] ?? null;
  if (scene.turning[seat]) parts.push(say("head_turns", facts(scene.heads[seat]!)));
  else if (scene.heads.length) parts.push(say("head_at", facts(scene.heads[seat]!)));
  if (gaze !== null && gaze !== scene.heads[seat] && gaze !== "nowhere")
    parts.push(say("eyes_at", facts(gaze)));
  if (scene.winking.includes(seat)) parts.push(say("winks"));
  return parts.join(". ");
}

/** One thing that was seen. */
export function line(play: WinkPlay, sign: Sign): string {
  const where = { where: place(play, sign.target), other: name(play, sign.target) };
  const say = (key: string, facts = {}) => play.speaker.say(`signs.${key}`, { ...where, ...facts });
  if (sign.type === "winked") {
    const facts = { name: name(play, sign.seat), number: sign.number };
    return say(sign.seat === play.me ? "my_wink" : "wink", facts);
  }
  if (sign.type === "faced") return say("faced", { name: name(play, sign.seat) });
  const others = sign.seats.filter((seat) => seat !== play.me);
  const both = sign.seats.length > others.length ? [say("my_turn")] : [];
  const names = listed(others.map((seat) => name(play, seat)));
  if (others.length) both.push(say("turned", { names, count: others.length }));
  return both.join(" ");
}
/** Whether it concerns me: a head or eyes turned to me, the face I look at, a wink. */
export function concerns(play: WinkPlay, sign: Sign): boolean {
  return sign.type !== "turned" || sign.target === play.me;
}

/**
 * A card is raised: whose link, then who is the contact.  By turns a mask is tapped for a glance and
 * for a name; live, people look round while nobody is asked.
 */
export function next(play: WinkPlay): string | null {
  if (mode.accusing) return accusing(play);
  const ask = play.decision?.ask;
  if (play.view.pace === "by_turns" && (ask === "glance" || ask === "name"))
    return play.speaker.say(`prompts.${ask}`, play.decision!.about);
  const watching = play.me !== null && play.view.pace === "live" && !ask && !play.waits.length;
  return watching ? play.speaker.say("prompts.watch") : null;
}

function accusing(play: WinkPlay): string {
  const one = accusable(play).find(({ part }) => part === play.picker.picked[0]);
  if (!one) return play.speaker.say("board.accuse_what");
  const facts = { number: one.number, name: play.names[one.caller] };
  return play.speaker.say("board.accuse_whom", facts);
}
