"""OpenSpiel: every game as a Python game, `parlour_kings` and so on.  Needs `parlour[openspiel]`.

Importing this module registers them.  Chance is sampled: the one chance node, at the root, has one
outcome, which deals by a seed of 256 bits.  All later dice come from that seed, so a clone of a
state knows the future as the state does; a search has to use `resample_from_infostate`, which asks
the mind of the seat for a world with dice of its own.
"""

from hashlib import blake2b
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

import parlour
from parlour.core import notation
from parlour.core.game import Game
from parlour.core.rng import Rng
from parlour.core.table import Table
from parlour.lab.adapters.play import usual
from parlour.lab.adapters.turns import Turns
from parlour.lab.adapters.vector import fresh
from parlour.lab.encoding import encoding_of

LONGEST: Final = 1 << 30
"""OpenSpiel counts in 32 bits, and adds a little to the length of a game."""
BY_CHANCE: Final = -1
"""The parameter `rng_seed` that stands for a seed which nobody has chosen."""
SIMPLE: Final = ("switch", "number", "word")
"""Kinds of options that OpenSpiel has a kind of parameter for."""
Sampler = Any
"""What gives numbers from 0 up to 1."""


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    options = {n: o.default for n, o in game.option_list.items() if o.kind in SIMPLE}
    return pyspiel.GameType(
        short_name=f"parlour_{game.id}",
        long_name=f"Parlour: {game.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": usual(game.id), "rng_seed": BY_CHANCE, **options},
    )


class ParlourGame(pyspiel.Game):
    """A game of Parlour.  The return of a seat is its part of the victory.

    They add up to 1, or to 0 where nobody wins, as can happen in BANG!.

    Each game has a subclass: OpenSpiel keeps whatever makes a game until Python has ended, which
    only classes outlive.
    """

    game: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.game, dict(params or {})
        self.encoding: Final = encoding_of(game)
        self.players: Final = int(given.get("players", usual(game.id)))
        self.options: Final = {n: given[n] for n in game.option_list if n in given}
        seed = int(given.get("rng_seed", BY_CHANCE))
        self.seed = fresh(None if seed == BY_CHANCE else seed)
        self.deals = 0
        """Where the seeds of the tables come from, and how many there were."""
        game.new(self.players, 0, dict(self.options), quiet=True)  # refuses what cannot be
        length = game.bound(self.players) * (self.players + 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions + 1,
            max_chance_outcomes=1,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=min(length, LONGEST),
        )
        super().__init__(game_type(game), info, given)

    def deal(self) -> Turns:
        """The next table, by a seed of 32 bytes."""
        self.deals += 1
        seed = blake2b(f"{self.seed} {self.deals}".encode(), digest_size=32).digest()
        table = self.game.new(self.players, seed, dict(self.options), quiet=True)
        return Turns(table, self.encoding)

    def new_initial_state(self) -> "ParlourState":
        return ParlourState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """`pyspiel` itself cannot pickle a Python game whose chance is sampled."""
        return loaded, (str(self), self.seed, self.deals)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "ParlourObserver":
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return ParlourObserver(self.encoding.size, kind, params)


class ParlourState(pyspiel.State):
    """Before the deal, or a table.  Copies are made of the attributes: see `Turns`."""

    def __init__(self, game: ParlourGame) -> None:
        super().__init__(game)
        self.turns: Turns | None = None
        self.past: list[bytes] = [b""] * game.players
        """Of each seat: a digest of what it has seen and done in its decisions so far."""

    @property
    def dealt(self) -> Turns:
        if self.turns is None:
            raise ValueError("nothing is dealt yet")
        return self.turns

    def current_player(self) -> Any:
        if self.turns is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.turns.over else self.turns.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.dealt.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.turns is None:
            self.turns = self.get_game().deal()
            return
        turns = self.turns
        row = bytearray(turns.encoding.size)
        turns.observe(turns.seat, row)
        seen = self.past[turns.seat] + row + action.to_bytes(4, "big")
        self.past[turns.seat] = blake2b(seen, digest_size=16).digest()
        turns.answer(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "deal"
        names = self.get_game().encoding.action_names
        return names[action] if action < len(names) else "pass"

    def is_terminal(self) -> bool:
        return self.turns is not None and self.turns.over

    def returns(self) -> list[float]:
        outcome = None if self.turns is None else self.turns.table.outcome
        seats = range(self.num_players())
        return [0.0 if outcome is None else outcome.share(seat) for seat in seats]

    def resample_from_infostate(self, player: int, sampler: Sampler) -> "ParlourState":
        """A state that the player cannot tell from this one, by the mind of its seat.

        Nothing of what the others have seen and done is taken along.
        """
        turns = self.dealt
        words = [int(sampler() * (1 << 32)) for _ in range(4)]
        rng = Rng(sum(word << 32 * k for k, word in enumerate(words)))
        table = turns.table
        found: ParlourState = self.get_game().new_initial_state()
        found.turns = turns.at(table.game.imagine(table.look(player), rng))
        found.past[player] = self.past[player]
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return revived, (self.get_game(), self.serialize())

    def __str__(self) -> str:
        """The whole truth, in one line."""
        return "" if self.turns is None else self.turns.table.line()


def loaded(name: str, seed: int, deals: int) -> ParlourGame:
    """A game that was pickled: it deals what it would have dealt."""
    game: ParlourGame = pyspiel.load_game(name)
    game.seed, game.deals = seed, deals
    return game


def revived(game: ParlourGame, text: str) -> ParlourState:
    """A state that was pickled."""
    state: ParlourState = game.deserialize_state(text)
    return state


class ParlourObserver:
    """What a seat knows: its line as text, its encoding as a tensor.

    With perfect recall, a digest of the seat's own past decisions comes before the line.  What is
    public alone is the line of a bystander; what is private alone, where the seat's view differs
    from it.  These three have no tensor.
    """

    def __init__(self, size: int, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters of observations are known: {params}")
        self.recalls: Final = kind.perfect_recall
        self.public: Final = kind.public_info
        self.private: Final = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        full = self.private and self.public and not self.recalls
        self.tensor: Final[Any] = np.zeros(size, np.float32) if full else None
        self.dict: Final = {"observation": self.tensor} if full else {}

    def set_from(self, state: ParlourState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.turns is not None:
            row: Any = np.zeros(self.tensor.size, np.uint8)
            state.turns.observe(player, row)
            self.tensor[:] = row

    def string_from(self, state: ParlourState, player: int) -> str:
        if state.turns is None:
            return f"seat {player}"
        table = state.turns.table
        if not self.public:
            return private(table, player) if self.private else ""
        line = table.line(player if self.private else None)
        if not (self.private and self.recalls):
            return line
        answers = "answers" if state.turns.seat == player else "waits"
        return f"seat {player} {answers} {state.past[player].hex()} {line}"


def private(table: Table, seat: int) -> str:
    """Where what a seat knows differs from what a bystander does."""
    all_see = table.game.position(table, None)
    mine = table.game.position(table, seat)
    return notation.write({n: value for n, value in mine.items() if all_see.get(n) != value})


def register() -> None:
    """Every game that has an encoding, by its name."""
    for game in [game for game in parlour.all_games().values() if game.encoder() is not None]:
        made = type(f"Parlour_{game.id}", (ParlourGame,), {"game": game})
        pyspiel.register_game(game_type(game), made)


register()
