// boardgame.io's released server with a game of the same shape: four seats, own hands, a log.
// node peer_server.cjs PORT BYTES
const { Server } = require("boardgame.io/server");

const [port, bytes] = process.argv.slice(2).map(Number);

const game = {
  name: "load",
  setup: ({ ctx }) => ({
    hands: Array.from({ length: ctx.numPlayers }, (_, k) => Array.from({ length: 6 }, (_, c) => `card${k}${c}`)),
    log: "x".repeat(Math.max(0, bytes - 1000)),
    turn: 0,
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, k) => (String(k) === playerID ? hand : hand.map(() => "?"))),
  }),
  moves: {
    play: ({ G }, card) => {
      G.turn += 1;
      G.last = card;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

Server({ games: [game], origins: [/.*/] }).run({ port, lobbyConfig: { apiPort: undefined } });
