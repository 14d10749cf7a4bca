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
function isPair(choice: { text: string }): boolean {
  return choice.text.includes("+");
}
export const picking = new Picking();
