import { still } from "$lib/motion";
import { speed } from "$lib/speed.svelte";
import type { Event } from "./wire.gen";

/** A shot is felt: the plaque of whoever is hit jolts, who dodges leans aside, who drinks glows. */
const GLOW = "0 0 0.2rem 0.6rem";
const FEEL: Record<string, Keyframe[]> = {
  wounded: [
    { transform: "none", boxShadow: `${GLOW} #d8341a` },
    { transform: "translate(-7px, 3px) rotate(-2deg)" },
    { transform: "translate(6px, -3px) rotate(2deg)", boxShadow: `${GLOW} #d8341acc` },
    { transform: "translate(-3px, 1px)" },
    { transform: "none", boxShadow: `${GLOW} #d8341a00` },
  ],
  dodged: [
    { transform: "none" },
    { transform: "translateX(14px) rotate(3deg)" },
    { transform: "none" },
  ],
  regained: [{ boxShadow: `${GLOW} #e9b93a` }, { boxShadow: `${GLOW} #e9b93a00` }],
  exploded: [
    { transform: "scale(1.25)", boxShadow: "0 0 1rem 2rem #ff9a1a" },
    { transform: "scale(0.95)" },
    { transform: "none", boxShadow: "0 0 1rem 2rem #ff9a1a00" },
  ],
};

export function feel(root: HTMLElement, events: Event[]): void {
  if (still()) return;
  for (const event of events)
    if ("seat" in event && event.type in FEEL)
      root
        .querySelector(`[data-seat="${event.seat}"]`)
        ?.animate(FEEL[event.type]!, { duration: speed.ms(480), easing: "ease-out" });
}
