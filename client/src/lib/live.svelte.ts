import { api } from "./api";
import { shownName } from "./names";
import { Shares } from "./shares";
import { Picker } from "./picker.svelte";
import type { Play } from "./play";
import { logged, type RoomClient } from "./room";
import { thisDevice } from "./stored";
import { toast } from "./toast.svelte";
import type {
  Bulletin,
  ChoiceInfo,
  ClockInfo,
  DecisionInfo,
  Event,
  FromServer,
  Remark,
  News,
  Hinted,
  Plea,
  Refused,
  SeatInfo,
  TableInfo,
  View,
  Welcome,
} from "./wire.gen";
import { language, say, type Speaker } from "./words.svelte";

/** How the line stands.  `gone`: the server said goodbye and coming back would not help. */
export type Status = "connecting" | "on" | "off" | "gone";
export type Entry = { kind: "event"; event: Event } | { kind: "line"; line: Remark };

const FINAL = new Set(
  ["no_such_table", "bad_key", "no_watchers", "replaced", "bad_message", "banned"].concat([
    "sit_down_first",
    "link_used",
  ]),
);
const PAUSES_MS = [300, 600, 1200, 2500, 5000];
const PING_MS = 15_000;
const MOST_LOGGED = 600;
const MOST_RECALLS = 4;
const SHARE = "share-";

/** One pair of eyes at one table: what the server last said, and one way to answer. */
export class LiveTable implements Play {
  readonly live = true;
  readonly id: string;
  readonly key: string;
  readonly #shares: Shares;
  readonly picker = new Picker((choice) => this.answer(choice));
  onseated: () => void = () => {}; // the server has said welcome
  /** What to do if the key is only a link to sit down with: older versions kept such. */
  invited: (() => void) | null = null;
  room!: RoomClient;
  speaker!: Speaker;

  #table = $state.raw<TableInfo | null>(null);
  #ended = $state.raw<TableInfo | null>(null);
  #view = $state.raw<View | null>(null);
  #decision = $state.raw<DecisionInfo | null>(null);
  #events = $state.raw<Event[]>([]);
  #clocks = $state.raw<ClockInfo[]>([]);
  #waits = $state.raw<number[]>([]);
  #log = $state.raw<Entry[]>([]);
  #said = $state.raw<Remark[]>([]);
  #status = $state<Status>("connecting");
  #farewell = $state("");
  #bulletin = $state.raw<Bulletin | null>(null);
  #seat = $state<number | null>(null);
  #undo = $state<News["undo"]>("no");
  #plea = $state.raw<Plea | null>(null);
  #hinted = $state.raw<Hinted | null>(null);
  #word = $state(0); // the plea this person has given a word on
  #waiting = $state(false);
  #devices = $state(1);
  #muted = $state(false);

  #socket: WebSocket | null = null;
  #stream = "";
  #last = 0;
  #tries = 0;
  #offset = 0;
  #count = 0;
  #heardUpto = 0;
  #asked = new Map<string, Record<string, unknown>>();
  #closed = false;
  /** To ping while the line stands, to come back while it does not: one thing at a time. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(id: string, key: string) {
    this.id = id;
    this.key = key;
    this.#shares = new Shares(id);
  }

  get table(): TableInfo | null {
    return this.#table;
  }
  /** The table that belongs to the view: while the next game is shuffled, that of the last one. */
  get shown(): TableInfo | null {
    return this.#table?.shuffling && this.#ended ? this.#ended : this.#table;
  }
  get view(): View {
    return this.#view!;
  }
  get ready(): boolean {
    return this.#view !== null;
  }
  /** Whether there is a game to be seen, or will be with the next word of the server. */
  get dealt(): boolean {
    return this.ready || this.#table?.phase === "playing" || this.#table?.phase === "over";
  }
  get decision(): DecisionInfo | null {
    return this.#waiting ? null : this.#decision;
  }
  get events(): Event[] {
    return this.#events;
  }
  get clocks(): ClockInfo[] {
    return this.#clocks;
  }
  /** The seats the game waits for. */
  get waits(): number[] {
    return this.#waits;
  }
  get log(): Entry[] {
    return this.#log;
  }
  get said(): Remark[] {
    return this.#said;
  }
  get status(): Status {
    return this.#status;
  }
  get farewell(): string {
    return this.#farewell;
  }
  /** What the house tells all its guests. */
  get bulletin(): Bulletin | null {
    return this.#bulletin;
  }
  get me(): number | null {
    return this.#seat;
  }
  get seats(): SeatInfo[] {
    return this.#table?.seats ?? [];
  }
  /** Whether this person has the host's powers, with a seat or without. */
  get host(): boolean {
    return this.key !== "" && this.#table?.host === this.me;
  }
  get helps(): boolean {
    return this.#table?.helps ?? true;
  }
  get names(): string[] {
    return this.seats.map((seat, k) => shownName(seat, k));
  }
  /** Whether the last choice can be taken back: at once, or by asking the others, once. */
  get undoable(): News["undo"] {
    return this.#undo === "consent" && this.#plea ? "no" : this.#undo;
  }
  /** Whether this person may ask for hints: only bots play against them. */
  get advised(): boolean {
    return this.#table?.hints === true && this.me !== null && this.#table.phase === "playing";
  }

