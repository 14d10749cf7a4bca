import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveTable } from "./live.svelte";
import { toast } from "./toast.svelte";

// As much of a browser as the line needs, before it is loaded.
vi.hoisted(() => {
  const some = {
    navigator: { language: "en" },
    document: { documentElement: {} },
    location: { protocol: "http:", host: "house" },
  };
  for (const [name, value] of Object.entries(some))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

const PING_MS = 15_000;

/** The other end of every line, in the test's hands. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3; // the browser tells it later
  }
  welcomes(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
    const table = { phase: "lobby", seats: [] };
    this.says({ type: "welcome", stream: "s", n: 0, seat: 0, now: Date.now(), table, said: [] });
  }
  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose();
  }
  pings(): number {
    return this.sent.filter((message) => message.type === "ping").length;
  }
}
const pings = () => FakeSocket.all.reduce((sum, socket) => sum + socket.pings(), 0);
const newest = () => FakeSocket.all.at(-1)!;

function seated(): LiveTable {
  const live = new LiveTable("t1", "key");
  live.open();
  newest().welcomes();
  return live;
}
function comesBack(): void {
  newest().breaks();
  vi.advanceTimersByTime(10_000);
  newest().welcomes();
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a line", () => {
  it("pings once a quarter of a minute, however often it was lost", () => {
    seated();
    for (let k = 0; k < 5; k++) comesBack();
    const before = pings();
    vi.advanceTimersByTime(4 * PING_MS);
    expect(pings() - before).toBe(4);
  });

  it("is not pinged while it is lost, nor after goodbye", () => {
    const live = seated();
    newest().breaks();
    expect(vi.getTimerCount()).toBe(1); // to come back, and nothing else
    live.retry();
    newest().welcomes();
    newest().says({ type: "bye", code: "replaced", text: "somebody else" });
    newest().breaks();
    expect(live.status).toBe("gone");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is opened once, whoever asks for it in how many ways", () => {
    const live = seated();
    newest().breaks();
    live.retry();
    vi.advanceTimersByTime(60_000); // what had been arranged before
    expect(FakeSocket.all).toHaveLength(2);
    live.close();
    newest().breaks();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not hear what still comes on an older one, or after it was closed", () => {
    const live = seated();
    const [older] = FakeSocket.all;
    older!.breaks();
    live.retry();
    older!.says({ type: "bye", code: "replaced", text: "late" });
    older!.breaks();
    expect(live.status).toBe("off");
    newest().welcomes();
    expect(live.status).toBe("on");
    live.close();
    newest().says({ type: "bye", code: "replaced", text: "late" });
    expect(live.status).toBe("on");
  });
});

describe("a refusal", () => {
  const refused = (code: string) =>
    newest().says({ type: "refused", mid: "1", code, text: `No: ${code}` });

  it("is told, but not to a tap that came after the end, which is on the screen", () => {
    seated();
    refused("game_over");
    expect(toast.notes).toEqual([]);
    refused("not_held");
    expect(toast.notes.map((note) => note.text)).toEqual(["No: not_held"]);
  });
});
