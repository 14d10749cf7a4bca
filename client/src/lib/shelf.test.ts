import { expect, it } from "vitest";
import { courseOf, puzzlesOf, shelved } from "./shelf";
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
it("puts each scene under its first rule, by number, rulings last", () => {
  const found = shelved(scenes).map(({ rule, scenes }) => [rule, scenes.map((s) => s.name)]);
  expect(found).toEqual([
    ["X-2", ["b"]],
    ["X-10", ["c", "d"]],
    ["X-A1", ["a"]],
  ]);
});
