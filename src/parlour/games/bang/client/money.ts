import { language, type Speaker } from "$lib/words.svelte";
import { asked, choices, type BangPlay } from "./table";

/** Dollars as people write them; a debt has its sign first. */
export function dollars(amount: number, speaker: Speaker): string {
  const points = Math.abs(amount).toLocaleString(language.now);
  return (amount < 0 ? "−" : "") + speaker.say("series.tournament", { points });
}

/** The bids that were sent, the lowest first. */
export function bids(play: BangPlay): number[] {
  const ask = asked(play);
  if (ask !== "open_bid" && ask !== "bid") return [];
  return choices(play)
    .filter((choice) => /^\d+$/.test(choice.text))
    .map((choice) => Number(choice.text))
    .sort((a, b) => a - b);
}
