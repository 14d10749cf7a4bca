import { expect, test } from "vitest";
import { toast } from "./toast.svelte";

test("refusals are forgotten, and what happened stays", () => {
  toast.refusal("There is only one a turn. [KINGS-9]", "KINGS-9");
  toast.plain("Copied");
  expect(toast.notes.map((note) => note.text)).toEqual(["There is only one a turn.", "Copied"]);
  toast.forgetRefusals();
  expect(toast.notes.map((note) => note.text)).toEqual(["Copied"]);
});
