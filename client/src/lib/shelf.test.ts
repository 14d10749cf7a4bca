import { expect, it } from "vitest";
import { courseOf, placeOf, puzzlesOf, shelved } from "./shelf";
import type { SceneInfo } from "./wire.gen";

function scene(name: string, rules: string[], course = 0, puzzle = ""): SceneInfo {
  const title = { en: name, ru: name };
  return { name, title, rules, lesson: false, puzzle: { en: puzzle, ru: puzzle }, course };
}
const scenes = [
  scene("c", ["X-10"], 2),
  scene("a", ["X-A1"]),
  scene("b", ["X-2", "X-10"], 1, "Why?"),
  scene("d", ["X-10"]),
];

it("keeps the course in its order and finds the puzzles", () => {
  expect(courseOf(scenes).map((one) => one.name)).toEqual(["b", "c"]);
  expect(puzzlesOf(scenes).map((one) => one.name)).toEqual(["b"]);
});
it("says where a scene stands among the lessons, also after a practice", () => {
  expect(placeOf(scenes, "b")).toMatchObject({ number: 1, total: 2, following: { name: "c" } });
  expect(placeOf(scenes, "c")).toEqual({ number: 2, total: 2, following: undefined });
  expect(placeOf(scenes, "d")).toEqual({ number: 0, total: 2, following: undefined });
  expect(placeOf([scene("e", [], 2), scene("f", [], 3)], "e")).toMatchObject({
    number: 2,
    total: 3,
  });
});
it("puts each scene under its first rule, by number, rulings last", () => {
  const found = shelved(scenes).map(({ rule, scenes }) => [rule, scenes.map((s) => s.name)]);
  expect(found).toEqual([
    ["X-2", ["b"]],
    ["X-10", ["c", "d"]],
    ["X-A1", ["a"]],
  ]);
});
