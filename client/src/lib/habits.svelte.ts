import type { Play } from "./play";
import type { RoomClient } from "./room";
import { stored } from "./stored";

/** The questions of a room's routine that this person wants to answer themselves. */
class Habits {
  #chosen = $state<Record<string, boolean>>({});

  chooses(game: string, ask: string): boolean {
    const name = `choose.${game}.${ask}`;
    return this.#chosen[name] ?? stored.get(name) === "on";
  }
  choose(game: string, ask: string, wants: boolean): void {
    const name = `choose.${game}.${ask}`;
    this.#chosen = { ...this.#chosen, [name]: wants };
    stored.set(name, wants ? "on" : "off");
  }
}
export const habits = new Habits();

/** What the page answers by itself: the default of a routine question, unless the person chooses. */
export function routineAnswer(play: Play, room: RoomClient, game: string): string | null {
  const decision = play.decision;
  if (!decision || !room.routine?.includes(decision.ask)) return null;
  return habits.chooses(game, decision.ask) ? null : decision.default;
}
