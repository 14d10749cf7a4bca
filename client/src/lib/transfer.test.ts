import { expect, it, vi } from "vitest";
import { opened, sealed, tidied } from "./transfer";

vi.hoisted(() => {
  const some = {
    navigator: { language: "en" },
    document: { documentElement: {} },
    location: { protocol: "http:", hostname: "house", origin: "http://house" },
  };
  for (const [name, value] of Object.entries(some))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

const CODE = "ABCDEFGHJKLMNPQRSTUV";

it("can be opened with the whole code, and with no other", async () => {
  const text = JSON.stringify(Array.from({ length: 500 }, (_, k) => ({ game: "bang", number: k })));
  const body = await sealed(text, CODE);
  expect(await opened(body, CODE)).toBe(text);
  await expect(opened(body, CODE.slice(0, 19) + "W")).rejects.toThrow();
  await expect(opened(body, "Z" + CODE.slice(1))).rejects.toThrow();
  expect(atob(body)).not.toContain("bang");
});

it("is not opened if a byte was changed on its way", async () => {
  const body = await sealed("x", CODE);
  const changed = body.slice(0, -6) + (body.at(-6) === "A" ? "B" : "A") + body.slice(-5);
  await expect(opened(changed, CODE)).rejects.toThrow();
});

it("needs neither capitals nor the blanks of a code", () => {
  expect(tidied(" abcd-efgh jklm NPQR stuv ")).toBe(CODE);
  expect(tidied("ABCD")).toBe("");
  expect(tidied(CODE.replace("A", "I"))).toBe("");
});
