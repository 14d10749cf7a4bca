"""Training in pieces: play a window, learn from it, say how strong it is, keep everything.

A folder holds one training: `state.pt` (to go on from), `weights.npz` (to play with), `curves.svg`
and `record.jsonl` (settings, seeds, git state and the curve), so that it can be repeated.
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import torch

from parlour.lab.encoding import encoding_of
from parlour.lab.learn.collect import GROUPS, Collector, Group
from parlour.lab.learn.company import NOW, PAST, Room, seen_size
from parlour.lab.learn.curves import curves
from parlour.lab.learn.lessons import Settings, Teacher, Window
from parlour.lab.learn.net import Net, aims_of, chosen_log
from parlour.lab.learn.secrets import ANSWERS

Tensor = Any
PASTS: Final = 4
"""Past networks that are kept as opponents."""
EVERY: Final = 25
"""Windows after which the network as it is becomes one of them."""
TELL_S: Final = 20
SWITCH_S: Final = 0.0002
"""How soon the thread that plays gets its turn while the other one learns: tables wait for it."""


class Stats:
    """Victories of one network among normal bots, by number of players."""

    def __init__(self) -> None:
        self.sums: Final[dict[int, list[float]]] = {}

    def add(self, group: Group) -> None:
        for row in np.flatnonzero(group.over & group.alone):
            players = int(group.players[row])
            seat = int(np.flatnonzero(group.seats[row, :players] == NOW)[0])
            share = float(group.won[row, seat])
            cell = self.sums.setdefault(players, [0.0, 0.0, 0.0])
            for k, more in enumerate((1.0, share, share * share)):
                cell[k] += more

    def told(self) -> dict[int, tuple[float, float, int]]:
        """Mean, half of the 95 % interval and games, by number of players."""
        found = {}
        for players, (games, total, squares) in sorted(self.sums.items()):
            mean = total / games
            spread = max(1e-9, squares / games - mean * mean)
            found[players] = (mean, 1.96 * (spread / games) ** 0.5, int(games))
        return found


class Training:
    """One training of one game."""

    def __init__(self, room: Room, folder: Path, settings: Settings, seed: int) -> None:
        self.room: Final = room
        self.folder: Final = folder
        self.settings: Final = settings
        self.seed: Final = seed
        self.device: Final = "cuda" if torch.cuda.is_available() else "cpu"
        self.code: Final = encoding_of(room.game)
        torch.manual_seed(seed)
        answers = ANSWERS.get(room.game, 0)
        size, most = seen_size(room), room.most()
        net = Net(size, self.code.choice_size, aims_of(self.code, size, most), most, answers)
        self.net: Final = net.to(self.device)
        self.teacher: Final = Teacher(self.net, settings)
        self.pasts: list[dict[str, Tensor]] = []
        self.decisions = 0
        self.windows = 0
        self.seconds = 0.0
        self.scaled = False
        self.said: dict[str, float] = {}
        self.usual: dict[int, float] = {}
        """What a normal bot wins in that seat, by number of players."""
        self._load()

    # --- kept -------------------------------------------------------------------------------

    def _load(self) -> None:
        path = self.folder / "state.pt"
        if not path.exists():
            return
        kept = torch.load(path, map_location=self.device, weights_only=True)
        self.net.load_state_dict(kept["net"])
        self.teacher.steps.load_state_dict(kept["steps"])
        self.pasts = kept["pasts"]
        self.decisions, self.windows = kept["decisions"], kept["windows"]
        self.seconds, self.usual, self.scaled = kept["seconds"], kept["usual"], True

    def save(self) -> None:
        kept = {
            "net": self.net.state_dict(),
            "steps": self.teacher.steps.state_dict(),
            "pasts": [{n: value.half() for n, value in past.items()} for past in self.pasts],
            "decisions": self.decisions,
            "windows": self.windows,
            "seconds": self.seconds,
            "usual": self.usual,
        }
        torch.save(kept, self.folder / "state.new")
        (self.folder / "state.new").replace(self.folder / "state.pt")
        facts = {
            "game": self.room.game,
            "players": ",".join(map(str, self.room.players)),
            "decisions": str(self.decisions),
        }
        self.net.export(self.folder / "weights.npz", self.code, facts)

    def note(self, **facts: Any) -> None:
        with (self.folder / "record.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")

    # --- playing ----------------------------------------------------------------------------

    def play(self, collector: Collector, actor: Net, past: Net, imitates: bool) -> Window:
        """A window: everybody's decisions, and what came of them."""
        with torch.no_grad():
            return self._play(collector, actor, past, imitates)

    def _play(self, collector: Collector, actor: Net, past: Net, imitates: bool) -> Window:
        parts: list[list[dict[str, Tensor]]] = []
        ends: list[list[Tensor]] = []
        for moment in range(self.settings.window + 1):
            row, end = [], []
            for number in range(GROUPS):
                group = collector.arrived(number)
                end.append(self.tensor(np.concatenate([group.over[:, None], group.won], 1)))
                if moment == self.settings.window:
                    collector.looked_again(number)
                    continue
                self.stats.add(group)
                row.append(self.decide(collector, number, actor, past, imitates))
                collector.answered(number)
            parts.append(row)
            ends.append(end)
        return together(parts[:-1], ends)

    def tensor(self, array: Any) -> Tensor:
        """A copy: the processes write on where the array lies, which matters without a GPU."""
        return torch.from_numpy(np.array(array)).to(self.device)

    def decide(
        self, collector: Collector, number: int, actor: Net, past: Net, imitates: bool
    ) -> dict[str, Tensor]:
        group = collector.groups[number]
        seen, rows = self.tensor(group.seen), self.tensor(collector.packed(number))
        count, who = self.tensor(group.count).long(), self.tensor(group.who)
        taught = self.tensor(group.taught).long()
        owner = torch.arange(len(count), device=self.device).repeat_interleave(count)
        if imitates and not self.scaled:
            for net in (self.net, actor, past):
                net.scale_by(seen, rows)
            self.scaled = True
        scores = actor.scores(seen, rows, owner)
        if not imitates and bool((who == PAST).any()):
            scores = torch.where((who == PAST)[owner], past.scores(seen, rows, owner), scores)
        log = chosen_log(scores, owner, len(count))
        first = count.cumsum(0) - count
        answer = taught if imitates else sampled(log, owner, first, len(count))
        group.answer[:] = answer.int().cpu().numpy()
        return {
            "seen": seen,
            "rows": rows,
            "count": count,
            "seat": self.tensor(group.seat),
            "who": who,
            "answer": answer,
            "log": log[first + answer],
            "chance": actor.chance(seen).sigmoid(),
            "taught": taught,
            "truth": self.tensor(group.truth).long(),
        }

    # --- the loop ---------------------------------------------------------------------------

    def run(
        self, collector: Collector, seconds: float, imitation: float, cools: bool = False
    ) -> None:
        """So many seconds more; the first `imitation` seconds of a training imitate.

        `cools`: learn less and less until the end.

        While the network learns from a window the next one is played by a copy of it.
        """
        self.stats = Stats()
        actor, past = deepcopy(self.net), deepcopy(self.net)
        end, told, before = time.time() + seconds, time.time(), self.decisions
        imitates = self.seconds < imitation
        collector.teach(imitates)
        with ThreadPoolExecutor(1) as pool:
            coming: Future[Window] | None
            coming = pool.submit(self.play, collector, actor, past, imitates)
            while coming is not None:
                begun, window, was = time.time(), coming.result(), imitates
                imitates = self.turned(collector, was, imitation)
                self.copy_to(actor, past)
                over = time.time() >= end
                left = max(0.02, (end - time.time()) / seconds) if cools else 1.0
                self.teacher.left = left
                coming = (
                    pool.submit(self.play, collector, actor, past, imitates) if not over else None
                )
                self.learn(window, was)
                self.seconds += time.time() - begun
                if time.time() - told > TELL_S or over:
                    self.tell((self.decisions - before) / (time.time() - told), was)
                    told, before = time.time(), self.decisions

    def turned(self, collector: Collector, was: bool, imitation: float) -> bool:
        """Whether it imitates still; what a normal bot wins is known when it does no longer."""
        imitates = self.seconds < imitation
        if was and not imitates:
            self.tell(0.0, was)
            self.stats.sums.clear()
        collector.teach(imitates)
        return imitates

    def copy_to(self, actor: Net, past: Net) -> None:
        actor.load_state_dict(self.net.state_dict())
        if self.pasts:
            past.load_state_dict(self.pasts[self.windows % len(self.pasts)])

    def learn(self, window: Window, imitates: bool) -> None:
        self.said = self.teacher.learn(window, imitates)
        self.windows += 1
        self.decisions += window.seat.numel()
        if not imitates and self.windows % EVERY == 0:
            self.remember()

    def remember(self) -> None:
        state = {name: value.clone() for name, value in self.net.state_dict().items()}
        if len(self.pasts) >= PASTS:
            del self.pasts[(self.windows // EVERY) % (PASTS - 1) + 1]
        self.pasts.append(state)

    def tell(self, rate: float, imitates: bool) -> None:
        alone, said = self.stats.told(), self.said
        if imitates:
            self.usual = {players: mean for players, (mean, _, _) in alone.items()}
        strong = ", ".join(
            f"{players}: {mean:.3f} ± {margin:.3f} ({self.usual.get(players, 0):.3f})"
            for players, (mean, margin, _) in alone.items()
        )
        about = " ".join(f"{name} {value:.4f}" for name, value in said.items())
        print(
            f"{self.seconds:5.0f} s, {self.decisions / 1e6:6.1f} M, {rate / 1e3:4.0f} k/s, {about};"
            f" one among normal bots (a normal bot there): {strong}",
            flush=True,
        )
        self.note(
            seconds=round(self.seconds),
            decisions=self.decisions,
            alone={str(k): v for k, v in alone.items()},
            **said,
        )
        if not imitates:  # what a normal bot wins is counted over the whole imitation
            self.stats.sums.clear()
        self.save()


def sampled(log: Tensor, owner: Tensor, first: Tensor, decisions: int) -> Tensor:
    """One choice of each decision, by their chances (Gumbel's trick)."""
    noisy = log - torch.empty_like(log).exponential_().log()
    best = log.new_full((decisions,), -1e30).scatter_reduce(0, owner, noisy, "amax")
    places = torch.arange(len(log), device=log.device)
    hit = torch.where(noisy == best[owner], places, len(log))
    where = torch.full_like(first, len(log)).scatter_reduce(0, owner, hit, "amin")
    return where - first


def together(parts: list[list[dict[str, Tensor]]], ends: list[list[Tensor]]) -> Window:
    def each(name: str) -> Tensor:
        return torch.stack([torch.cat([group[name] for group in row]) for row in parts])

    over = torch.stack([torch.cat(end) for end in ends])
    return Window(
        seen=each("seen"),
        rows=torch.cat([group["rows"] for row in parts for group in row]),
        count=torch.cat([group["count"] for row in parts for group in row]),
        seat=each("seat"),
        who=each("who"),
        answer=each("answer"),
        log=each("log"),
        chance=each("chance"),
        taught=each("taught"),
        truth=each("truth"),
        over=over[:, :, 0] > 0,
        won=over[:, :, 1:],
    )


def git_state() -> str:
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=True
        )
        return found.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


class Plan(msgspec.Struct, frozen=True):
    """One piece of a training.  `imitation`: seconds of it, of the whole training."""

    room: Room
    folder: Path
    minutes: float
    imitation: float = 45
    processes: int = 0
    tables: int = 160
    seed: int = 1
    cools: bool = False
    settings: Settings = Settings()


def train(plan: Plan) -> None:
    """Go on with what lies in the folder, or begin; Ctrl-C loses what came since the last line."""
    torch.set_float32_matmul_precision("high")
    sys.setswitchinterval(SWITCH_S)
    plan.folder.mkdir(parents=True, exist_ok=True)
    seed = plan.seed << 20 | int(time.time()) & 0xFFFFF
    processes = plan.processes or os.cpu_count() or 1
    collector = Collector(plan.room, processes, plan.tables, seed)  # before a GPU is touched
    try:
        training = Training(plan.room, plan.folder, plan.settings, plan.seed)
        training.note(
            game=plan.room.game,
            players=plan.room.players,
            settings=msgspec.to_builtins(plan.settings),
            seed=plan.seed,
            tables=seed,
            git=git_state(),
            encoding=training.code.stamp,
            device=training.device,
        )
        training.run(collector, plan.minutes * 60, plan.imitation, plan.cools)
    finally:
        collector.close()
        curves(plan.folder)
