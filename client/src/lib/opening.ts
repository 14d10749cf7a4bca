import { api, type Plan, Rejected } from "./api";
import { hasteFor, keptHaste } from "./haste";
import { known } from "./learnt";
import { keepName, myName, satDown } from "./mine";
import { router } from "./router.svelte";
import { beginPractice } from "./practice.svelte";
import { keepKey } from "./stored";
import { toast } from "./toast.svelte";
import type { EveningRequest, Form, GameInfo, ReadyTable, TableRequest } from "./wire.gen";
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
  await playAmongBots(
    game,
    game.tables.find((one) => one.name === "usual"),
  );
}

/** The game's first lesson where that is a real game: the page says there what to do. */
export async function practise(game: GameInfo): Promise<void> {
  await playAmongBots(game, game.practice, beginPractice);
}

async function playAmongBots(
  game: GameInfo,
  ready: ReadyTable | null | undefined,
  opened: (table: string) => void = () => {},
): Promise<void> {
  const keys = await attempt(() => api.open(amongBots(game, ready)));
  if (!keys) return;
  keepKey(keys.id, keys.key);
  satDown(keys.id, game.id);
  opened(keys.id);
  startWhenSeated.add(keys.id);
  router.go(`/t/${keys.id}`);
}

/** A bot for a seat that nobody wished anything for: of the usual level, with a temper by turns. */
export function botPlan(game: GameInfo, seat: number): Plan {
  const temper = game.tempers[seat % Math.max(1, game.tempers.length)] ?? "";
  return { who: "bot", level: game.usual, temper };
}

function amongBots(game: GameInfo, ready: ReadyTable | null | undefined): TableRequest {
  const players = ready?.players ?? Math.min(game.most, Math.max(game.least, 4));
  const seats = Array.from({ length: players }, (_, seat) => botPlan(game, seat));
  const haste = ready ? hasteFor(ready) : keptHaste();
  const name = myName() || say("guest");
  const table: TableRequest = { game: game.id, name, players, seats, haste };
  if (!ready) return table;
  const { options, series, pace, helps } = ready;
  return { ...table, options, series, pace, helps };
}

/** Tables that begin as soon as this browser sits there, so that its own dice are in the shuffle. */
export const startWhenSeated = new Set<string>();
