import { expect, test } from "vitest";
import { drawn, fitting, short, wrapped, type Picture } from "./picture";

const colours = { ground: "#fff", ink: "#000", soft: "#444", line: "#888", accent: "#a00" };
const picture: Picture = {
  title: "BANG!",
  heading: "Anna & <Bruno> win!",
  facts: ["The law wins.", "12 turns"],
  columns: ["Shots"],
  rows: [
    { name: 'Anna "the <b>', part: "Sheriff", won: true, cells: [3] },
    { name: "Bruno", part: "", won: false, cells: [0] },
  ],
  course: { label: "Life", values: [[4, 3], [4]] },
  link: "http://house/t/1/replay/1",
  colours: { ...colours, dark: false },
};

test("a picture holds names, figures and a line for each seat, and no markup of theirs", () => {
  const { svg, height } = drawn(picture);
  expect(svg).toContain("Anna &#38; &#60;Bruno&#62; win!");
  expect(svg).not.toContain("<b>");
  expect(svg.match(/stroke-linejoin/g)?.length).toBe(2);
  expect(svg).toContain(`height="${height}"`);
});

test("more people make a higher picture", () => {
  const more = { ...picture, rows: [...picture.rows, picture.rows[1]!] };
  expect(drawn(more).height).toBeGreaterThan(drawn(picture).height);
});

test("long words are cut and long sentences wrapped", () => {
  expect(short("Анна", 4)).toBe("Анна");
  expect(short("Аннабелла", 4)).toBe("Анн…");
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapped("Donaudampfschiff fährt", 7)).toEqual(["Donaudampfschiff", "fährt"]);
});

test("headings are as small as their columns are narrow", () => {
  const sizeOf = (words: string, svg: string) =>
    Number(new RegExp(`font-size="(\\d+)"[^>]*>${words}<`).exec(svg)![1]);
  const wide = drawn(picture);
  expect(sizeOf("Shots", wide.svg)).toBe(20);
  const columns = ["Знаки", "Замечено", "Раскрыто", "Найдено", "Всего"];
  const narrow = drawn({ ...picture, columns });
  expect(sizeOf("Замечено", narrow.svg)).toBe(fitting("Замечено", 413 / 5 - 12));
  expect(sizeOf("Знаки", narrow.svg)).toBe(sizeOf("Замечено", narrow.svg));
});
