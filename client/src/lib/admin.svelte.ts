import { api, Rejected, request } from "./api";
import { toast } from "./toast.svelte";
import type {
  AdminGuest,
  AdminHouse,
  AdminTable,
  AuditLine,
  AuditPage,
  CurbOrder,
  GameInfo,
} from "./wire.gen";
import { say, translated } from "./words.svelte";

const KEPT = "parlour.secret";
const PAGE = 50;

/** The secret: in this tab alone, and gone with it. */
const secrets = {
  get(): string {
    try {
      return sessionStorage.getItem(KEPT) ?? "";
    } catch {
      return "";
    }
  },
  set(secret: string): void {
    try {
      if (secret) sessionStorage.setItem(KEPT, secret);
      else sessionStorage.removeItem(KEPT);
    } catch {
      // where storage is forbidden it is asked for again
    }
  },
};

/** What an operator sees of the house, and one way to order something. */
export class Admin {
  #secret = secrets.get();
  #house = $state.raw<AdminHouse | null>(null);
  #tables = $state.raw<AdminTable[]>([]);
  #guests = $state.raw<AdminGuest[]>([]);
  #audit = $state.raw<AuditLine[]>([]);
  #games = $state.raw<GameInfo[]>([]);
  #older = $state(false);

  get house(): AdminHouse | null {
    return this.#house;
  }
  get tables(): AdminTable[] {
    return this.#tables;
  }
  get guests(): AdminGuest[] {
    return this.#guests;
  }
  get audit(): AuditLine[] {
    return this.#audit;
  }
  /** Whether there are lines before those that are shown. */
  get older(): boolean {
    return this.#older;
  }
  get known(): boolean {
    return this.#secret !== "";
  }
  title(game: string): string {
    const known = this.#games.find((one) => one.id === game);
    return known ? translated(known.title) : game === "evening" ? say("evening") : game;
  }

  async enter(secret: string): Promise<void> {
    this.#secret = secret;
    await this.look();
    secrets.set(this.#house ? secret : "");
  }
  leave(): void {
    secrets.set("");
    this.#secret = "";
    this.#house = null;
  }
  async look(): Promise<void> {
    await this.#try(async () => {
      const [house, tables, guests, page, games] = await Promise.all([
        this.#ask<AdminHouse>("/house"),
        this.#ask<AdminTable[]>("/tables"),
        this.#ask<AdminGuest[]>("/guests"),
        this.#ask<AuditPage>(`/audit?limit=${PAGE}`),
        api.games(),
      ]);
      this.#tables = tables;
      this.#guests = guests;
      this.#audit = page.lines;
      this.#older = page.lines.length === PAGE;
      this.#games = games;
      this.#house = house;
    });
  }
  async lookBack(): Promise<void> {
    const last = this.#audit.at(-1);
    if (!last) return;
    await this.#try(async () => {
      const page = await this.#ask<AuditPage>(
        `/audit?limit=${PAGE}&before=${last.at}&id=${last.id}`,
      );
      this.#audit = [...this.#audit, ...page.lines];
      this.#older = page.lines.length === PAGE;
    });
  }
  atTable(id: string, deed: "close" | "delete" | "unlist"): Promise<void> {
    return this.#order(`/tables/${id}/${deed}`, {});
  }
  curb(order: CurbOrder): Promise<void> {
    return this.#order("/guests", order);
  }
  setNotice(text: Record<string, string>): Promise<void> {
    return this.#order("/notice", { text });
  }
  setMaintenance(on: boolean, until: number): Promise<void> {
    return this.#order("/maintenance", { on, until });
  }

  async #order(path: string, body: object): Promise<void> {
    if (await this.#try(() => this.#ask(path, body))) await this.look();
  }
  #ask<T>(path: string, body?: object): Promise<T> {
    return request<T>(`/admin${path}`, body, this.#secret);
  }
  /** Says what went wrong.  A secret that is not right is forgotten. */
  async #try(doing: () => Promise<unknown>): Promise<boolean> {
    try {
      await doing();
      return true;
    } catch (wrong) {
      const problem = wrong instanceof Rejected ? wrong.problem : null;
      if (problem?.code === "bad_secret") this.leave();
      toast.refusal(problem?.text || say("offline"));
      return false;
    }
  }
}
