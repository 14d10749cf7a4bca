import { bare, kindOf } from "./cards";
import { choices, find, type BangPlay } from "./table";

export type About = { seat: number } | { card: string } | { discards: true };

/** What one fiddles with before answering: a card held up, a pair being put together, a look. */
class Picking {
  /** The hand card held up, by its place in the hand. */
  raised = $state<number | null>(null);
  trading = $state(false);
  first = $state<number | null>(null);
  about = $state.raw<About | null>(null);

  rest(): void {
    this.raised = null;
    this.trading = false;
    this.first = null;
  }
  /** Two cards for a life point: the choice that this pair is; the second one will lie on top. */
  pair(play: BangPlay, one: string, other: string) {
    return find(play, `${one}+${other}`);
  }
  inPair(play: BangPlay, card: string): boolean {
    return choices(play).some((choice) => choice.text.split("+").includes(card) && isPair(choice));
  }
  canTrade(play: BangPlay): boolean {
    return choices(play).some(isPair);
  }
}
/** A card is held up: whom is it for, or how is it played? */
export function next(play: BangPlay): string | null {
  if (play.decision?.ask !== "play" || picking.trading) return null;
  const [card] = play.picker.picked;
  if (card === undefined) {
    const raised =
      picking.raised === null ? undefined : play.view.hands[play.me!]?.[picking.raised];
    return raised && find(play, bare(raised)) ? play.speaker.say("next.twice") : null;
  }
  const kind = kindOf(card) === "missed" ? "bang" : kindOf(card); // as who may shoot with it does
  return play.speaker.say(play.speaker.has(`next.${kind}`) ? `next.${kind}` : "next.other");
}
function isPair(choice: { text: string }): boolean {
  return choice.text.includes("+");
}
export const picking = new Picking();
