import IntlMessageFormat from "intl-messageformat";
import { stored } from "./stored";
import { DEFAULT, type Key } from "./text.gen";
import type { Event } from "./wire.gen";

/** Every sentence on the page, in the language chosen; a change is seen at once, everywhere. */
export type Facts = Record<string, unknown>;
export type { Key };
export type Sentences = Record<string, string>;
/** Sentences by language; what a language lacks is said in the default one. */
export type Pages = Record<string, Sentences>;
/** The same words in every language. */
export type Text = Record<string, string>;

const FILES = import.meta.glob<Sentences>("../text/*.toml", { eager: true, import: "default" });
const codeOf = (path: string) => /(\w+)\.toml$/.exec(path)![1]!;
const SHELL: Pages = Object.fromEntries(
  Object.entries(FILES).map(([path, sentences]) => [codeOf(path), sentences]),
);
/** The languages of the page, found by their files, each with its own name. */
export const LANGUAGES = Object.keys(SHELL).map((code) => ({ code, name: SHELL[code]!.language! }));
/** Facts of these names are seats; a sentence shows the names of the people there. */
const SEATS = new Set(["seat", "by", "owner", "target", "seats"]);
const compiled = new Map<string, IntlMessageFormat>();

class Language {
  #lang = $state(first());
  get now(): string {
    return this.#lang;
  }
  set now(lang: string) {
    this.#lang = lang;
    stored.set("lang", lang);
    document.documentElement.lang = lang;
  }
}

/** The one chosen before, else the browser's, if the page speaks it. */
function first(): string {
  const wanted = [stored.get("lang"), navigator.language.split("-")[0]];
  return wanted.find((lang) => lang && lang in SHELL) ?? DEFAULT;
}

export const language = new Language();

/** A sentence of the shell. */
export function say(key: Key, facts: Facts = {}): string {
  return sayFrom(SHELL, key, facts) ?? key;
}

/** Whether the shell has such a sentence. */
export function isKey(key: string): key is Key {
  return key in SHELL[DEFAULT]!;
}

/** A sentence of these pages, or null; in the default language it has that one's plurals, too. */
export function sayFrom(pages: Pages, key: string, facts: Facts = {}): string | null {
  const lang = [language.now, DEFAULT].find((one) => key in (pages[one] ?? {}));
  return lang === undefined ? null : fill(pages[lang]![key]!, facts, lang);
}

/** A text that came in every language. */
export function translated(text: Text): string {
  return text[language.now] ?? text[DEFAULT] ?? "";
}

/** Names in one sentence: "Anna, Bruno, and Carla"; the kernel's `listed` does the same. */
export function listed(names: (string | undefined)[]): string {
  return new Intl.ListFormat(language.now).format(names.map(String));
}

/** An ICU message with its facts put in; a fact that is not known is "none". */
export function fill(message: string, facts: Facts, lang = language.now): string {
  const id = lang + message;
  let format = compiled.get(id);
  if (!format) compiled.set(id, (format = new IntlMessageFormat(message, lang)));
  const told = Object.entries(facts).map(([name, fact]) => [name, fact ?? "none"]);
  return String(format.format(Object.fromEntries(told)));
}

/** The sentences of one game, with people's names; the same logic as the kernel's Speaker. */
export class Speaker {
  constructor(
    readonly pages: Pages,
    readonly naming: (token: string, speaker: Speaker) => string | null,
  ) {}

  has(key: string): boolean {
    return key in (this.pages[DEFAULT] ?? {});
  }
  /** A sentence of the room's own text files, facts as they are. */
  say(key: string, facts: Facts = {}): string {
    return sayFrom(this.pages, key, facts) ?? key;
  }
  /** A card, a place or any other token in people's words. */
  name(token: string): string {
    const own = this.naming(token, this);
    if (own !== null) return own;
    return this.has(`names.${token}`) ? this.say(`names.${token}`) : token;
  }
  event(event: Event, names: string[]): string {
    const { type, ...facts } = event;
    return this.sentence(`events.${type}`, facts, names);
  }
  ask(ask: string, about: Facts, names: string[]): string {
    return ask ? this.sentence(`asks.${ask}`, about, names) : "";
  }
  sentence(key: string, facts: Facts, names: string[]): string {
    const told = Object.entries(facts).map(([name, fact]) => [name, this.fact(name, fact, names)]);
    return this.say(key, Object.fromEntries(told));
  }
  private fact(name: string, fact: unknown, names: string[]): unknown {
    if (Array.isArray(fact)) {
      const parts = fact.map((part) => String(this.fact(name, part, names)));
      return SEATS.has(name) ? listed(parts) : parts.join(", ");
    }
    if (typeof fact === "number" && SEATS.has(name)) return names[fact] ?? String(fact);
    return typeof fact === "string" ? this.name(fact) : fact;
  }
}
