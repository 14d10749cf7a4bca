import { ZZFX, zzfx } from "zzfx";
import { stored } from "./stored";

/** Short sounds of our own, synthesised on the spot; off with one tap. */
const SOUNDS = {
  card: [0.4, 0.05, 900, 0, 0.01, 0.03, 4, 1.5, 0, 0, 0, 0, 0, 6],
  deal: [0.3, 0.1, 700, 0, 0.01, 0.05, 4, 2, 4],
  flip: [0.5, 0.05, 500, 0.01, 0.02, 0.06, 4, 1.2, 12],
  lay: [0.7, 0.05, 110, 0, 0.03, 0.12, 1, 2.5, -2, 0, 0, 0, 0, 3],
  shot: [1.2, 0.05, 60, 0, 0.04, 0.35, 4, 3, -1, 0, 0, 0, 0, 8, 0, 0.3],
  hit: [0.9, 0.05, 160, 0, 0.06, 0.25, 3, 2, -6],
  dodge: [0.6, 0.05, 1200, 0, 0.05, 0.2, 0, 1, -9],
  coin: [0.6, 0, 1320, 0, 0.03, 0.2, 0, 1.5, 0, 0, 650, 0.04],
  heal: [0.5, 0, 520, 0.02, 0.08, 0.2, 0, 1.6, 0, 0, 180, 0.06],
  bell: [0.7, 0, 880, 0, 0.05, 0.6, 0, 1.4],
  turn: [0.5, 0, 660, 0.01, 0.06, 0.25, 0, 1.3, 0, 0, 330, 0.08],
  call: [0.9, 0, 523, 0.02, 0.14, 0.45, 0, 1.4, 0, 0, 262, 0.1, 0, 0, 0, 0, 0.12],
  wink: [0.5, 0, 1500, 0, 0.02, 0.14, 0, 2, 20],
  seal: [0.6, 0.02, 220, 0, 0.02, 0.18, 2, 2, -8],
  stone: [0.9, 0.1, 70, 0.01, 0.1, 0.5, 4, 1.7, -0.2],
  dead: [0.8, 0, 196, 0.02, 0.3, 0.7, 1, 1.8, -0.6],
  no: [0.4, 0, 180, 0, 0.04, 0.08, 1, 1.5, -4],
  win: [0.8, 0, 523, 0.02, 0.3, 0.5, 0, 1.4, 0, 0, 262, 0.12],
  lose: [0.6, 0, 294, 0.02, 0.3, 0.6, 0, 1.3, -0.4, 0, -98, 0.2],
} as const;
export type Sound = keyof typeof SOUNDS;

class Speakers {
  #on = stored.get("sound") !== "off";
  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    stored.set("sound", on ? "on" : "off");
  }
  play(sound: Sound): void {
    // Browsers let a page sound only after a first touch; until then there is nothing to hear.
    if (!this.#on || !navigator.userActivation?.hasBeenActive) return;
    ZZFX.volume = 0.25;
    zzfx(...SOUNDS[sound]);
  }
}
export const speakers = new Speakers();
