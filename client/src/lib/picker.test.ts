import { describe, expect, it } from "vitest";
import { Picker } from "./picker.svelte";

const choice = (text: string) => ({ text, brief: text });

function picker(...texts: string[]) {
  const answered: string[] = [];
  const made = new Picker((one) => answered.push(one.text));
  made.offer(texts.map(choice));
  return { made, answered };
}

describe("picking", () => {
  it("answers with the last part of a choice", () => {
    const { made, answered } = picker("bang@1", "bang@2", "pass");
    expect([...made.next]).toEqual(["bang", "pass"]);
    expect(made.pick("bang")).toBe(true);
    expect([...made.next]).toEqual(["1", "2"]);
    expect(answered).toEqual([]);
    made.pick("2");
    expect(answered).toEqual(["bang@2"]);
    expect(made.picked).toEqual([]);
  });
  it("takes a single part at once and refuses what leads nowhere", () => {
    const { made, answered } = picker("bang@1", "pass");
    expect(made.pick("beer")).toBe(false);
    expect(made.pick("1")).toBe(false);
    made.pick("pass");
    expect(answered).toEqual(["pass"]);
  });
  it("waits where a choice is whole and a longer one is possible", () => {
    const { made, answered } = picker("wink", "wink@3");
    made.pick("wink");
    expect(answered).toEqual([]);
    expect(made.complete?.text).toBe("wink");
    made.choose(made.complete!);
    expect(answered).toEqual(["wink"]);
  });
  it("puts back what is tapped twice, and begins anew with another", () => {
    const { made } = picker("a@1", "a@2", "b@1", "b@2");
    made.pick("a");
    made.pick("a");
    expect(made.picked).toEqual([]);
    made.pick("a");
    made.pick("b");
    expect(made.picked).toEqual(["b"]);
    expect(made.has("b")).toBe(true);
  });
  it("keeps what is picked while it still leads somewhere", () => {
    const { made } = picker("a@1", "a@2", "b@1");
    made.pick("a");
    made.offer(["a@2", "a@3"].map(choice));
    expect(made.picked).toEqual(["a"]);
    made.offer([choice("b@1")]);
    expect(made.picked).toEqual([]);
  });
});
