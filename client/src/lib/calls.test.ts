import { beforeEach, expect, test, vi } from "vitest";

const zzfx = vi.hoisted(() => vi.fn());
vi.mock("zzfx", () => ({ ZZFX: { volume: 1 }, zzfx }));
vi.stubGlobal("navigator", { language: "en" });
const { buzzer, callBack, callNoMore } = await import("./calls.svelte");
const { speakers } = await import("./sound");

const turn = { table: "abc", title: "Your turn", text: "" };
const vibrate = vi.fn();
let touched = true;
let now = 0;

beforeEach(() => {
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("navigator", {
    vibrate,
    get userActivation() {
      return { hasBeenActive: touched };
    },
  });
  vi.spyOn(performance, "now").mockImplementation(() => now);
  [touched, speakers.on, buzzer.on] = [true, true, true];
  callNoMore(turn.table);
  now += 60_000;
  zzfx.mockClear();
  vibrate.mockClear();
});

test("after a while it sounds and buzzes, in the midst of play it only sounds", () => {
  callBack(turn);
  expect(zzfx).toHaveBeenCalledOnce();
  expect(vibrate).toHaveBeenCalledOnce();
  callNoMore(turn.table);
  now += 100;
  callBack(turn);
  expect(zzfx).toHaveBeenCalledTimes(2);
  expect(zzfx.mock.calls[1]).not.toEqual(zzfx.mock.calls[0]);
  expect(vibrate).toHaveBeenCalledOnce();
});

test("a silent phone buzzes, and one that must not buzz sounds", () => {
  speakers.on = false;
  callBack(turn);
  expect([zzfx.mock.calls.length, vibrate.mock.calls.length]).toEqual([0, 1]);
  [speakers.on, buzzer.on] = [true, false];
  callBack(turn);
  expect([zzfx.mock.calls.length, vibrate.mock.calls.length]).toEqual([1, 1]);
});

test("a page that was never touched neither sounds nor buzzes", () => {
  touched = false;
  callBack(turn);
  expect([zzfx.mock.calls.length, vibrate.mock.calls.length]).toEqual([0, 0]);
});

test("a browser that cannot buzz is none the worse for it", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  expect(buzzer.possible).toBe(false);
  callBack(turn);
  expect(zzfx).toHaveBeenCalledOnce();
});
