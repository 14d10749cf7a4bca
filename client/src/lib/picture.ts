import { apart } from "./courses";

/**
 * A finished game as one picture: who won, who was who, the figures and how it went.  It is an SVG
 * that stands for itself, so that the page can show it and turn it into a PNG on the device.
 */
export interface Picture {
  title: string;
  heading: string;
  /** One short sentence each: why, how many turns, how long. */
  facts: string[];
  columns: string[];
  rows: { name: string; part: string; won: boolean; cells: number[] }[];
  course: { label: string; values: number[][] };
  /** Where the game can be seen again. */
  link: string;
  colours: Colours;
}
export interface Colours {
  ground: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  dark: boolean;
}

export const WIDTH = 720;
const EDGE = 36;
const NAMES = 235; // for names; the rest is for figures
const ROW = 58;
const CHART = 250;
const LEGEND = 150;
const LETTER = 0.66; // of its height
const GAP = 12;
const DASHES = ["", "12 5", "3 5", "16 5 3 5", "7 7", "20 6", "2 7", "13 5 3 5 3 5"];
const HUES_DARK = "#ff9d80 #8cc4f5 #93d785 #dba6f0 #f0bd5c #72d6d1 #f59ac4 #cfcfcf".split(" ");
const HUES_LIGHT = "#9c2a12 #1c5485 #2a6123 #6d2c82 #7a4a00 #0f6361 #8d1f58 #454545".split(" ");
const FONT = "'Golos Text Variable', 'Golos Text', system-ui, sans-serif";

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\P{C}\n]/gu, "");

