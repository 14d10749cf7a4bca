import { labelOf, type RoomClient } from "./room";
import type { Play } from "./play";
import type { Hinted } from "./wire.gen";

/** A hint in one sentence or two: what, by how much, and why where the room can say it. */
export function hintWords(hinted: Hinted, room: RoomClient, play: Play<any>): string {
  const { margin, reason, facts } = hinted;
  const label = (text: string) => {
    const choice = play.decision?.choices.find((one) => one.text === text);
    // What a label says of the consequences is left to the reason.
    return (choice ? labelOf(choice, room, play) : text).split(". ")[0]!.replace(/\.$/, "");
  };
  const [choice, other] = [label(hinted.choice), label(hinted.instead)];
  const told = [play.speaker.say(`advice.${margin}`, { choice, other })];
  if (reason) told.push(play.speaker.sentence(`hints.${reason}`, facts, play.names));
  return told.join(" ");
}
