import type { Form, SeriesInfo } from "./wire.gen";
import { language, say, type Speaker } from "./words.svelte";

/** Points as a room counts them: dollars in BANG!'s tournament, plain numbers elsewhere. */
export function pointsText(points: number, form: Form["form"] | "", speaker: Speaker): string {
  const size = Math.abs(points).toLocaleString(language.now);
  const money = form === "tournament" && speaker.has("series.tournament");
  return (
    (points < 0 ? "−" : "") + (money ? speaker.say("series.tournament", { points: size }) : size)
  );
}

export function signed(points: number, form: Form["form"] | "", speaker: Speaker): string {
  return (points > 0 ? "+" : "") + pointsText(points, form, speaker);
}

/** "Game 2 of 5": the one on the table, or the last one if the series is over. */
export function gameOf(series: SeriesInfo, playing: boolean): string {
  const number = Math.max(1, series.results.length + Number(playing && !series.over));
  const facts = { number, total: series.form === "first_to" ? series.number : series.length };
  if (series.form === "first_to") return say("gameFirstTo", facts);
  return say(series.form === "best_of" ? "gameBestOf" : "gameOf", facts);
}

/** The same in signs, where there is no room for words: "2/5". */
export function gameShort(series: SeriesInfo, playing: boolean): string {
  const number = Math.max(1, series.results.length + Number(playing && !series.over));
  return series.form === "first_to" ? `${number}` : `${number}/${series.length}`;
}

/** How a series is agreed, in words. */
export function formText(form: Form | null): string {
  const number = form?.number ?? 0;
  if (!form) return say("formSingle");
  if (form.form === "tournament") return say("formTournament");
  if (form.form === "games") return say("formGamesN", { number });
  return say(form.form === "best_of" ? "formBestOfN" : "formFirstToN", { number });
}

/** Whether wins decide, so that points are only told where they say more. */
export function byWins(series: SeriesInfo): boolean {
  return series.form === "best_of" || series.form === "first_to";
}
