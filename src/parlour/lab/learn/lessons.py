"""What is learnt from a window of play: what a normal bot chose, or what turned out well (PPO)."""

from typing import Any, Final

import msgspec
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy
from torch.nn.functional import cross_entropy as wrong_guess

from parlour.lab.learn.company import NOW
from parlour.lab.learn.net import Net, chosen_log
from parlour.lab.learn.secrets import NOBODY

Tensor = Any


RECENT: Final = 4
"""Steps over which it is judged how far the policy has moved: one alone is mostly chance."""


class Settings(msgspec.Struct, frozen=True):
    """How it learns.  `far`: passes over a window end when the policy has moved so far from it."""

    window: int = 48
    batch: int = 12288
    passes: int = 4
    imitation_passes: int = 6
    rate: float = 4e-4
    imitation_rate: float = 1e-3
    clip: float = 0.2
    trace: float = 0.95
    entropy: float = 0.01
    far: float = 0.025
    worth: float = 0.5
    guess: float = 0.2


class Window(msgspec.Struct):
    """So many decisions of every table, in time, then by table; rows of choices one after another.

    `over`, `won`: whether a game ended just before a decision, and who won it.  They have one
    moment more than the others: what came after the last decision.
    """

    seen: Tensor
    rows: Tensor
    count: Tensor
    seat: Tensor
    who: Tensor
    answer: Tensor
    log: Tensor
    chance: Tensor
    taught: Tensor
    truth: Tensor
    over: Tensor
    won: Tensor

    def first(self) -> Tensor:
        """Where the rows of each decision begin."""
        return self.count.cumsum(0) - self.count


def of_decisions(window: Window, first: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor]:
    """The rows of some decisions, and to which of these each belongs."""
    count = window.count[chosen]
    owner = torch.arange(len(chosen), device=count.device).repeat_interleave(count)
    begun = first[chosen] - (count.cumsum(0) - count)
    rows = begun[owner] + torch.arange(len(owner), device=count.device)
    return window.rows[rows], owner


def gains(window: Window, trace: float) -> tuple[Tensor, Tensor]:
    """By how much each choice did better than was expected, over the choices of its own seat.

    The second: whether that is known.  The last choice of a seat in a game that goes on is not.
    """
    moments, tables = window.seat.shape
    each = torch.arange(tables, device=window.seat.device)
    players = window.won.shape[2]
    later = window.won.new_zeros(tables, players)
    gain = later.clone()
    known = torch.zeros(tables, players, dtype=torch.bool, device=later.device)
    found = window.chance.new_zeros(moments, tables)
    valid = torch.zeros(moments, tables, dtype=torch.bool, device=later.device)
    for moment in range(moments - 1, -1, -1):
        over = window.over[moment + 1][:, None]
        later = torch.where(over, window.won[moment + 1], later)
        gain = gain.masked_fill(over, 0.0)
        known = known | over
        seat, expected = window.seat[moment], window.chance[moment]
        valid[moment] = known[each, seat]
        ahead = later[each, seat] - expected + trace * gain[each, seat]
        found[moment] = torch.where(valid[moment], ahead, 0.0)
        gain[each, seat], later[each, seat], known[each, seat] = found[moment], expected, True
    return found, valid


