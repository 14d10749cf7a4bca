import type { ChoiceInfo } from "$lib/wire.gen";
import type { Speaker } from "$lib/words.svelte";
import { read, SIGNS } from "./cards";
import { dollars } from "./money";
import { isWord, type BangPlay, type Person } from "./table";

/** `bang:7C` is "BANG! 7♣": the same words as Game.name. */
export function name(token: string, speaker: Speaker): string | null {
  const card = read(token);
  if (!card || !speaker.has(`names.${card.kind}`)) return null;
  return `${speaker.say(`names.${card.kind}`)} ${card.rank}${SIGNS[card.suit]}`;
}

/** What a card or a character does, in one sentence. */
export function gist(token: string, speaker: Speaker): string {
  const kind = token.split(":")[0]!;
  for (const key of [`cards.${kind}`, `abilities.${kind}`])
    if (speaker.has(key)) return speaker.say(key);
  return "";
}

export function label(choice: ChoiceInfo, play: BangPlay): string {
  const { speaker, names } = play;
  const ask = play.decision?.ask ?? "";
  const [word = "", target] = choice.text.split("@");
  if (ask === "retain" && word === "keep") return speaker.say("labels.retain", retained(play));
  if (word === "pass") return speaker.say(`labels.pass_${ask}`);
  if (word === "hand")
    return target
      ? speaker.say("labels.hand_of", { target: names[Number(target)] })
      : speaker.say("labels.hand");
  if (word === "discards") return speaker.sentence("labels.discards", about(play), names);
  if (isWord(word)) return speaker.say(`labels.${word}`);
  const cards = word.split("+").map((card) => speaker.name(card));
  if (!target) return cards.join(" + ");
  return speaker.say("labels.at", { card: cards[0], target: names[Number(target)] });
}

function about(play: BangPlay) {
  return { card: play.decision?.about.card ?? null };
}

function retained(play: BangPlay) {
  const { character, price } = play.decision!.about;
  const amount = dollars(Number(price), play.speaker);
  return { character: play.speaker.name(String(character)), price: Number(price), amount };
}

/** What to be after, with this role at this table. */
export function goal(role: string, players: number, speaker: Speaker): string {
  return role === "?" ? "" : speaker.say(`goals.${players === 3 ? "three_" : ""}${role}`);
}

/** All that a plaque shows, for those who hear the page. */
export function describe(play: BangPlay, who: Person): string {
  const { speaker } = play;
  const words = [play.names[who.seat]];
  if (who.character) words.push(speaker.name(who.character));
  words.push(who.role === "?" ? speaker.say("board.unknown") : speaker.name(who.role));
  if (who.money !== null) words.push(dollars(who.money, speaker));
  if (who.dead) words.push(speaker.say("board.dead"));
  else words.push(...living(speaker, who));
  return words.join(", ");
}

function living(speaker: Speaker, who: Person): string[] {
  const words = [
    speaker.say("board.life", { life: who.life, full: who.full }),
    speaker.say("board.hand", { count: who.hand.length }),
    ...who.front.map((card) => speaker.name(card)),
  ];
  if (who.distance) words.push(...range(speaker, who));
  if (who.doomed) words.push(speaker.say("board.doomed"));
  if (who.turn) words.push(speaker.say("board.turn"));
  if (who.asked) words.push(speaker.say("board.asked"));
  return words;
}

export function range(speaker: Speaker, who: Person): string[] {
  const words = [
    speaker.say("board.distance", { number: who.distance }),
    speaker.say(who.within ? "board.within" : "board.beyond"),
  ];
  return who.threat ? [...words, speaker.say("board.threat")] : words;
}
