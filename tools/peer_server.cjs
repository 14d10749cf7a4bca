// boardgame.io's released server with the game of tools/plain_room.py: hands, players, a log.
// node peer_server.cjs PORT LINES
const { Server } = require("boardgame.io/server");

const [port, lines] = process.argv.slice(2).map(Number);
const line = (n, seat, card) => `${n}. Игрок ${seat} кладёт карту ${card} на стол`;

const game = {
  name: "load",
  setup: ({ ctx }) => ({
    hands: Array.from({ length: ctx.numPlayers }, (_, k) => Array.from({ length: 6 }, (_, c) => `card${k}${c}`)),
    seats: Array.from({ length: ctx.numPlayers }, (_, k) => ({ name: `Guest ${k}`, score: 0, cards: 6 })),
    log: Array.from({ length: lines }, (_, n) => line(n, 0, "card00")),
    turns: 0,
  }),
  playerView: ({ G, ctx, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, k) => (String(k) === playerID ? hand : hand.map(() => "?"))),
    choices: ctx.currentPlayer === playerID ? G.hands[Number(playerID)] : [],
  }),
  moves: {
    play: ({ G, ctx }, card) => {
      const seat = Number(ctx.currentPlayer);
      G.turns += 1;
      G.seats[seat].score += 1;
      G.log.push(line(G.turns, seat, card));
      G.log.shift();
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

Server({ games: [game], origins: [/.*/] }).run({ port, lobbyConfig: { apiPort: undefined } });
