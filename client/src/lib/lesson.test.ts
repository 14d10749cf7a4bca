import { describe, expect, it, vi } from "vitest";
import { Lesson } from "./lesson.svelte";
import type { Moment, Performance } from "./wire.gen";
import type { Speaker } from "./words.svelte";

// As much of a browser as the language needs, before it is loaded.
vi.hoisted(() => {
  const value = { language: "en" };
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });
});

const text = { en: "", ru: "" };
const asked = {
  id: 1,
  ask: "lay",
  about: {},
  default: "orc7/1-1-1@c1",
  choices: [
    { text: "orc7/1-1-1@c1", brief: "orc7@c1" },
    { text: "orc7/2-2-2@c1", brief: "orc7@c1" },
    { text: "orc9/1-1-1@c1", brief: "orc9@c1" },
  ],
};
const tried = { seat: 1, choice: "orc2@c1", code: "too_weak", rule: "KINGS-10", text };

function moment(more: Partial<Moment>): Moment {
  const nothing = { seat: null, choice: null, tried: null, events: [], decision: null, waits: [1] };
  return { ...nothing, view: { players: 2 }, guide: {}, ...more };
}
function lesson(...moments: Moment[]): Lesson {
  const shown = {
    name: "x",
    game: "kings",
    rules: [],
    seats: [{ en: "Anna" }, { en: "Bruno" }],
    eyes: 1,
    moments,
  };
  return new Lesson(
    { ...shown, title: text, lesson: text, puzzle: text } satisfies Performance,
    null as unknown as Speaker,
  );
}
const laid = [{ type: "laid" }];

describe("a lesson that guides", () => {
  const guide = { en: "Tap the orcs 7.", ru: "Коснитесь орков 7." };
  const guided = () =>
    lesson(
      moment({ decision: asked, guide }),
      moment({ seat: 1, choice: "orc7/1-1-1@c1", events: laid }),
      moment({ seat: -1, choice: "tick" }),
    );

  it("says what to do and offers nothing else", () => {
    const shown = guided();
    expect(shown.guide).toBe(guide.en);
    expect(shown.decision!.choices.map((one) => one.brief)).toEqual(["orc7@c1", "orc7@c1"]);
    expect(shown.passes).toBe(false);
  });
  it("lets time pass by itself once the learner has done their part", () => {
    const shown = guided();
    shown.answer("orc7/2-2-2@c1");
    expect(shown.at).toBe(1);
    expect(shown.passes).toBe(true);
    shown.next();
    expect(shown.passes).toBe(false);
  });
  it("takes no answers where it is only a picture", () => {
    const { shown, speaker } = guided();
    expect(new Lesson(shown, speaker, false).decision).toBeNull();
  });
});

describe("a lesson", () => {
  const mine = () =>
    lesson(
      moment({ decision: asked }),
      moment({ seat: 1, choice: "orc7/1-1-1@c1", events: laid, decision: asked }),
      moment({ seat: 0, choice: "orc9@c1", events: [{ type: "drew" }] }),
    );

  it("offers the learner's own question and names the scenario's people", () => {
    const play = mine();
    expect(play.names).toEqual(["Anna", "Bruno"]);
    expect(play.picker.choices).toEqual(asked.choices);
    expect(play.wanted).toEqual(asked.choices[0]);
  });
  it("goes on with the right answer, or one that is the same to everybody", () => {
    for (const answer of ["orc7/1-1-1@c1", "orc7/2-2-2@c1"]) {
      const play = mine();
      play.answer(answer);
      expect(play.at).toBe(1);
      expect(play.remark).toEqual({ kind: "well" });
      expect(play.events).toEqual(laid);
    }
  });
  it("takes the answer from the board", () => {
    const play = mine();
    play.picker.pick("orc7/2-2-2");
    play.picker.pick("c1");
    expect(play.at).toBe(1);
  });
  it("stays where it is with another answer", () => {
    const play = mine();
    play.answer(asked.choices[2]!);
    expect(play.at).toBe(0);
    expect(play.remark).toEqual({ kind: "other" });
    expect(play.picker.choices).toEqual(asked.choices);
  });
  it("asks nothing where others act, and steps on", () => {
    const play = mine();
    play.next();
    expect(play.wanted).toBeNull();
    expect(play.decision).toBeNull();
    expect(play.picker.choices).toEqual([]);
    play.answer("orc7@c1");
    expect(play.at).toBe(1);
    play.next();
    expect(play.over).toBe(true);
    play.next();
    expect(play.at).toBe(2);
  });
  it("goes back without repeating what happened", () => {
    const play = mine();
    play.next();
    play.back();
    expect(play.at).toBe(0);
    expect(play.events).toEqual([]);
    play.back();
    expect(play.at).toBe(0);
  });
  it("shows the refusal that the scenario tries, and answers why with it", () => {
    const start = () =>
      lesson(
        moment({ decision: asked }),
        moment({ tried: { ...tried, choice: "orc1@c1" }, decision: asked }),
        moment({ tried, decision: asked }),
        moment({ seat: 1, choice: "orc7@c1" }),
      );
    const stepping = start();
    stepping.next();
    expect(stepping.remark?.kind).toBe("tried");
    const asking = start();
    asking.why("orc2@c1");
    expect(asking.remark).toEqual({ kind: "tried", tried });
    expect(asking.at).toBe(2);
    const other = start();
    other.why("giant1@c1");
    expect(other.at).toBe(0);
  });
  it("treats what it cannot offer as a step to look at: an undo, the passing of time", () => {
    const play = lesson(
      moment({ decision: asked }),
      moment({ seat: 1, choice: "undo", decision: asked }),
      moment({ seat: -1, choice: "tick:3" }),
    );
    expect(play.wanted).toBeNull();
    play.next();
    expect(play.wanted).toBeNull();
  });
});
