import type { Component } from "svelte";
import Anvil from "~icons/game-icons/anvil";
import Castle from "~icons/game-icons/castle";
import Swords from "~icons/game-icons/crossed-swords";
import Domino from "~icons/game-icons/domino-mask";
import Eagle from "~icons/game-icons/eagle-head";
import Halberd from "~icons/game-icons/halberd";
import Fan from "~icons/game-icons/handheld-fan";
import Ladder from "~icons/game-icons/ladder";
import Lion from "~icons/game-icons/lion";
import Dagger from "~icons/game-icons/plain-dagger";
import Tiara from "~icons/game-icons/pope-crown";
import Rose from "~icons/game-icons/rose";
import Scales from "~icons/game-icons/scales";
import Bag from "~icons/game-icons/swap-bag";
import Wheat from "~icons/game-icons/wheat";
import Gondola from "./Gondola.svelte";

/** Which picture stands for what. */
export const ORGANISATIONS: Record<string, Component<any>> = {
  merchants: Scales,
  military: Swords,
  clergy: Tiara,
  farmers: Wheat,
  workers: Anvil,
};
export const INFLUENCE: Record<string, Component<any>> = {
  merchant: Bag,
  assassin: Dagger,
  courtesan: Fan,
  gondolier: Gondola,
  guard: Halberd,
  thief: Domino,
};
/** A house: its beast, and the outline of its crest in a field of 24 by 28. */
export const HOUSES: Record<string, { beast: Component<any>; shape: string }> = {
  contarini: { beast: Rose, shape: "M2 2h20v12q0 8-10 13Q2 22 2 14z" },
  dandolo: { beast: Lion, shape: "M12 2a11 12 0 0 1 0 24a11 12 0 0 1 0-24z" },
  gradenigo: { beast: Ladder, shape: "M12 1l11 13-11 13L1 14z" },
  morosini: { beast: Eagle, shape: "M5 2h14l4 12-4 12H5L1 14z" },
  tiepolo: { beast: Castle, shape: "M2 3h4v3h4V3h4v3h4V3h4v23H2z" },
};

export interface Plot {
  house: string;
  value: string;
  dead: boolean;
}

/** `contarini4/dead+0` in parts; null for anything that is no plot. */
export function plot(text: string): Plot | null {
  const [, house, value, dead] = /^([a-z]+)(\d+)(\/dead)?/.exec(text) ?? [];
  return house && value && house in HOUSES ? { house, value, dead: dead !== undefined } : null;
}
