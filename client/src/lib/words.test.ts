import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, language, LANGUAGES, listed, say, Speaker, translated } from "./words.svelte";
import sentences from "../../../tests/languages/sentences.json";

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
  it("are those of the terminal, in plurals and lists", () => {
    for (const { lang, message, said } of sentences.messages)
      for (const [n, wanted] of Object.entries(said))
        expect(fill(message, { n: Number(n) }, lang)).toBe(wanted);
    for (const { lang, said } of sentences.lists) {
      language.now = lang;
      expect([1, 2, 3].map((n) => listed(["Anna", "Bruno", "Carla"].slice(0, n)))).toEqual(said);
    }
  });
  it("name people in one list, and things with commas", () => {
    const both = new Speaker({ en: { "events.met": "{seats}: {cards}" } }, () => null);
    const met = { type: "met", seats: [0, 1], cards: ["a", "b"] };
    expect(both.event(met, names)).toBe("Anna and Bruno: a, b");
  });
  it("are in the default language where another has none, with its plurals", () => {
    const half = { en: { n: "{n, plural, one {# card} other {# cards}}", t: "Half" }, ru: {} };
    language.now = "ru";
    expect(new Speaker(half, () => null).say("n", { n: 21 })).toBe("21 cards");
    expect(new Speaker({ en: half.en }, () => null).say("t")).toBe("Half");
    expect(translated({ en: "Half" })).toBe("Half");
    expect(translated({ en: "Half", ru: "Половина" })).toBe("Половина");
  });
  it("are found by their files, each language with its own name", () => {
    expect(LANGUAGES).toContainEqual({ code: "en", name: "English" });
    expect(LANGUAGES).toContainEqual({ code: "ru", name: "Русский" });
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
