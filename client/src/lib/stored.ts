/** What this browser remembers; where storage is forbidden, for as long as the page is open. */
const memory = new Map<string, string>();

export const stored = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`parlour.${name}`) ?? memory.get(name) ?? null;
    } catch {
      return memory.get(name) ?? null;
    }
  },
  set(name: string, value: string): void {
    memory.set(name, value);
    try {
      localStorage.setItem(`parlour.${name}`, value);
    } catch {
      // a private window: the page goes on without a memory
    }
  },
};

/** The keys of seats taken from this browser, by table; the newest last, the oldest forgotten. */
const MOST_KEYS = 400;

export function keyOf(table: string): string {
  return keys()[table] ?? "";
}

export function keepKey(table: string, key: string): void {
  const { [table]: _, ...others } = keys();
  const kept = Object.entries(others).slice(1 - MOST_KEYS);
  stored.set("keys", JSON.stringify(Object.fromEntries([...kept, [table, key]])));
}

/** A random word that this browser keeps: a table tells by it which seats are held from here. */
export function thisDevice(): string {
  let word = stored.get("device");
  if (!word) {
    word = [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("");
    stored.set("device", word);
  }
  return word;
}

export function keepKeys(more: Record<string, string>): void {
  const all = Object.entries({ ...keys(), ...more });
  stored.set("keys", JSON.stringify(Object.fromEntries(all.slice(-MOST_KEYS))));
}

export function keys(): Record<string, string> {
  try {
    return JSON.parse(stored.get("keys") ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}
