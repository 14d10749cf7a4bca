import { describe, expect, it } from "vitest";
import { CHARACTERS } from "./characters";
import { faceOf } from "./face";

describe("a bot's face", () => {
  it("is always the same for the same name", () => {
    expect(faceOf("Mara")).toEqual(faceOf("Mara"));
  });
  it("has no beard if it is a woman's", () => {
    expect(faceOf("Roxy")).toMatchObject({ long: true, beard: false });
    expect(Object.keys(CHARACTERS)).toContain("Roxy");
  });
  it("is another one for each character", () => {
    const faces = Object.keys(CHARACTERS).map((name) => JSON.stringify(faceOf(name)));
    expect(new Set(faces).size).toBe(faces.length);
  });
});
