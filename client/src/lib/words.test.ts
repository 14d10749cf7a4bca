import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, language, say, Speaker } from "./words.svelte";

// As much of a browser as the language needs, before it is loaded.
vi.hoisted(() => {
  const some = { navigator: { language: "en" }, document: { documentElement: {} } };
  for (const [name, value] of Object.entries(some))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});
afterEach(() => void (language.now = "en"));

const pages = {
  en: {
    "events.shot": "{by} shoots {target} with {card}.",
    "events.drew": "{seat} draws {card, select, none {a card} other {{card}}}.",
    "names.bang": "BANG!",
  },
  ru: {
    "events.shot": "{by} стреляет: {target}, карта {card}.",
    "events.drew": "{seat} берёт карту.",
    "names.bang": "«Бах!»",
  },
};
const speaker = new Speaker(pages, (token) => (token.startsWith("no") ? `№ ${token}` : null));
const names = ["Anna", "Bruno"];

describe("sentences", () => {
  it("have real plurals in both languages", () => {
    expect([0, 1, 2].map((count) => say("found", { count }))).toEqual([
      "nothing found",
      "1 place",
      "2 places",
    ]);
    language.now = "ru";
    expect([1, 3, 11, 22].map((count) => say("found", { count }))).toEqual([
      "1 место",
      "3 места",
      "11 мест",
      "22 места",
    ]);
  });
  it("know seats by name and tokens by their words", () => {
    const event = { type: "shot", by: 0, target: 1, card: "bang" };
    expect(speaker.event(event, names)).toBe("Anna shoots Bruno with BANG!.");
    language.now = "ru";
    expect(speaker.event(event, names)).toBe("Anna стреляет: Bruno, карта «Бах!».");
  });
  it("say what is hidden as unknown", () => {
    expect(speaker.event({ type: "drew", seat: 1, card: null }, names)).toBe("Bruno draws a card.");
  });
  it("let the room name its own tokens first", () => {
    expect(speaker.name("no7")).toBe("№ no7");
    expect(speaker.name("unheard")).toBe("unheard");
  });
  it("show a key that has no sentence, rather than nothing", () => {
    expect(speaker.say("reasons.nobody")).toBe("reasons.nobody");
    expect(fill("{who} waits", { who: null })).toBe("none waits");
  });
});
