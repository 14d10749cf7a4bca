import { expect, test } from "vitest";
import { bare, read } from "./cards";
import { places } from "./places";
import { attack } from "./table";
import type { BangView } from "./wire.gen";

test("a card is read with and without the marks of who knows it", () => {
  expect(read("rev_carabine:AC")).toEqual({
    kind: "rev_carabine",
    rank: "A",
    suit: "C",
    blue: true,
  });
  expect(read("bang:10D+all")?.rank).toBe("10");
  expect(bare("bang:7C+0+2")).toBe("bang:7C");
  expect(read("?")).toBeNull();
});

test("the others sit clockwise from my left: up, across, down", () => {
  for (const count of [2, 3, 4, 5, 6, 7]) {
    const seats = places(count);
    const left = seats.filter((spot) => spot.column === "1");
    const right = seats.filter((spot) => spot.column === "3");
    expect(left.map((spot) => spot.row)).toEqual(left.map((_, k) => left.length + (count % 2) - k));
    expect(right.map((spot) => spot.row)).toEqual(right.map((_, k) => k + 1 + (count % 2)));
    expect(seats[0]!.x).toBeLessThan(50);
    expect(seats.at(-1)!.x).toBeGreaterThan(50);
    expect(new Set(seats.map((spot) => `${spot.column}.${spot.row}`)).size).toBe(count);
  }
});

test("the stack says who attacks whom", () => {
  const view = (top: string) => ({ stack: ["EndTurn(0)", top] }) as unknown as BangView;
  expect(attack(view("Shot(2,1,1,0)"))).toEqual({ kind: "shot", at: 2, by: 1 });
  expect(attack(view("PickFlip(Shot(3,0,1,1))"))).toEqual({ kind: "shot", at: 3, by: 0 });
  expect(attack(view("Play(1)"))).toBeNull();
});
