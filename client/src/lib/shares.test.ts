import { beforeEach, describe, expect, it, vi } from "vitest";
import { addsUp, Shares, type Shown } from "./shares";
import type { Share, Shuffle } from "./wire.gen";

const memory = vi.hoisted(() => new Map<string, string>());
vi.mock("./stored", () => ({
  stored: {
    get: (name: string) => memory.get(name) ?? null,
    set: (name: string, value: string) => void memory.set(name, value),
  },
}));
beforeEach(() => memory.clear());

/** The worked example of docs/protocol.md. */
const TABLE = "Zr0mZVb4yL1nQe9T";
const HOUSE = "5189c77d29fe5d546a045ec46986852785fea5c13ac7da9c115ff5fb6edf817c";
const SEALED = {
  0: "563fc5701e155ae0121d787ef318cc6ac6d341094b9ab21bc0248a8d8268668f",
  1: "41fdb0ac473fbffe3db676c6967257590396ee3f64fd6f2b99f6185ce76ff8cd",
  3: "638a31f2a2cbf8f05be8a7d699318e50678ff7e287ce13f38c3e87adc369b30d",
};
const END: Shown = {
  number: 1,
  shuffle: 2,
  commitment: HOUSE,
  secret: "11".repeat(32),
  salt: "22".repeat(32),
  seed: "e918fc5182e3105121959ec9722947f3f7c1581da851eec6c96e747d52022439",
  shares: [
    { seat: 0, commitment: SEALED[0], value: "33".repeat(32) },
    { seat: 1, commitment: SEALED[1] },
    { seat: 3, commitment: SEALED[3], value: "55".repeat(32) },
  ],
  broken: [],
};
const LIST: Share[] = Object.entries(SEALED).map(([seat, commitment]) => ({
  seat: Number(seat),
  commitment,
}));

function shuffling(step: "commit" | "reveal", shares: Share[] = []): { shuffling: Shuffle } {
  const times = { until: 0, ms: 10_000, waits: [] };
  return { shuffling: { id: 2, number: 1, house: HOUSE, step, shares, ...times } };
}
/** The browser of seat 0 in the worked example, which throws nothing but threes. */
function thrower(): Shares {
  vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    (bytes as Uint8Array).fill(0x33);
    return bytes;
  });
  return new Shares(TABLE);
}

describe("a shuffle", () => {
  it("gives the figures of the worked example", () => {
    expect(addsUp(TABLE, END)).toBe(true);
    expect(addsUp(TABLE, { ...END, seed: "00".repeat(32) })).toBe(false);
    expect(addsUp("another", END)).toBe(false);
  });
  it("is committed to, kept, revealed and checked", () => {
    const shares = thrower();
    const commit = { type: "commit", shuffle: 2, commitment: SEALED[0] };
    expect(shares.follow(shuffling("commit"), 0)).toEqual(commit);
    expect(shares.follow(shuffling("commit"), 0)).toBeNull(); // said once on a line
    const reveal = { type: "reveal", shuffle: 2, value: "33".repeat(32) };
    expect(shares.follow(shuffling("reveal", LIST), 0)).toEqual(reveal);
    expect(shares.verdict(END)).toBe("checked");
  });
  it("survives a page that is loaded anew in its middle", () => {
    const value = thrower().follow(shuffling("commit"), 0);
    vi.restoreAllMocks();
    const again = new Shares(TABLE);
    expect(again.follow(shuffling("commit"), 0)).toEqual(value);
    expect(again.follow(shuffling("reveal", LIST), 0)).not.toBeNull();
    expect(new Shares(TABLE).verdict(END)).toBe("checked");
  });
  it("reveals nothing under a list without oneself, or under a second one", () => {
    const shares = thrower();
    shares.follow(shuffling("commit"), 0);
    expect(shares.follow(shuffling("reveal", LIST.slice(1)), 0)).toBeNull();
    shares.again();
    expect(shares.follow(shuffling("reveal", LIST), 0)).toBeNull();
    expect(shares.verdict(END)).toBe("wrong");
  });
  it("says so when the house took another list, or left one out", () => {
    const shares = thrower();
    shares.follow(shuffling("commit"), 0);
    const other = LIST.map((one) => (one.seat === 3 ? { ...one, commitment: "ff" } : one));
    shares.follow(shuffling("reveal", other), 0);
    expect(shares.verdict(END)).toBe("wrong");
  });
  it("says so when one's own dice are not in it", () => {
    expect(new Shares(TABLE).verdict(END)).toBe("left_out");
    const alone = { ...END, shuffle: 0, shares: [], seed: END.secret };
    expect(new Shares(TABLE).verdict(alone)).toBe("house");
  });
  it("says so when a start that was broken off is not spoken of", () => {
    const shares = thrower();
    shares.follow(shuffling("commit"), 0);
    shares.follow(shuffling("reveal", LIST), 0);
    const alone = { ...END, shuffle: 0, shares: [], seed: END.secret };
    expect(shares.verdict(alone)).toBe("wrong");
    const gone = { id: 2, number: 1, house: HOUSE, shares: LIST, seat: 1 };
    const told = { ...alone, broken: [{ ...gone, reason: "left" as const }] };
    expect(shares.verdict(told)).toBe("left_out");
  });
});
