import { beforeEach, expect, test, vi } from "vitest";
import { speed } from "./speed.svelte";
import { stored } from "./stored";

vi.hoisted(() => {
  const page = { documentElement: { dataset: {} } };
  Object.defineProperty(globalThis, "document", { value: page, configurable: true });
});

beforeEach(() => {
  speed.kept = "normal";
  speed.skipping = false;
});

test("times of the page shrink with the speed, and the speed is kept", () => {
  expect(speed.ms(1000)).toBe(1000);
  speed.kept = "quick";
  expect(speed.ms(1000)).toBe(400);
  expect(stored.get("speed")).toBe("quick");
  expect(document.documentElement.dataset.speed).toBe("quick");
});

test("fast-forward shows all at once and leaves what was chosen", () => {
  speed.kept = "quick";
  speed.skipping = true;
  expect(speed.ms(1000)).toBe(0);
  expect(stored.get("speed")).toBe("quick");
  speed.skipping = false;
  expect(speed.now).toBe("quick");
});
