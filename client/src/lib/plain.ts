import { byParts } from "./naming";
import type { RoomClient } from "./room";
import PlainBoard from "./ui/PlainBoard.svelte";

/** The client of a room that has none: its view as it is, and a button for every choice. */
export const room: RoomClient = { Board: PlainBoard, name: byParts };