class Teacher:
    """Changes a network by what windows show."""

    def __init__(self, net: Net, settings: Settings) -> None:
        self.net: Final = net
        self.settings: Final = settings
        self.left = 1.0
        """How much of the rate and of the liking for variety is left; less towards the end."""
        fused = next(net.parameters()).is_cuda
        self.steps: Final = torch.optim.Adam(net.parameters(), settings.rate, eps=1e-5, fused=fused)

    def imitate(self, window: Window) -> dict[str, float]:
        """Choose as the normal bot did, and expect what came of it."""
        ahead, valid = gains(window, 1.0)
        target = (window.chance + ahead).clamp(0, 1).flatten()
        sums = []
        known = valid.flatten().nonzero()[:, 0]
        passes = range(self.settings.imitation_passes)
        for chosen in [part for _ in passes for part in self.batches(known)]:
            log, _ = self.logs(window, chosen)
            taught = window.taught.flatten()[chosen]
            right = log[self.places(window, chosen) + taught]
            chance = self.net.chance(flat(window.seen)[chosen])
            loss = -right.mean() + cross_entropy(chance, target[chosen])
            loss = loss + self.settings.guess * self.guess(window, chosen)
            self.step(loss)
            sums.append(torch.stack([loss.detach(), (right > -0.7).float().mean()]))
        loss, same = torch.stack(sums).mean(0).tolist()
        return {"loss": loss, "same": same}

    def improve(self, window: Window) -> dict[str, float]:
        """Do more of what did better than expected, and less of what did worse."""
        set_ = self.settings
        ahead, valid = gains(window, set_.trace)
        mine = (valid & (window.who == NOW)).flatten().nonzero()[:, 0]
        ahead = ahead.flatten()
        target = (window.chance.flatten() + ahead).clamp(0, 1)
        mean, spread = ahead[mine].mean(), ahead[mine].std() + 1e-6
        said: list[Tensor] = []
        ahead = (ahead - mean) / spread
        for chosen in [part for _ in range(set_.passes) for part in self.batches(mine)]:
            said.append(self.push(window, chosen, ahead, target))
            if torch.stack(said[-RECENT:])[:, 2].mean() > set_.far:
                break
        loss, entropy, moved = torch.stack(said).mean(0).tolist()
        return {"loss": loss, "entropy": entropy, "moved": moved}

    def push(self, window: Window, chosen: Tensor, ahead: Tensor, target: Tensor) -> Tensor:
        set_ = self.settings
        log, entropy = self.logs(window, chosen)
        now = log[self.places(window, chosen) + window.answer.flatten()[chosen]]
        before = window.log.flatten()[chosen]
        ratio = (now - before).exp()
        gain = ahead[chosen]
        kept = torch.min(ratio * gain, ratio.clamp(1 - set_.clip, 1 + set_.clip) * gain)
        chance = cross_entropy(self.net.chance(flat(window.seen)[chosen]), target[chosen])
        loss = -kept.mean() - set_.entropy * self.left * entropy + set_.worth * chance
        loss = loss + set_.guess * self.guess(window, chosen)
        self.step(loss)
        moved = (ratio - 1 - (now - before)).mean()
        return torch.stack([chance, entropy, moved]).detach()

    def guess(self, window: Window, chosen: Tensor) -> Tensor:
        """How far off the guesses of what is true of everybody are; 0 where nothing is asked."""
        if self.net.guesses is None:
            return 0.0
        scores = self.net.guess(flat(window.seen)[chosen]).flatten(0, 1)
        return wrong_guess(scores, flat(window.truth)[chosen].flatten(), ignore_index=NOBODY)

    def logs(self, window: Window, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Of each row of these decisions the logarithm of its chance; the entropy."""
        rows, owner = of_decisions(window, self.first, chosen)
        scores = self.net.scores(flat(window.seen)[chosen], rows, owner)
        log = chosen_log(scores, owner, len(chosen))
        entropy = -(log.exp() * log.clamp(min=-30)).sum() / len(chosen)
        return log, entropy

    def places(self, window: Window, chosen: Tensor) -> Tensor:
        """Where the rows of each of these decisions begin among the rows of all of these."""
        count = window.count[chosen]
        return count.cumsum(0) - count

    def batches(self, all_: Tensor) -> list[Tensor]:
        order = all_[torch.randperm(len(all_), device=all_.device)]
        least = self.settings.batch // 2
        parts = list(order.split(self.settings.batch))
        return [part for part in parts if len(part) >= least] or parts

    def step(self, loss: Tensor) -> None:
        self.steps.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.steps.step()

    def learn(self, window: Window, imitates: bool) -> dict[str, float]:
        self.first = window.first()
        for group in self.steps.param_groups:
            group["lr"] = (
                self.settings.imitation_rate if imitates else self.settings.rate * self.left
            )
        return self.imitate(window) if imitates else self.improve(window)


def flat(seen: Tensor) -> Tensor:
    return seen.flatten(0, 1)