/** Cut to so many letters, with a sign that there was more. */
export function short(text: string, most: number): string {
  return [...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text;
}
/** Words in lines of so many letters. */
export function wrapped(text: string, most: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= most || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** How large words may be to stay within so much; letters are taken for wide ones. */
export function fitting(words: string, width: number): number {
  return Math.floor(width / ([...words].length * LETTER));
}

type Style = { size: number; fill: string; bold?: boolean; end?: "end" | "middle" };
function text(x: number, y: number, words: string, { size, fill, bold, end }: Style): string {
  const weight = bold ? ` font-weight="700"` : "";
  const anchor = end ? ` text-anchor="${end}"` : "";
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${weight}${anchor}>${escaped(words)}</text>`;
}

export function drawn(picture: Picture): { svg: string; height: number } {
  const { ink, soft, accent, ground } = picture.colours;
  const parts: string[] = [];
  let y = EDGE + 22;
  const line = (words: string, style: Style, step: number) => {
    parts.push(text(EDGE, y, words, style));
    y += step;
  };
  line(picture.title, { size: 26, fill: accent, bold: true }, 48);
  for (const words of wrapped(picture.heading, 32))
    line(words, { size: 38, fill: ink, bold: true }, 44);
  for (const fact of picture.facts)
    for (const words of wrapped(fact, 52)) line(words, { size: 23, fill: soft }, 31);
  const table = figures(picture, y + 16);
  const chart = course(picture, table.bottom + 44);
  const height = chart.bottom + 34;
  const link = text(EDGE, height - 18, short(picture.link, 62), { size: 18, fill: soft });
  const all = [...parts, table.svg, chart.svg, link].join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" ` +
    `viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}">` +
    `<rect width="100%" height="100%" fill="${ground}"/>${all}</svg>`;
  return { svg, height };
}

function hue(picture: Picture, seat: number): string {
  return (picture.colours.dark ? HUES_DARK : HUES_LIGHT)[seat % 8]!;
}

function figures(picture: Picture, top: number): { svg: string; bottom: number } {
  const { ink, soft, line, accent } = picture.colours;
  const step = (WIDTH - 2 * EDGE - NAMES) / picture.columns.length;
  const at = (k: number) => EDGE + NAMES + step * (k + 1);
  const size = Math.min(20, ...picture.columns.map((words) => fitting(words, step - GAP)));
  const heads = picture.columns.map((words, k) =>
    text(at(k), top + 20, words, { size, fill: soft, end: "end" }),
  );
  const rows = picture.rows.map((row, k) => {
    const y = top + 34 + k * ROW;
    const fill = row.won ? accent : ink;
    const name = `${row.won ? "★ " : ""}${short(row.name, row.won ? 14 : 16)}`;
    const cells = row.cells.map((cell, n) =>
      text(at(n), y + 37, String(cell), { size: 26, fill, bold: row.won, end: "end" }),
    );
    const middle = y + (row.part ? 25 : 37);
    return (
      `<path d="M${EDGE} ${y}H${WIDTH - EDGE}" stroke="${line}"/>` +
      text(EDGE, middle, name, { size: 25, fill, bold: true }) +
      (row.part ? text(EDGE, y + 49, short(row.part, 22), { size: 20, fill: soft }) : "") +
      cells.join("")
    );
  });
  return { svg: [...heads, ...rows].join(""), bottom: top + 34 + rows.length * ROW };
}

function course(picture: Picture, top: number): { svg: string; bottom: number } {
  const { soft, line } = picture.colours;
  const { label, values } = picture.course;
  const all = values.flat();
  const least = Math.min(0, ...all);
  const most = Math.max(least + 1, ...all);
  const steps = Math.max(1, ...values.map((one) => one.length - 1));
  const [left, right] = [EDGE + 34, WIDTH - EDGE - LEGEND];
  const [high, low] = [top + 24, top + 24 + CHART];
  const x = (k: number) => Math.round((left + ((right - left) * k) / steps) * 10) / 10;
  // Lines that run together are drawn side by side.
  const y = (value: number, seat: number) =>
    Math.round(
      (low - ((low - high) * (value - least)) / (most - least) + 2.5 * (seat - values.length / 2)) *
        10,
    ) / 10;
  const names = apart(
    values.map((one, seat) => y(one.at(-1) ?? 0, seat)),
    26,
    high,
    low,
  );
  const grid = [...new Set([least, 0, most])].map((level) => {
    const height = low - ((low - high) * (level - least)) / (most - least);
    return (
      `<path d="M${left} ${height}H${right}" stroke="${line}" stroke-dasharray="2 5"/>` +
      text(left - 8, height + 7, String(level), { size: 19, fill: soft, end: "end" })
    );
  });
  const lines = values.map((one, seat) => {
    const path = one.map((value, k) => `${k ? "L" : "M"}${x(k)} ${y(value, seat)}`).join("");
    const fill = hue(picture, seat);
    const stroke = `stroke="${fill}" stroke-dasharray="${DASHES[seat % 8]}"`;
    const last = y(one.at(-1) ?? 0, seat);
    return (
      `<path d="${path}" fill="none" stroke-width="3" stroke-linejoin="round" ${stroke}/>` +
      `<path d="M${right + 4} ${last}L${right + 14} ${names[seat]!}" stroke="${fill}"/>` +
      text(right + 18, names[seat]! + 7, short(picture.rows[seat]?.name ?? "", 11), {
        size: 21,
        fill,
        bold: true,
      })
    );
  });
  const heading = text(EDGE, top, label, { size: 20, fill: soft });
  return { svg: [heading, ...grid, ...lines].join(""), bottom: low + 24 };
}

/** The picture as a file, drawn by the browser. */
export async function png(svg: string, height: number, scale = 2): Promise<Blob> {
  const image = new Image(WIDTH, height);
  image.src = addressOf(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * scale;
  canvas.height = height * scale;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
export function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The colours of the room that this element stands in. */
export function coloursAt(element: Element): Colours {
  const probe = element.appendChild(document.createElement("i"));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const [ground, ink, soft, line, accent] = ["surface", "ink", "soft", "line", "accent"].map(read);
  probe.remove();
  const light = (ground!.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const dark = light.reduce((sum, one) => sum + one, 0) < 384;
  return { ground: ground!, ink: ink!, soft: soft!, line: line!, accent: accent!, dark };
}
