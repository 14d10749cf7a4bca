import type { Play } from "$lib/play";
import { number } from "./colours";
import type { WinkView } from "./wire.gen";

export type WinkPlay = Play<WinkView>;

/** What a person is about to do, shared by hall and hand; nothing of it has been said yet. */
class Mode {
  /** A counter-intelligence card is raised: whose link, and who is the contact? */
  accusing = $state(false);
  /** By turns: the next glance turns the head, but keeps the eyes down. */
  lowering = $state(false);
  /** Live: a glance wished for while the head was still bound; given as soon as it may be. */
  wish = $state("");
  /** Live: what was seen when the last glance was given; until the tick is over, one is enough. */
  given = $state.raw<WinkView | null>(null);
  /** By turns: so many glances yet to be given just like the last. */
  same = $state(0);

  reset(): void {
    this.accusing = this.lowering = false;
    this.wish = "";
    this.given = null;
    this.same = 0;
  }
}
export const mode = new Mode();

export function offers(play: WinkPlay, text: string): boolean {
  return play.picker.choices.some((choice) => choice.text === text);
}
/** What is asked of me now, if anything. */
export function asked(play: WinkPlay): string {
  return play.decision?.ask ?? "";
}
/** The numbers of a hand where it lies open to these eyes, as in a replay with everything shown. */
export function shownHand({ view, me }: WinkPlay, seat: number): number[] {
  return me === null ? view.hands[seat]!.filter((card) => card !== "?").map(number) : [];
}
/** How many lines such hands take, as they are dealt; 0 where none is shown. */
export function linesOfHand(play: WinkPlay): number {
  const { layout, aside, players } = play.view;
  const shown = play.view.hands.some((_, seat) => shownHand(play, seat).length);
  return shown ? Math.ceil((layout.length - aside.length) / players / IN_LINE) : 0;
}
const IN_LINE = 4;
/** Numbers I may accuse somebody of, each with its caller. */
export function accusable(play: WinkPlay): { number: number; caller: number; part: string }[] {
  const found = new Set(play.picker.choices.map((choice) => choice.text.split("@")[0]!));
  return [...found]
    .filter((part) => part.startsWith("accuse:"))
    .map((part) => ({ part, number: Number(part.slice(7)) }))
    .map((one) => ({ ...one, caller: play.view.links.indexOf(one.number) }));
}
/** A face was tapped: it means what the moment makes of it. */
export function tapFace(play: WinkPlay, seat: number): void {
  if (mode.accusing) return accuse(play, seat);
  if (asked(play) === "name" && play.view.pace !== "live") return give(play, `name@${seat}`);
  glance(play, `${mode.lowering ? "lower" : "look"}@${seat}`);
}
export function glance(play: WinkPlay, text: string): void {
  mode.lowering = false;
  if (play.view.pace === "live" && mode.given === play.view) {
    mode.wish = text;
    return;
  }
  if (play.view.pace === "live" && play.me !== null && !offers(play, text)) {
    const place = text.split("@")[1]!;
    const rests = String(play.view.gazes[play.me]) === place && text.startsWith("look");
    if (play.view.plans.length || bound(play)) mode.wish = text;
    else if (!rests) play.why(text);
    return;
  }
  mode.wish = "";
  mode.given = play.view;
  give(play, text);
}
/** My head turns, must stay or my eye winks: a wish can wait for that. */
function bound(play: WinkPlay): boolean {
  const { turning, held, busy } = play.view;
  const me = play.me!;
  return Boolean(turning[me] || held[me] || busy[me]);
}
function accuse(play: WinkPlay, seat: number): void {
  const [first] = play.picker.picked;
  if (first === undefined) {
    const one = accusable(play).find(({ caller }) => caller === seat);
    if (one) play.picker.pick(one.part);
    else play.why(`accuse:${play.view.links[seat] || ""}@${seat}`);
    return;
  }
  if (!play.picker.next.has(String(seat))) return play.why(`${first}@${seat}`);
  mode.accusing = false;
  play.picker.pick(String(seat));
}
function give(play: WinkPlay, text: string): void {
  if (offers(play, text)) play.answer(text);
  else play.why(text);
}
/** Whether a tap on this face answers what is being asked: a question or an accusation begun. */
export function openFace(play: WinkPlay, seat: number): boolean {
  if (mode.accusing) {
    const [first] = play.picker.picked;
    if (first !== undefined) return play.picker.next.has(String(seat));
    return accusable(play).some(({ caller }) => caller === seat);
  }
  const ask = asked(play);
  if (ask === "name") return play.view.pace !== "live" && offers(play, `name@${seat}`);
  // Live any face may be looked at; one is marked where nothing else can be done, in a lesson.
  const { choices } = play.picker;
  if (play.view.pace === "live" && choices.length === 1) return choices[0]!.text === `look@${seat}`;
  return ask === "glance" && offers(play, `${mode.lowering ? "lower" : "look"}@${seat}`);
}
