import { HASTES, type Haste } from "./haste";
import type { Form, GameInfo, Pace, TableInfo } from "./wire.gen";
import { say, sayFrom, translated, type Key, type Pages } from "./words.svelte";

/** What a table is going to play, as the host may change it before the first game. */
export type Played = {
  options: Record<string, unknown>;
  series: Form | null;
  pace: Pace;
  haste: Haste;
  helps: boolean;
};

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
  const { options, pace, series, haste, helps } = table;
  const played = { options, pace, haste, helps };
  if (!series) return { ...played, series: null };
  const { form, number } = series;
  return { ...played, series: number ? { form, number } : { form } };
}

/** The same in people's words, one line for each thing; options only where they are not usual. */
export function told(game: GameInfo, pages: Pages, played: Played): string[] {
  const { options, series, pace } = played;
  const number = series?.number ? `: ${series.number}` : "";
  const form = series ? `${say(FORMS[series.form])}${number}` : say("formOne");
  const odd = Object.entries(options).filter(([name, value]) => {
    return game.options[name] && value !== game.options[name].option.default;
  });
  const lines = odd.map(([name, value]) => {
    return `${translated(game.options[name]!.name)}: ${valueOf(pages, name, value)}`;
  });
  const rules = lines.length ? lines : [say("asUsual")];
  return [form, say(PACES[pace.kind ?? "relaxed"]), ...rules, ...follow(pages, played)];
}

/** How quick the bots are and what the page helps to notice, where that is not usual either. */
function follow(pages: Pages, { haste, helps }: Played): string[] {
  const help = helps ? sayFrom(pages, "setup.helps") : null;
  const speed = haste === "normal" ? null : `${say("botHaste")}: ${say(HASTES[haste])}`;
  return [speed, help].filter((line) => line !== null);
}

function valueOf(pages: Pages, name: string, value: unknown): string {
  if (typeof value === "boolean") return say(value ? "switchOn" : "switchOff");
  if (Array.isArray(value)) return value.join(", ");
  return sayFrom(pages, `options.${name}.words.${value}`) ?? String(value);
}
