import IntlMessageFormat from "intl-messageformat";
import { en } from "../text/en";
import { ru } from "../text/ru";
import { stored } from "./stored";
import type { Event } from "./wire.gen";

/** Every sentence on the page, in the language chosen; a change is seen at once, everywhere. */
export type Lang = "en" | "ru";
export type Facts = Record<string, unknown>;
export type Key = keyof typeof en;
export type Sentences = Record<string, string>;
export type Both = { en: string; ru: string };

const SHELL: Record<Lang, Sentences> = { en, ru };
/** Facts of these names are seats; a sentence shows the names of the people there. */
const SEATS = new Set(["seat", "by", "owner", "target", "seats"]);
const compiled = new Map<string, IntlMessageFormat>();

class Language {
  #lang = $state<Lang>(first());
  get now(): Lang {
    return this.#lang;
  }
  set now(lang: Lang) {
    this.#lang = lang;
    stored.set("lang", lang);
    document.documentElement.lang = lang;
  }
}

function first(): Lang {
  const kept = stored.get("lang");
  if (kept === "en" || kept === "ru") return kept;
  return navigator.language.startsWith("ru") ? "ru" : "en";
}

export const language = new Language();

/** A sentence of the shell. */
export function say(key: Key, facts: Facts = {}): string {
  return fill(SHELL[language.now][key] ?? key, facts);
}

/** One of two texts that came with both languages. */
export function both(text: Both): string {
  return text[language.now];
}

/** An ICU message with its facts put in; a fact that is not known is "none". */
export function fill(message: string, facts: Facts): string {
  const id = language.now + message;
  let format = compiled.get(id);
  if (!format) compiled.set(id, (format = new IntlMessageFormat(message, language.now)));
  const told = Object.entries(facts).map(([name, fact]) => [name, fact ?? "none"]);
  return String(format.format(Object.fromEntries(told)));
}

/** The sentences of one game, with people's names; the same logic as the kernel's Speaker. */
export class Speaker {
  constructor(
    readonly pages: Record<Lang, Sentences>,
    readonly naming: (token: string, speaker: Speaker) => string | null,
  ) {}

  has(key: string): boolean {
    return key in this.pages[language.now];
  }
  /** A sentence of the room's own text files, facts as they are. */
  say(key: string, facts: Facts = {}): string {
    const message = this.pages[language.now][key];
    return message === undefined ? key : fill(message, facts);
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
    if (Array.isArray(fact)) return fact.map((part) => this.fact(name, part, names)).join(", ");
    if (typeof fact === "number" && SEATS.has(name)) return names[fact] ?? String(fact);
    return typeof fact === "string" ? this.name(fact) : fact;
  }
}
