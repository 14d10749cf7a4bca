"""The network: from what a seat knows and a row for each choice, a score for each, and a chance.

A choice meets what is known twice: added to it, and as its multiple.  Where a choice has a target,
it also meets what is known of that very seat, in the same way whichever seat that is.
"""

from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import torch
from torch import nn

from parlour.lab.encoding import Encoding

Tensor = Any
WIDE, INNER, LAST, CHANCE = 512, 256, 96, 160
"""Widths of the layers: at most 2 MB of weights for each game at half precision."""


class Aims(msgspec.Struct, frozen=True):
    """Where the numbers of each seat stand in what is known, and where a choice names its target.

    Both empty in games whose choices have no target.
    """

    blocks: list[list[int]]
    targets: list[int]


def aims_of(code: Encoding, size: int, seats: int) -> Aims:
    """By the names of the columns.  Behind the encoding stand beliefs, as many of each seat."""
    targets = [f"target.seat{k}" for k in range(seats)]
    if not set(targets) <= set(code.choice_names):
        return Aims([], [])
    each = (size - code.size) // seats
    blocks = []
    for k in range(seats):
        own = [at for at, name in enumerate(code.names) if name.startswith(f"seat{k}.")]
        blocks.append(own + [code.size + k * each + more for more in range(each)])
    return Aims(blocks, [code.choice_names.index(name) for name in targets])


class Net(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """`scores` for choosing; `chance`: the share of the victory that the seat may expect.

    `guess`: what is true of each seat, `answers` possible ones; learnt beside the game, not played.
    """

    def __init__(
        self, size: int, choice_size: int, aims: Aims, seats: int = 0, answers: int = 0
    ) -> None:
        super().__init__()
        self.known0: Final = nn.Linear(size, WIDE)
        self.known1: Final = nn.Linear(WIDE, INNER)
        self.asks: Final = nn.Linear(INNER, INNER, bias=False)
        self.bends: Final = nn.Linear(INNER, INNER)
        self.choice: Final = nn.Linear(choice_size, INNER)
        self.bent: Final = nn.Linear(choice_size, INNER, bias=False)
        self.score0: Final = nn.Linear(INNER, LAST)
        self.score1: Final = nn.Linear(LAST, 1, bias=False)
        self.chance0: Final = nn.Linear(size, CHANCE)
        self.chance1: Final = nn.Linear(CHANCE, LAST)
        self.chance2: Final = nn.Linear(LAST, 1)
        self.guessed: Final = (seats, answers)
        self.guesses: Final = nn.Linear(INNER, seats * answers) if answers else None
        self.aims: Final = bool(aims.targets)
        if self.aims:
            self.toward: Final = nn.Linear(len(aims.blocks[0]), INNER, bias=False)
            self.register_buffer("blocks", torch.tensor(aims.blocks))
            self.register_buffer("targets", torch.tensor(aims.targets))
        self.register_buffer("seen_scale", torch.ones(size))
        self.register_buffer("choice_scale", torch.ones(choice_size))

    def scores(self, seen: Tensor, rows: Tensor, owner: Tensor) -> Tensor:
        """A score for each row of a choice; `owner`: the observation that it belongs to."""
        h = self.known(seen)
        c = rows.float() * self.choice_scale
        asks, bends = self.asks(h), self.bends(h)
        z = asks[owner] + self.choice(c) + bends[owner] * self.bent(c)
        if self.aims:
            z = z + self.met(seen, c, owner)
        return self.score1(self.score0(z.relu()).relu())[:, 0].float()

    def met(self, seen: Tensor, c: Tensor, owner: Tensor) -> Tensor:
        """What is known of the target of each choice; nothing where it has none."""
        x = seen.float() * self.seen_scale
        toward = self.toward(x[:, self.blocks])  # once for each seat, not for each choice
        named = c[:, self.targets]
        return toward[owner, named.argmax(1)] * named.amax(1, keepdim=True)

    def known(self, seen: Tensor) -> Tensor:
        return self.known1(self.known0(seen.float() * self.seen_scale).relu()).relu()

    def guess(self, seen: Tensor) -> Tensor:
        """For each observation and seat a score of every answer."""
        assert self.guesses is not None
        return self.guesses(self.known(seen)).reshape(len(seen), *self.guessed)

    def chance(self, seen: Tensor) -> Tensor:
        """Before the logistic function."""
        x = seen.float() * self.seen_scale
        return self.chance2(self.chance1(self.chance0(x).relu()).relu())[:, 0].float()

    def scale_by(self, seen: Tensor, rows: Tensor) -> None:
        """Columns by the greatest number that they hold in a sample."""
        self.seen_scale.copy_(1 / seen.amax(0).clamp(min=1).float())
        self.choice_scale.copy_(1 / rows.amax(0).clamp(min=1).float())

    def export(self, path: Path, code: Encoding, facts: dict[str, str]) -> None:
        """For `parlour.bots.learned`: half precision, with what they belong to."""
        out: dict[str, Any] = {name: np.array(value) for name, value in facts.items()}
        out["version"], out["stamp"] = np.array(code.version), np.array(code.stamp)
        played = {n: v for n, v in self.state_dict().items() if not n.startswith("guesses")}
        for name, value in played.items():
            plain = value.detach().cpu().numpy()
            if plain.dtype.kind == "i":
                out[name] = plain.astype(np.int16)
            else:
                out[name] = (plain.T if plain.ndim == 2 else plain).astype(np.float16)
        np.savez_compressed(path, **out)


def chosen_log(scores: Tensor, owner: Tensor, decisions: int) -> Tensor:
    """The logarithm of each choice's chance among those of its decision."""
    most = scores.new_full((decisions,), -1e9).scatter_reduce(0, owner, scores.detach(), "amax")
    rest = scores - most[owner]
    total = scores.new_zeros(decisions).index_add(0, owner, rest.exp())
    return rest - total.log()[owner]
