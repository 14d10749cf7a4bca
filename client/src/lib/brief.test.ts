import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Brief, showing } from "./brief.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("says as long as anything is shown", () => {
  const [one, other] = [new Brief<number>(1000), new Brief<number>(2000)];
  one.show(1);
  other.show(2);
  vi.advanceTimersByTime(900);
  one.show(3); // its time begins anew
  vi.advanceTimersByTime(999);
  expect([one.now, other.now, showing.any]).toEqual([3, 2, true]);
  vi.advanceTimersByTime(1);
  expect([one.now, other.now, showing.any]).toEqual([null, 2, true]);
  vi.advanceTimersByTime(100);
  expect([other.now, showing.any]).toEqual([null, false]);
  other.hide();
  expect(showing.any).toBe(false);
});
