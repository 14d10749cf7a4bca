import { expect, test } from "vitest";
import { habits, routineAnswer } from "./habits.svelte";
import type { Play } from "./play";
import type { RoomClient } from "./room";

const room = { routine: ["last_will"] } as unknown as RoomClient;
const asked = (ask: string, choice: string | null) =>
  ({ decision: { id: 1, ask, about: {}, choices: [], default: choice } }) as unknown as Play;

test("a routine question is answered with its default until the person wants to choose", () => {
  expect(routineAnswer(asked("last_will", "2S"), room, "bang")).toBe("2S");
  expect(routineAnswer(asked("play", "2S"), room, "bang")).toBe(null);
  expect(routineAnswer(asked("last_will", "2S"), {} as RoomClient, "bang")).toBe(null);
  habits.choose("bang", "last_will", true);
  expect(routineAnswer(asked("last_will", "2S"), room, "bang")).toBe(null);
  habits.choose("bang", "last_will", false);
  expect(routineAnswer(asked("last_will", "2S"), room, "bang")).toBe("2S");
});