  /** The hint for what is asked now, if one was asked for. */
  get hinted(): Hinted | null {
    const asked = this.#decision?.id;
    return this.#hinted && this.#hinted.decision === asked ? this.#hinted : null;
  }
  /** What somebody asked of the others: to let the newest choice be taken back. */
  get plea(): Plea | null {
    return this.#plea;
  }
  get replied(): boolean {
    return this.#plea !== null && this.#word === this.#plea.id;
  }
  /** How many devices are connected to this seat. */
  get devices(): number {
    return this.#devices;
  }
  /** Whether this seat may not talk now: it is out of the game. */
  get muted(): boolean {
    return this.#muted;
  }
  /** The server's clock. */
  now(): number {
    return Date.now() + this.#offset;
  }

  // --- the line -----------------------------------------------------------------------------

  open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    clearTimeout(this.#timer);
    this.#socket?.close(); // one line at a time: what still comes on an older one is not heard
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#hello(socket);
    socket.onmessage = (frame) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(frame.data)) as FromServer);
    };
    socket.onclose = () => this.#lost(socket);
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }
  /** Try at once instead of waiting: the page came back to the front, or the person asked. */
  retry(): void {
    if (this.#status === "off" && !this.#closed) this.open();
  }
  #hello(socket: WebSocket): void {
    const before = { stream: this.#stream, last: this.#last };
    const hello = { key: this.key, lang: language.now, device: thisDevice(), ...before };
    socket.send(JSON.stringify({ type: "hello", ...hello }));
  }
  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#timer);
    if (this.#status === "gone") return;
    this.#status = "off";
    const pause = PAUSES_MS[Math.min(this.#tries++, PAUSES_MS.length - 1)]!;
    this.#timer = setTimeout(() => this.open(), pause * (0.8 + Math.random() * 0.4));
  }
  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
  /** Sent now, and once more unchanged after a broken line, until the server has replied. */
  #ask(message: Record<string, unknown>): void {
    const mid = `${this.#prefix}-${++this.#count}`;
    const whole = { ...message, mid };
    this.#asked.set(mid, whole);
    this.#send(whole);
  }
  #ping(): void {
    clearTimeout(this.#timer);
    this.#send({ type: "ping", t: Date.now() });
    this.#timer = setTimeout(() => this.#ping(), PING_MS);
  }

  // --- what the server says -----------------------------------------------------------------

  #hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "news":
        return this.#news(message);
      case "ack":
        return this.#replied(message.mid);
      case "refused":
        return this.#refused(message);
      case "hinted":
        this.#hinted = message;
        return this.#replied(message.mid);
      case "pong":
        this.#offset = message.now + Math.round((Date.now() - message.t) / 2) - Date.now();
        return;
      case "bulletin":
        this.#bulletin = message;
        return;
      case "bye":
        if (!FINAL.has(message.code)) return;
        if (message.code === "sit_down_first" && this.invited) return this.invited();
        this.#farewell = message.text || message.code;
        this.#status = "gone";
        return;
      default:
        return message satisfies never;
    }
  }
  #welcome(message: Welcome): void {
    if (message.stream !== this.#stream) this.#last = 0;
    this.#stream = message.stream;
    this.#heardUpto = message.n;
    this.#tries = 0;
    this.#status = "on";
    this.#seat = message.seat;
    this.#table = message.table;
    this.#offset = message.now - Date.now();
    this.#said = message.said ?? [];
    for (const message of this.#asked.values()) this.#send(message);
    this.#takePart();
    this.onseated();
    this.#ping();
  }
  /** This browser shuffles too, if the server knows of that: an older one does not. */
  #takePart(): void {
    if (this.#seat === null || this.#table?.shuffling === undefined) return;
    this.#send({ type: "partake", mid: `${SHARE}${++this.#count}` });
    this.#shares.again();
    this.#shuffle();
  }
  #shuffle(): void {
    if (this.#table?.secret) this.#ended = this.#table;
    const said = this.#table && this.#shares.follow(this.#table, this.#seat);
    if (said) this.#send({ ...said, mid: `${SHARE}${++this.#count}` });
  }
  #news(news: News): void {
    const fresh = news.after === 0;
    if (!fresh && news.after !== this.#last) return this.#socket?.close(); // a hole: come back
    this.#last = news.n;
    if (news.table) this.#table = news.table;
    this.#shuffle();
    if (news.n > this.#heardUpto) this.#said = [...this.#said, ...(news.said ?? [])].slice(-100);
    this.#events = fresh ? [] : news.events;
    // While the next game is shuffled, the last one stays on the table.
    if (news.view || !this.#table?.shuffling) this.#view = news.view;
    this.#decision = news.decision;
    this.#undo = news.undo;
    this.#pleaded(news, fresh);
    this.#clocks = news.clocks;
    this.#waits = news.waits ?? [];
    this.#devices = news.devices ?? 1;
    this.#muted = news.muted ?? false;
    this.#waiting = false;
    this.picker.offer(news.decision?.choices ?? []);
    if (fresh) void this.#recall();
    else this.#write(news.events, news.said ?? []);
  }
  /** What has become of one's own plea is said in a word. */
  #pleaded(news: News, fresh: boolean): void {
    const before = this.#plea;
    const plea = (this.#plea = news.plea ?? null);
    if (fresh || before?.state !== "open" || before.seat !== this.#seat) return;
    if (plea?.state === "open" || this.#table?.paused) return;
    if (plea?.state === "declined") toast.plain(say("pleaDeclined"));
    else if (news.events.some((event) => event.type === "undone")) toast.plain(say("pleaAgreed"));
    else toast.plain(say("pleaLapsed"));
  }
  #write(events: Event[], said: Remark[]): void {
    const heard = logged(events, this.room).map((event) => ({ kind: "event", event }) as const);
    const lines = said.map((line) => ({ kind: "line", line }) as const);
    if (heard.length + lines.length)
      this.#log = [...this.#log, ...heard, ...lines].slice(-MOST_LOGGED);
  }
  /** After a fresh view: what these eyes have heard so far.  News meanwhile: ask once more. */
  async #recall(): Promise<void> {
    for (let tries = 0; tries < MOST_RECALLS; tries++) {
      const upto = this.#last;
      const events = await api.history(this.id, this.key).catch(() => null);
      if (!events) return;
      if (upto !== this.#last && tries + 1 < MOST_RECALLS) continue;
      this.#log = [];
      this.#write(events, this.#said);
      return;
    }
  }
  #replied(mid: string): void {
    this.#asked.delete(mid);
  }
  #refused(message: Refused): void {
    if (message.mid.startsWith(SHARE)) return; // no person's doing: the end says what came of it
    this.#asked.delete(message.mid);
    this.#waiting = false;
    this.#word = 0;
    if (message.code === "game_over") return; // a tap that came late: the end is on the screen
    toast.refusal(message.text, message.rule ?? "");
  }

  // --- what a person says -------------------------------------------------------------------

  answer(choice: ChoiceInfo | string): void {
    const decision = this.#decision;
    const text = typeof choice === "string" ? choice : choice.text;
    const sent = [...this.#asked.values()].some((m) => m.type === "answer" && m.choice === text);
    if (!decision || this.#waiting || sent) return; // no double clicks
    // The server's next word decides.  An offer taken leaves the others open: a tick may be long.
    this.#waiting = decision.default !== null;
    this.picker.clear();
    this.#ask({ type: "answer", decision: decision.id, choice: text });
  }
  /** What would a good player choose?  Where others play too, the server says no. */
  hint(): void {
    if (this.#decision && !this.hinted) this.#ask({ type: "hint" });
  }
  why(choice: string): void {
    if (this.#seat !== null) this.#ask({ type: "why", choice });
  }
  undo(): void {
    if (this.undoable !== "no") this.#ask({ type: this.#undo === "free" ? "undo" : "plead" });
  }
  /** A word on somebody's plea. */
  reply(agrees: boolean): void {
    if (!this.#plea || this.replied) return;
    this.#word = this.#plea.id;
    this.#ask({ type: agrees ? "agree" : "decline", plea: this.#plea.id });
  }
  say(what: { phrase: string } | { text: string }): void {
    this.#ask({ type: "say", ...what });
  }
}
