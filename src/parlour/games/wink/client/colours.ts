/** The eight agents: the colour of a seat's token; its mask tells it apart without colour. */
const COLOURS = [
  "#e0506f",
  "#efe9dc",
  "#6f9dff",
  "#b98cf5",
  "#35c98a",
  "#f5b93c",
  "#ff9550",
  "#35cfcf",
];
/** Cloaks of the crowd. */
export const CLOAKS = ["#8c2f5a", "#2f4a9c", "#1f7a66", "#7a4a1c", "#5a35a0", "#8a3324"];

export function colour(seat: number): string {
  return COLOURS[seat % COLOURS.length]!;
}
/** A card's number; in a replay that shows all, who knows it stands behind a plus. */
export function number(card: string): number {
  return Number(card.slice(1).split("+")[0]);
}
