import { expect, it } from "vitest";
import type { ChoiceInfo, DecisionInfo } from "$lib/wire.gen";
import { label, type Table } from "./words";

const choice = (text: string): ChoiceInfo => ({ text, brief: text });
/** A speaker that says which sentence it was asked for. */
function asked(decision: Partial<DecisionInfo> | null): Table {
  const speaker = { say: (key: string) => key, sentence: (key: string) => key };
  return { speaker, names: [], decision } as unknown as Table;
}

it("says what is kept of a draft, laid, bought and done by a guest", () => {
  expect(label(choice("dandolo4"), asked({ ask: "keep" }))).toBe("labels.keep");
  expect(label(choice("dandolo4@g2"), asked({ ask: "play" }))).toBe("labels.lay");
  expect(label(choice("guard@g2"), asked({ ask: "play" }))).toBe("labels.buy");
  const use = { ask: "use", about: { kind: "assassin" } };
  expect(label(choice("g4"), asked(use))).toBe("labels.kill");
});

it("lays nothing in no gap, where nobody says what was asked", () => {
  expect(label(choice("dandolo4"), asked(null))).toBe("labels.keep");
});
