import { describe, expect, it } from "vitest";
import { read, readBack, valueOf } from "./cards";
import { outcome, type KingsPlay } from "./tell";

describe("the texts of cards", () => {
  it("have two sides", () => {
    expect(read("orc7/2-3o-7")).toEqual({
      text: "orc7/2-3o-7",
      race: "orc",
      strength: 7,
      back: { defence: 2, size: 3, overseer: true, value: 7 },
    });
  });
  it("may hide the unit, or both", () => {
    expect(read("?/3-1-4")).toMatchObject({ race: null, back: { overseer: false, value: 4 } });
    expect(read("?").back).toBeNull();
  });
  it("are the same whoever knows them", () => {
    expect(read("giant0/1-1-2+all").text).toBe("giant0/1-1-2");
    expect(readBack("giant0/1-1-2+0 1")?.value).toBe(2);
  });
  it("may be large at tables with mines of their own", () => {
    expect(valueOf("4-4o-19")).toBe(19);
  });
});

describe("what a unit would do", () => {
  const about = {
    needs: { c1: 1, c2: 3, m1: 1 },
    heirs: { dwarf: 0, goblin: 1, orc: 2, giant: 2 },
    ends: true,
  };
  const play = { decision: { ask: "lay", about } } as unknown as KingsPlay;

  it("is what the server says", () => {
    const falls = { kind: "falls", seat: 1, ends: true };
    expect(outcome(play, "goblin4/1-1-2", "c1", "?/2-2-4")).toEqual(falls);
    expect(outcome(play, "goblin4/1-1-2", "c2", "?/3-2-5")).toEqual({ kind: "then", count: 2 });
    expect(outcome(play, "orc4/1-1-2", "m1", "?/1-1-3")).toEqual({ kind: "done", value: 3 });
  });
  it("is not guessed where nothing was said", () => {
    expect(outcome(play, "goblin4/1-1-2", "c9", "?/2-2-4")).toBeNull();
    expect(outcome({ decision: null } as unknown as KingsPlay, "orc1", "c1", "")).toBeNull();
  });
});
