import { describe, expect, it } from "vitest";
import { figures, merged, playedGames, remember, type PlayedGame } from "./history";

function game(number: number, more: Partial<PlayedGame> = {}): PlayedGame {
  return {
    table: "t",
    number,
    game: "bang",
    at: number,
    seat: 0,
    names: ["Anna", "Boris"],
    bots: [],
    winners: [number % 2],
    scores: [1, 0],
    reason: "r",
    ...more,
  };
}

describe("the history of one's own games", () => {
  it("has each game once, and does not forget a role that is known", () => {
    remember(game(1, { role: "sheriff" }));
    remember(game(1, { at: 99 }));
    remember(game(2));
    expect(playedGames().map(({ number, role, at }) => [number, role, at])).toEqual([
      [2, undefined, 2],
      [1, "sheriff", 1],
    ]);
  });
  it("keeps the newest five hundred", () => {
    const many = Array.from({ length: 600 }, (_, k) => game(k));
    const kept = merged([], many);
    expect(kept).toHaveLength(500);
    expect(kept[0]!.number).toBe(599);
  });
  it("counts games and wins, in all and by role", () => {
    const told = figures([
      game(1, { role: "sheriff" }),
      game(2, { role: "sheriff" }),
      game(4, { role: "outlaw" }),
      game(6),
    ]);
    expect([told.played, told.won]).toEqual([4, 3]);
    expect(told.roles).toEqual([
      ["sheriff", { played: 2, won: 1 }],
      ["outlaw", { played: 1, won: 1 }],
    ]);
  });
});
