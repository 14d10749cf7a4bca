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

/** Everybody's points before the first game and after each. */
export function courses(series: SeriesInfo): number[][] {
  return series.points.map((points, seat) => {
    const pays = series.results.map((result) => result.pays[seat] ?? 0);
    let now = points - pays.reduce((sum, paid) => sum + paid, 0);
    return [now, ...pays.map((paid) => (now += paid))];
  });
}

/** Names at the ends of lines, pushed apart so that each can be read. */
export function apart(wanted: number[], least: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, k) => ({ y, k })).sort((a, b) => a.y - b.y || a.k - b.k);
  const placed = new Array<number>(wanted.length);
  let free = top;
  order.forEach(({ y, k }, n) => {
    const room = bottom - (order.length - 1 - n) * least; // leave room for those below
    placed[k] = Math.max(free, Math.min(y, room));
    free = placed[k] + least;
  });
  return placed;
}
