"""Bots that have learnt to play: a small network in plain NumPy, from what its seat sees.

The weights lie in the room's folder (`learned.npz`) and are read when somebody first plays against
them.  What they were not trained for, other options or numbers of players, is left to the room's
policy; so are standing offers out of turn.
"""

from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Final

from parlour.bots.player import PolicyBot
from parlour.bots.search import Budget, SearchBot
from parlour.core.encoding import Encoder
from parlour.core.errors import BadTable
from parlour.core.game import Game
from parlour.core.ids import ChoiceId
from parlour.core.policy import AnyPolicy
from parlour.core.rng import Rng
from parlour.core.table import Table

Array = Any
FILE: Final = "learned.npz"
SURE: Final = 255
"""A belief without a doubt, as a number of one byte."""


@cache
def is_learnt(package: str) -> bool:
    """Whether a room has weights, and there is NumPy to read them with."""
    return find_spec("numpy") is not None and files(package).joinpath(FILE).is_file()


def seen_by(policy: AnyPolicy, encoder: Encoder[Table], t: Table, seat: int) -> bytes:
    """What a network is given: the encoding, then what the policy believes of everybody."""
    believed = policy.beliefs(t, seat)
    seen = encoder.observed(t, seat)
    if believed is None:
        return seen
    around = [*believed[seat:], *believed[:seat]]
    shares = bytes([int(SURE * chance + 0.5) for one in around for chance in one.values()])
    return seen + shares + bytes((t.game.most - t.players) * len(around[0]))


class Net:
    """The network of `parlour.lab.learn.net`, forwards only."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.w: Final = weights

    def scores(self, seen: bytes, rows: bytes, count: int) -> Array:
        """A score for each choice."""
        import numpy as np

        w = self.w
        x = np.frombuffer(seen, np.uint8) * w["seen_scale"]
        c = np.frombuffer(rows, np.uint8).reshape(count, -1) * w["choice_scale"]
        h = np.maximum(x @ w["known0.weight"] + w["known0.bias"], 0)
        h = np.maximum(h @ w["known1.weight"] + w["known1.bias"], 0)
        asks = h @ w["asks.weight"]
        bends = h @ w["bends.weight"] + w["bends.bias"]
        z = asks + c @ w["choice.weight"] + w["choice.bias"] + bends * (c @ w["bent.weight"])
        if "targets" in w:  # what is known of the seat that a choice aims at
            z = z + c[:, w["targets"]] @ (x[w["blocks"]] @ w["toward.weight"])
        z = np.maximum(np.maximum(z, 0) @ w["score0.weight"] + w["score0.bias"], 0)
        return (z @ w["score1.weight"])[:, 0]

    def chance(self, seen: bytes) -> float:
        """The share of the victory that the seat may expect."""
        import numpy as np

        w = self.w
        x = np.frombuffer(seen, np.uint8) * w["seen_scale"]
        h = np.maximum(x @ w["chance0.weight"] + w["chance0.bias"], 0)
        h = np.maximum(h @ w["chance1.weight"] + w["chance1.bias"], 0)
        return float(1 / (1 + np.exp(-(h @ w["chance2.weight"] + w["chance2.bias"])[0])))


class Learnt:
    """What a room's file holds: the network, and what it was trained for."""

    def __init__(self, game: Game, path: Any) -> None:
        import numpy as np

        with np.load(path, allow_pickle=False) as file:
            kept = {name: file[name] for name in file.files}
        encoder = game.encoder()
        assert encoder is not None
        stamp = str(kept.pop("stamp"))
        if stamp != encoder.stamp:
            facts: dict[str, object] = {"game": game.id, "version": int(kept["version"])}
            raise BadTable("weights_do_not_fit", facts=facts)
        self.players: Final = {int(n) for n in str(kept.pop("players")).split(",")}
        self.encoder: Final = encoder
        self.trained: Final = encoder.hash_of_names() == stamp
        """Not where a set of further cards has come to the room's own."""
        whole = {name: array for name, array in kept.items() if array.ndim}
        self.net: Final = Net(
            {n: a.astype(np.float32 if a.dtype.kind == "f" else np.intp) for n, a in whole.items()}
        )


_learnt: dict[Game, Learnt] = {}


def learnt(game: Game) -> Learnt:
    """Read once, at first use."""
    if game not in _learnt:
        with files(game.package).joinpath(FILE).open("rb") as file:
            _learnt[game] = Learnt(game, file)
    return _learnt[game]


class LearnedBot(PolicyBot):
    """Plays by the network where it was trained for that, else by the policy."""

    def __init__(self, game: Game, policy: AnyPolicy, rng: Rng) -> None:
        super().__init__(game, policy, rng)
        self.known: Final = learnt(game)

    def pick(self, t: Table, seat: int) -> ChoiceId | None:
        if not self.fits(t, seat):
            return super().pick(t, seat)
        ids = self.policy.sensible(t, seat, t.choices(seat))
        scores = self.worths(t, seat, ids)
        return ids[scores.index(max(scores))]

    def fits(self, t: Table, seat: int) -> bool:
        """Whether the network was trained for this."""
        return self._knows(t) and bool(t.asked >> seat & 1)

    def _knows(self, t: Table) -> bool:
        return self.known.trained and t.players in self.known.players and not t.options

    def worths(self, t: Table, seat: int, ids: list[ChoiceId]) -> list[float]:
        if not self.fits(t, seat):
            return super().worths(t, seat, ids)
        seen = seen_by(self.policy, self.known.encoder, t, seat)
        rows = self.known.encoder.described(t, seat, ids)
        found: list[float] = self.known.net.scores(seen, rows, len(ids)).tolist()
        return found

    def chance(self, view: Any, seat: int) -> float | None:
        """How likely the seat is to win, from what it sees; None: it was not trained for this."""
        t = self.game.mind(view).template
        if not self._knows(t):
            return None
        return self.known.net.chance(seen_by(self.policy, self.known.encoder, t, seat))


class LearnedSearchBot(SearchBot):
    """Tries the choices that the network likes best, as `hard` does with those of the policy."""

    def __init__(self, game: Game, policy: AnyPolicy, rng: Rng, budget: Budget) -> None:
        super().__init__(game, policy, rng, budget)
        self.learned: Final = LearnedBot(game, policy, rng)

    def rank(self, t: Table, seat: int, ids: list[ChoiceId]) -> tuple[list[float], ChoiceId | None]:
        return self.learned.worths(t, seat, ids), self.learned.pick(t, seat)
