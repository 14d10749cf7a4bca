import type { Component } from "svelte";
import Bandage from "~icons/game-icons/bandaged";
import Bandana from "~icons/game-icons/bandana";
import Bandit from "~icons/game-icons/bandit";
import Barrel from "~icons/game-icons/barrel";
import Baby from "~icons/game-icons/baby-face";
import Beard from "~icons/game-icons/beard";
import Beer from "~icons/game-icons/beer-stein";
import Boot from "~icons/game-icons/cowboy-boot";
import Bullets from "~icons/game-icons/heavy-bullets";
import Chaingun from "~icons/game-icons/chaingun";
import Cigar from "~icons/game-icons/cigar";
import Dynamite from "~icons/game-icons/dynamite";
import Fan from "~icons/game-icons/handheld-fan";
import Feathers from "~icons/game-icons/two-feathers";
import Guitar from "~icons/game-icons/guitar";
import Gunshot from "~icons/game-icons/gunshot";
import GunStock from "~icons/game-icons/gun-stock";
import Hat from "~icons/game-icons/western-hat";
import Horse from "~icons/game-icons/horse-head";
import Horseshoe from "~icons/game-icons/horseshoe";
import Impacts from "~icons/game-icons/bullet-impacts";
import Jack from "~icons/game-icons/card-jack-spades";
import Knuckles from "~icons/game-icons/brass-knuckles";
import Lasso from "~icons/game-icons/lasso";
import LawStar from "~icons/game-icons/law-star";
import Money from "~icons/game-icons/money-stack";
import Mustache from "~icons/game-icons/mustache";
import OutbackHat from "~icons/game-icons/outback-hat";
import Pistols from "~icons/game-icons/crossed-pistols";
import Badge from "~icons/game-icons/police-badge";
import Prisoner from "~icons/game-icons/prisoner";
import Revolver from "~icons/game-icons/revolver";
import Robber from "~icons/game-icons/robber";
import Rose from "~icons/game-icons/rose";
import Saloon from "~icons/game-icons/saloon-doors";
import SawedOff from "~icons/game-icons/sawed-off-shotgun";
import Shop from "~icons/game-icons/shop";
import Sombrero from "~icons/game-icons/sombrero";
import Spyglass from "~icons/game-icons/spyglass";
import TwoFaces from "~icons/game-icons/double-face-mask";
import Vulture from "~icons/game-icons/vulture";
import Wagon from "~icons/game-icons/old-wagon";
import Winchester from "~icons/game-icons/winchester-rifle";
import { BLUE, POINTED, REACH } from "./printed.gen";

type Icon = Component<Record<string, unknown>>;
const icon = (one: unknown) => one as Icon;

/** What is printed on a card: nothing here decides anything, it is only drawn. */
export const ICONS: Record<string, Icon> = {
  bang: icon(Gunshot),
  missed: icon(Impacts),
  beer: icon(Beer),
  panic: icon(Robber),
  cat_balou: icon(Lasso),
  duel: icon(Pistols),
  general_store: icon(Shop),
  indians: icon(Feathers),
  stagecoach: icon(Wagon),
  gatling: icon(Chaingun),
  saloon: icon(Saloon),
  wells_fargo: icon(Money),
  jail: icon(Prisoner),
  barrel: icon(Barrel),
  mustang: icon(Horse),
  scope: icon(Spyglass),
  dynamite: icon(Dynamite),
  volcanic: icon(Bullets),
  schofield: icon(Revolver),
  remington: icon(GunStock),
  rev_carabine: icon(SawedOff),
  winchester: icon(Winchester),
  colt: icon(Revolver),
  sheriff: icon(LawStar),
  deputy: icon(Badge),
  outlaw: icon(Bandit),
  renegade: icon(TwoFaces),
  stranger: icon(Hat),
  bart_cassidy: icon(Bandage),
  black_jack: icon(Jack),
  calamity_janet: icon(Boot),
  el_gringo: icon(Sombrero),
  jesse_jones: icon(Bandana),
  jourdonnais: icon(Mustache),
  kit_carlson: icon(OutbackHat),
  lucky_duke: icon(Horseshoe),
  paul_regret: icon(Cigar),
  pedro_ramirez: icon(Guitar),
  rose_doolan: icon(Rose),
  sid_ketchum: icon(Beard),
  slab_the_killer: icon(Knuckles),
  suzy_lafayette: icon(Fan),
  vulture_sam: icon(Vulture),
  willy_the_kid: icon(Baby),
};
const FACE = /^([a-z_]+):(\d+|[JQKA])([CDHS])$/;
export const SIGNS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

export interface Card {
  kind: string;
  rank: string;
  suit: string;
  blue: boolean;
}

/** A card's text without the marks of who knows it. */
export function bare(text: string): string {
  const at = text.indexOf("+");
  return at < 0 ? text : text.slice(0, at);
}

export function read(text: string): Card | null {
  const found = FACE.exec(bare(text));
  if (!found) return null;
  return { kind: found[1]!, rank: found[2]!, suit: found[3]!, blue: BLUE.has(found[1]!) };
}

export function kindOf(text: string): string {
  return text.split(":")[0]!;
}

/** Whether one would point at somebody with it; only used to ask the right "why not?". */
export function pointed(text: string): boolean {
  return POINTED.has(kindOf(text));
}

export function weaponOf(front: string[]): string {
  return front.map(kindOf).find((kind) => REACH[kind]) ?? "colt";
}
