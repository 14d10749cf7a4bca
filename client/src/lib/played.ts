import type { Form, GameInfo, Pace, TableInfo } from "./wire.gen";
import { say, sayFrom, translated, type Key, type Pages } from "./words.svelte";

/** What a table is going to play, as the host may change it before the first game. */
export type Played = { options: Record<string, unknown>; series: Form | null; pace: Pace };

const FORMS: Record<Form["form"], Key> = {
  games: "formGames",
  best_of: "formBestOf",
  first_to: "formFirstTo",
  tournament: "formTournament",
};
const PACES: Record<Pace["kind"] & string, Key> = {
  relaxed: "paceRelaxed",
  live: "paceLive",
  days: "paceDays",
};

export function playedAt(table: TableInfo): Played {
  const { options, pace, series } = table;
  if (!series) return { options, pace, series: null };
  const { form, number } = series;
  return { options, pace, series: number ? { form, number } : { form } };
}

/** The same in people's words, one line for each thing; options only where they are not usual. */
export function told(game: GameInfo, pages: Pages, { options, series, pace }: Played): string[] {
  const number = series?.number ? `: ${series.number}` : "";
  const form = series ? `${say(FORMS[series.form])}${number}` : say("formOne");
  const odd = Object.entries(options).filter(([name, value]) => {
    return game.options[name] && value !== game.options[name].option.default;
  });
  const lines = odd.map(([name, value]) => {
    return `${translated(game.options[name]!.name)}: ${valueOf(pages, name, value)}`;
  });
  return [form, say(PACES[pace.kind ?? "relaxed"]), ...(lines.length ? lines : [say("asUsual")])];
}

function valueOf(pages: Pages, name: string, value: unknown): string {
  if (typeof value === "boolean") return say(value ? "switchOn" : "switchOff");
  return sayFrom(pages, `options.${name}.words.${value}`) ?? String(value);
}
