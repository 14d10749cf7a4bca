import type { Component } from "svelte";
import Bravo from "~icons/lucide/thumbs-up";
import Frown from "~icons/lucide/frown";
import Hand from "~icons/lucide/hand";
import Heart from "~icons/lucide/heart";
import Laugh from "~icons/lucide/laugh";
import Angry from "~icons/lucide/angry";

/** Ready phrases that have a picture, by key: they are said with one tap and seen at a glance. */
export const EMOTES: Record<string, Component> = {
  hello: Hand,
  well_played: Bravo,
  thanks: Heart,
  nice: Laugh,
  ouch: Frown,
  no_way: Angry,
};
