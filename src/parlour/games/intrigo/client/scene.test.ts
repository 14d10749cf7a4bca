import { describe, expect, it } from "vitest";
import { pay, settle } from "./scene";
import type { Event, IntrigoView } from "./wire.gen";

const OPEN = { to: null, why: "no_plots", open: true };

function before(changes: Partial<IntrigoView>): IntrigoView {
  const ring = {
    gaps: ["contarini4", "dandolo2", "morosini3", "empty"],
    tokens: ["clergy", "ducat", "workers", "ducat"],
    by: [0, 1, 2, null],
    awards: [OPEN, OPEN, OPEN, OPEN],
  };
  const people = { round: 1, first: 0, purses: [2, 0], seals: [{ clergy: 1 }, { clergy: 0 }] };
  return { ...ring, ...people, ...changes } as IntrigoView;
}
const told = (...events: object[]) => events as Event[];

describe("the ring that pays out", () => {
  it("shows the last plot and who will win what", () => {
    const scene = settle(
      before({}),
      told(
        { type: "placed", seat: 1, card: "tiepolo2", gap: "g4" },
        { type: "awarded", seat: 0, building: "b1", token: "clergy", card: "contarini4" },
        { type: "stayed", building: "b4", token: "ducat", why: "neutral" },
      ),
    );
    expect(scene.gaps[3]).toBe("tiepolo2");
    expect(scene.tokens[0]).toBe("clergy");
    expect(scene.awards[0]).toEqual({ to: 0, why: "won", open: false });
    expect(scene.awards[3]).toEqual({ to: null, why: "neutral", open: false });
  });
  it("shows what the last guest did", () => {
    const scene = settle(
      before({}),
      told(
        { type: "bought", seat: 0, kind: "merchant", price: 2, gap: "g4" },
        {
          type: "traded",
          seat: 0,
          building: "b1",
          token: "clergy",
          other: "b2",
          other_token: "ducat",
        },
        { type: "stole", seat: 1, building: "b3", token: "workers" },
        { type: "murdered", seat: 1, card: "dandolo2", other: "g2" },
        { type: "ferried", seat: 1, other: "g1", where: "g3" },
      ),
    );
    expect(scene.gaps).toEqual(["morosini3", "dandolo2/dead", "contarini4", "merchant"]);
    expect(scene.tokens).toEqual(["ducat", "clergy", "workers/stolen", "ducat"]);
    expect(scene.purses).toEqual([0, 0]);
  });
  it("leaves the view it was made from alone", () => {
    const view = before({});
    settle(view, told({ type: "placed", seat: 1, card: "tiepolo2", gap: "g4" }));
    expect(view.gaps[3]).toBe("empty");
  });
  it("counts a token where it goes", () => {
    const award = { type: "awarded", card: "contarini4" } as const;
    const seal = { ...award, seat: 0, building: "b1", token: "clergy" };
    const coin = { ...award, seat: 1, building: "b2", token: "ducat" };
    const paid = pay(pay(settle(before({}), []), seal), coin);
    expect(paid.tokens).toEqual(["empty", "empty", "workers", "ducat"]);
    expect(paid.seals).toEqual([{ clergy: 2 }, { clergy: 0 }]);
    expect(paid.purses).toEqual([2, 1]);
  });
});
