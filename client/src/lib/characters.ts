import { DEFAULT } from "./text.gen";
import type { Text } from "./words.svelte";

/** What bots are called, by language, as the server has it. */
const FILES = import.meta.glob<Record<string, string>>("../../../src/parlour/bots/text/*.toml", {
  eager: true,
  import: "default",
});
const pages = Object.entries(FILES).map(
  ([path, names]) => [/(\w+)\.toml$/.exec(path)![1]!, names] as const,
);
const usual = pages.find(([lang]) => lang === DEFAULT)![1];

/** Each character's names by language, by the name that stands in logs. */
export const CHARACTERS: Record<string, Text> = Object.fromEntries(
  Object.entries(usual).map(([key, name]) => [
    name,
    Object.fromEntries(pages.map(([lang, names]) => [lang, names[key] ?? name])),
  ]),
);
