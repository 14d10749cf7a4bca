import { expect, it } from "vitest";
import { sentences } from "./tell";

it("begins each sentence with a capital letter and ends it with one stop", () => {
  expect(sentences(["mine 3, worth 4", "", "3 more units", "That ends the game."])).toBe(
    "Mine 3, worth 4. 3 more units. That ends the game.",
  );
});
