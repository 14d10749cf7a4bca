import { expect, test } from "vitest";
import { Story } from "./story.svelte";

test("the newest sentence is shown, and the ones before can be stepped through", () => {
  const story = new Story();
  story.add(["Anna draws.", "Anna plays BANG!."]);
  expect([story.now, story.at]).toEqual(["Anna plays BANG!.", 2]);
  story.step(-1);
  story.step(-1);
  expect([story.now, story.at]).toEqual(["Anna draws.", 1]);
  story.step(1);
  story.step(1);
  expect(story.newest).toBe(true);
});

test("whoever has stepped back stays there while more happens", () => {
  const story = new Story();
  story.add(["one", "two"]);
  story.step(-1);
  story.add(["three", "four"]);
  expect([story.now, story.newest]).toEqual(["one", false]);
});

test("what happened before one's own decision is gone with the first news after it", () => {
  const story = new Story();
  story.add(["one", "two"]);
  story.step(-1);
  story.answered();
  expect(story.now).toBe("one");
  story.add(["three"]);
  expect([story.told, story.now]).toEqual([["three"], "three"]);
});

test("it stays short, and a step back stays on a sentence that is still there", () => {
  const story = new Story();
  for (let k = 0; k < 100; k++) story.add([`${k}`]);
  expect(story.told.length).toBe(60);
  story.step(-1);
  for (let k = 0; k < 100; k++) story.add([`more ${k}`]);
  expect(story.at).toBe(1);
});
