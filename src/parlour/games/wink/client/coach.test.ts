import { expect, test, vi } from "vitest";
import { Speaker } from "$lib/words.svelte";
import { coach } from "./coach";
import { mode, type WinkPlay } from "./mode.svelte";
import type { WinkView } from "./wire.gen";

// As much of a browser as the language needs, before it is loaded.
vi.hoisted(() =>
  Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true }),
);

const BUTTONS = {
  "labels.name": "It is {name}",
  "labels.nobody": "Nobody",
  "board.wink_at": "Wink at {name}",
  "board.expose": "Expose {name}: {number}",
};
const named = (key: string) => [`coach.${key}`, `${key} {name}`];
const pressed = (key: string) => [`coach.${key}`, `${key}: press “{button}”`];
const pages = {
  en: {
    ...Object.fromEntries(["seek", "hold", "known", "met", "early", "look_back"].map(named)),
    ...Object.fromEntries(["name", "guess", "wink", "expose"].map(pressed)),
    "coach.call": "call",
    "coach.wait": "wait for {number}",
    "coach.roam": "roam",
    ...BUTTONS,
  },
};
const names = ["Anna", "Boris", "Carla", "Dmitri"];

/** Four at the table; I am Anna (0), and everybody looks at the crowd unless it is said. */
function seen(facts: Partial<WinkView>, more: { ask?: string; choices?: string[] } = {}) {
  const still = { heads: Array(4).fill("crowd"), gazes: Array(4).fill("crowd") };
  const none = { seen: [], winks: [], contacts: [], links: [0, 0, 0, 0] };
  const choices = (more.choices ?? []).map((text) => ({ text, brief: text }));
  return {
    me: 0,
    names,
    events: [],
    view: { players: 4, ...still, ...none, ...facts },
    decision: more.ask ? { ask: more.ask } : null,
    picker: { choices },
    speaker: new Speaker(pages, () => null),
  } as unknown as WinkPlay;
}
const now = (...given: Parameters<typeof seen>) => coach(seen(...given)).now;
const done = (play: WinkPlay) =>
  Object.entries(coach(play).steps).flatMap(([step, is]) => (is ? [step] : []));
const winked = { by: 0, tick: 3, seat: 2, to: 0, number: 7 };
const called = { links: [7, 0, 0, 0] };

test("on my turn: call a number, then name whoever winked, else guess", () => {
  expect(now({}, { ask: "call", choices: ["call@7"] })).toBe("call");
  expect(now({ ...called, seen: [winked] }, { ask: "name" })).toBe("name: press “It is Carla”");
  expect(now(called, { ask: "name" })).toBe("guess: press “Nobody”");
});

test("a wink for another number than the one I called names nobody", () => {
  expect(now({ links: [8, 0, 0, 0], seen: [winked] }, { ask: "name" })).toBe(
    "guess: press “Nobody”",
  );
});

test("whoever looks for me: tap the mask, keep the eyes there, wink when they meet", () => {
  const sought = { contacts: [1], links: [0, 5, 0, 0] };
  const looking = { heads: [1, "crowd", "crowd", "crowd"], gazes: [1, "crowd", "crowd", "crowd"] };
  const meeting = { heads: [1, 0, "crowd", "crowd"], gazes: [1, 0, "crowd", "crowd"] };
  const choices = ["wink@1"];
  expect(now(sought)).toBe("seek Boris");
  expect(now({ ...sought, ...looking }, { choices })).toBe("hold Boris");
  expect(now({ ...sought, ...meeting }, { choices })).toBe("wink: press “Wink at Boris”");
  expect(now({ ...sought, ...meeting })).toBe("hold Boris"); // the eye rests
});

test("whoever has seen my wink needs no other", () => {
  const winks = [{ tick: 2, seat: 0, to: 1, number: 5, seen: [1] }];
  expect(now({ contacts: [1], links: [0, 5, 0, 0], winks })).toBe("roam");
});

test("somebody else's wink is exposed, where that is offered", () => {
  const theirs = { by: 0, tick: 3, seat: 2, to: 3, number: 9 };
  expect(now({ seen: [theirs] }, { choices: ["accuse:9@2"] })).toBe(
    "expose: press “Expose Carla: 9”",
  );
  expect(now({ seen: [theirs] })).toBe("roam");
});

test("a head that is turned to me is looked back at, and eyes that meet are held", () => {
  const turned = {
    heads: ["crowd", "crowd", 0, "crowd"],
    gazes: ["crowd", "crowd", null, "crowd"],
  };
  expect(now({ ...called, ...turned } as Partial<WinkView>)).toBe("look_back Carla");
  const meeting = { heads: [2, "crowd", 0, "crowd"], gazes: [2, "crowd", 0, "crowd"] };
  expect(now({ ...called, ...meeting })).toBe("met Carla");
  expect(now(meeting)).toBe("early Carla"); // nothing is called yet, so nobody winks
});

test("nobody looks at me: wait for the number, or look round before the first call", () => {
  expect(now(called)).toBe("wait for 7");
  expect(now({})).toBe("roam");
  expect(now({ ...called, seen: [winked] })).toBe("known Carla");
});

test("what the coach speaks of is lit", () => {
  const turned = { heads: ["crowd", "crowd", 0, "crowd"] };
  expect(coach(seen({}, { ask: "call", choices: ["call@7"] })).lit).toBe("crowd");
  expect(coach(seen(turned)).lit).toBe("person:2");
  expect(coach(seen({ contacts: [3], links: [0, 0, 0, 4] })).lit).toBe("person:3");
  expect(coach(seen({})).lit).toBeUndefined();
});

test("while a card is raised the question itself says what to tap", () => {
  mode.accusing = true;
  expect(now({})).toBeNull();
  mode.reset();
});

test("each step is done when these eyes have seen it done", () => {
  expect(done(seen({}))).toEqual([]);
  expect(done(seen(called))).toEqual(["call"]);
  expect(done(seen({ gazes: [2, "crowd", 0, "crowd"] }))).toEqual(["eyes"]);
  expect(done(seen({ gazes: [2, "crowd", null, "crowd"] }))).toEqual([]);
  expect(done(seen({ seen: [winked] }))).toEqual(["wink"]);
  const found = (seat: number) => ({ ...seen({}), events: [{ type: "found", seat, target: 2 }] });
  expect(done(found(0))).toEqual(["name"]);
  expect(done(found(1))).toEqual([]);
  const exposed = { ...seen({}), events: [{ type: "exposed", by: 0, target: 2, owner: 1 }] };
  expect(done(exposed)).toEqual(["name"]);
});
