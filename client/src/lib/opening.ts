import { api, Rejected } from "./api";
import { known } from "./learnt";
import { keepName, myName, satDown } from "./mine";
import { router } from "./router.svelte";
import { keepKey } from "./stored";
import { toast } from "./toast.svelte";
import type { EveningRequest, Form, GameInfo, TableRequest } from "./wire.gen";
import { say } from "./words.svelte";

/** Says what went wrong where somebody can read it. */
export async function attempt<T>(doing: () => Promise<T>): Promise<T | null> {
  try {
    return await doing();
  } catch (wrong) {
    const problem = wrong instanceof Rejected ? wrong.problem : null;
    toast.refusal(problem?.text || say("offline"), problem?.rule ?? "");
    return null;
  }
}

/** The options without those that only the room's own tournament has, where it is not played. */
export function wantedOptions(
  game: GameInfo,
  options: Record<string, unknown>,
  series: Form | null,
): Record<string, unknown> {
  const all = series?.form === "tournament";
  const kept = Object.entries(options).filter(
    ([name]) => all || !game.options[name]?.option.series,
  );
  return Object.fromEntries(kept);
}

export async function openTable(wanted: TableRequest): Promise<boolean> {
  const keys = await attempt(() => api.open(wanted));
  if (!keys) return false;
  keepKey(keys.id, keys.key);
  for (const [seat, key] of Object.entries(keys.reserved)) keepKey(`${keys.id}.${seat}`, key);
  satDown(keys.id, wanted.game);
  if (wanted.name) keepName(wanted.name);
  router.go(`/t/${keys.id}`);
  return true;
}

export async function openEvening(wanted: EveningRequest): Promise<void> {
  const keys = await attempt(() => api.openEvening(wanted));
  if (!keys) return;
  keepKey(keys.id, keys.key);
  satDown(keys.id, wanted.game, true);
  if (wanted.name) keepName(wanted.name);
  router.go(`/evening/${keys.id}`);
}

/**
 * One tap: the game's usual table, everybody else a bot, and off.  Whoever has never
 * played it on this device is first shown how it works.
 */
export async function playNow(game: GameInfo): Promise<void> {
  if (!known(game.id)) return router.go(`/how/${game.id}`);
  const keys = await attempt(() => api.open(usualTable(game)));
  if (!keys) return;
  keepKey(keys.id, keys.key);
  satDown(keys.id, game.id);
  startWhenSeated.add(keys.id);
  router.go(`/t/${keys.id}`);
}

function usualTable(game: GameInfo): TableRequest {
  const usual = game.tables.find((one) => one.name === "usual");
  const players = usual?.players ?? Math.min(game.most, Math.max(game.least, 4));
  const seats = Array.from({ length: players }, () => ({ who: "bot" as const }));
  const table: TableRequest = { game: game.id, name: myName() || say("guest"), players, seats };
  if (!usual) return table;
  const { options, series, pace, helps } = usual;
  return { ...table, options, series, pace, helps };
}

/** Tables that begin as soon as this browser sits there, so that its own dice are in the shuffle. */
export const startWhenSeated = new Set<string>();
