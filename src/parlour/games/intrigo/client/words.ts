import type { Play } from "$lib/play";
import { parts } from "$lib/picker.svelte";
import type { ChoiceInfo } from "$lib/wire.gen";
import type { Speaker } from "$lib/words.svelte";
import { INFLUENCE, plot } from "./art";
import type { IntrigoView } from "./wire.gen";

/** Sentences of the board: they only put into words what the view says. */
export type Table = Play<IntrigoView>;

/** The same names as `Intrigo.name` gives: "Contarini 4", "the Palace Door", "gap 3". */
export function name(token: string, speaker: Speaker): string | null {
  const first = token.split(/[/+]/)[0]!;
  const [, word, number] = /^([a-z_]+?)(\d*)$/.exec(first) ?? [];
  if ((word === "b" || word === "g") && number)
    return speaker.say(`places.${word}`, { number: Number(number) });
  const found = plot(first);
  if (found) return `${speaker.say(`names.${found.house}`)} ${found.value}`;
  return speaker.has(`names.${first}`) ? speaker.say(`names.${first}`) : null;
}

const DEEDS: Record<string, string> = {
  merchant: "trade",
  assassin: "kill",
  courtesan: "call",
  gondolier: "ferry",
  guard: "march",
  thief: "steal",
};

export function label(choice: ChoiceInfo, play: Table): string | null {
  const [what, where] = parts(choice.text) as [string, string?];
  const ask = play.decision?.ask;
  if (what === "pass" || what === "decline") return play.speaker.say(`labels.${what}`);
  const key =
    ask === "use"
      ? DEEDS[String(play.decision?.about.kind)]
      : ask === "keep" || where === undefined
        ? "keep"
        : what in INFLUENCE
          ? "buy"
          : "lay";
  return key ? tell(play, `labels.${key}`, { what, where }) : null;
}

export function tell(play: Table, key: string, facts: Record<string, unknown> = {}): string {
  return play.speaker.sentence(key, facts, play.names);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function told(play: Table, key: string, facts: Record<string, unknown>): string {
  return capital(tell(play, key, facts));
}

/** A plot of one's own: what it does where it lies. */
export function aboutPlot(play: Table, card: string): string {
  const found = plot(card);
  const facts = { card: play.speaker.name(card), value: found?.value ?? 0 };
  return found ? play.speaker.say("board.plot", facts) : play.speaker.name(card);
}

/** What to tap after something was picked. */
export function next(play: Table): string | null {
  const [first] = play.picker.picked;
  if (first === undefined) return null;
  if (play.decision?.ask === "use") return tell(play, `prompts.${play.decision.about.kind}_then`);
  return tell(play, first in INFLUENCE ? "prompts.guest" : "prompts.lay");
}

/** A building: its token, and who would get it now. */
export function aboutBuilding(play: Table, view: IntrigoView, k: number): string[] {
  const award = view.awards[k]!;
  const token = view.tokens[k]!;
  const ring = view.gaps.length;
  const beside = [view.gaps[(k + ring - 1) % ring]!, view.gaps[k]!];
  const said = [
    told(play, "board.building", {
      what: `b${k + 1}`,
      token: token === "empty" ? "no_token" : token,
    }),
  ];
  if (award.to !== null)
    said.push(tell(play, "board.leads", { seat: award.to, family: view.families[award.to] }));
  else if (token !== "empty") said.push(tell(play, "board.nobody", { why: award.why }));
  said.push(tell(play, "board.beside", { what: beside[0], other: beside[1] }));
  if (award.open && award.to !== null) said.push(tell(play, "board.unsettled"));
  return said;
}

export function aboutGap(play: Table, view: IntrigoView, k: number): string[] {
  const card = view.gaps[k]!;
  const said = [told(play, "board.gap", { what: `g${k + 1}`, card })];
  const by = view.by[k];
  if (by != null) said.push(tell(play, "board.laid_by", { seat: by }));
  if (card.endsWith("/dead")) said.push(tell(play, "board.dead"));
  if (card in INFLUENCE) said.push(tell(play, `powers.${card}`));
  return said;
}

export function aboutPile(play: Table, view: IntrigoView, kind: string): string[] {
  const prices = view.piles[kind] ?? [];
  const price = prices.length
    ? tell(play, "board.prices", { price: prices[0], rest: prices.slice(1).join(", ") || null })
    : tell(play, "board.sold");
  return [`${capital(play.speaker.name(kind))}. ${price}`, tell(play, `powers.${kind}`)];
}

export function aboutSeat(play: Table, view: IntrigoView, seat: number): string[] {
  const said = [tell(play, "board.heads", { seat, family: view.families[seat] })];
  said.push(
    tell(play, "board.holds", { count: view.hands[seat]!.length, purse: view.purses[seat] }),
  );
  const seals = Object.keys(view.seals[seat]!).filter((name) => view.seals[seat]![name]);
  if (seals.length) said.push(tell(play, "board.seals", { cards: seals }));
  const lacks = view.lacks[seat] ?? [];
  if (lacks.length) said.push(tell(play, "board.lacks", { cards: lacks }));
  return said;
}
