import { api, Rejected } from "./api";
import { shownName } from "./names";
import { Shares, throwAt } from "./shares";
import { satDown } from "./mine";
import { attempt } from "./opening";
import { keepKey, keyOf } from "./stored";
import type { EveningGuest, EveningInfo, EveningTable } from "./wire.gen";
import { say } from "./words.svelte";

const PAUSE_MS = 2000;

/** Bots are called as they are at their tables. */
export function guestName(guest: EveningGuest): string {
  return shownName({ who: guest.bot ? "bot" : "person", name: guest.name }, 0);
}

/** One evening as this browser sees it: asked for again and again while somebody looks. */
export class LiveEvening {
  readonly id: string;
  #info = $state.raw<EveningInfo | null>(null);
  #key = $state("");
  #problem = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #asked = 0;
  readonly #shares: Shares;

  constructor(id: string) {
    this.id = id;
    this.#key = keyOf(id);
    this.#shares = new Shares(id);
  }
  get info(): EveningInfo | null {
    return this.#info;
  }
  get key(): string {
    return this.#key;
  }
  get problem(): string {
    return this.#problem;
  }
  /** My table that is in play, of whichever round; else the one of this round. */
  get mine(): EveningTable | undefined {
    const { you, round } = this.#info ?? { you: null, round: 0 };
    if (you === null) return undefined;
    const tables = this.#info!.tables.filter((table) => table.guests.includes(you));
    return (
      tables.find((table) => table.state === "playing") ??
      tables.find((table) => table.round === round)
    );
  }
  get playing(): EveningTable[] {
    return this.#info?.tables.filter((table) => table.state === "playing") ?? [];
  }

  /** Ask now, and then every two seconds; not while nobody looks. The last question counts. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    try {
      const info = await api.evening(this.id, this.#key);
      if (asked !== this.#asked) return;
      this.#info = info;
      this.#problem = "";
      void this.#throw(info);
    } catch (wrong) {
      if (asked !== this.#asked) return;
      if (!(wrong instanceof Rejected)) this.#problem = say("lost");
      else this.#problem = say("gone", { text: wrong.message });
    }
    clearTimeout(this.#timer);
    if (!this.#closed && document.visibilityState === "visible")
      this.#timer = setTimeout(() => void this.look(), PAUSE_MS);
  }
  /** This browser's shares: for the lots of the next round, then for the first game at one's table. */
  async #throw(info: EveningInfo): Promise<void> {
    const said = this.#key ? this.#shares.follow(info, info.you) : null;
    if (said) {
      const { type: _, shuffle: round, ...rest } = said;
      const told = api.atEvening(this.id, "share", { round, ...rest }, this.#key);
      await told.catch((wrong) => wrong instanceof Rejected || this.#shares.again());
    }
    const mine = this.mine;
    if (this.#key && mine?.state === "playing") throwAt(mine.id, this.#key);
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
  keep(key: string): void {
    keepKey(this.id, key);
    this.#key = key;
  }
  async join(name: string): Promise<void> {
    const joined = await attempt(() => api.joinEvening(this.id, name));
    if (!joined) return;
    this.keep(joined.key);
    if (this.#info) satDown(this.id, this.#info.game, true);
    await this.look();
  }
  /** What a guest or the host does; a refusal is told. */
  async does(what: string, body: object | null = null): Promise<void> {
    await attempt(() => api.atEvening(this.id, what, body, this.#key));
    await this.look();
  }
}
