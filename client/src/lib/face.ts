import { CHARACTERS } from "./characters";

/** The parts of a bot's face. */
export interface Face {
  ground: string;
  skin: string;
  hair: string;
  coat: string;
  /** The outline of the hair or hat. */
  top: string;
  long: boolean;
  beard: boolean;
  glasses: boolean;
}

const GROUNDS = ["#d9b26a", "#8fb3a3", "#c58f8f", "#93a4c9", "#b8a1c7", "#a9b87c"];
const SKINS = ["#f6d7bb", "#e8b98f", "#c98f62", "#8f5d3c"];
const HAIRS = ["#2b2027", "#5b3a24", "#8a5a2b", "#b8472e", "#d8cfc4", "#e0b04c"];
const COATS = ["#5a2d3a", "#2f4858", "#3d5a3a", "#5b4a7a", "#7a4a24"];
const TOPS = [
  "M6.5 10C6 3 18 3 17.5 10c-1.5-3-9.5-3-11 0z", // short
  "M6.5 10.5C5 2 19 2 17.5 9c-2-1.5-5-1-7-3-.5 2-2 3-4 4.5z", // parted
  "M6 8.200h12v-1h-2C16 1.5 8 1.5 8 7.200H6z", // a hat
  "M7 9c-1-6 11-6 10 0-1-1.5-2-2-2.5-1.800-1 .5-3.5.5-5 0C8.5 7.200 7.5 8 7 9z", // curls
];

/** Characters with long hair; the others of them have none. */
const WOMEN = ["Mara", "Greta", "Ada", "Edith", "Tess", "Roxy", "Mina", "Olga"];

/** FNV-1a: small, and the same everywhere. */
function mixed(name: string): number {
  let sum = 2166136261;
  for (const char of name) sum = Math.imul(sum ^ char.codePointAt(0)!, 16777619);
  return sum >>> 0;
}

/** Always the same for the same name. */
export function faceOf(name: string): Face {
  let left = mixed(name);
  const drawn = (count: number) => {
    const found = left % count;
    left = Math.imul(left ^ (left >>> 15), 2246822519) >>> 0;
    return found;
  };
  const pick = (list: string[]) => list[drawn(list.length)]!;
  const [ground, skin, hair, coat, top] = [GROUNDS, SKINS, HAIRS, COATS, TOPS].map(pick) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [long, beard, glasses] = [drawn(3) === 0, drawn(4) === 0, drawn(4) === 0];
  const woman = name in CHARACTERS ? WOMEN.includes(name) : long;
  return { ground, skin, hair, coat, top, long: woman, beard: beard && !woman, glasses };
}
