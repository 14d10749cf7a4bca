import { expect, test } from "vitest";
import { byParts } from "./naming";

const names: Record<string, string> = { "names.red": "rouge", "names.show": "montrer" };
const speaker = { has: (key: string) => key in names, say: (key: string) => names[key] ?? key };

test.each([
  ["red", "rouge"],
  ["red7", "rouge 7"],
  ["show:red7", "montrer: rouge 7"],
  ["?/red", "?/rouge"],
  ["hide:?", "hide: ?"],
  ["blue7", null],
  ["?", null],
  ["7", null],
])("%s is %s", (token, said) => {
  expect(byParts(token, speaker)).toBe(said);
});
