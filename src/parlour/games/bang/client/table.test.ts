import { expect, test } from "vitest";
import { bare, read } from "./cards";
import { places } from "./places";
import { attack, rivals } from "./table";
import type { BangView, Frame } from "./wire.gen";

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
  const view = (top: Frame) => ({ stack: [{ type: "end_turn", seat: 0 }, top] }) as BangView;
  const shot: Frame = { type: "shot", seat: 2, by: 1, needed: 1, tries: 0 };
  expect(attack(view(shot))).toEqual({ kind: "shot", at: 2, by: 1 });
  expect(attack(view({ type: "pick_flip", then: shot }))).toEqual({ kind: "shot", at: 2, by: 1 });
  expect(attack(view({ type: "indians", seat: 1, by: 3 }))).toEqual({
    kind: "indians",
    at: 1,
    by: 3,
  });
  const duel: Frame = { type: "duel", seat: 0, rival: 2, by: 0 };
  expect(attack(view(duel))).toEqual({ kind: "duel", at: 0, by: 2 });
  expect(attack(view({ type: "play", seat: 1 }))).toBeNull();
  expect(attack({ stack: [] as Frame[] } as BangView)).toBeNull();
});

test("the stack says who still bids", () => {
  const view = (top: Frame) => ({ stack: [top] }) as BangView;
  expect(rivals(view({ type: "bid", seat: 2, rivals: [0, 2, 3] }))).toEqual([0, 2, 3]);
  expect(rivals(view({ type: "open_bid", seat: 2 }))).toEqual([]);
});
