import type { SceneInfo } from "./wire.gen";

/** How the scenes of a game are put up to be read. */
export type Shelf = { rule: string; scenes: SceneInfo[] };

/** The first lesson, in its order. */
export function courseOf(scenes: SceneInfo[]): SceneInfo[] {
  return scenes.filter((scene) => scene.course > 0).sort((a, b) => a.course - b.course);
}

/** Where a scene stands among the lessons; 0 if it is none.  A practice may have the first place. */
export function placeOf(scenes: SceneInfo[], name: string) {
  const course = courseOf(scenes);
  const at = course.findIndex((scene) => scene.name === name);
  return {
    number: course[at]?.course ?? 0,
    total: course.at(-1)?.course ?? 0,
    following: at < 0 ? undefined : course[at + 1],
  };
}

export function puzzlesOf(scenes: SceneInfo[]): SceneInfo[] {
  return scenes.filter((scene) => Object.values(scene.puzzle).some(Boolean));
}

/** Every scene under the first rule it shows; rules before rulings, by their numbers. */
export function shelved(scenes: SceneInfo[]): Shelf[] {
  const shelves = new Map<string, SceneInfo[]>();
  for (const scene of scenes) {
    const rule = scene.rules[0] ?? "";
    shelves.set(rule, [...(shelves.get(rule) ?? []), scene]);
  }
  return [...shelves]
    .map(([rule, found]) => ({ rule, scenes: found }))
    .sort((a, b) => order(a.rule) - order(b.rule));
}

function order(rule: string): number {
  const [, ruling, number] = /-(A?)(\d+)$/.exec(rule) ?? [];
  return Number(number ?? 0) + (ruling ? 10_000 : 0);
}
