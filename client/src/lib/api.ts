import { thisDevice } from "./stored";
import { language, type Pages } from "./words.svelte";
import type {
  EveningInfo,
  EveningJoined,
  EveningKeys,
  EveningRequest,
  Event,
  GameFile,
  GameInfo,
  GuideInfo,
  HasteWish,
  ServerInfo,
  Joined,
  MineRequest,
  MyTable,
  TableKeys,
  ParcelLeft,
  PublicTable,
  PushRequest,
  PushStop,
  Performance,
  Phrase,
  Privacy,
  Problem,
  Replay,
  SceneInfo,
  TableChange,
  TableInfo,
  TableRequest,
  Thoughts,
} from "./wire.gen";

/** The HTTP side of the server, one function a request.  A refusal is thrown with its sentence. */
export class Rejected extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text || problem.code);
  }
}

export async function request<T>(path: string, body?: object | null, key = ""): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": language.now };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(`/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  if (response.ok) return (await read(response)) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Rejected(problem ?? { code: `http_${response.status}`, text: "", rule: "", facts: {} });
}

function read(response: Response): Promise<unknown> {
  const json = response.headers.get("content-type")?.includes("json");
  return json ? response.json() : response.text();
}

/** What is the same all evening is asked for once. */
function once<T>(ask: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (id) => {
    let answer = asked.get(id);
    if (!answer) {
      answer = ask(id);
      asked.set(id, answer);
      answer.catch(() => asked.delete(id));
    }
    return answer;
  };
}

export type Deed = "start" | "reseat" | "pause" | "resume" | "rematch" | "close";
export type Plan = {
  who: "open" | "reserved" | "bot";
  level?: string;
  temper?: string;
  name?: string;
};

const allGames = once(() => request<GameInfo[]>("/games"));
const allPhrases = once(() => request<Phrase[]>("/phrases"));

export const api = {
  house: () => request<ServerInfo>("/house"),
  privacy: () => request<Privacy>("/privacy"),
  games: () => allGames(""),
  phrases: () => allPhrases(""),
  words: once((game) => request<Pages>(`/games/${game}/words`)),
  rules: (game: string) => request<string>(`/games/${game}/rules/${language.now}`),
  guide: once((game) => request<GuideInfo>(`/games/${game}/guide`)),
  scenes: once((game) => request<SceneInfo[]>(`/games/${game}/scenes`)),
  scene: (game: string, name: string) => request<Performance>(`/games/${game}/scenes/${name}`),
  tables: (state: "open" | "playing") => request<PublicTable[]>(`/tables?state=${state}&limit=20`),
  find: (code: string) => request<{ id: string }>(`/codes/${encodeURIComponent(code.trim())}`),
  open: (wanted: TableRequest) => request<TableKeys>("/tables", wanted),
  table: (id: string) => request<TableInfo>(`/tables/${id}`),
  join: (id: string, name: string, seat: number | null, key = "") =>
    request<Joined>(`/tables/${id}/join`, { name, seat, device: thisDevice() }, key),
  /** A new key for one's seat: every other device is let go. */
  newKey: (id: string, key: string) => request<Joined>(`/tables/${id}/key`, null, key),
  /** Seats that are connected from one address; for the host. */
  addresses: (id: string, key: string) =>
    request<number[][]>(`/tables/${id}/addresses`, undefined, key),
  leave: (id: string, key: string) => request<TableInfo>(`/tables/${id}/leave`, null, key),
  plan: (id: string, seat: number, plan: Plan, key: string) =>
    request<{ seat: number; key: string }>(`/tables/${id}/seats/${seat}`, plan, key),
  change: (id: string, wanted: TableChange, key: string) =>
    request<TableInfo>(`/tables/${id}/change`, wanted, key),
  deed: (id: string, deed: Deed, key: string) =>
    request<TableInfo>(`/tables/${id}/${deed}`, null, key),
  haste: (id: string, wish: HasteWish, key: string) =>
    request<TableInfo>(`/tables/${id}/haste`, wish, key),
  /** To see the end of the game soon, or no longer. */
  hurry: (id: string, wants: boolean, key: string) =>
    request<TableInfo>(`/tables/${id}/hurry`, { wants }, key),
  /** How one's own tables stand; keys go in the body, never in a path. */
  mine: (wanted: MineRequest) => request<(MyTable | null)[]>("/mine", wanted),
  push: (id: string, wanted: PushRequest, key: string) =>
    request<unknown>(`/tables/${id}/push`, wanted, key),
  stopPush: (id: string, wanted: PushStop, key: string) =>
    request<unknown>(`/tables/${id}/push/stop`, wanted, key),
  leaveParcel: (id: string, body: string) => request<ParcelLeft>("/parcels", { id, body }),
  fetchParcel: (id: string) => request<{ body: string }>("/parcels/fetch", { id }),
  openEvening: (wanted: EveningRequest) => request<EveningKeys>("/evenings", wanted),
  evening: (id: string, key: string) => request<EveningInfo>(`/evenings/${id}`, undefined, key),
  joinEvening: (id: string, name: string) =>
    request<EveningJoined>(`/evenings/${id}/join`, { name }),
  /** What is done at an evening: `draw`, `finish`, `leave`, `guests`, `guests/3/remove`. */
  atEvening: (id: string, what: string, body: object | null, key: string) =>
    request<unknown>(`/evenings/${id}/${what}`, body, key),
  history: (id: string, key: string) => request<Event[]>(`/tables/${id}/history`, undefined, key),
  record: (id: string, game: number) => request<GameFile>(`/tables/${id}/games/${game}/record`),
  /** What else could be chosen at a moment of a finished game. */
  thoughts: (id: string, game: number, moment: number, eyes: string) =>
    request<Thoughts>(`/tables/${id}/games/${game}/thoughts/${moment}?eyes=${eyes}`),
  replay: (id: string, game: number, eyes: string, first: number, count = 100, views = true) =>
    request<Replay>(
      `/tables/${id}/games/${game}/replay?eyes=${eyes}&first=${first}&count=${count}&views=${views}`,
    ),
};
