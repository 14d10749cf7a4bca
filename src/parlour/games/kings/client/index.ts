import "@fontsource/philosopher/700.css";
import type { RoomClient } from "$lib/room";
import type { ChoiceInfo } from "$lib/wire.gen";
import type { Speaker } from "$lib/words.svelte";
import Board from "./Board.svelte";
import { read, valueOf } from "./cards";
import { flights } from "./flights";
import Hand from "./Hand.svelte";
import Reckoning from "./Reckoning.svelte";
import { mineWords, outcome, previewWords, unitWords, type KingsPlay } from "./tell";
import "./theme.css";
import type { Event } from "./wire.gen";

function name(token: string, speaker: Speaker): string | null {
  if (read(token).race) return unitWords(token, speaker);
  if (/^\d+-\d+o?-\d+$/.test(token)) return mineWords(token, speaker);
  const place = /^([cm])(\d+)$/.exec(token);
  return place ? speaker.say(`places.${place[1]}`, { number: Number(place[2]) }) : null;
}

function label(choice: ChoiceInfo, play: KingsPlay): string {
  const { speaker, view } = play;
  const [card, place] = choice.text.split("@");
  if (place) {
    const number = Number(place.slice(1)) - 1;
    const mine = (place[0] === "c" ? view.centre : view.mines[play.me ?? 0])?.[number];
    const told = previewWords(outcome(play, card!, place, mine?.mine ?? ""), play);
    const lay = { card: unitWords(card!, speaker), place: speaker.name(place) };
    return [speaker.say("labels.lay", lay), told].filter(Boolean).join(". ");
  }
  const race = choice.text.slice("draw:".length);
  const top = view.camp[race]?.at(-1);
  if (!top) return speaker.say("labels.draw_deck");
  return speaker.say("labels.draw_camp", { card: unitWords(top, speaker) });
}

type Moment = ReturnType<NonNullable<RoomClient["moment"]>>;

function moment(event: Event, play: KingsPlay): Moment {
  const say = (key: string, facts = {}) => play.speaker.say(`moments.${key}`, facts);
  const you = (seat: number) => (seat === play.me ? "you" : "other");
  if (event.type === "conquered") {
    const { owner, by, mine } = event;
    if (play.me !== null && owner !== play.me && by !== play.me) return null;
    const gift = owner === play.me && by !== owner;
    return {
      title: say(`taken_${you(owner)}`, { name: play.names[owner] }),
      text: gift ? say("gift", { name: play.names[by] }) : say("worth", { value: valueOf(mine) }),
      tone: owner === play.me && !gift ? "good" : "plain",
    };
  }
  if (event.type === "worked") {
    const facts = { name: play.names[event.seat], value: valueOf(event.mine) };
    const tone = event.seat === play.me ? "good" : "plain";
    return { title: say(`worked_${you(event.seat)}`, facts), tone };
  }
  if (event.type !== "stuck") return null;
  const title = say(`stuck_${you(event.seat)}`, { name: play.names[event.seat] });
  return { title, text: say("new_hand"), tone: "bad" };
}

export const room: RoomClient = {
  Board,
  Hand,
  Reckoning,
  summary: () => import("./summary"),
  name,
  label,
  moment,
  flights,
  onBoard: () => true,
  next: (play) => (play.picker.picked.length ? play.speaker.say("next.lay") : null),
  least: (_, broad) => (broad ? { width: 46, height: 28 } : { width: 24, height: 31 }),
  silent: ["camped"],
  sounds: {
    laid: "lay",
    conquered: "stone",
    worked: "coin",
    drew: "card",
    recruited: "card",
    stuck: "dead",
  },
};
