import { sayFrom, type Facts, type Pages, type Sentences } from "$lib/words.svelte";
import type { AdminKey } from "$lib/text.gen";

/** The sentences of this page come with it alone: guests do not load them. */
const FILES = import.meta.glob<Sentences>("../../text/admin/*.toml", {
  eager: true,
  import: "default",
});
const PAGES: Pages = Object.fromEntries(
  Object.entries(FILES).map(([path, said]) => [/(\w+)\.toml$/.exec(path)![1]!, said]),
);

export function tell(key: AdminKey, facts: Facts = {}): string {
  return sayFrom(PAGES, key, facts) ?? key;
}
