import type { RoomClient } from "$lib/room";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { flights, moment, sounds } from "./news";
import { next } from "./picking.svelte";
import Reckoning from "./Reckoning.svelte";
import { least, onBoard, round, type BangPlay } from "./table";
import "./theme.css";
import type { BangView } from "./wire.gen";
import { label, name } from "./words";

export const room: RoomClient = {
  Board,
  Hand,
  Reckoning,
  summary: () => import("./summary"),
  onBoard,
  role: (view: BangView, seat) => view.roles[seat] ?? "",
  least,
  next,
  label,
  name,
  flights,
  moment,
  sounds,
  routine: ["last_will"],
  out: (play: BangPlay) => round(play).some((who) => who.seat === play.me && who.dead),
};
